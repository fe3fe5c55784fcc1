import { type FeedbackElement, feedback } from '@landfall/dcsa/feedback.ts';
import { asLandfallError, type LandfallError } from '#platform/errors.ts';
import { startSlices } from '#platform/json/steps.ts';
import { correctionsOf, type Partner } from '#platform/partners/partner.ts';
import type { Corrections } from '#platform/partners/quirks.ts';
import { systemClock } from '#platform/time/clock.ts';
import { createAttributeRemarks, unreadOf } from '#platform/upstream/attribute-remarks.ts';
import type { OnBusy } from '#platform/upstream/limiter.ts';
import { type PageReaderParts, type PartnerPage, readPages } from '#platform/upstream/pages.ts';
import type { CallPayer } from '#platform/upstream/retrying-client.ts';
import type { SendResponse } from '#platform/upstream/send.ts';
import { reportOfAnswer, type SourceReport, statusOfAnswer } from '#platform/upstream/sources.ts';
import type { ScheduleQuery, ScheduleRecord, ScheduleRow } from '../model.ts';
import { maxRowDepth, type ParsedRow, parseRow } from '../wire/parse.ts';
import { mayBeRequested, postFilter } from './post-filter.ts';
import { isBefore103, isDry, requestUrlOf, type ScheduleRequest } from './request-urls.ts';

/**
 * Maximum number of rows that are fetched from one Producer for one query. `maxBodyBytes` of its file is a further
 * limit.
 */
const maxElements = 5_000;

const standard = 'COMMERCIAL_SCHEDULES' as const;
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
export type Collect = ReturnType<typeof createCollect>;

/** For whom schedules are requested. */
export interface ScheduleRequester {
  /** Tenant whose quota the requests count towards; undefined when they do not count. */
  readonly payer: CallPayer | undefined;
  /** Called when the Producer must not be requested for a while. */
  readonly onBusy?: OnBusy | undefined;
}

/**
 * Creates the function that collects rows from a Producer with the GETs of Commercial Schedules 1.0.x (Consumer role).
 * It reads the pages up to the limits, parses each row and filters it again.
 */
export function createCollect({ upstream, logger, clock = systemClock }: PageReaderParts) {
  return async (partner: Partner, query: ScheduleQuery, by: ScheduleRequester): Promise<Collected> => {
    const endpoint = partner.commercialSchedules;
    if (endpoint === undefined) return { rows: [], report: reportOf(partner.id, { status: 'NOT_CONNECTED' }) };
    const request = requestUrlOf(endpoint, query);
    if ('refused' in request) {
      return { rows: [], report: reportOf(partner.id, { status: 'REFUSED_FILTER', feedback: [feedback('WARN', request.refused)] }) };
    }
    const corrections = correctionsOf(partner, standard);
    const unread = createAttributeRemarks(corrections);
    const progress: Progress = { rows: [], elements: 0, unreadable: 0, bytes: 0, isTruncated: false, remarks: [], ignored: undefined };
    let apiVersion: string | undefined;
    let error: LandfallError | undefined;
    let lacksCargoType = false;
    const wantsCursorAlone = (last: SendResponse) => mayWantCursorAlone(last.apiVersion ?? endpoint.version);
    const paged = { partner, standard, endpoint, urls: request.urls, leftOut: request.leftOut, keepsPages: true, maxRowDepth };
    try {
      for await (const page of readPages({ upstream, logger, clock }, { ...paged, ...by, mayWantCursorAlone: wantsCursorAlone })) {
        apiVersion = page.response.apiVersion ?? apiVersion;
        lacksCargoType = !isDry(query) && isBefore103(apiVersion);
        if (lacksCargoType) break;
        const slices = startSlices();
        for (const [index, { start, end }] of page.slices.slice(0, maxElements - progress.elements).entries()) {
          const parsed = addElement({ value: page.objects[index], byteLength: end - start }, { progress, query, request, corrections });
          if (parsed !== undefined) unread.add(`$[${index}]`, [...unreadOf(parsed.violations), ...unreadOf(parsed.unknown)]);
          await slices.next();
        }
        if (isFull(page, progress, partner)) break;
      }
    } catch (cause) {
      error = asLandfallError(cause);
      logger.warn({ err: error, partner: partner.id }, 'a request to a partner failed');
    }
    const { rows, bytes, isTruncated, ignored } = progress;
    if (ignored !== undefined) upstream.record(partner, standard, { ignoredFilters: [...ignored] });
    const isRefusable = bytes === 0;
    const answered = statusOfAnswer({ error, isRefusable, isTruncated, isIgnored: ignored !== undefined, isEmpty: rows.length === 0 });
    const status = lacksCargoType ? 'REFUSED_FILTER' : answered;
    const remarks = [
      ...(lacksCargoType ? [feedback('WARN', cargoTypeUnknown)] : []),
      ...progress.remarks,
      ...unreadableRemarksOf(progress),
      ...unread.report(logger, partner),
    ];
    const hasAnswered = bytes > 0 || status === 'REFUSED_FILTER' || status === 'EMPTY';
    const answer = { partner: partner.id, standard, status, apiVersion, feedback: remarks, error, hasAnswered, now: clock.now() };
    return { rows, report: reportOfAnswer(answer) };
  };
}

