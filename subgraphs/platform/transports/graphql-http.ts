import { setTimeout as wait } from 'node:timers/promises';
import { HeaderMap, type HTTPGraphQLRequest } from '@apollo/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rowsWantedHeader } from '../access/row-counter.ts';
import type { Session } from '../access/sessions.ts';
import { attemptOf } from '../access/sign-in-watch.ts';
import { errorTable, RateLimitedError } from '../errors.ts';
import { type ClientError, codeOf, toClientError } from '../graphql/client-errors.ts';
import { stringifyPrepared } from '../json/exact-numbers.ts';
import {
  type AnswerType,
  acceptedTypes,
  eventStreamType,
  type GraphqlRequest,
  graphqlResponseType,
  jsonType,
  MalformedRequest,
  readGetRequest,
  readPostRequest,
} from './graphql-request.ts';
import { allowOrigins, answerPreflight, rejectCrossSite } from './origins.ts';
import type { AcceptedStream, Answer, RequestPipeline, RequestScope } from './request-pipeline.ts';
import { requireSignIn } from './require-sign-in.ts';
import type { EventStreams } from './sse.ts';

/** Rate-limited responses are delayed, which slows down clients that ignore `Retry-After`. */
const rateLimitedDelayMs = 250;

/** A pipeline, and the event streams of its subscriptions. */
export interface PipelineWithStreams {
  readonly pipeline: RequestPipeline;
  readonly streams: EventStreams;
}

/** Handles requests that gateways send to a subgraph, in a separate pipeline. */
export interface GatewayRequests extends PipelineWithStreams {
  /** Whether a request claims to come from a gateway; its body is then read before {@link signIn}. */
  isSigned(request: FastifyRequest): boolean;
  /** Signs a gateway's request in. @throws {LandfallError} UNAUTHENTICATED */
  signIn(request: FastifyRequest): Promise<Session>;
  /** Whether gateways, and therefore all callers, are answered without a signature. */
  isOpen(): boolean;
}

/** What the routes need in addition to the callers' pipeline. */
export interface GraphqlRoutesOptions {
  readonly hasIde: () => boolean;
  /** @default none */
  readonly gateways?: GatewayRequests | undefined;
}

/**
 * Registers `/graphql` for GraphQL over HTTP: POST with a JSON body, GET for queries. With `Accept: text/event-stream`
 * the response is an event stream, which subscriptions require. A browser that opens the URL is redirected to GraphiQL
 * if it is served.
 *
 * With `application/graphql-response+json` a rejected request has a 4xx status. With `application/json`, the default,
 * every well-formed request has status 200, as older clients expect.
 */
export function registerGraphqlRoutes(
  http: FastifyInstance,
  callers: PipelineWithStreams,
  { hasIde, gateways }: GraphqlRoutesOptions,
): void {
  const { pipeline } = callers;
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => sendError(pipeline, error, { request, reply }));
    leadToIde(scope, hasIde);
    const { origins } = pipeline.policy;
    allowOrigins(scope, origins);
    const isSigned = (request: FastifyRequest) => gateways?.isSigned(request) === true;
    const sessionOf = requireSignIn(scope, pipeline, isSigned);
    const answerBy = (read: Exchange['read']) => async (request: FastifyRequest, reply: FastifyReply) => {
      if (gateways !== undefined && isSigned(request))
        return answer(gateways, { request, reply, session: await gateways.signIn(request), read });
      return answer(gateways?.isOpen() ? gateways : callers, { request, reply, session: sessionOf(request), read });
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
      answerPreflight(request, reply, { origins, onRefused: () => pipeline.signIns.originRejected(attemptOf(request)) }),
    );
    scope.route({
      method: ['DELETE', 'HEAD', 'PATCH', 'PUT', 'QUERY'],
      url: '/graphql',
      // Checked before Fastify reads the body, because Fastify itself answers QUERY without a Content-Type.
      onRequest: refuseMethod,
      handler: refuseMethod,
    });
  });
}

async function refuseMethod(): Promise<never> {
  throw new MalformedRequest(405, 'Use GET for queries or POST.');
}

/** Shown in browsers if GraphiQL is not served. */
const noPage =
  'Send a query: by POST as application/json, or as ?query=. This path serves no page; set IDE=true to serve GraphiQL at /graphiql.';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: Session;
  readonly read: (request: FastifyRequest) => GraphqlRequest;
}

