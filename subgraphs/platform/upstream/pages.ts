import { hash } from 'node:crypto';
import { apiVersionHeader, feedback } from '@landfall/dcsa/feedback.ts';
import { asLandfallError, LandfallError } from '../errors.ts';
import { parsedFactor, responseBudget } from '../http/response-budget.ts';
import type { Logger } from '../logger.ts';
import type { Partner } from '../partners/partner.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { nextPageOf } from './next-page.ts';
import { isNothingFound } from './observed-capabilities.ts';
import { type ListFormat, type ListPage, readList } from './read-list.ts';
import { queryParameter, withParameters } from './request-plan.ts';
import { type UpstreamCall, UpstreamStatusError } from './retrying-client.ts';
import type { SendResponse } from './send.ts';
import type { UpstreamReading } from './upstream.ts';

/** A request for a list of rows, by the standard. */
export interface ListRequest extends Pick<UpstreamCall, 'standard'>, ListFormat {
  readonly endpoint: Pick<
    NonNullable<Partner['arrivalNotices']>,
    'version' | 'versionHeader' | 'paging' | 'pages' | 'pageSize' | 'notFound'
  >;
  /** The URLs without `limit` and cursor. All their responses together are the answer. */
  readonly urls: readonly string[];
  /** The conditions that are sent. */
  readonly sent: readonly string[];
  /** Conditions that are not sent because the partner does not process them. */
  readonly leftOut: readonly string[];
  /**
   * Returns, by the last response, whether a partner may want a cursor without other parameters. A page that the
   * partner refuses (400) in one form is requested once in the other form; the form that worked is remembered. Default:
   * never.
   */
  readonly mayWantCursorAlone?: (last: SendResponse) => boolean;
  /** Whether the pages stay in memory until the whole answer has been read. @default false */
  readonly keepsPages?: boolean;
}

/** A request to a partner, and for whom it is sent. */
export type PagesRequest = ListRequest & Pick<UpstreamCall, 'partner' | 'signal' | 'payer' | 'onBusy'>;

/** A page of a partner's answer. */
export interface PartnerPage extends ListPage {
  readonly response: SendResponse;
  /** Whether the partner has further pages. */
  readonly hasMore: boolean;
  /** Whether the partner has rows that are not read, because paging is off or because nothing leads to them; a remark says why. */
  readonly isCutOff: boolean;
}

