import { createBoundedCache } from '../../shared/bounded-cache.ts';
import { asLandfallError } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import type { SourceReport, SourceStatus } from '../../shared/sources.ts';
import type { NoticeFilter } from '../model.ts';
import type { Pull } from './pull.ts';
import type { ArrivalNoticesQuery } from './request-urls.ts';

/** Questions whose last answer is remembered. */
const maxQuestions = 10_000;

/** Makes sure that partners have answered a question not longer ago than `maxAgeMs`, and reports on each. */
export type Refresh = (partners: readonly Partner[], filter: NoticeFilter, maxAgeMs: number) => Promise<Map<string, SourceReport>>;

/**
 * Opens the refresher. A partner whose last answer to the same question is young enough is not asked; equal questions
 * in flight are asked once. A partner that fails costs nothing but its report: what it sent before is still there.
 */
export function createRefresh(parts: { pull: Pull; logger: Logger }): Refresh {
  const answers = createBoundedCache<string, { at: number; report: SourceReport }>(maxQuestions);
  const inFlight = new Map<string, Promise<SourceReport>>();

  const ask = async (partner: Partner, query: ArrivalNoticesQuery): Promise<SourceReport> => {
    try {
      const { notices, apiVersion, feedback } = await parts.pull(partner, query, 'PULL');
      const retrievedAt = new Date().toISOString();
      return reportOf(partner, { status: notices === 0 ? 'EMPTY' : 'OK', retrievedAt, apiVersion, feedback });
    } catch (error) {
      const { code, message } = asLandfallError(error);
      parts.logger.warn({ err: error, partner: partner.id }, 'a partner was asked in vain');
      const status: SourceStatus = code === 'UPSTREAM_TIMEOUT' ? 'TIMED_OUT' : 'FAILED';
      return reportOf(partner, { status, feedback: [{ severity: 'ERROR', message }] });
    }
  };

  const refreshOne = (partner: Partner, query: ArrivalNoticesQuery, maxAgeMs: number): Promise<SourceReport> => {
    const question = JSON.stringify([partner.id, query]);
    const answered = answers.get(question);
    if (answered !== undefined && performance.now() - answered.at <= maxAgeMs) return Promise.resolve(answered.report);
    const asked = inFlight.get(question);
    if (asked !== undefined) return asked;
    const asking = ask(partner, query).then((report) => {
      inFlight.delete(question);
      if (report.status === 'OK' || report.status === 'EMPTY') answers.set(question, { at: performance.now(), report }, 1);
      return report;
    });
    inFlight.set(question, asking);
    return asking;
  };

  return async (partners, filter, maxAgeMs) => {
    // Conditions of our own are no business of a partner.
    const { partners: _named, receivedAfter: _after, receivedBefore: _before, ...query } = filter;
    const connected = partners.filter(({ arrivalNotices }) => arrivalNotices !== undefined);
    const reports = await Promise.all(connected.map((partner) => refreshOne(partner, query, maxAgeMs)));
    return new Map(reports.map((report) => [report.partner, report]));
  };
}

function reportOf(
  partner: Partner,
  answer: { status: SourceStatus; retrievedAt?: string; apiVersion?: string | undefined; feedback: SourceReport['feedback'] },
): SourceReport {
  const { status, retrievedAt, apiVersion, feedback } = answer;
  return { partner: partner.id, standard: 'ARRIVAL_NOTICE', status, retrievedAt, apiVersion, feedback };
}
