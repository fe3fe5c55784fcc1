import { apiVersionHeader } from '@landfall/dcsa/feedback.ts';
import { asLandfallError, LandfallError } from '../errors.ts';
import { parsedFactor, responseBudget } from '../http/response-budget.ts';
import type { Logger } from '../logger.ts';
import type { Partner } from '../partners/partner.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { UpstreamStatusError } from './attempt-outcome.ts';
import { queryParameter, withCursor, withParameters } from './query-parameters.ts';
import { readSequentially } from './read-ahead.ts';
import { isStandardErrorBody } from './refused-request.ts';
import type { UpstreamCall } from './retrying-client.ts';
import type { SendResponse } from './send.ts';
import type { UpstreamReading } from './upstream.ts';

/** The content of a page, with the objects of its list. */
interface PageContent {
  readonly objects: readonly unknown[];
}

/** A request whose response may have several pages. */
export interface PagedRequest<P extends PageContent> extends Pick<UpstreamCall, 'partner' | 'standard' | 'signal' | 'payer' | 'onBusy'> {
  readonly endpoint: Pick<NonNullable<Partner['arrivalNotices']>, 'version' | 'versionHeader' | 'paging' | 'pageSize'>;
  /** The URLs without `limit` and cursor. All their responses together are the answer. */
  readonly urls: readonly string[];
  /**
   * Reads the body of a page. @param isCutOff whether further pages exist that are not read because paging is off
   * @throws {LandfallError} UPSTREAM_SHAPE
   */
  readonly read: (response: SendResponse, isCutOff: boolean) => P | Promise<P>;
  /** Returns the page for a response that means that nothing was found. */
  readonly readNothing: (response: SendResponse) => P;
  /**
   * Returns, by the last response, whether a partner may want a cursor without other parameters. A page that the
   * partner refuses (400) in one form is requested once in the other form; the form that worked is remembered. Default:
   * never.
   */
  readonly mayWantCursorAlone?: (last: SendResponse) => boolean;
  /** Whether the pages stay in memory until the whole answer has been read. @default false */
  readonly keepsPages?: boolean;
}

/** A page of a partner's answer. */
export interface PartnerPage<P> {
  readonly response: SendResponse;
  readonly page: P;
  /** Whether the partner has further pages. */
  readonly hasMore: boolean;
  /** Whether these pages are not read because paging is off. */
  readonly isCutOff: boolean;
}

