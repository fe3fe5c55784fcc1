import { feedback } from '@landfall/dcsa/feedback.ts';
import { startSlices } from '#platform/json/steps.ts';
import { correctionsOf, type Partner } from '#platform/partners/partner.ts';
import { unreadOf } from '#platform/upstream/attribute-remarks.ts';
import type { OnBusy } from '#platform/upstream/limiter.ts';
import type { PageReaderParts } from '#platform/upstream/pages.ts';
import { type AnswerFindings, readAnswer } from '#platform/upstream/read-answer.ts';
import type { CallPayer } from '#platform/upstream/retrying-client.ts';
import type { SendResponse } from '#platform/upstream/send.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
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
export function createCollect(parts: PageReaderParts) {
  return async (partner: Partner, query: ScheduleQuery, by: ScheduleRequester): Promise<Collected> => {
    const endpoint = partner.commercialSchedules;
    if (endpoint === undefined) return { rows: [], report: reportOf(partner.id, { status: 'NOT_CONNECTED' }) };
    const request = requestUrlOf(endpoint, query);
    if ('refused' in request) {
      return { rows: [], report: reportOf(partner.id, { status: 'REFUSED_FILTER', feedback: [feedback('WARN', request.refused)] }) };
    }
    const { urls, leftOut } = request;
    const corrections = correctionsOf(partner, standard);
    const rows: ScheduleRow[] = [];
    let [elements, unreadable, bytes] = [0, 0, 0];
    const mayWantAlone = (last: SendResponse) => mayWantCursorAlone(last.apiVersion ?? endpoint.version);
    const paged = { partner, standard, endpoint, urls, sent: Object.keys(request.sent.conditions), leftOut, keepsPages: true, maxRowDepth };
    const { report, error } = await readAnswer(parts, { ...paged, ...by, mayWantCursorAlone: mayWantAlone }, async (page, found) => {
      if (!isDry(query) && isBefore103(found.apiVersion)) {
        found.refused = cargoTypeUnknown;
        return 'ENOUGH';
      }
      const slices = startSlices();
      for (const [index, { start, end }] of page.slices.slice(0, maxElements - elements).entries()) {
        const parsed = parseRow(query.endpoint, page.objects[index], corrections);
        if (parsed === undefined) unreadable += 1;
        else {
          const row = wantedRowOf(parsed, { query, request, byteLength: end - start }, found);
          if (row !== undefined) {
            rows.push(row);
            found.unread.add(`$[${index}]`, [...unreadOf(parsed.violations), ...unreadOf(parsed.unknown)]);
          }
        }
        await slices.next();
      }
      found.rows = rows.length;
      elements += page.objects.length;
      bytes += page.response.body.length;
      const isFull = elements >= maxElements || bytes >= partner.limits.maxBodyBytes;
      found.isTruncated ||= elements > maxElements || (page.hasMore && isFull);
      return isFull ? 'ENOUGH' : undefined;
    });
    if (error !== undefined) parts.logger.warn({ err: error, partner: partner.id }, 'a request to a partner failed');
    if (unreadable === 0) return { rows, report };
    const remark = feedback('WARN', `${unreadable} of its rows are omitted: they are not objects, or are nested too deeply.`);
    return { rows, report: { ...report, feedback: [...report.feedback, remark] } };
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

/** Returns the row, as far as it matches the query; undefined if nothing of it does. */
function wantedRowOf(
  { document, violations, record }: ParsedRow,
  { query, request, byteLength }: { readonly query: ScheduleQuery; readonly request: ScheduleRequest; readonly byteLength: number },
  found: AnswerFindings,
): ScheduleRow | undefined {
  const wanted = postFilter(record, query);
  // A condition that was not sent cannot have been ignored.
  if (wanted !== record && !mayBeRequested(record, request.sent)) {
    found.ignored ??= new Set();
    for (const name of contradictedBy(record, request.sent)) found.ignored.add(name);
  }
  return wanted && { document, violations, byteLength, ...(wanted === document ? {} : { record: wanted }) };
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