async function answer({ pipeline, streams }: PipelineWithStreams, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, read } = exchange;
  const accepted = acceptedTypes(request.headers.accept);
  if (isVisit(request)) throw new MalformedRequest(accepted.best === undefined ? 406 : 400, noPage);
  if (accepted.best === undefined) throw new MalformedRequest(406, `Accept ${graphqlResponseType}, ${jsonType} or ${eventStreamType}.`);
  const parsed = read(request);
  const scope: RequestScope = {
    ...scopeOf(exchange, accepted.best, parsed),
    // Execution may take long, and proxies close silent connections.
    onExecution: accepted.best === eventStreamType ? () => streams.open(rawOf(reply), request.id) : undefined,
  };
  const outcome = await pipeline.answer(parsed, scope);
  // The client has left, and nothing would report that again: a stream would never end.
  if (reply.raw.destroyed) return reply.hijack();
  if (outcome.kind === 'stream') return openStream({ pipeline, streams }, outcome, { exchange, scope, accepts: accepted.eventStream });
  const { answer, retryAfter } = outcome;
  if (answer.data === undefined) {
    if (codesOf(answer).includes('METHOD_NOT_ALLOWED')) throw new MalformedRequest(405, answer.errors?.[0]?.message ?? '');
    if (codesOf(answer).includes('SHUTTING_DOWN')) reply.header('connection', 'close').code(503);
    if (retryAfter !== undefined) {
      reply.header('retry-after', retryAfter).code(429);
      await wait(rateLimitedDelayMs);
    }
  }
  if (accepted.best !== eventStreamType) return send(reply, accepted.best, answer);
  streams.answer(answer, scope, rawOf(reply));
  return reply;
}

/** Streams a subscription if the client accepts event streams and has not too many of them. */
async function openStream(
  { pipeline, streams }: PipelineWithStreams,
  subscription: AcceptedStream,
  {
    exchange: { reply, session },
    scope,
    accepts,
  }: { readonly exchange: Exchange; readonly scope: RequestScope; readonly accepts: boolean },
): Promise<FastifyReply> {
  if (!accepts) throw new MalformedRequest(406, `A subscription is answered as ${eventStreamType}, or over a websocket.`);
  const uncount = pipeline.connections.add(session);
  if (uncount === undefined) throw new MalformedRequest(429, 'Too many sockets and streams are open.');
  reply.raw.once('close', uncount);
  streams.stream(subscription, { ...scope, transport: 'sse' }, rawOf(reply));
  return reply;
}

/** Takes the response from Fastify, with its headers. */
function rawOf(reply: FastifyReply): FastifyReply['raw'] {
  if (reply.sent) return reply.raw;
  reply.raw.setHeaders(new Map(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])));
  reply.hijack();
  return reply.raw;
}

function codesOf({ errors = [] }: Answer): string[] {
  return errors.map(({ extensions }) => extensions.code);
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
  if (answer.data === undefined && type === graphqlResponseType && reply.statusCode === 200) reply.code(statusOf(answer.errors ?? []));
  return reply.header('content-type', `${type}; charset=utf-8`).header('cache-control', 'no-store').send(stringifyPrepared(answer));
}

function statusOf([first]: readonly ClientError[]): number {
  return first === undefined ? 400 : errorTable[first.extensions.code].status;
}

/** Sends an error outside of GraphQL execution as a GraphQL response. */
function sendError(pipeline: RequestPipeline, error: unknown, { request, reply }: Pick<Exchange, 'request' | 'reply'>): FastifyReply {
  const malformed = error instanceof MalformedRequest ? error : MalformedRequest.ofServer(error);
  const clientError = malformed
    ? { message: malformed.message, extensions: { code: malformed.code } }
    : toClientError(error, { requestId: request.id, logger: pipeline.logger });
  const status = malformed?.status ?? errorTable[codeOf(clientError)].status;
  if (status === 405) reply.header('allow', 'GET, POST');
  if (error instanceof RateLimitedError) reply.header('retry-after', error.retryAfter);
  const type = acceptedTypes(request.headers.accept).best === graphqlResponseType ? graphqlResponseType : jsonType;
  return reply
    .code(status)
    .header('content-type', `${type}; charset=utf-8`)
    .send(JSON.stringify({ errors: [clientError] }));
}

/**
 * Redirects browsers that open `/graphql` to GraphiQL if it is served, keeping the query of the URL. Like the page
 * itself, the redirect needs no sign-in: call this function before {@link requireSignIn}.
 */
export function leadToIde(scope: FastifyInstance, hasIde: () => boolean): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (!hasIde() || !isVisit(request)) return undefined;
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
export function isVisit({ method, headers, query }: FastifyRequest): boolean {
  if (method !== 'GET') return false;
  const { best, prefersPage } = acceptedTypes(headers.accept);
  const { query: text, documentId, extensions } = query as Readonly<Record<string, unknown>>;
  const hasQuery = Boolean(text || documentId || extensions);
  return prefersPage && (best === undefined || !hasQuery);
}
