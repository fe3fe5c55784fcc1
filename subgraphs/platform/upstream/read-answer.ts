import { type FeedbackElement, feedback } from '@landfall/dcsa/feedback.ts';
import { asLandfallError, type LandfallError, UpstreamBusyError } from '../errors.ts';
import { correctionsOf } from '../partners/partner.ts';
import { systemClock } from '../time/clock.ts';
import { createAttributeRemarks } from './attribute-remarks.ts';
import { type PageReaderParts, type PagesRequest, type PartnerPage, readPages } from './pages.ts';
import { UpstreamStatusError } from './retrying-client.ts';
import type { SourceReport, SourceStatus } from './sources.ts';

/** Maximum number of remarks that are shown: the partner's, and those on single rows. */
const maxFeedback = 100;

/** What the pages read so far have shown. */
export type AnswerFindings = ReturnType<typeof noFindings>;

function noFindings({ partner, standard }: PagesRequest) {
  const remarks: FeedbackElement[] = [];
  return {
    /** Number of rows that count; without any, the answer is empty. */
    rows: 0,
    apiVersion: undefined as string | undefined,
    isTruncated: false,
    /** Conditions that were sent and that a row contradicts; undefined while no row contradicts the request. */
    ignored: undefined as Set<string> | undefined,
    /** Why the answer is none to the query. */
    refused: undefined as string | undefined,
    remarks,
    addRemarks: (more: readonly FeedbackElement[]): void => void remarks.push(...more.slice(0, maxFeedback - remarks.length)),
    unread: createAttributeRemarks(correctionsOf(partner, standard)),
  };
}

/**
 * Requests a partner, and passes the pages of its answer on while they are read. Never rejects: after a failure, of the
 * partner or of `readPage`, the pages read before are valid.
 *
 * @param readPage takes the rows of a page and adds to the findings; returns `ENOUGH` if no further page must be read
 * @returns the report, and why the answer is incomplete
 */
export async function readAnswer(
  parts: PageReaderParts,
  request: PagesRequest,
  readPage: (page: PartnerPage, found: AnswerFindings) => Promise<'ENOUGH' | undefined>,
): Promise<{ readonly report: SourceReport; readonly error: LandfallError | undefined }> {
  const { upstream, logger, clock = systemClock } = parts;
  const { partner, standard, sent, leftOut } = request;
  const found = noFindings(request);
  let hasAnswered = false;
  let error: LandfallError | undefined;
  try {
    for await (const page of readPages(parts, request)) {
      hasAnswered = true;
      found.apiVersion = page.response.apiVersion ?? found.apiVersion;
      found.isTruncated ||= page.isCutOff;
      found.addRemarks(page.feedback);
      if ((await readPage(page, found)) === 'ENOUGH') break;
    }
  } catch (cause) {
    error = asLandfallError(cause);
  }
  const { apiVersion, ignored, refused, remarks, unread } = found;
  if (ignored !== undefined) upstream.record(partner, standard, { ignoredFilters: [...ignored] });
  // After the first page a 400 refuses the cursor.
  const isRefusable = !hasAnswered && sent.length > 0;
  const status = refused === undefined ? statusOf(found, { error, isRefusable }) : 'REFUSED_FILTER';
  if (refused !== undefined) remarks.unshift(feedback('WARN', refused));
  if (error !== undefined && sent.length === 0 && leftOut.length > 0) {
    remarks.push(feedback('WARN', `It was requested without a filter, because its file has no filter ${leftOut.join(', ')}.`));
  }
  remarks.push(...unread.report(logger, partner));
  if (error !== undefined) remarks.push(feedback('ERROR', shownError(error, status)));
  const retryAt = error instanceof UpstreamBusyError ? error.retryAt : undefined;
  const report = {
    ...{ partner: partner.id, standard, status, apiVersion, feedback: remarks },
    ...(hasAnswered || status === 'REFUSED_FILTER' ? { retrievedAt: new Date(clock.now()).toISOString() } : {}),
    ...(error === undefined ? {} : { code: error.code }),
    ...(retryAt === undefined ? {} : { retryAt: new Date(retryAt).toISOString() }),
  };
  return { report, error };
}

function statusOf(
  { isTruncated, ignored, rows }: AnswerFindings,
  { error, isRefusable }: { readonly error: LandfallError | undefined; readonly isRefusable: boolean },
): SourceStatus {
  if (error === undefined) {
    if (isTruncated) return 'TRUNCATED';
    if (ignored !== undefined) return 'IGNORED_FILTER';
    return rows === 0 ? 'EMPTY' : 'OK';
  }
  const { code, cause } = error;
  const status = cause instanceof UpstreamStatusError ? cause.status : undefined;
  if (code === 'UPSTREAM_BUSY') return 'PARTNER_BUSY';
  if (status === 401 || status === 403) return 'DENIED';
  if (status === 400 && isRefusable) return 'REFUSED_FILTER';
  if (code === 'RATE_LIMITED') return 'RATE_LIMITED';
  return code === 'UPSTREAM_TIMEOUT' ? 'TIMED_OUT' : 'FAILED';
}

/** A refusal is shown with the partner's own reason, which names what to change in the query. */
function shownError({ message, cause }: LandfallError, status: SourceStatus): string {
  const reason = status === 'REFUSED_FILTER' && cause instanceof UpstreamStatusError ? cause.reason : undefined;
  return reason === undefined ? message : `${message} Its reason: ${JSON.stringify(reason)}`;
}
