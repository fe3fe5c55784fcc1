import { type FeedbackElement, feedback } from '@landfall/dcsa/feedback.ts';
import { asLandfallError } from '#platform/errors.ts';
import { startSlices } from '#platform/json/steps.ts';
import type { Logger } from '#platform/logger.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { QuirkName } from '#platform/partners/quirks.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import type { CallPayer } from '#platform/upstream/call-quota.ts';
import type { OnBusy } from '#platform/upstream/limiter.ts';
import { type PartnerPage, readPages } from '#platform/upstream/pages.ts';
import { failureOf, statusOfError } from '#platform/upstream/source-status.ts';
import type { SourceReport, SourceStatus } from '#platform/upstream/sources.ts';
import type { UpstreamReading } from '#platform/upstream/upstream.ts';
import type { ScheduleQuery, ScheduleRecord, ScheduleRow } from '../model.ts';
import { parseRow } from '../wire/parse.ts';
import { postFilter } from './post-filter/post-filter.ts';
import { isBefore103, isDry, requestUrlOf, type ScheduleRequest } from './request-urls.ts';
import { type ParsedElement, type SchedulePage, scheduleReaders } from './schedule-pages.ts';

/**
 * Maximum number of rows that are fetched from one Producer for one query. `maxBodyBytes` of its file is a further
 * limit.
 */
const maxElements = 5_000;

const cargoTypeUnknown = 'The version of the partner has no cargoType, and its routes do not contain it.';

/** The rows of a Producer that match a query, and the report on it. */
export interface Collected {
  readonly rows: readonly ScheduleRow[];
  readonly report: SourceReport;
}

/**
 * Requests one Producer. Never rejects: after a failure the rows that were not read are missing, and the report
 * contains the error.
 */
export type Collect = (partner: Partner, query: ScheduleQuery, by: ScheduleRequester) => Promise<Collected>;

/** For whom schedules are requested. */
export interface ScheduleRequester {
  /** Tenant whose quota the requests count towards; undefined when they do not count. */
  readonly payer: CallPayer | undefined;
  /** Called when the Producer must not be requested for a while. */
  readonly onBusy?: OnBusy | undefined;
}