export interface PageReaderParts {
  readonly upstream: UpstreamReading;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Maximum number of pages of one URL. */
const maxPages = 1_000;
const pagesNotRead = feedback('WARN', 'Further pages exist and are not read: paging is off.');

/**
 * Reads the pages of an answer. Each page is requested when the previous one has been consumed, and nothing is sent
 * before the first one is read. All requests, pauses and retries must fit into the partner's `deadlineMs`, which starts
 * with the first read. Pages are returned in the order of the URLs. At most as many URLs as the partner's concurrency
 * are requested concurrently.
 *
 * Only headers decide whether there is a further page ({@link nextPageOf}), because pages may be empty. Many partners
 * answer 404 or 204 when they find nothing, although the standards require 200 and an empty list: both are empty pages
 * ({@link isNothingFound}). The rows of a 206 count, and a remark says that there are more.
 *
 * Throws {@link LandfallError} like the retrying client; UPSTREAM_SHAPE also for another body, a repeated cursor, a
 * repeated page and for more than {@link maxPages} pages. Pages read before a failure are valid.
 */
export function readPages(parts: PageReaderParts, request: PagesRequest): AsyncGenerator<PartnerPage> {
  const { upstream, logger, clock = systemClock } = parts;
  const { partner, standard, endpoint, urls, signal, payer, onBusy, mayWantCursorAlone = () => false, keepsPages = false } = request;
  const { paging } = endpoint;
  const version = apiVersionHeader(endpoint.version, endpoint.versionHeader);
  const headers: Record<string, string> = version === undefined ? {} : { 'api-version': version };
  const accounts = responseBudget.openRequest(partner.id);
  let deadline: number | undefined;

  async function* readUrl(url: string): AsyncGenerator<PartnerPage> {
    deadline ??= clock.now() + partner.limits.deadlineMs;
    using account = accounts.open();
    const call: UpstreamCall = { partner, standard, url, headers, deadline, signal, payer, onBusy, account };
    const seen = new Set<string>();
    let previous: string | undefined;
    const hasAnswered = () => upstream.capabilitiesOf(partner, standard).answeredPaths?.includes(pathOf(url)) === true;
    const isAnswer: UpstreamCall['isAnswer'] = ({ status, body }) =>
      status === 204 ||
      status === 206 ||
      (status === 404 && isNothingFound(body, { notFound: endpoint.notFound, hasAnswered: hasAnswered() }));
    const first = await requestFirstPage(upstream, { ...call, isAnswer }, endpoint);
    let { url: pageUrl, response } = first;
    let isAlone: boolean | undefined;
    let rowsRead = 0;
    for (;;) {
      const reservedBytes = response.reservedBytes ?? 0;
      const parsedBytes = reservedBytes * (parsedFactor - 1);
      if (parsedBytes > 0) await account.reserve(parsedBytes);
      const page = await readPage(response, { upstream, call, format: request });
      const rows = page.objects.length;
      rowsRead += rows;
      const next = nextPageOf({ response, firstUrl: first.url, url: pageUrl, rows, rowsRead }, endpoint);
      const position = next.cursor ?? next.url;
      const hasMore = position !== undefined;
      if (hasMore && !paging) logger.warn({ partner: partner.id }, 'the partner has further pages, but its file disables paging');
      const missing = hasMore && !paging ? pagesNotRead : next.missing;
      // A partner that does not support cursors returns its first page for each of them.
      const contentHash = page.objects.length > 0 && (hasMore || seen.size > 0) ? hash('sha256', page.body) : undefined;
      if (contentHash !== undefined && contentHash === previous) throw shapeError(partner, 'returned the same page twice');
      previous = contentHash;
      const remarks = missing === undefined ? page.feedback : [...page.feedback, missing];
      yield { response, ...page, feedback: remarks, hasMore, isCutOff: missing !== undefined };
      if (position === undefined || !paging) return;
      if (!keepsPages) account.release(reservedBytes + parsedBytes);
      if (seen.has(position)) throw shapeError(partner, 'returned the same cursor twice');
      if (seen.add(position).size >= maxPages) throw shapeError(partner, `has more than ${maxPages} pages`);
      const following: UpstreamCall = { ...call, isAnswer, url: next.url ?? first.url };
      if (next.cursor === undefined) {
        pageUrl = following.url;
        response = await upstream.call(following);
      } else {
        const mayBeAlone = mayWantCursorAlone(response);
        ({ response, isAlone } = await requestNextPage(upstream, following, { cursor: next.cursor, isAlone, mayBeAlone }));
      }
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
  { paging, pageSize }: ListRequest['endpoint'],
): Promise<{ readonly url: string; readonly response: SendResponse }> {
  const { partner, standard, url } = call;
  const { supportsLimit } = upstream.capabilitiesOf(partner, standard);
  if (!paging || pageSize === 0 || supportsLimit === false) return { url, response: await upstream.call(call) };
  const limited = withParameters(url, [queryParameter('limit', [String(pageSize)])]);
  try {
    const response = await upstream.call({ ...call, url: limited, isTrial: supportsLimit === undefined });
    if (response.status === 200) upstream.record(partner, standard, { supportsLimit: true });
    return { url: limited, response };
  } catch (error) {
    if (supportsLimit || !isRefused(error)) throw error;
    const response = await upstream.call(call);
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
  const { isAlone, mayBeAlone } = page;
  const cursor = queryParameter('cursor', [page.cursor]);
  const requestPage = (alone: boolean) =>
    upstream.call({ ...call, url: withParameters(alone ? (url.split('?', 1)[0] ?? url) : url, [cursor]) });
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
async function readPage(
  response: SendResponse,
  { upstream, call, format }: { readonly upstream: UpstreamReading; readonly call: UpstreamCall; readonly format: ListFormat },
): Promise<ListPage> {
  const { partner, standard, url } = call;
  if (response.status !== 200 && response.status !== 206) return { body: Buffer.alloc(0), objects: [], slices: [], feedback: [] };
  try {
    const page = await readList(response, partner, format);
    upstream.record(partner, standard, { largestPage: page.objects.length, answeredPaths: [pathOf(url)] });
    return page;
  } catch (error) {
    upstream.recordFailure(partner, standard, asLandfallError(error));
    throw error;
  }
}

function shapeError({ id }: Partner, what: string): LandfallError {
  return new LandfallError('UPSTREAM_SHAPE', `Partner ${id} ${what}.`);
}

function isRefused(error: unknown): boolean {
  return error instanceof LandfallError && error.cause instanceof UpstreamStatusError && error.cause.status === 400;
}

/**
 * Reads several sources one after the other, while the first pages of the following ones are already requested. Pages
 * are returned in the order of the sources, and at most one page of each source waits in memory.
 *
 * Throws the error of a source when its turn comes, and returns no pages of later sources. When reading ends, all
 * sources that were started are ended.
 *
 * @param width number of sources that are requested at a time, at least 1
 */
export async function* readSequentially<S, P>(
  sources: readonly S[],
  read: (source: S) => AsyncGenerator<P>,
  width: number,
): AsyncGenerator<P> {
  const started: { readonly pages: AsyncGenerator<P>; readonly first: Promise<IteratorResult<P>> }[] = [];
  try {
    for (const place of sources.keys()) {
      for (const source of sources.slice(started.length, place + width)) {
        const pages = read(source);
        const first = pages.next();
        // Reading may end before the turn of a source that fails.
        first.catch(() => undefined);
        started.push({ pages, first });
      }
      const source = started[place];
      const first = await source?.first;
      if (source === undefined || first === undefined || first.done) continue;
      yield first.value;
      yield* source.pages;
    }
  } finally {
    // Not awaited, because a source with a request in flight ends only after the response.
    for (const { pages } of started) pages.return(undefined).catch(() => undefined);
  }
}
