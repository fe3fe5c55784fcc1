import { Logger as HiveLogger } from '@graphql-hive/logger';
import { unifiedGraphHandler } from '@graphql-hive/router-runtime';
import { buildASTSchema, execute, type GraphQLScalarType, type GraphQLSchema, isScalarType, parse } from 'graphql';
import type { Logger } from '../../subgraphs/shared/logger.ts';
import { publicSchemaOf } from '../supergraph.ts';
import type { Caller, Engine, EngineError, EngineRequest, EngineResult } from './engine.ts';
import { createSubgraphClient, type SubgraphClient } from './subgraph-client.ts';

export interface FederatedEngineOptions {
  readonly supergraphSdl: string;
  /** Where each subgraph of the supergraph is found: the URL of its `/graphql`. */
  readonly subgraphs: readonly { readonly name: string; readonly url: string }[];
  /** How values of the custom scalars are checked, the same as in the subgraphs. */
  readonly scalars: readonly GraphQLScalarType[];
  readonly logger: Logger;
  /** Time for one answer of a subgraph. @default 30,000 */
  readonly timeoutMs?: number;
  /** Largest answer of a subgraph. @default 64 MiB */
  readonly maxResponseBytes?: number;
  /** Tells a subgraph on whose behalf it is asked. */
  readonly headersFor?: (caller: Caller) => Readonly<Record<string, string>>;
}

/** What travels with one operation to every subgraph it touches. */
interface FetchScope {
  readonly caller: Caller;
  readonly requestId: string;
  readonly signal?: AbortSignal | undefined;
}

/** Plans operations over the supergraph and executes the plans over HTTP. Plans are kept per operation. */
export async function createFederatedEngine(options: FederatedEngineOptions): Promise<Engine> {
  const { supergraphSdl, logger } = options;
  const schema = publicSchemaOf(supergraphSdl);
  useScalars(schema, options.scalars);
  const clients = new Map<string, SubgraphClient>();
  for (const { name, url } of options.subgraphs) {
    const { timeoutMs = 30_000, maxResponseBytes = 64 * 1024 * 1024 } = options;
    clients.set(name, createSubgraphClient({ name, url, timeoutMs, maxResponseBytes, logger }));
  }
  const planner = await unifiedGraphHandler({
    unifiedGraph: buildASTSchema(parse(supergraphSdl), { assumeValid: true, assumeValidSDL: true }),
    getUnifiedGraphSDL: () => supergraphSdl,
    log: createPlannerLogger(logger),
    onSubgraphExecute: (name, { document, variables, context }) => {
      const client = clients.get(name);
      if (client === undefined) throw new Error(`the URL of the subgraph ${name} is not known`);
      const scope = context as FetchScope;
      return client.fetch({ document, variables: variables ?? {}, headers: options.headersFor?.(scope.caller) ?? {}, requestId: scope.requestId, signal: scope.signal });
    },
  });
  return {
    schema,
    async execute(request) {
      const { operation, variables, caller, requestId, signal } = request;
      const context: FetchScope = { caller, requestId, signal };
      try {
        const result = (await planner.executor({ document: operation.document, variables: { ...variables }, context })) as Partial<EngineResult>;
        return { data: result.data ?? emptyData(schema, request), errors: result.errors };
      } catch (error) {
        const cause = error instanceof Error ? error : new Error(String(error));
        return { data: emptyData(schema, request), errors: [errorWith(cause)] };
      }
    },
    missing: async () => {
      const states = await Promise.all([...clients].map(async ([name, client]) => ({ name, ready: await client.isReady() })));
      const away = states.filter(({ ready }) => !ready).map(({ name }) => name);
      return away.length === 0 ? undefined : `subgraphs not ready: ${away.join(', ')}`;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...clients.values()].map((client) => client[Symbol.asyncDispose]()));
    },
  };
}

/**
 * What an operation gives when no subgraph said anything: null where the schema allows it, else null as a whole. The
 * planner leaves `data` out then, which would say that nothing was executed.
 */
function emptyData(schema: GraphQLSchema, { operation, variables }: EngineRequest): EngineResult['data'] {
  const result = execute({ schema, document: operation.document, rootValue: {}, variableValues: variables });
  return 'then' in result ? null : (result.data ?? null);
}

function useScalars(schema: GraphQLSchema, scalars: readonly GraphQLScalarType[]): void {
  for (const { name, serialize, parseValue, parseLiteral } of scalars) {
    const type = schema.getType(name);
    if (isScalarType(type)) Object.assign(type, { serialize, parseValue, parseLiteral });
  }
}

function errorWith(cause: Error): EngineError {
  return { message: cause.message, originalError: cause };
}

function createPlannerLogger(logger: Logger): HiveLogger {
  return new HiveLogger({
    level: 'warn',
    writers: [{ write: (level, attributes, message) => logger[level === 'error' ? 'error' : 'warn']({ attributes }, message ?? 'query planner') }],
  });
}
