import type { IncomingHttpHeaders } from 'node:http';
import { checkApiVersion, type FeedbackElement, feedback } from '@landfall/dcsa/feedback.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { RowKind } from '../../access/row-counter.ts';
import { asLandfallError, LandfallError, RateLimitedError } from '../../errors.ts';
import { fastBuckets, metricsIn } from '../../metrics.ts';
import type { IdentifyCaller } from '../../partners/inbound-auth/identify-caller.ts';
import type { Standard } from '../../partners/partner.ts';
import type { DcsaAnswered } from '../../receiver/routes.ts';
import { isStoreError } from '../../store/store-failure.ts';
import { within } from '../../time/clock.ts';
import { bodyOf, type PageRows, type RowSources, sourceHeadersOf } from '../page-body.ts';
import { findSubscriber, publishedVersionOf, type Subscriber } from '../recipient.ts';
import { type EndpointProfile, type ParameterIssue, type Refusal, requestLimits } from './endpoint.ts';
import { type ParameterValues, readParameters } from './parameters.ts';

/** A request of a subscriber, checked against the endpoint's profile. */
export interface PublishedRequest {
  readonly subscriber: Subscriber;
  readonly values: ParameterValues;
  /** Maximum number of rows on the page. */
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A page of rows. */
export interface PublishedPage extends RowSources {
  readonly rows: PageRows;
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
  /** Remarks about the rows. */
  readonly remarks: readonly FeedbackElement[];
}

/** One GET endpoint of a standard. */
export interface PublishRoute {
  readonly profile: EndpointProfile;
  /** Name of the list in the body; absent when the body is the list. */
  readonly listName?: string;
  /** Kind of the rows; absent when they are not confidential. */
  readonly rowKind?: RowKind;
  readonly standard: Standard;
  /** Returns a page. @throws {LandfallError} CURSOR_INVALID or CURSOR_EXPIRED */
  readonly answer: (request: PublishedRequest) => Promise<PublishedPage>;
  /**
   * Adds the parameters contained in a cursor to a query that has only the cursor. @default cursors contain no
   * parameters
   */
  readonly wholeQuery?: (query: URLSearchParams, subscriber: Subscriber) => URLSearchParams;
  /** Returns additional response headers, by the headers of the request. */
  readonly answerHeaders?: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
}

/** An answered request of a subscriber, for metrics and the audit log. */
export interface PublishAnswered extends DcsaAnswered {
  /** Number of rows on the page. */
  readonly rows: number;
  /** Kind of the rows, if they are confidential. */
  readonly rowKind?: RowKind | undefined;
  /** Ids of the partners that sent the rows. */
  readonly sources: readonly string[];
}

export interface PublishRoutesOptions {
  readonly routes: readonly PublishRoute[];
  /** Identifies the caller by its credential. */
  readonly findPartner: IdentifyCaller;
  /** Called for each response before its first byte. */
  readonly onAnswer?: (answer: PublishAnswered) => void;
  /** A client that reads nothing for this time is disconnected. @default requestLimits.stallMs */
  readonly stallMs?: number;
}

/** Registers the GET endpoints. They do not support HEAD, because the headers depend on the page. */
export function registerPublishRoutes(app: FastifyInstance, options: PublishRoutesOptions): void {
  for (const route of options.routes) {
    app.get(route.profile.path, { exposeHeadRoute: false }, (request, reply) => answerGet(route, { options, request, reply }));
  }
}

/**
 * Answers one request. The order of the checks is fixed: length of the URL, caller, its `publish` section, version,
 * parameters, cursor, page. A request body is ignored. Every response, errors included, has `API-Version`; errors have
 * the standard's body.
 */
async function answerGet(
  route: PublishRoute,
  call: { options: PublishRoutesOptions; request: FastifyRequest; reply: FastifyReply },
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
  let { version } = profile;
  try {
    if (request.url.length > requestLimits.maxUrlBytes) {
      throw new LandfallError('PUBLISH_URL_TOO_LONG', `The URL is longer than ${requestLimits.maxUrlBytes} bytes.`);
    }
    const { headers, socket } = request;
    const partner = await options.findPartner({ headers, peerAddress: socket.remoteAddress, readRawPieces: async () => [] });
    if (partner === undefined) throw new LandfallError('PUSH_UNAUTHENTICATED', 'The credential is missing or unknown.');
    answer.partner = partner.id;
    version = publishedVersionOf(partner, route.standard) ?? version;
    const subscriber = findSubscriber(partner);
    if (subscriber === undefined) throw new LandfallError('PUBLISH_FORBIDDEN', 'The partner has no publish section.');
    const refusal = checkApiVersion(headers['api-version'], profile.version);
    if (refusal !== undefined) throw new LandfallError('PUBLISH_INVALID', refusal);
    const query = new URLSearchParams(request.url.replace(/^[^?]*/, ''));
    const { issues, remarks, ...parameters } = readParameters(profile, route.wholeQuery?.(query, subscriber) ?? query);
    if (issues.length > 0) throw new RefusedParameters(issues);
    const { timeLimitMs } = requestLimits;
    // Requests to partners continue, because their responses are cached and other requests may be waiting for them.
    const page = await within(timeLimitMs, route.answer({ subscriber, ...parameters }), () => {
      throw new LandfallError('PUBLISH_TIMEOUT', `No answer within ${timeLimitMs} ms.`);
    });
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
  // Applies while the client reads nothing. Fastify resets it after the response.
  reply.raw.setTimeout(stallMs);
  return reply.type('application/json').send(bodyOf(page, route.listName));
}

/** Sends the standard's error body. */
export function sendRefusal(
  error: unknown,
  call: { readonly route: PublishRoute; readonly request: FastifyRequest; readonly reply: FastifyReply; readonly version: string },
): FastifyReply {
  const { request, reply, version } = call;
  const { refusalBody = feedbackRefusal } = call.route.profile;
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
    .send(Buffer.from(JSON.stringify(refusalBody(refusal, { method: request.method, url: request.originalUrl, id: request.id }))));
}

/** Thrown for a request with invalid parameters. */
export class RefusedParameters extends LandfallError {
  readonly issues: readonly ParameterIssue[];

  constructor(issues: readonly ParameterIssue[]) {
    super('PUBLISH_INVALID', issues.map(({ property, message }) => `${property}: ${message}`).join('; '));
    this.issues = issues;
  }
}

/** Converts an exception into a refusal. An expired cursor is an invalid parameter in all three standards. */
export function refusalOf(error: unknown): Refusal {
  const shown = asLandfallError(error);
  if (shown instanceof RefusedParameters) return { status: shown.status, message: shown.message, issues: shown.issues };
  if (shown.code === 'CURSOR_INVALID' || shown.code === 'CURSOR_EXPIRED') return refusalOf(new RefusedParameters([cursorIssue]));
  return { status: shown.status, message: shown.message, issues: [] };
}

const cursorIssue: ParameterIssue = {
  property: 'cursor',
  message: 'not issued for this request, these parameters and these rights, or expired',
};

/**
 * Returns the error body of Arrival Notice and Port Call. `propertyPath` is left out, because it points into a request
 * body, which a GET does not have.
 */
function feedbackRefusal({ message, issues }: Refusal): object {
  const messages = issues.length === 0 ? [message] : issues.map((issue) => `Query parameter ${issue.property}: ${shownIssue(issue)}.`);
  return { feedbackElements: messages.map((each) => feedback('ERROR', each)) };
}

function shownIssue({ value, message }: ParameterIssue): string {
  return value === undefined ? message : `${message}, got ${JSON.stringify(value.slice(0, 100))}`;
}

/**
 * Creates the counter of responses to subscribers by path, partner and status. Unknown callers share one label, which
 * limits the size of the registry.
 */
export function createPublishMetrics(registry: Registry): NonNullable<PublishRoutesOptions['onAnswer']> {
  const { counter, histogram } = metricsIn(registry);
  const answers = counter('landfall_publisher_requests_total', 'Requests of subscribers answered.', 'path', 'partner', 'status');
  const rows = counter('landfall_publisher_rows_total', 'Rows in answers to subscribers.', 'path', 'partner', 'status');
  const help = 'Duration from the end of the request headers to the first byte of the answer.';
  const seconds = histogram('landfall_publisher_seconds', help, { labelNames: ['path'], buckets: [...fastBuckets, 10, 30] });
  return (answer) => {
    const labels = { path: answer.path, partner: answer.partner ?? 'unknown', status: String(answer.status) };
    answers.inc(labels);
    rows.inc(labels, answer.rows);
    seconds.observe({ path: answer.path }, answer.durationMs / 1_000);
  };
}
