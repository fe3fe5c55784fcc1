import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
  print,
  stripIgnoredCharacters,
} from 'graphql';
import { Pool } from 'undici';
import type { SignRequest } from '#platform/access/request-signatures.ts';
import { readRowCounts, rowCountsExtension, rowsWantedHeader } from '#platform/access/row-counter.ts';
import { perObject } from '#platform/cache/bounded-cache.ts';
import { asLandfallError } from '#platform/errors.ts';
import type { EngineRequest } from '#platform/graphql/engine.ts';
import { parseExactly } from '#platform/json/exact-numbers.ts';
import type { Logger } from '#platform/logger.ts';
import type { Subgraph } from '#platform/process/subgraph.ts';
import { listenForAbort } from '#platform/time/clock.ts';
import { inSpan, requestAttributes, traceHeaders } from '#platform/tracing.ts';
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
export interface SubgraphClient extends AsyncDisposable {
  /**
   * Sends a request. Never rejects. @returns undefined if the subgraph is unavailable: unreachable, too slow, or its
   * response is not GraphQL
   */
  fetch(request: SubgraphFetch): Promise<SubgraphAnswer | undefined>;
  /** Returns whether the subgraph reports that it is ready. */
  isReady(): Promise<boolean>;
}

export interface SubgraphClientOptions {
  readonly name: string;
  readonly url: string;
  /** Time limit of one request. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly headersFor: SignRequest;
  readonly hasShape: HasShape;
  readonly logger: Logger;
}

const maxConnections = 64;
const readinessTimeoutMs = 2_000;

/**
 * Error codes of a lost connection: the process has ended. If another process has taken over its name, a query can be
 * sent again.
 */
const resetCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Errors that only the gateway can have caused, so that clients must not see them as their own. */
const gatewayErrors: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_REQUEST',
  'OPERATION_TOO_LARGE',
]);

export function createSubgraphClient(options: SubgraphClientOptions): SubgraphClient {
  const { name, timeoutMs, headersFor, hasShape, logger } = options;
  const url = new URL(options.url);
  url.pathname = url.pathname.replace(/\/$/, '');
  const { origin, pathname, search } = url;
  const path = `${pathname}${search}`;
  // A proxy may serve the subgraph under a path, which the subgraph does not see.
  const signedPath = `${pathname.slice(pathname.lastIndexOf('/'))}${search}`;
  const attributes = { ...requestAttributes('POST', url), 'landfall.subgraph': name };
  const pool = new Pool(origin, {
    connections: maxConnections,
    maxResponseSize: options.maxResponseBytes,
    // One timeout for the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const post = async (request: SubgraphFetch): Promise<SubgraphAnswer> => {
    const { variablesJson = JSON.stringify(request.variables) } = request;
    const body = `{"query":${queryJsonOf(request.document)},"variables":${variablesJson}}`;
    using limit = startTimeLimit(timeoutMs + (request.waitMs ?? 0), request.signal);
    const { signal } = limit;
    const send = () => {
      // Signed for each attempt, because a subgraph accepts a signature only once.
      const signed = headersFor({ method: 'POST', path: signedPath, body, caller: request.caller });
      const headers = {
        ...signed,
        'content-type': 'application/json',
        accept: 'application/json',
        'x-request-id': request.requestId,
        ...traceHeaders(),
        ...(request.rows === undefined ? {} : { [rowsWantedHeader]: 'true' }),
      };
      return pool.request({ path, method: 'POST', headers, body, signal });
    };
    const response = await send().catch((error: unknown) => {
      if (!isQuery(request.document) || !resetCodes.has(String((error as { code?: unknown }).code))) throw error;
      return send();
    });
    if (response.statusCode === 401) {
      await response.body.dump();
      throw new Error('the subgraph rejected the signature: SUBGRAPH_SECRETS or the clocks differ');
    }
    const answered = parseExactly(await response.body.text()) as { extensions?: Record<string, unknown> } | null;
    const counts = answered?.extensions?.[rowCountsExtension];
    if (counts !== undefined) request.rows?.addCounts(readRowCounts(counts));
    const answer = answerOf(answered);
    if (answer.data !== null && !hasShape(request, answer.data)) throw new Error('expected the requested data, got other data');
    return answer;
  };
  return {
    async fetch(request) {
      try {
        return await inSpan({ name: 'POST', kind: 'CLIENT', attributes }, () => post(request));
      } catch (error) {
        if (!request.signal?.aborted)
          logger.warn({ err: error, subgraph: name, requestId: request.requestId }, 'a subgraph did not answer');
        return undefined;
      }
    },
    async isReady() {
      try {
        const { statusCode, body } = await pool.request({
          path: new URL('readyz', url).pathname,
          method: 'GET',
          signal: AbortSignal.timeout(readinessTimeoutMs),
        });
        await body.dump();
        return statusCode === 200;
      } catch {
        return false;
      }
    },
    [Symbol.asyncDispose]: () => pool.close(),
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

function isQuery(document: DocumentNode): boolean {
  return document.definitions.every((definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition.operation === 'query');
}

/** Query texts, as JSON, of documents in plans, which are the same objects in every request. */
const queryJsonOf = perObject((document: DocumentNode) => JSON.stringify(stripIgnoredCharacters(print(document))));

/**
 * Starts the time limit of one request, which is disposed when the request has ended. Its timer and listener end with the request. Those of `AbortSignal.timeout` and
 * `AbortSignal.any` would remain until the time is over, which costs a busy gateway a twentieth of its CPU.
 *
 * @param caller aborted when the client of the request has left
 */
export function startTimeLimit(limitMs: number, caller: AbortSignal | undefined): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const leave = () => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(new DOMException(`no answer within ${limitMs} ms`, 'TimeoutError')), limitMs);
  if (caller?.aborted) leave();
  const ignoreCaller = listenForAbort(caller, leave);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      ignoreCaller();
    },
  };
}

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
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Converts an error to the form in which it would arrive from another process. */
function asAnswered({ message, path, extensions, originalError }: GraphQLError): GraphQLError {
  const { code } = originalError === undefined ? extensions : asLandfallError(originalError).extensions;
  return new GraphQLError(message, { path: path ?? null, extensions: { code } });
}