/**
 * Until 1.0.1 the standard permitted a Producer to refuse parameters beside a cursor; since then they are required.
 *
 * @param version of the response, otherwise of the partner's file
 */
export function mayWantCursorAlone(version: string): boolean {
  return /^1\.0\.[01](-|$)/.test(version);
}

/** Creates the report on a Producer. Without `retrievedAt` the Producer has not answered. */
export function reportOf(
  partner: string,
  answer: Pick<SourceReport, 'status' | 'retrievedAt' | 'apiVersion' | 'retryAt' | 'code'> & Partial<Pick<SourceReport, 'feedback'>>,
): SourceReport {
  return { partner, standard, feedback: [], ...answer };
}

/** The pages read so far. */
interface Progress {
  readonly rows: ScheduleRow[];
  /** Number of received rows, including those beyond the limit. */
  elements: number;
  unreadable: number;
  bytes: number;
  isTruncated: boolean;
  /** Why rows are missing. */
  readonly remarks: FeedbackElement[];
  /** Conditions that were sent and that a row contradicts; undefined while no row contradicts the request. */
  ignored: Set<string> | undefined;
}

/** @returns the row if it matches the query */
function addElement(
  { value, byteLength }: { readonly value: unknown; readonly byteLength: number },
  context: { progress: Progress; query: ScheduleQuery; request: ScheduleRequest; corrections: Corrections },
): ParsedRow | undefined {
  const { progress, query, request, corrections } = context;
  const parsed = parseRow(query.endpoint, value, corrections);
  if (parsed === undefined) {
    progress.unreadable += 1;
    return undefined;
  }
  const { document, violations, record } = parsed;
  const wanted = postFilter(record, query);
  // A condition that was not sent cannot have been ignored.
  if (wanted !== record && !mayBeRequested(record, request.sent)) {
    progress.ignored ??= new Set();
    for (const name of contradictedBy(record, request.sent)) progress.ignored.add(name);
  }
  if (wanted === undefined) return undefined;
  progress.rows.push({ document, violations, byteLength, ...(wanted === document ? {} : { record: wanted }) });
  return parsed;
}

/**
 * Returns the names of the conditions that a record contradicts. Each one is tested separately, because it is not
 * always clear which one was ignored.
 */
function contradictedBy(record: ScheduleRecord, { endpoint, conditions }: ScheduleQuery): string[] {
  const isContradicted = ([name, value]: [string, unknown]) =>
    !mayBeRequested(record, { endpoint, conditions: { [name]: value } } as ScheduleQuery);
  return Object.entries(conditions)
    .filter(isContradicted)
    .map(([name]) => name);
}

/** Counts a page. @returns whether no further page must be read */
function isFull({ response, objects, hasMore, isCutOff, feedback: remarks }: PartnerPage, progress: Progress, partner: Partner): boolean {
  progress.elements += objects.length;
  progress.bytes += response.body.length;
  const full = progress.elements >= maxElements || progress.bytes >= partner.limits.maxBodyBytes;
  progress.isTruncated ||= isCutOff || progress.elements > maxElements || (hasMore && full);
  progress.remarks.push(...remarks);
  return full;
}

function unreadableRemarksOf({ unreadable }: Progress): FeedbackElement[] {
  if (unreadable === 0) return [];
  return [feedback('WARN', `${unreadable} of its rows are omitted: they are not objects, or are nested too deeply.`)];
}
