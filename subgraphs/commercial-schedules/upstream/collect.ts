import { asLandfallError } from '#platform/errors.ts';
import { startSlices } from '#platform/json/steps.ts';
import type { Logger } from '#platform/logger.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { QuirkName } from '#platform/partners/quirks.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { failureOf, statusOfError } from '#platform/upstream/source-status.ts';
import type { SourceReport, SourceStatus } from '#platform/upstream/sources.ts';
import type { Upstream } from '#platform/upstream/upstream.ts';
import { type FeedbackElement, feedback } from '#platform/wire/dcsa.ts';
import type { ScheduleQuery, ScheduleRecord, ScheduleRow } from '../model.ts';
import { parseRow } from '../wire/parse.ts';
import type { SchedulePage, ScheduleRequester, SchedulesClient, WrittenElement } from './client.ts';
import { postFilter } from './post-filter/post-filter.ts';
import { isBefore103, isDry, requestUrlOf, type ScheduleRequest } from './request-urls.ts';

/** Most root objects that are fetched from one Producer for one question; `maxBodyBytes` of its file bounds them, too. */
const maxElements = 5_000;

const cargoTypeUnknown = 'The version of the partner has no cargoType, and its routes do not contain it.';

/** What a Producer said to a question, and how that went. */
export interface Collected {
  readonly rows: readonly ScheduleRow[];
  readonly report: SourceReport;
}

/** Asks one Producer. Never throws: a failure costs the rows that did not come, and stands in the report. */
export type Collect = (partner: Partner, question: ScheduleQuery, by: ScheduleRequester) => Promise<Collected>;

export interface CollectParts {
  readonly client: SchedulesClient;
  readonly upstream: Pick<Upstream, 'note'>;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Makes what asks a Producer: reads its pages within bounds, checks each row and filters it once more. */
export function createCollect({ client, upstream, logger, clock = systemClock }: CollectParts): Collect {
  return async (partner, question, by) => {
    const endpoint = partner.commercialSchedules;
    if (endpoint === undefined) return { rows: [], report: reportOf(partner.id, { status: 'NOT_CONNECTED' }) };
    const request = requestUrlOf(endpoint, question);
    if ('refused' in request) {
      return { rows: [], report: reportOf(partner.id, { status: 'REFUSED_FILTER', feedback: [feedback('WARN', request.refused)] }) };
    }
    const reading: Reading = {
      rows: [],
      elements: 0,
      unreadable: 0,
      bytes: 0,
      apiVersion: undefined,
      isTruncated: false,
      ignored: undefined,
    };
    const finish = (status: SourceStatus, remark?: FeedbackElement, failure: ReturnType<typeof failureOf> = {}): Collected => {
      const remarks = [remark, unreadableRemarkOf(reading)].filter((each) => each !== undefined);
      const retrievedAt = new Date(clock.now()).toISOString();
      const hasAnswered = reading.bytes > 0 || status === 'REFUSED_FILTER' || status === 'EMPTY';
      const { rows, apiVersion } = reading;
      if (reading.ignored !== undefined) upstream.note(partner, 'COMMERCIAL_SCHEDULES', { ignoredFilters: [...reading.ignored] });
      const report = reportOf(partner.id, { status, apiVersion, feedback: remarks, ...failure, ...(hasAnswered ? { retrievedAt } : {}) });
      return { rows, report };
    };
    try {
      for await (const page of client.fetchSchedules(partner, { url: request.url, by })) {
        reading.apiVersion = page.apiVersion ?? reading.apiVersion;
        if (!isDry(question) && isBefore103(reading.apiVersion)) return finish('REFUSED_FILTER', feedback('WARN', cargoTypeUnknown));
        const slices = startSlices();
        for (const element of page.elements.slice(0, maxElements - reading.elements)) {
          take(element, { reading, question, request, quirks: endpoint.quirks });
          await slices.next();
        }
        if (isFull(page, reading, partner)) break;
      }
    } catch (error) {
      const known = asLandfallError(error);
      logger.warn({ err: error, partner: partner.id }, 'a request to a partner failed');
      return finish(statusOfError(known, reading.bytes === 0), feedback('ERROR', known.message), failureOf(known));
    }
    return finish(statusOf(reading));
  };
}

/** Says how a Producer contributed. Without `retrievedAt` it has not answered. */
export function reportOf(
  partner: string,
  answer: Pick<SourceReport, 'status' | 'retrievedAt' | 'apiVersion' | 'retryAt' | 'code'> & Partial<Pick<SourceReport, 'feedback'>>,
): SourceReport {
  return { partner, standard: 'COMMERCIAL_SCHEDULES', feedback: [], ...answer };
}

/** What has come so far. */
interface Reading {
  readonly rows: ScheduleRow[];
  /** Root objects that came, also those beyond the bound. */
  elements: number;
  unreadable: number;
  bytes: number;
  apiVersion: string | undefined;
  isTruncated: boolean;
  /** Conditions that were sent and that something contradicts by itself; undefined where nothing contradicts what was sent. */
  ignored: Set<string> | undefined;
}

function take(
  { value, byteLength }: WrittenElement,
  context: { reading: Reading; question: ScheduleQuery; request: ScheduleRequest; quirks: readonly QuirkName[] },
): void {
  const { reading, question, request, quirks } = context;
  const parsed = parseRow(question.endpoint, value, quirks);
  if (parsed === undefined) {
    reading.unreadable += 1;
    return;
  }
  const { document, faults, said } = parsed;
  const wanted = postFilter(said, question);
  // What was not sent cannot have been ignored.
  if (wanted !== said && (request.leftOut.length === 0 || postFilter(said, request.sent) !== said)) {
    reading.ignored ??= new Set();
    for (const name of contradictedBy(said, request.sent)) reading.ignored.add(name);
  }
  if (wanted !== undefined) reading.rows.push({ document, faults, byteLength, ...(wanted === document ? {} : { statement: wanted }) });
}

/** Names of the conditions that a statement contradicts, each taken by itself: which one was ignored cannot always be told. */
function contradictedBy(said: ScheduleRecord, { endpoint, conditions }: ScheduleQuery): string[] {
  const isContradicted = ([name, value]: [string, unknown]) =>
    postFilter(said, { endpoint, conditions: { [name]: value } } as ScheduleQuery) !== said;
  return Object.entries(conditions)
    .filter(isContradicted)
    .map(([name]) => name);
}

/** Counts a page whose elements were taken, as far as there was room, and tells whether no further one is to be read. */
function isFull(page: SchedulePage, reading: Reading, partner: Partner): boolean {
  reading.elements += page.elements.length;
  reading.bytes += page.byteLength;
  const full = reading.elements >= maxElements || reading.bytes >= partner.limits.maxBodyBytes;
  const isLast = full || partner.commercialSchedules?.paging === false;
  reading.isTruncated = reading.elements > maxElements || (page.hasMore && isLast);
  return full;
}

function statusOf({ rows, isTruncated, ignored }: Reading): SourceStatus {
  if (isTruncated) return 'TRUNCATED';
  if (ignored !== undefined) return 'IGNORED_FILTER';
  return rows.length === 0 ? 'EMPTY' : 'OK';
}

function unreadableRemarkOf({ unreadable }: Reading): FeedbackElement | undefined {
  return unreadable === 0
    ? undefined
    : feedback('WARN', `${unreadable} of its rows are omitted: they are not objects, or are nested too deeply.`);
}