export interface CollectParts {
  readonly upstream: UpstreamReading;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/**
 * Creates the function that collects rows from a Producer with the GETs of Commercial Schedules 1.0.x (Consumer role).
 * It reads the pages up to the limits, parses each row and filters it again.
 */
export function createCollect({ upstream, logger, clock = systemClock }: CollectParts): Collect {
  return async (partner, query, by) => {
    const endpoint = partner.commercialSchedules;
    if (endpoint === undefined) return { rows: [], report: reportOf(partner.id, { status: 'NOT_CONNECTED' }) };
    const request = requestUrlOf(endpoint, query);
    if ('refused' in request) {
      return { rows: [], report: reportOf(partner.id, { status: 'REFUSED_FILTER', feedback: [feedback('WARN', request.refused)] }) };
    }
    const progress: Progress = {
      rows: [],
      elements: 0,
      unreadable: 0,
      bytes: 0,
      apiVersion: undefined,
      isTruncated: false,
      ignored: undefined,
    };
    const finish = (status: SourceStatus, remark?: FeedbackElement, failure: ReturnType<typeof failureOf> = {}): Collected => {
      const remarks = [remark, unreadableRemarkOf(progress)].filter((each) => each !== undefined);
      const retrievedAt = new Date(clock.now()).toISOString();
      const hasAnswered = progress.bytes > 0 || status === 'REFUSED_FILTER' || status === 'EMPTY';
      const { rows, apiVersion } = progress;
      if (progress.ignored !== undefined) upstream.record(partner, 'COMMERCIAL_SCHEDULES', { ignoredFilters: [...progress.ignored] });
      const report = reportOf(partner.id, { status, apiVersion, feedback: remarks, ...failure, ...(hasAnswered ? { retrievedAt } : {}) });
      return { rows, report };
    };
    const paged = { partner, standard: 'COMMERCIAL_SCHEDULES' as const, endpoint, urls: [request.url], keepsPages: true, ...by };
    try {
      for await (const page of readPages({ upstream, logger, clock }, { ...paged, ...scheduleReaders(partner) })) {
        progress.apiVersion = page.response.apiVersion ?? progress.apiVersion;
        if (!isDry(query) && isBefore103(progress.apiVersion)) return finish('REFUSED_FILTER', feedback('WARN', cargoTypeUnknown));
        const slices = startSlices();
        for (const element of page.page.objects.slice(0, maxElements - progress.elements)) {
          addElement(element, { progress, query, request, quirks: endpoint.quirks });
          await slices.next();
        }
        if (isFull(page, progress, partner)) break;
      }
    } catch (error) {
      const known = asLandfallError(error);
      logger.warn({ err: error, partner: partner.id }, 'a request to a partner failed');
      return finish(statusOfError(known, progress.bytes === 0), feedback('ERROR', known.message), failureOf(known));
    }
    return finish(statusOf(progress));
  };
}

/** Creates the report on a Producer. Without `retrievedAt` the Producer has not answered. */
export function reportOf(
  partner: string,
  answer: Pick<SourceReport, 'status' | 'retrievedAt' | 'apiVersion' | 'retryAt' | 'code'> & Partial<Pick<SourceReport, 'feedback'>>,
): SourceReport {
  return { partner, standard: 'COMMERCIAL_SCHEDULES', feedback: [], ...answer };
}

/** The pages read so far. */
interface Progress {
  readonly rows: ScheduleRow[];
  /** Number of received rows, including those beyond the limit. */
  elements: number;
  unreadable: number;
  bytes: number;
  apiVersion: string | undefined;
  isTruncated: boolean;
  /** Conditions that were sent and that a row contradicts; undefined while no row contradicts the request. */
  ignored: Set<string> | undefined;
}

function addElement(
  { value, byteLength }: ParsedElement,
  context: { progress: Progress; query: ScheduleQuery; request: ScheduleRequest; quirks: readonly QuirkName[] },
): void {
  const { progress, query, request, quirks } = context;
  const parsed = parseRow(query.endpoint, value, quirks);
  if (parsed === undefined) {
    progress.unreadable += 1;
    return;
  }
  const { document, violations, record } = parsed;
  const wanted = postFilter(record, query);
  // A condition that was not sent cannot have been ignored.
  if (wanted !== record && (request.leftOut.length === 0 || postFilter(record, request.sent) !== record)) {
    progress.ignored ??= new Set();
    for (const name of contradictedBy(record, request.sent)) progress.ignored.add(name);
  }
  if (wanted !== undefined) progress.rows.push({ document, violations, byteLength, ...(wanted === document ? {} : { record: wanted }) });
}

/**
 * Returns the names of the conditions that a record contradicts. Each one is tested separately, because it is not
 * always clear which one was ignored.
 */
function contradictedBy(record: ScheduleRecord, { endpoint, conditions }: ScheduleQuery): string[] {
  const isContradicted = ([name, value]: [string, unknown]) =>
    postFilter(record, { endpoint, conditions: { [name]: value } } as ScheduleQuery) !== record;
  return Object.entries(conditions)
    .filter(isContradicted)
    .map(([name]) => name);
}

/** Counts a page. @returns whether no further page must be read */
function isFull({ response, page, hasMore }: PartnerPage<SchedulePage>, progress: Progress, partner: Partner): boolean {
  progress.elements += page.objects.length;
  progress.bytes += response.body.length;
  const full = progress.elements >= maxElements || progress.bytes >= partner.limits.maxBodyBytes;
  const isLast = full || partner.commercialSchedules?.paging === false;
  progress.isTruncated = progress.elements > maxElements || (hasMore && isLast);
  return full;
}

function statusOf({ rows, isTruncated, ignored }: Progress): SourceStatus {
  if (isTruncated) return 'TRUNCATED';
  if (ignored !== undefined) return 'IGNORED_FILTER';
  return rows.length === 0 ? 'EMPTY' : 'OK';
}

function unreadableRemarkOf({ unreadable }: Progress): FeedbackElement | undefined {
  return unreadable === 0
    ? undefined
    : feedback('WARN', `${unreadable} of its rows are omitted: they are not objects, or are nested too deeply.`);
}
