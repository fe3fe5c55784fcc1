import { setTimeout as wait } from 'node:timers/promises';
import { HeaderMap, type HTTPGraphQLRequest } from '@apollo/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { attemptOf, requireSignIn } from '../access/caller-sign-in.ts';
import { allowOrigins, answerPreflight, rejectCrossSite } from '../access/origins.ts';
import { rowsWantedHeader } from '../access/row-counter.ts';
import type { Session } from '../access/sessions.ts';
import { errorTable, LandfallError, RateLimitedError } from '../errors.ts';
import { codeOf, toClientError } from '../graphql/client-errors.ts';
import { stringifyPrepared } from '../json/exact-numbers.ts';
import type { GraphqlRequest, RequestScope } from '../operations/graphql-context.ts';
import type { Answer, RequestPipeline } from '../operations/request-pipeline.ts';
import { isObject } from '../wire/shape-check.ts';
import { createEventStreams, type EventStreams } from './sse.ts';

/** Rate-limited responses are delayed, which slows down clients that ignore `Retry-After`. */
const rateLimitedDelayMs = 250;

/** Handles requests that gateways send to a subgraph, in a separate pipeline. */
export interface GatewayRequests {
  readonly pipeline: RequestPipeline;
  /** Whether a request claims to come from a gateway; its body is then read before {@link signIn}. */
  isSigned(request: FastifyRequest): boolean;
  /** Signs a gateway's request in. @throws {LandfallError} UNAUTHENTICATED */
  signIn(request: FastifyRequest): Promise<Session>;
  /** Whether gateways, and therefore all callers, are answered without a signature. */
  isOpen(): boolean;
}

/**
 * Registers `/graphql` for GraphQL over HTTP: POST with a JSON body, GET for queries. With `Accept: text/event-stream`
 * the response is an event stream, which subscriptions require. A browser that opens the URL is redirected to GraphiQL
 * if it is served.
 *
 * With `application/graphql-response+json` a rejected request has a 4xx status. With `application/json`, the default,
 * every well-formed request has status 200, as older clients expect.
 *
 * @returns the event streams
 */
export function registerGraphqlRoutes(
  http: FastifyInstance,
  callers: RequestPipeline,
  { hasIde, gateways }: { readonly hasIde: () => boolean; readonly gateways?: GatewayRequests | undefined },
): EventStreams {
  const streams = createEventStreams();
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => sendError(callers, error, { request, reply }));
    leadToIde(scope, hasIde);
    const { origins } = callers.policy;
    allowOrigins(scope, origins);
    const isSigned = (request: FastifyRequest) => gateways?.isSigned(request) === true;
    const sessionOf = requireSignIn(scope, callers, isSigned);
    const answerBy = (read: Exchange['read']) => async (request: FastifyRequest, reply: FastifyReply) => {
      const session = gateways !== undefined && isSigned(request) ? await gateways.signIn(request) : sessionOf(request);
      const pipeline = gateways !== undefined && (isSigned(request) || gateways.isOpen()) ? gateways.pipeline : callers;
      return answer({ request, reply, session, read, pipeline, streams });
    };
    scope.get(
      '/graphql',
      { exposeHeadRoute: false },
      answerBy((request) => {
        rejectCrossSite(request.headers, origins);
        return readGetRequest(request);
      }),
    );
    scope.post('/graphql', answerBy(readPostRequest));
    scope.options('/graphql', async (request, reply) =>
      answerPreflight(request, reply, { origins, onRefused: () => callers.signIns.originRejected(attemptOf(request)) }),
    );
    scope.route({
      method: ['DELETE', 'HEAD', 'PATCH', 'PUT', 'QUERY'],
      url: '/graphql',
      // Checked before Fastify reads the body, because Fastify itself answers QUERY without a Content-Type.
      onRequest: refuseMethod,
      handler: refuseMethod,
    });
  });
  return streams;
}