export interface PageReaderParts {
  readonly upstream: UpstreamReading;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Maximum number of pages of one URL. */
const maxPages = 1_000;

/**
 * Reads the pages of an answer. Each page is requested when the previous one has been consumed, and nothing is sent
 * before the first one is read. All requests, pauses and retries must fit into the partner's `deadlineMs`, which starts
 * with the first read. Pages are returned in the order of the URLs. At most as many URLs as the partner's concurrency
 * are requested concurrently.
 *
 * Only `Next-Page-Cursor` decides whether there is a further page, because pages may be empty. Many partners answer 404
 * when they find nothing, although the standards require 200 and an empty list. Such a 404 is treated as an empty page
 * when it has the standard's error body, or when the path has been answered with 200 before.
 *
 * Throws {@link LandfallError} like the retrying client; UPSTREAM_SHAPE also for a repeated cursor and for more than
 * {@link maxPages} pages. Pages read before a failure are valid.
 */
export function readPages<P extends PageContent>(parts: PageReaderParts, request: PagedRequest<P>): AsyncGenerator<PartnerPage<P>> {
  const { upstream, logger, clock = systemClock } = parts;
  const { partner, standard, endpoint, urls, signal, payer, onBusy, mayWantCursorAlone = () => false, keepsPages = false } = request;
  const { paging } = endpoint;
  const version = apiVersionHeader(endpoint.version, endpoint.versionHeader);
  const headers: Record<string, string> = version === undefined ? {} : { 'api-version': version };
  const accounts = responseBudget.openRequest(partner.id);
  let deadline: number | undefined;

  async function* readUrl(url: string): AsyncGenerator<PartnerPage<P>> {
    deadline ??= clock.now() + partner.limits.deadlineMs;
    using account = accounts.open();
    const call: UpstreamCall = { partner, standard, url, headers, deadline, signal, payer, onBusy, account };
    const seen = new Set<string>();
    const first = await requestFirstPage(upstream, call, endpoint);
    let { response } = first;
    let isAlone: boolean | undefined;
    for (;;) {
      const cursor = nextCursorOf(response);
      const hasMore = cursor !== undefined;
      const isCutOff = hasMore && !paging;
      if (isCutOff) logger.warn({ partner: partner.id }, 'the partner has further pages, but its file disables paging');
      const reservedBytes = response.reservedBytes ?? 0;
      const parsedBytes = reservedBytes * (parsedFactor - 1);
      if (parsedBytes > 0) await account.reserve(parsedBytes);
      yield { response, page: await readPage(response, { upstream, call, request, isCutOff }), hasMore, isCutOff };
      if (!hasMore || !paging) return;
      if (!keepsPages) account.release(reservedBytes + parsedBytes);
      checkCursor(cursor, seen, partner.id);
      const mayBeAlone = mayWantCursorAlone(response);
      ({ response, isAlone } = await requestNextPage(upstream, { ...call, url: first.url }, { cursor, isAlone, mayBeAlone }));
    }
  }
  const [only, ...others] = urls;
  // Most answers have one URL, and each generator costs as much as parsing a small answer.
  return only !== undefined && others.length === 0 ? readUrl(only) : readSequentially(urls, readUrl, partner.limits.concurrency);
}

/**
 * Requests the first page with the configured page size. If a partner that has never accepted `limit` answers 400, the
 * request is repeated once without it; the result is remembered.
 */
async function requestFirstPage(
  upstream: UpstreamReading,
  call: UpstreamCall,
  { paging, pageSize }: PagedRequest<PageContent>['endpoint'],
): Promise<{ readonly url: string; readonly response: SendResponse }> {
  const { partner, standard, url } = call;
  const { supportsLimit, answeredPaths = [] } = upstream.capabilitiesOf(partner, standard);
  const isNothingFound: UpstreamCall['isNothingFound'] = ({ status, body }) =>
    status === 404 && (isStandardErrorBody(body) || answeredPaths.includes(pathOf(url)));
  const plainCall = { ...call, isNothingFound };
  if (!paging || pageSize === 0 || supportsLimit === false) return { url, response: await upstream.call(plainCall) };
  const limited = withParameters(url, [queryParameter('limit', [String(pageSize)])]);
  try {
    const response = await upstream.call({ ...plainCall, url: limited, isTrial: supportsLimit === undefined });
    if (response.status === 200) upstream.record(partner, standard, { supportsLimit: true });
    return { url: limited, response };
  } catch (error) {
    if (supportsLimit || !isRefused(error)) throw error;
    const response = await upstream.call(plainCall);
    upstream.record(partner, standard, { supportsLimit: false });
    return { url, response };
  }
}

/**
 * @param page.isAlone whether the cursor is sent without other parameters; undefined when not decided for this answer
 *   yet
 */
async function requestNextPage(
  upstream: UpstreamReading,
  call: UpstreamCall,
  page: { readonly cursor: string; readonly isAlone: boolean | undefined; readonly mayBeAlone: boolean },
): Promise<{ readonly response: SendResponse; readonly isAlone: boolean | undefined }> {
  const { partner, standard, url } = call;
  const { cursor, isAlone, mayBeAlone } = page;
  const requestPage = (alone: boolean) => upstream.call({ ...call, url: withCursor(alone ? (url.split('?', 1)[0] ?? url) : url, cursor) });
  const alone = isAlone ?? (mayBeAlone && upstream.capabilitiesOf(partner, standard).requiresCursorAlone === true);
  try {
    return { response: await requestPage(alone), isAlone };
  } catch (error) {
    if (isAlone !== undefined || !mayBeAlone || !isRefused(error)) throw error;
    const response = await requestPage(!alone);
    upstream.record(partner, standard, { requiresCursorAlone: !alone });
    return { response, isAlone: !alone };
  }
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

/** Reads a page. A page that cannot be read counts as a failure of the partner, although its status is 200. */
async function readPage<P extends PageContent>(
  response: SendResponse,
  options: {
    readonly upstream: UpstreamReading;
    readonly call: UpstreamCall;
    readonly request: PagedRequest<P>;
    readonly isCutOff: boolean;
  },
): Promise<P> {
  const { upstream, call, request, isCutOff } = options;
  const { partner, standard, url } = call;
  if (response.status !== 200) return request.readNothing(response);
  try {
    const page = await request.read(response, isCutOff);
    upstream.record(partner, standard, { pageSize: page.objects.length, answeredPath: pathOf(url) });
    return page;
  } catch (error) {
    upstream.recordFailure(partner, standard, asLandfallError(error));
    throw error;
  }
}

/** Returns the cursor of the next page. Only the header shows whether there is one, because pages may be empty. */
function nextCursorOf({ headers }: SendResponse): string | undefined {
  const header = headers['next-page-cursor'];
  const cursor = Array.isArray(header) ? header[0] : header;
  return cursor === '' ? undefined : cursor;
}

function checkCursor(cursor: string, seen: Set<string>, partner: string): void {
  if (seen.has(cursor)) throw new LandfallError('UPSTREAM_SHAPE', `Partner ${partner} returned the same cursor twice.`);
  seen.add(cursor);
  if (seen.size >= maxPages) throw new LandfallError('UPSTREAM_SHAPE', `Partner ${partner} has more than ${maxPages} pages.`);
}

function isRefused(error: unknown): boolean {
  return error instanceof LandfallError && error.cause instanceof UpstreamStatusError && error.cause.status === 400;
}
