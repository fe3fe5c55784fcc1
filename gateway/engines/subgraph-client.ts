import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  print,
  stripIgnoredCharacters,
} from 'graphql';
import type { SignRequest } from '#platform/access/request-signatures.ts';
import { readRowCounts, rowCountsExtension, rowsWantedHeader } from '#platform/access/row-counter.ts';
import { perObject } from '#platform/cache/bounded-cache.ts';
import { asLandfallError, type ErrorCode, LandfallError } from '#platform/errors.ts';
import type { EngineRequest } from '#platform/graphql/engine.ts';
import type { Outbound } from '#platform/http/outbound.ts';
import { parseExactly } from '#platform/json/exact-numbers.ts';
import type { Logger } from '#platform/logger.ts';
import type { Subgraph } from '#platform/process/subgraph.ts';
import type { HasShape, Requested } from './answer-shape.ts';

/** One request of a query plan to a subgraph. */
export interface SubgraphFetch extends Requested, Pick<EngineRequest, 'caller' | 'requestId' | 'signal' | 'rows'> {
  /** How long the subgraph may wait for partners, which is added to the timeout. @default 0 */
  readonly waitMs?: number | undefined;
}

export interface SubgraphAnswer {
  readonly data: Record<string, unknown> | null;
  readonly errors?: GraphQLError[];
}

/** Sends requests to one subgraph, over HTTP or in this process. */
export interface SubgraphClient {
  /**
   * Sends a request. Never rejects. @returns undefined if the subgraph is unavailable: unreachable, too slow, or its
   * response is not GraphQL
   */
  fetch(request: SubgraphFetch): Promise<SubgraphAnswer | undefined>;
  /** Returns whether the subgraph reports that it is ready. */
  isReady(): Promise<boolean>;
}

const readiness = { timeoutMs: 2_000, maxBodyBytes: 1024 * 1024 } as const;

/**
 * Errors of a lost connection: the process has ended. If another process has taken over its name, a query can be sent
 * again.
 */
const resetCodes: ReadonlySet<ErrorCode> = new Set(['UPSTREAM_UNREACHABLE', 'UPSTREAM_CONNECTION_REFUSED']);

/** Errors that only the gateway can have caused, so that clients must not see them as their own. */
const gatewayErrors: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_REQUEST',
  'OPERATION_TOO_LARGE',
]);

/** @param options.timeoutMs time limit of one request */
export function createSubgraphClient(options: {
  readonly name: string;
  readonly url: string;
  readonly outbound: Outbound;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly headersFor: SignRequest;
  readonly hasShape: HasShape;
  readonly logger: Logger;
}): SubgraphClient {
  const { name, outbound, timeoutMs, maxResponseBytes: maxBodyBytes, headersFor, hasShape, logger } = options;
  const url = new URL(options.url);
  url.pathname = url.pathname.replace(/\/$/, '');
  // A proxy may serve the subgraph under a path, which the subgraph does not see.
  const signedPath = `${url.pathname.slice(url.pathname.lastIndexOf('/'))}${url.search}`;
  const post = async (request: SubgraphFetch): Promise<SubgraphAnswer> => {
    const { variablesJson = JSON.stringify(request.variables), signal } = request;
    const body = `{"query":${queryJsonOf(request.document)},"variables":${variablesJson}}`;
    const until = performance.now() + timeoutMs + (request.waitMs ?? 0);
    const send = () =>
      outbound.request({
        url,
        method: 'POST',
        headers: {
          // Signed for each attempt, because a subgraph accepts a signature only once.
          ...headersFor({ method: 'POST', path: signedPath, body, caller: request.caller }),
          'content-type': 'application/json',
          accept: 'application/json',
          'x-request-id': request.requestId,
          ...(request.rows === undefined ? {} : { [rowsWantedHeader]: 'true' }),
        },
        ...{ body, signal, maxBodyBytes, timeoutMs: Math.max(1, until - performance.now()), allowPrivate: true },
        ...{ sendTraceContext: true, spanAttributes: { 'landfall.subgraph': name } },
      });
    const response = await send().catch((error: unknown) => {
      if (getOperationAST(request.document)?.operation !== 'query' || !(error instanceof LandfallError) || !resetCodes.has(error.code))
        throw error;
      return send();
    });
    if (response.status === 401) throw new Error('the subgraph rejected the signature: SUBGRAPH_SECRETS or the clocks differ');
    const answered = parseExactly(response.body.toString()) as { extensions?: Record<string, unknown> } | null;
    const counts = answered?.extensions?.[rowCountsExtension];
    if (counts !== undefined) request.rows?.addCounts(readRowCounts(counts));
    const answer = answerOf(answered);
    if (answer.data !== null && !hasShape(request, answer.data)) throw new Error('expected the requested data, got other data');
    return answer;
  };
  return {
    async fetch(request) {
      try {
        return await post(request);
      } catch (error) {
        if (!request.signal?.aborted)
          logger.warn({ err: error, subgraph: name, requestId: request.requestId }, 'a subgraph did not answer');
        return undefined;
      }
    },
    async isReady() {
      const answer = outbound.request({ url: new URL('readyz', url), method: 'GET', allowPrivate: true, ...readiness });
      return answer.then(
        ({ status }) => status === 200,
        () => false,
      );
    },
  };
}

/** @throws {Error} if the body is not a GraphQL response */
function answerOf(body: unknown): SubgraphAnswer {
  const { data = null, errors } = (body ?? {}) as { data?: Record<string, unknown> | null; errors?: GraphQLFormattedError[] };
  if (!Array.isArray(errors)) {
    if (data === null) throw new Error('expected a GraphQL answer');
    return { data };
  }
  return {
    data,
    errors: errors.map(({ message, path, extensions }) => {
      const code = gatewayErrors.has(extensions?.['code']) ? 'INTERNAL' : extensions?.['code'];
      return new GraphQLError(message, { path: path ?? null, extensions: { code } });
    }),
  };
}

/** Query texts, as JSON, of documents in plans, which are the same objects in every request. */
const queryJsonOf = perObject((document: DocumentNode) => JSON.stringify(stripIgnoredCharacters(print(document))));

/**
 * Creates the client of a subgraph that runs in this process next to a federated engine, so that its requests need no
 * address.
 */
export function createLocalClient(schema: GraphQLSchema, contextFor: Subgraph['contextFor']): SubgraphClient {
  return {
    fetch: async ({ document, variables, caller, rows }) => {
      const { data, errors } = await execute({ schema, document, variableValues: variables, contextValue: contextFor(caller, { rows }) });
      // Copied to plain objects, because answers of other subgraphs are merged into them.
      const answer = { data: structuredClone(data ?? null) as Record<string, unknown> | null };
      return errors === undefined ? answer : { ...answer, errors: errors.map(asAnswered) };
    },
    isReady: async () => true,
  };
}

/** Converts an error to the form in which it would arrive from another process. */
function asAnswered({ message, path, extensions, originalError }: GraphQLError): GraphQLError {
  const { code } = originalError === undefined ? extensions : asLandfallError(originalError).extensions;
  return new GraphQLError(message, { path: path ?? null, extensions: { code } });
}