async function refuseMethod(): Promise<never> {
  throw new LandfallError('METHOD_NOT_ALLOWED', 'Use GET for queries or POST.');
}

/** Shown in browsers if GraphiQL is not served. */
const noPage =
  'Send a query: by POST as application/json, or as ?query=. This path serves no page; set IDE=true to serve GraphiQL at /graphiql.';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: Session;
  readonly read: (request: FastifyRequest) => GraphqlRequest;
  readonly pipeline: RequestPipeline;
  readonly streams: EventStreams;
}

async function answer(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, session, read, pipeline, streams } = exchange;
  const { best, eventStream } = acceptedTypes(request.headers.accept);
  if (isVisit(request)) throw malformed(best === undefined ? 406 : 400, noPage);
  if (best === undefined) throw malformed(406, `Accept ${graphqlResponseType}, ${jsonType} or ${eventStreamType}.`);
  const parsed = read(request);
  const scope: RequestScope = {
    ...scopeOf(exchange, best, parsed),
    // Execution may take long, and proxies close silent connections.
    onExecution: best === eventStreamType ? () => streams.open(rawOf(reply), request.id) : undefined,
  };
  const outcome = await pipeline.answer(parsed, scope);
  // The client has left, and nothing would report that again: a stream would never end.
  if (reply.raw.destroyed) return reply.hijack();
  if (outcome.kind === 'stream') {
    if (!eventStream) throw malformed(406, `A subscription is answered as ${eventStreamType}, or over a websocket.`);
    const uncount = pipeline.connections.add(session);
    if (uncount === undefined) throw new LandfallError('RATE_LIMITED', 'Too many sockets and streams are open.');
    reply.raw.once('close', uncount);
    streams.stream(pipeline, outcome.stream, { scope, response: rawOf(reply) });
    return reply;
  }
  const { answer, retryAfter } = outcome;
  if (answer.data === undefined) {
    const codes = answer.errors?.map(({ extensions }) => extensions.code) ?? [];
    if (codes.includes('METHOD_NOT_ALLOWED')) throw new LandfallError('METHOD_NOT_ALLOWED', answer.errors?.[0]?.message ?? '');
    if (codes.includes('SHUTTING_DOWN')) reply.header('connection', 'close').code(503);
    if (retryAfter !== undefined) {
      reply.header('retry-after', retryAfter).code(429);
      await wait(rateLimitedDelayMs);
    }
  }
  if (best !== eventStreamType) return send(reply, best, answer);
  streams.answer(answer, scope, rawOf(reply));
  return reply;
}

/** Takes the response from Fastify, with its headers. */
function rawOf(reply: FastifyReply): FastifyReply['raw'] {
  if (reply.sent) return reply.raw;
  reply.raw.setHeaders(new Map(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])));
  reply.hijack();
  return reply.raw;
}

function scopeOf({ request, reply, session }: Exchange, type: AnswerType, body: GraphqlRequest): RequestScope {
  const abort = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort.abort();
  });
  const { method, headers } = request;
  const transport = type === eventStreamType ? 'sse' : 'http';
  const reportsCost = headers['x-graphql-cost'] === 'report';
  const reportsRows = headers[rowsWantedHeader] !== undefined;
  const common = { requestId: request.id, session, reportsCost, reportsRows, signal: abort.signal, isQueryOnly: method === 'GET' };
  return { transport, ...common, http: transport === 'http' ? () => httpOf(request, body) : undefined };
}

/** Describes a request for plugins of Apollo Server. A GET is checked here, because Apollo Server would reject event streams. */
function httpOf({ url, headers }: FastifyRequest, body: GraphqlRequest): HTTPGraphQLRequest {
  const start = url.indexOf('?');
  const single = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return { method: 'POST', headers: new HeaderMap(single), search: start < 0 ? '' : url.slice(start), body };
}

