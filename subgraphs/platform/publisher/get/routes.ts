import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RowKind } from '../../access/row-counter.ts';
import { asLandfallError, LandfallError, RateLimitedError } from '../../errors.ts';
import type { CallerIndex } from '../../partners/inbound-auth/identify-caller.ts';
import type { Partner } from '../../partners/partner.ts';
import { isStoreError } from '../../store/store-failure.ts';
import { checkApiVersion } from '../../wire/dcsa.ts';
import type { DcsaAnswered } from '../../wire/dcsa-answer.ts';
import { findSubscriber, type Subscriber } from '../subscribers.ts';
import { type EndpointProfile, requestLimits } from './endpoint-profile.ts';
import { bodyOf } from './page-body.ts';
import { readParameters } from './parameters.ts';
import type { PublishedPage, PublishedRequest } from './published-page.ts';
import { type RefusalBody, RefusedParameters, refusalOf } from './refusal.ts';
import { sourceHeadersOf } from './source-headers.ts';

/** One GET endpoint of a standard. */
export interface PublishRoute {
  readonly profile: EndpointProfile;
  /** Name of the list in the body's object; absent: the body is a bare list. */
  readonly listName?: string;
  /** What its rows are; absent: they are for everybody's eyes. */
  readonly rowKind?: RowKind;
  readonly refusalBody: RefusalBody;
  /** Version to answer with. */
  readonly versionFor: (partner: Partner | undefined) => string;
  /** @throws {LandfallError} CURSOR_INVALID or CURSOR_EXPIRED for a cursor that is no good */
  readonly answer: (question: PublishedRequest) => Promise<PublishedPage>;
  /** Gives a query whose cursor stands alone the parameters that the cursor brings along. Default: none does. */
  readonly wholeQuery?: (query: URLSearchParams, subscriber: Subscriber) => URLSearchParams;
  /** Further headers of every answer to a request with these. */
  readonly answerHeaders?: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
}

/** How a subscriber was answered. */
export interface PublishAnswered extends DcsaAnswered {
  /** Rows of the page. */
  readonly rows: number;
  /** What they are, where they are for some eyes only. */
  readonly rowKind?: RowKind | undefined;
  /** Ids of the partners they come from. */
  readonly sources: readonly string[];
}

export interface PublishEdgeOptions {
  readonly routes: readonly PublishRoute[];
  /** Knows the caller by its credential. */
  readonly findPartner: CallerIndex;
  /** Told about each answer, when its first byte is about to go. */
  readonly onAnswer?: (answer: PublishAnswered) => void;
  /** A client that takes nothing for so long is cut off. @default requestLimits.stallMs */
  readonly stallMs?: number;
}

/** Registers the GET endpoints. No other method is answered by them, HEAD neither: a page is read to know its headers. */
export function registerPublishRoutes(app: FastifyInstance, options: PublishEdgeOptions): void {
  for (const route of options.routes) {
    app.get(route.profile.path, { exposeHeadRoute: false }, (request, reply) => answerGet(route, { options, request, reply }));
  }
}

/**
 * Answers one request. The order of work is fixed: length of the URL, caller, its right to read, version, parameters,
 * cursor, page. A body is not looked at. Every answer, errors included, carries `API-Version`; errors have the standard's
 * body.
 */
async function answerGet(
  route: PublishRoute,
  call: { options: PublishEdgeOptions; request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { options, request, reply } = call;
  const { profile } = route;
  const answer: { -readonly [K in keyof PublishAnswered]: PublishAnswered[K] } = {
    path: profile.path,
    status: 200,
    requestId: request.id,
    rows: 0,
    rowKind: route.rowKind,
    sources: [],
    durationMs: 0,
  };
  const started = performance.now();
  let version = route.versionFor(undefined);
  try {
    if (request.url.length > requestLimits.maxUrlBytes) {
      throw new LandfallError('PUBLISH_URL_TOO_LONG', `The URL is longer than ${requestLimits.maxUrlBytes} bytes.`);
    }
    const { headers, socket } = request;
    const partner = await options.findPartner({ headers, peerAddress: socket.remoteAddress, readRawPieces: async () => [] });
    if (partner === undefined) throw new LandfallError('PUSH_UNAUTHENTICATED', 'The credential is missing or unknown.');
    answer.partner = partner.id;
    version = route.versionFor(partner);
    const subscriber = findSubscriber(partner);
    if (subscriber === undefined) throw new LandfallError('PUBLISH_FORBIDDEN', 'The partner has no publish section.');
    const refusal = checkApiVersion(headers['api-version'], profile.version);
    if (refusal !== undefined) throw new LandfallError('PUBLISH_INVALID', refusal);
    const query = new URLSearchParams(request.url.replace(/^[^?]*/, ''));
    const { faults, remarks, ...asked } = readParameters(profile, route.wholeQuery?.(query, subscriber) ?? query);
    if (faults.length > 0) throw new RefusedParameters(faults);
    const page = await withinTimeLimit(route.answer({ subscriber, ...asked }));
    answer.rows = page.partners.length;
    answer.sources = [...new Set(page.partners)].sort();
    const { stallMs = requestLimits.stallMs } = options;
    return sendPage({ ...page, remarks: [...remarks, ...page.remarks] }, { route, reply, version, stallMs });
  } catch (error) {
    answer.status = refusalOf(error).status;
    answer.code = asLandfallError(error).code;
    return sendRefusal(error, { route, request, reply, version });
  } finally {
    answer.durationMs = performance.now() - started;
    options.onAnswer?.(answer);
  }
}

function sendPage(
  page: PublishedPage,
  call: { readonly route: PublishRoute; readonly reply: FastifyReply; readonly version: string; readonly stallMs: number },
): FastifyReply {
  const { route, reply, version, stallMs } = call;
  reply.headers({ ...sourceHeadersOf(page), 'API-Version': version, 'Cache-Control': 'no-store' });
  if (page.nextCursor !== undefined) reply.header('Next-Page-Cursor', page.nextCursor);
  // It counts while the client takes nothing, and goes back to what it was when the answer is out.
  reply.raw.setTimeout(stallMs);
  return reply.type('application/json').send(bodyOf(page, route.listName));
}

/** Answers with the standard's error body. */
export function sendRefusal(
  error: unknown,
  call: { readonly route: PublishRoute; readonly request: FastifyRequest; readonly reply: FastifyReply; readonly version: string },
): FastifyReply {
  const { route, request, reply, version } = call;
  const refusal = refusalOf(error);
  if (refusal.status >= 500 && !isStoreError(error))
    request.log.error({ err: error, requestId: request.id }, 'a request of a subscriber failed');
  if (refusal.status === 401) reply.header('WWW-Authenticate', 'ApiKey, Bearer');
  if (refusal.status >= 502) reply.header('Retry-After', '5');
  if (error instanceof RateLimitedError) reply.header('Retry-After', error.retryAfter);
  return reply
    .code(refusal.status)
    .headers({ 'API-Version': version, 'Cache-Control': 'no-store' })
    .type('application/json')
    .send(Buffer.from(JSON.stringify(route.refusalBody(refusal, { method: request.method, url: request.originalUrl, id: request.id }))));
}

/** What is asked goes on: others may wait for the same answers, and they are kept for the next time. */
async function withinTimeLimit(answering: Promise<PublishedPage>): Promise<PublishedPage> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LandfallError('PUBLISH_TIMEOUT', `No answer within ${requestLimits.timeLimitMs} ms.`)),
      requestLimits.timeLimitMs,
    );
  });
  return Promise.race([answering, tooLate]).finally(() => clearTimeout(timer));
}
