import { buildSchema, Kind, print, stripIgnoredCharacters } from 'graphql';
import { createDecide, withPlainSelections } from '#platform/graphql/plain-operation.ts';
import { createCanonicalize } from '../../../gateway/engines/canonical-names.ts';
import { readSupergraph } from '../../../gateway/supergraph/supergraph.ts';
import { createRandomQuery } from '../../support/random-query.ts';
import { validatedOperation } from '../../support/validated-operation.ts';
import { openProductPlanner } from './product-planner.ts';

/** An operation that could not be planned. */
export interface FailedPlan {
  /** The seed that creates it. */
  readonly seed: number;
  /** The text that the planner got. */
  readonly operation: string;
  readonly cause: string;
}

/**
 * Plans random operations over the product's supergraph, under canonical names.
 *
 * @param count number of plans; operations that need none do not count
 * @returns those that failed, usually by ending the planner's process
 */
export async function planRandomOperations(firstSeed: number, count: number): Promise<FailedPlan[]> {
  const supergraph = readSupergraph();
  const schema = buildSchema(supergraph.apiSdl, { assumeValid: true });
  const canonicalize = createCanonicalize(schema, buildSchema(supergraph.sdl, { assumeValid: true }));
  const decide = createDecide(1, (decided) => withPlainSelections(schema, decided));
  const textOf = (seed: number): string | undefined => {
    const { query, variables } = createRandomQuery(schema, String(seed));
    const { document } = decide(validatedOperation(schema, query), variables) ?? {};
    if (document === undefined) throw new Error(`seed ${seed}: expected values for all conditions`);
    const { document: canonical } = canonicalize(document);
    const [definition] = canonical.definitions;
    const isEmpty = definition?.kind === Kind.OPERATION_DEFINITION && definition.selectionSet.selections.length === 0;
    return isEmpty ? undefined : stripIgnoredCharacters(print(canonical));
  };
  await using planner = openProductPlanner();
  const failed: FailedPlan[] = [];
  for (let [seed, planned] = [firstSeed, 0]; planned < count; seed += 1) {
    const operation = textOf(seed);
    if (operation === undefined) continue;
    planned += 1;
    // Each has another caller, because the crashes of one are limited.
    const fail = ({ message, cause }: Error) => failed.push({ seed, operation, cause: cause instanceof Error ? cause.message : message });
    await planner.plan(operation, String(seed)).catch(fail);
  }
  return failed;
}