function send(reply: FastifyReply, type: AnswerType, answer: Answer): FastifyReply {
  if (answer.data === undefined && type === graphqlResponseType && reply.statusCode === 200) {
    const [first] = answer.errors ?? [];
    reply.code(first === undefined ? 400 : errorTable[first.extensions.code].status);
  }
  return reply.header('content-type', `${type}; charset=utf-8`).header('cache-control', 'no-store').send(stringifyPrepared(answer));
}

/** Sends an error outside of GraphQL execution as a GraphQL response. */
function sendError(pipeline: RequestPipeline, cause: unknown, { request, reply }: Pick<Exchange, 'request' | 'reply'>): FastifyReply {
  const error = ofServer(cause) ?? cause;
  const clientError = toClientError(error, { requestId: request.id, logger: pipeline.logger });
  const status = error instanceof LandfallError ? error.status : errorTable[codeOf(clientError)].status;
  if (status === 405) reply.header('allow', 'GET, POST');
  if (error instanceof RateLimitedError) reply.header('retry-after', error.retryAfter);
  const type = acceptedTypes(request.headers.accept).best === graphqlResponseType ? graphqlResponseType : jsonType;
  return reply
    .code(status)
    .header('content-type', `${type}; charset=utf-8`)
    .send(JSON.stringify({ errors: [clientError] }));
}

/** Converts an error of the HTTP server; returns undefined unless the request caused it. */
function ofServer(error: unknown): LandfallError | undefined {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  if (statusCode === 413) return malformed(413, 'The body is too large.');
  if (statusCode === 415) return malformed(415, 'Send application/json.');
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined;
  return malformed(statusCode, 'The request could not be read.');
}

/** Creates the error of a request that is not a GraphQL request. */
function malformed(status: number, message: string): LandfallError {
  return new LandfallError('BAD_REQUEST', message, { status });
}

/**
 * Redirects browsers that open `/graphql` to GraphiQL if it is served, keeping the query of the URL. Like the page
 * itself, the redirect needs no sign-in: call this function before {@link requireSignIn}.
 */
function leadToIde(scope: FastifyInstance, hasIde: () => boolean): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (!isVisit(request) || !hasIde()) return undefined;
    const search = /\?.*/.exec(request.originalUrl)?.[0] ?? '';
    // Relative, because a proxy may serve both under a path.
    const folder = /^[^?]*\/(\?|$)/.test(request.originalUrl) ? '../' : '';
    return reply.header('vary', 'Accept').header('cache-control', 'no-store').redirect(`${folder}graphiql${search}`, 303);
  });
}

/**
 * Returns whether a GET comes from a browser that opens the URL, and not from a client that sends a query: browsers
 * accept JSON too.
 */
function isVisit({ method, headers, query }: FastifyRequest): boolean {
  if (method !== 'GET') return false;
  const { best, prefersPage } = acceptedTypes(headers.accept);
  const { query: text, documentId, extensions } = query as Readonly<Record<string, unknown>>;
  const hasQuery = Boolean(text || documentId || extensions);
  return prefersPage && (best === undefined || !hasQuery);
}

/** Maximum length of a GET's path and query. */
export const maxUrlBytes = 8_192;

/**
 * Reads a request from a JSON body. Browsers send this media type to another origin only after a preflight, so no page
 * can send it without permission.
 *
 * @throws {LandfallError} BAD_REQUEST
 */
function readPostRequest({ headers, body }: FastifyRequest): GraphqlRequest {
  const encoding = headers['content-encoding'] ?? 'identity';
  const charset = parseMediaType(headers['content-type'] ?? '').parameters.get('charset');
  if (encoding !== 'identity' || !isUtf8(charset)) throw malformed(415, 'Send application/json in UTF-8, not compressed.');
  if (!Buffer.isBuffer(body) || body.length === 0) throw malformed(400, 'The body is empty: expected a JSON object with query.');
  const parsed = parseJson(decode(body), 'The body');
  if (Array.isArray(parsed)) throw malformed(400, 'Batched requests are not supported: expected a JSON object, got a list.');
  return requestOf(parsed, 'The body');
}

