import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DcsaAnswered } from '../dcsa-answer.ts';
import { asLandfallError, LandfallError } from '../errors.ts';
import { sliceArray } from '../json-slices.ts';
import type { CallerIndex } from '../partners/callers.ts';
import { checkApiVersion, feedback } from '../partners/dcsa.ts';
import type { Partner } from '../partners/partner.ts';
import type { AcceptCounts, Accepted } from './accept.ts';
import { type BodyLimits, checkDeclaredLength, checkMediaType, readBody, unpackBody } from './body.ts';

/** One object of a pushed list. */
export interface PushedObject {
  /** JSONPath in the request, such as `$.arrivalNotices[2]`. */
  readonly path: string;
  /** Byte for byte as it stood in the body. */
  readonly bytes: Buffer;
  readonly value: unknown;
}

/** One POST endpoint of a standard. */
export interface PushRoute {
  /** Path below `/dcsa`. */
  readonly path: string;
  /** Name of the array in the body's object. */
  readonly listName: string;
  /** Whether an empty object, or one with an empty list, is taken for nothing to do. @default false */
  readonly mayBeEmpty?: boolean;
  /** Newest version of the standard that is understood. */
  readonly newestVersion: string;
  /** Version to answer with. */
  readonly versionFor: (partner: Partner | undefined) => string;
  /** Takes the objects in; when it returns, what it accepted is durable. */
  readonly accept: (partner: Partner, objects: readonly PushedObject[], headers: IncomingHttpHeaders) => Promise<Accepted>;
  /** Further headers of every answer to a request with these. */
  readonly answerHeaders?: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
}

/** How a push was answered. */
export interface PushAnswered extends DcsaAnswered {
  /** How many came, once they could be counted. */
  readonly objects: number;
  /** What became of them, where they were taken in. */
  readonly counts?: AcceptCounts | undefined;
}

export interface PushEdgeOptions {
  readonly routes: readonly PushRoute[];
  /** Knows the caller by its credential, never by a field of the body. */
  readonly findPartner: CallerIndex;
  readonly limits: BodyLimits & { readonly maxObjects: number; readonly maxDepth: number };
  /** Told about each answer. */
  readonly onPush?: (push: PushAnswered) => void;
}

/** A refusal that is about one property of the body. */
export class RefusedBody extends LandfallError {
  readonly propertyPath: string;

  constructor(message: string, propertyPath: string) {
    super('PUSH_INVALID', message);
    this.propertyPath = propertyPath;
  }
}

/**
 * Registers the POST endpoints of standards whose errors are `feedbackElements`. The order of work is fixed: declared
 * size, caller, version, media type, body, JSON, envelope; only then `accept`. The body is read before the caller is
 * known only if a signature over it is what says who that is. Every answer, errors included, carries `API-Version` and
 * the standard's body.
 */
export function registerPushRoutes(app: FastifyInstance, options: PushEdgeOptions): void {
  app.removeAllContentTypeParsers();
  // The body is read by the route, behind the checks of size and caller.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const route of options.routes) app.post(route.path, (request, reply) => answerPush(route, { options, request, reply }));
}

async function answerPush(
  route: PushRoute,
  call: { options: PushEdgeOptions; request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { options, request, reply } = call;
  const started = performance.now();
  const push: { -readonly [K in keyof PushAnswered]: PushAnswered[K] } = {
    path: route.path,
    status: 200,
    requestId: request.id,
    objects: 0,
    durationMs: 0,
  };
  let version = route.versionFor(undefined);
  try {
    checkDeclaredLength(request.raw, options.limits);
    let reading: Promise<Buffer> | undefined;
    const readRawBody = () => {
      reading ??= readBody(request.raw, options.limits);
      return reading;
    };
    const partner = await options.findPartner({ headers: request.headers, peerAddress: request.socket.remoteAddress, readRawBody });
    if (partner === undefined) throw new LandfallError('PUSH_UNAUTHENTICATED', 'The credential is missing or not known.');
    push.partner = partner.id;
    version = route.versionFor(partner);
    const refusal = checkApiVersion(request.headers['api-version'], route.newestVersion);
    if (refusal !== undefined) throw new LandfallError('PUSH_INVALID', refusal);
    checkMediaType(request.raw);
    const body = await unpackBody(await readRawBody(), { headers: request.headers, maxBodyBytes: options.limits.maxBodyBytes });
    const objects = objectsOf(body, route, options.limits);
    push.objects = objects.length;
    const { feedback: feedbackElements, counts } = await route.accept(partner, objects, request.headers);
    push.counts = counts;
    return reply.header('API-Version', version).type('application/json').send(JSON.stringify({ feedbackElements }));
  } catch (error) {
    const { code, status } = asLandfallError(error);
    push.code = code;
    push.status = status;
    return sendPushError(error, { request, reply, version });
  } finally {
    push.durationMs = performance.now() - started;
    options.onPush?.(push);
  }
}

/** Opens the envelope: an object with an array under `listName`. */
function objectsOf(body: Buffer, route: PushRoute, limits: PushEdgeOptions['limits']): PushedObject[] {
  const { listName } = route;
  const sliced = sliceArray(body, listName, { maxDepth: limits.maxDepth, maxItems: limits.maxObjects });
  const root = `$.${listName}`;
  if (sliced.kind === 'TOO_DEEP') throw new RefusedBody(`The body is nested deeper than ${limits.maxDepth} levels.`, '$');
  if (sliced.kind === 'TOO_MANY') throw new RefusedBody(`More than ${limits.maxObjects} objects in one request.`, root);
  const values = parsedList(body, route);
  if (values.length === 0) return [];
  if (sliced.kind !== 'ok' || sliced.slices.length !== values.length) throw new RefusedBody(expectation(route), root);
  return sliced.slices.map(({ start, end }, index) => ({
    path: `${root}[${index}]`,
    bytes: body.subarray(start, end),
    value: values[index],
  }));
}

function parsedList(body: Buffer, route: PushRoute): unknown[] {
  const { listName, mayBeEmpty = false } = route;
  const parsed = parseJson(body);
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  const list: unknown = isObject && Object.hasOwn(parsed, listName) ? Reflect.get(parsed, listName) : undefined;
  // A body with something else in it names the list wrongly, and taking it for empty would lose what it holds.
  if (mayBeEmpty && isObject && Object.keys(parsed).length === 0) return [];
  if (!Array.isArray(list) || (list.length === 0 && !mayBeEmpty)) throw new RefusedBody(expectation(route), `$.${listName}`);
  return list;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    throw new RefusedBody(`The request body is not JSON${position === undefined ? '' : ` (at character ${position})`}.`, '$');
  }
}

function expectation({ listName, mayBeEmpty = false }: PushRoute): string {
  return `The request body must be a JSON object with ${mayBeEmpty ? 'an' : 'a non-empty'} array ${listName}.`;
}

/** Answers with the error body of a push. */
export function sendPushError(error: unknown, call: { request: FastifyRequest; reply: FastifyReply; version: string }): FastifyReply {
  const { request, reply, version } = call;
  const shown = asLandfallError(error);
  if (shown.status >= 500) request.log.error({ err: error, requestId: request.id }, 'push failed');
  if (shown.status === 401) reply.header('WWW-Authenticate', 'ApiKey, Bearer');
  if (shown.status === 503) reply.header('Retry-After', '1');
  const propertyPath = shown instanceof RefusedBody ? shown.propertyPath : undefined;
  return reply
    .code(shown.status)
    .header('API-Version', version)
    .type('application/json')
    .send(JSON.stringify({ feedbackElements: [feedback('ERROR', shown.message, propertyPath)] }));
}
