import { buildSchema, print, stripIgnoredCharacters } from 'graphql';
import { createDecide } from '#platform/graphql/conditions.ts';
import { withPlainSelections } from '#platform/graphql/plain-selections.ts';
import { createLogger } from '#platform/logger.ts';
import { defaultOperationLimits } from '#platform/operations/operation-limits.ts';
import { createOperations } from '#platform/operations/operations.ts';
import { createCanonicalize } from '../../gateway/engines/canonical-names.ts';
import { createPlanner } from '../../gateway/engines/planner.ts';
import { readSupergraph } from '../../gateway/supergraph/supergraph.ts';
import { createRandomOperations } from './random-operations.ts';

/** The operations of some seeds that could not be planned, by the canonical text. */
export interface PlannedMany {
  readonly planned: number;
  readonly failed: readonly { readonly seed: number; readonly operation: string; readonly cause: unknown }[];
}

/** Plans random operations over the product's supergraph. */
export async function planMany(firstSeed: number, count: number): Promise<PlannedMany> {
  const supergraph = readSupergraph();
  const schema = buildSchema(supergraph.apiSdl, { assumeValid: true });
  const canonicalize = createCanonicalize(schema, buildSchema(supergraph.sdl, { assumeValid: true }));
  const operations = createOperations({ schema, limits: { ...defaultOperationLimits, maxAliases: 10_000, maxFields: 100_000 } });
  const decide = createDecide(1, (decided) => withPlainSelections(schema, decided));
  const randomOperation = createRandomOperations(schema);
  await using planner = createPlanner({ supergraphSdl: supergraph.sdl, logger: createLogger('silent') });
  const failed: { seed: number; operation: string; cause: unknown }[] = [];
  let planned = 0;
  const planOne = async (seed: number): Promise<void> => {
    const { query, variables } = randomOperation(seed);
    const prepared = operations.prepare(query);
    // It exceeds a limit, or needs no plan.
    if ('errors' in prepared) return;
    const { document } = decide(prepared.operation, variables) ?? {};
    if (document === undefined) throw new Error(`seed ${seed}: expected values for all conditions`);
    const { document: canonical } = canonicalize(document);
    const [definition] = canonical.definitions;
    if (definition?.kind !== 'OperationDefinition' || definition.selectionSet.selections.length === 0) return;
    const operation = stripIgnoredCharacters(print(canonical));
    try {
      // Each has another caller, because the deaths of one are limited.
      await planner.plan(operation, String(seed));
      planned += 1;
    } catch (error) {
      failed.push({ seed, operation, cause: error instanceof Error && error.cause instanceof Error ? error.cause.message : error });
    }
  };
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) await planOne(seed);
  return { planned, failed };
}
