import type { Caller } from '../access/entitlement.ts';
import { type Visibility, visibilityOf } from '../access/visibility.ts';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { heapBytesOf } from '../cache/heap-bytes.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import { LandfallError } from '../errors.ts';
import type { PageArguments } from '../log/page.ts';
import type { Logger } from '../logger.ts';
import { endpointOf } from '../partners/endpoint-of.ts';
import type { Partner } from '../partners/partner.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { Standard } from '../partners/standard.ts';
import type { LogName } from '../store/version-store.ts';
import { systemClock } from '../time/clock.ts';
import type { OnBusy } from './attempt.ts';
import type { CallPayer } from './call-quota.ts';
import type { Pull } from './pull.ts';
import { createSharedRequests, maxWaitMsOf, reportOfUnanswered } from './shared-requests.ts';
import { failureOf, isLasting } from './source-status.ts';
import type { SourceReport, SourceStatus } from './sources.ts';

/** Conditions of our own, which are no business of a partner. */
interface OwnConditions {
  readonly partners?: readonly string[] | undefined;
  readonly receivedAfter?: string | undefined;
  readonly receivedBefore?: string | undefined;
}

/** A question to the store, with how old partners' answers to it may be. */
export interface AgedRequest<F> {
  readonly filter: F;
  readonly page: PageArguments;
  /** Seconds. Absent: nobody is asked. */
  readonly maxAgeSeconds?: number | null | undefined;
  /** How long partners that are asked are waited for. @default 2_000 */
  readonly maxWaitMs?: number | null | undefined;
}

/**
 * Makes sure that the partners in question that the caller may see have answered not longer ago than `maxAgeSeconds`, and
 * reports on those that can be asked. With a cursor nobody is asked: it pins what the page is made of. What comes is kept
 * for everybody; each sees of it what it may. Partners that take longer than `maxWaitMs`, or want a pause, are not waited
 * for; what they answer is kept all the same.
 *
 * @throws {LandfallError} BAD_USER_INPUT for a negative `maxAgeSeconds` or `maxWaitMs`
 */
export type Refresh<F> = (question: AgedRequest<F>, caller: Caller) => Promise<ReadonlyMap<string, SourceReport>>;

export interface RefreshOptions<F> {
  readonly standard: Standard;
  readonly log: LogName;
  readonly partners: PartnerRegistry;
  readonly pull: Pull<Omit<F, keyof OwnConditions>>;
  readonly logger: Logger;
}

/**
 * Opens the refresher. A partner whose last answer to the same question is young enough is not asked; equal questions
 * of a tenant in flight are asked once. Both are for callers of one entitlement: nobody learns from it what others asked.
 * A partner that fails costs nothing but its report: what it sent before is still there.
 */
export function createRefresh<F extends OwnConditions>(options: RefreshOptions<F>): Refresh<F> {
  const { standard, log, partners, pull, logger } = options;
  const answered = createBoundedCache<string, { at: number; report: SourceReport }>(memoryBounds.askedPartners.bytes);
  const requests = createSharedRequests<SourceReport>(systemClock);

  const ask = async (
    partner: Partner,
    query: Omit<F, keyof OwnConditions>,
    reason: { readonly payer: CallPayer; readonly onBusy: OnBusy },
  ): Promise<SourceReport> => {
    const { status, hasAnswered, apiVersion, feedback, error } = await pull(partner, query, { receivedBy: 'PULL', ...reason });
    if (error !== undefined) logger.warn({ err: error, partner: partner.id }, 'a request to a partner failed');
    return {
      partner: partner.id,
      standard,
      status,
      apiVersion,
      ...(hasAnswered ? { retrievedAt: new Date().toISOString() } : {}),
      ...(error === undefined ? {} : failureOf(error)),
      feedback: error === undefined ? feedback : [...feedback, { severity: 'ERROR', message: error.message }],
    };
  };

  const refreshOne = async (
    partner: Partner,
    query: Omit<F, keyof OwnConditions>,
    terms: { readonly maxAgeMs: number; readonly waitUntil: number; readonly caller: Caller },
  ): Promise<SourceReport> => {
    const { maxAgeMs, waitUntil, caller } = terms;
    // A partner that moved is asked anew.
    const key = JSON.stringify([partner.id, endpointOf(partner, standard), query, caller.key]);
    const last = answered.get(key);
    if (last !== undefined && performance.now() - last.at <= maxAgeMs) return last.report;
    // Who has used up its calls gets no answer; others, of the same rights, still do.
    const askOnce = async (onBusy: OnBusy) => {
      const report = await ask(partner, query, { payer: caller, onBusy });
      if (isLasting(report)) answered.set(key, { at: performance.now(), report }, heapBytesOf(report));
      return report;
    };
    const outcome = await requests(`${caller.tenant}\n${key}`, askOnce, { waitUntil });
    return outcome.kind === 'ANSWERED' ? outcome.answer : { partner: partner.id, standard, ...reportOfUnanswered(outcome) };
  };

  return async ({ filter, page, maxAgeSeconds, maxWaitMs }, caller) => {
    const waitUntil = systemClock.now() + maxWaitMsOf(maxWaitMs);
    if (maxAgeSeconds === undefined || maxAgeSeconds === null || page.after || page.before) return new Map();
    if (maxAgeSeconds < 0)
      throw new LandfallError('BAD_USER_INPUT', `Argument maxAgeSeconds: expected 0 or more seconds, got ${maxAgeSeconds}.`);
    const { partners: named, receivedAfter: _after, receivedBefore: _before, ...query } = filter;
    const visibility = visibilityOf(log, caller.entitlement);
    const inQuestion = partners.partners().filter((partner) => {
      const isNamed = named === undefined || named.includes(partner.id);
      return isNamed && endpointOf(partner, standard) !== undefined && visibility.showsPartner(partner.id);
    });
    const terms = { maxAgeMs: maxAgeSeconds * 1_000, waitUntil, caller };
    const reports = await Promise.all(inQuestion.map((partner) => refreshOne(partner, query, terms)));
    return new Map(reports.map((report) => [report.partner, reportFor(visibility, report)]));
  };
}

/**
 * To those who see some rows of a partner and not others, how it answered must not tell whether it had any: all statuses
 * of an answer are one to them, and remarks, which may count rows, are not shown.
 */
function reportFor({ isPerVersion }: Visibility, report: SourceReport): SourceReport {
  if (!isPerVersion) return report;
  return { ...report, status: answeredStatuses.has(report.status) ? 'OK' : report.status, feedback: [] };
}

const answeredStatuses: ReadonlySet<SourceStatus> = new Set(['OK', 'EMPTY', 'IGNORED_FILTER', 'TRUNCATED']);
