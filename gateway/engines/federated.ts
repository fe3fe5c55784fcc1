import {
  buildASTSchema,
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLSchema,
  isScalarType,
  Kind,
  type ValueNode,
  visit,
} from 'graphql';
import type { SignRequest } from '#platform/access/request-signatures.ts';
import { perObject } from '#platform/cache/bounded-cache.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Engine, EngineRequest, EngineResult } from '#platform/graphql/engine.ts';
import { createDecide, withPlainSelections } from '#platform/graphql/plain-operation.ts';
import { DateScalar, DateTime, JSONScalar } from '#platform/graphql/shared-types.ts';
import { createOutbound } from '#platform/http/outbound.ts';
import type { Logger } from '#platform/logger.ts';
import { apiDocumentOf, documentOf, ownersOf, type Supergraph } from '../supergraph/supergraph.ts';
import { createShapeCheck, type Requested } from './answer-shape.ts';
import { createLostParts } from './lost-parts.ts';
import { createPlanExecutor } from './plan-executor.ts';
import { createPlanner, type Planner } from './planner.ts';
import { createSelections } from './selections.ts';
import { createSubgraphClient, type SubgraphAnswer, type SubgraphClient, type SubgraphFetch } from './subgraph-client.ts';

export interface FederatedEngineOptions {
  readonly supergraph: Supergraph;
  /** The URL of each subgraph's `/graphql`, by its name in the supergraph. */
  readonly subgraphs: Readonly<Record<string, string>>;
  /** Clients of subgraphs in this process, by their names. @default none */
  readonly local?: Readonly<Record<string, SubgraphClient>>;
  readonly logger: Logger;
  /**
   * Timeout of one request to a subgraph, to which `maxWaitMs` of the operation is added, up to 20,000. @default 10,000
   */
  readonly timeoutMs?: number;
  /** Maximum size of a subgraph's answer. @default 64 MiB */
  readonly maxResponseBytes?: number;
  /** Headers that authenticate the gateway and identify the caller. @default none */
  readonly headersFor?: SignRequest;
}

/** Maximum number of combinations of `@skip` and `@include` that are planned for one operation. */
const maxVariants = 16;

/** Maximum time that an operation can add to the timeout of a subgraph. */
const maxAskedWaitMs = 20_000;

export interface FederatedEngine extends Engine, Pick<Planner, 'registerMetrics'> {
  /** Returns which subgraphs do not respond or are not ready. @throws {Error} none of them is */
  checkReadiness(): Promise<string | undefined>;
}