/** Reads a request from the URL. @throws {LandfallError} BAD_REQUEST */
function readGetRequest({ query, raw }: FastifyRequest): GraphqlRequest {
  if ((raw.url ?? '').length > maxUrlBytes) throw malformed(414, `The URL is longer than ${maxUrlBytes} bytes: use POST.`);
  const given = query as Record<string, unknown>;
  const json = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? parseJson(given[name], `Parameter ${name}`) : given[name] || undefined;
  return requestOf(
    {
      query: given['query'],
      documentId: given['documentId'],
      operationName: given['operationName'],
      variables: json('variables'),
      extensions: json('extensions'),
    },
    'The URL',
  );
}

/** @throws {LandfallError} BAD_REQUEST */
function requestOf(parsed: unknown, where: string): GraphqlRequest {
  if (!isObject(parsed)) throw malformed(400, `${where}: expected a JSON object with query.`);
  const { query, documentId, operationName, variables, extensions } = parsed;
  const named = documentId ?? (isObject(extensions) ? extensions['persistedQuery'] : undefined);
  if (typeof query !== 'string' && (query !== undefined || named === undefined)) {
    throw malformed(400, `${where}: expected query as a string.`);
  }
  if (documentId !== undefined && typeof documentId !== 'string') throw malformed(400, `${where}: expected documentId as a string.`);
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw malformed(400, `${where}: expected operationName as a string.`);
  }
  if (variables !== undefined && variables !== null && !isObject(variables))
    throw malformed(400, `${where}: expected variables as a JSON object.`);
  if (extensions !== undefined && extensions !== null && !isObject(extensions))
    throw malformed(400, `${where}: expected extensions as a JSON object.`);
  return { query, documentId, operationName, variables, extensions };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw malformed(400, 'The body is not UTF-8.');
  }
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(400, `${where} is not JSON.`);
  }
}

const graphqlResponseType = 'application/graphql-response+json';
const jsonType = 'application/json';
const eventStreamType = 'text/event-stream';

/** Media types of answers. */
type AnswerType = typeof graphqlResponseType | typeof jsonType | typeof eventStreamType;

/**
 * Reads an `Accept` header (RFC 9110, section 12.5.1). Clients without the header, or with wildcards only, get plain
 * JSON; the newer type is for clients that name it.
 */
export function acceptedTypes(accept = '*/*') {
  const ranges = new Map(
    accept.split(',').flatMap((range) => {
      const { type, parameters } = parseMediaType(range);
      return isUtf8(parameters.get('charset')) ? [[type, Number(parameters.get('q') ?? '1') || 0] as const] : [];
    }),
  );
  // The most specific range counts.
  const weightOf = (type: AnswerType | 'text/html') => ranges.get(type) ?? ranges.get(type.replace(/\/.*/, '/*')) ?? ranges.get('*/*') ?? 0;
  const offered: readonly AnswerType[] = ranges.has(graphqlResponseType)
    ? [graphqlResponseType, jsonType, eventStreamType]
    : [jsonType, graphqlResponseType, eventStreamType];
  const bestWeight = Math.max(...offered.map(weightOf));
  return {
    /** The preferred media type; undefined if the client accepts none of ours. */
    best: bestWeight > 0 ? offered.find((type) => weightOf(type) === bestWeight) : undefined,
    eventStream: weightOf(eventStreamType) > 0,
    /** Whether the client prefers HTML to our media types, as browsers do when they open a URL. */
    prefersPage: weightOf('text/html') > bestWeight,
  };
}

function isUtf8(charset = 'utf-8'): boolean {
  return charset.toLowerCase() === 'utf-8';
}

/** Separates a media type, or a range of media types, from its parameters, in lower case. */
function parseMediaType(text: string) {
  const [type = '', ...rest] = text.split(';');
  const parameters = rest.map((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const;
  });
  return { type: type.trim().toLowerCase(), parameters: new Map(parameters) };
}