/** Plans operations over the supergraph and executes the plans over HTTP. Plans are cached per operation. */
export function openFederatedEngine(options: FederatedEngineOptions): FederatedEngine {
  const { supergraph, logger } = options;
  const schema = buildASTSchema(apiDocumentOf(supergraph), { assumeValid: true, assumeValidSDL: true });
  applyScalars(schema);
  const decide = createDecide(maxVariants, (decided) => withPlainSelections(schema, decided));
  const unifiedGraph = buildASTSchema(documentOf(supergraph), { assumeValid: true, assumeValidSDL: true });
  const selections = createSelections(unifiedGraph);
  const hasShape = createShapeCheck(unifiedGraph, selections);
  const outbound = createOutbound({ logger });
  const clients = new Map<string, SubgraphClient>(Object.entries(options.local ?? {}));
  for (const [name, url] of Object.entries(options.subgraphs)) {
    const { timeoutMs = 10_000, maxResponseBytes = 64 * 1024 * 1024, headersFor = () => ({}) } = options;
    clients.set(name, createSubgraphClient({ name, url, outbound, timeoutMs, maxResponseBytes, headersFor, hasShape, logger }));
  }
  const onUnknown = (cause: unknown) => logger.warn({ err: cause }, 'match sets could not be loaded and are UNKNOWN');
  const lostParts = createLostParts(schema, { owners: ownersOf(supergraph), selections, onUnknown });
  /** @param scope the values that are sent with every request of an operation */
  const fetchFrom = async (name: string, requested: Requested, scope: Omit<SubgraphFetch, keyof Requested>): Promise<SubgraphAnswer> => {
    const client = clients.get(name);
    if (client === undefined) throw new Error(`the URL of the subgraph ${name} is not known`);
    const answer = await client.fetch({ ...requested, ...scope });
    if (answer !== undefined) return lostParts.withUnknownMatches(answer, requested);
    return lostParts.answerOfAway(name, requested, async (other, part) => clients.get(other)?.fetch({ ...part, ...scope }));
  };
  const planner = createPlanner(supergraph.sdl, logger);
  const executor = createPlanExecutor(schema, { planner, unifiedGraph, selections });
  return {
    schema,
    async execute(request) {
      const { operation, variables, coerced, caller, requestId, signal, rows } = request;
      const scope = { caller, requestId, signal, rows, waitMs: Math.min(requestedWaitMsOf(request), maxAskedWaitMs) };
      try {
        const { document } = decide(operation, variables) ?? {};
        if (document === undefined) throw new GraphQLError('expected a boolean value for every @skip and @include');
        const fetch = (name: string, requested: Requested) => fetchFrom(name, requested, scope);
        return await executor.execute(document, { variables, coerced, caller: caller.tenant, fetch });
      } catch (error) {
        const originalError = error instanceof Error ? error : new Error(String(error));
        const extensions = originalError instanceof LandfallError ? originalError.extensions : undefined;
        return { data: emptyData(schema, request), errors: [{ message: originalError.message, extensions, originalError }] };
      }
    },
    checkReadiness: async () => {
      const found = await Promise.all([...clients].map(async ([name, client]) => ((await client.isReady()) ? [] : [name])));
      const away = found.flat();
      const message = `not ready: ${away.join(', ')}`;
      if (away.length === clients.size) throw new Error(message);
      return away.length === 0 ? undefined : message;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([planner, outbound].map((part) => part[Symbol.asyncDispose]()));
    },
    registerMetrics: planner.registerMetrics,
  };
}

/**
 * Returns the result of an operation if no subgraph answered: null where the schema allows it, otherwise null as a
 * whole. The planner omits `data` in that case, which would mean that the operation was not executed.
 */
function emptyData(schema: GraphQLSchema, { operation, variables }: EngineRequest): EngineResult['data'] {
  const result = execute({ schema, document: operation.document, rootValue: {}, variableValues: variables });
  return 'then' in result ? null : (result.data ?? null);
}

/** Values are validated here as in the subgraphs, so that an invalid one is rejected before planning. */
function applyScalars(schema: GraphQLSchema): void {
  for (const { name, serialize, parseValue, parseLiteral } of [DateTime, DateScalar, JSONScalar]) {
    const type = schema.getType(name);
    if (isScalarType(type)) Object.assign(type, { serialize, parseValue, parseLiteral });
  }
}

/**
 * The arguments `maxWaitMs` of a document with the defaults of their variables, cached because documents are the same
 * objects in every request.
 */
const requestedWaits = perObject((document: DocumentNode): readonly ValueNode[] => {
  const values: ValueNode[] = [];
  visit(document, {
    Argument: ({ name, value }) => {
      if (name.value === 'maxWaitMs') values.push(value);
    },
  });
  return values;
});

/** Returns the greatest `maxWaitMs` of an operation: how long subgraphs may wait for partners on its behalf. */
export function requestedWaitMsOf({ operation, variables }: Pick<EngineRequest, 'operation' | 'variables'>): number {
  const { document, definition } = operation;
  const waits = requestedWaits(document).map((value) => {
    if (value.kind === Kind.INT) return Number(value.value);
    if (value.kind !== Kind.VARIABLE) return 0;
    const name = value.name.value;
    if (Object.hasOwn(variables, name)) return Number(variables[name]);
    const fallback = definition.variableDefinitions?.find(({ variable }) => variable.name.value === name)?.defaultValue;
    return fallback?.kind === Kind.INT ? Number(fallback.value) : 0;
  });
  return Math.max(0, ...waits);
}
