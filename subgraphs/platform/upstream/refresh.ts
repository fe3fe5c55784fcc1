import type { Caller } from '../access/entitlement.ts';
import { type AttributeNames, hiddenAttributesOf, isHiddenPath, visibilityOf } from '../access/visibility.ts';
import { createBoundedCache, heapBytesOf } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import { LandfallError } from '../errors.ts';
import type { CountedPage, PageArguments } from '../log/page.ts';
import type { Logger } from '../logger.ts';
import { endpointOf, type Partner, type Standard } from '../partners/partner.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { CurrentRow, LogName } from '../store/version-store.ts';
import { systemClock } from '../time/clock.ts';
import { joinEqualRequests, reportOfUnanswered } from './joined-requests.ts';
import type { OnBusy } from './limiter.ts';
import type { Pull } from './pull.ts';
import { isLasting, type SourceReport, type SourceStatus } from './sources.ts';

/** Conditions that are evaluated here and not sent to partners. */
interface OwnConditions {
  readonly partners?: readonly string[] | undefined;
  readonly receivedAfter?: string | undefined;
  readonly receivedBefore?: string | undefined;
}

/** A page of the store, the partners of its filter, and the reports on those that were requested for it. */
export interface SourcedPage extends CountedPage<CurrentRow> {
  readonly partners: readonly string[] | undefined;
  readonly reports: ReadonlyMap<string, SourceReport>;
}

/** A query of the store, with the accepted age of the partners' answers to it. */
export interface AgedRequest<F> {
  readonly filter: F;
  readonly page: PageArguments;
  /** Absent when no partner is to be requested. */
  readonly maxAgeSeconds?: number | null | undefined;
  /** Maximum wait for partners. @default 2_000 */
  readonly maxWaitMs?: number | null | undefined;
}

/**
 * Requests the partners concerned whose last answer is older than `maxAgeSeconds`, as far as the caller may see them,
 * and returns their reports by partner. With a cursor no partner is requested, because the cursor fixes the content of
 * the page. Answers are stored for all callers; each sees the part that it is entitled to. Partners that take longer
 * than `maxWaitMs`, or request a pause, are not waited for; their answers are stored when they arrive.
 *
 * @throws {LandfallError} BAD_USER_INPUT for a negative `maxAgeSeconds` or `maxWaitMs`
 */
export type Refresh<F> = (request: AgedRequest<F>, caller: Caller) => Promise<ReadonlyMap<string, SourceReport>>;

/**
 * Creates the refresh of one standard. Equal concurrent requests of a tenant are sent once. Answers and requests in
 * flight are shared only between callers with the same entitlement, so no caller learns what others have requested. A
 * partner that fails affects only its own report: its stored rows stay.
 */
export function createRefresh<Query extends object>(options: {
  readonly standard: Standard;
  readonly log: LogName;
  readonly partners: PartnerRegistry;
  readonly pull: Pull<Query>;
  readonly logger: Logger;
}): Refresh<Query & OwnConditions> {
  const { standard, log, partners, pull, logger } = options;
  const answered = createBoundedCache<string, { at: number; report: SourceReport }>(memoryBounds.partnerRequests.bytes);
  const requests = joinEqualRequests<SourceReport>(systemClock);

  const refreshOne = async (
    partner: Partner,
    query: Query,
    terms: { readonly maxAgeMs: number; readonly waitUntil: number; readonly caller: Caller },
  ): Promise<SourceReport> => {
    const { maxAgeMs, waitUntil, caller } = terms;
    // The key contains the endpoint, because answers of another address must not be reused.
    const key = JSON.stringify([partner.id, endpointOf(partner, standard), query, caller.key]);
    const last = answered.get(key);
    if (last !== undefined && performance.now() - last.at <= maxAgeMs) return last.report;
    const requestOnce = async (onBusy: OnBusy) => {
      const { report, error } = await pull(partner, query, { receivedBy: 'PULL', payer: caller, onBusy });
      if (error !== undefined) logger.warn({ err: error, partner: partner.id }, 'a request to a partner failed');
      if (isLasting(report)) answered.set(key, { at: performance.now(), report }, heapBytesOf(report));
      return report;
    };
    // Shared within one tenant only: a tenant whose quota is used up must not make the request fail for another tenant
    // with the same rights.
    const outcome = await requests(`${caller.tenant}\n${key}`, requestOnce, { waitUntil });
    return outcome.kind === 'ANSWERED' ? outcome.answer : { partner: partner.id, standard, ...reportOfUnanswered(outcome) };
  };

  return async ({ filter, page, maxAgeSeconds, maxWaitMs }, caller) => {
    const waitUntil = systemClock.now() + maxWaitMsOf(maxWaitMs);
    if (maxAgeSeconds === undefined || maxAgeSeconds === null || page.after || page.before) return new Map();
    if (maxAgeSeconds < 0)
      throw new LandfallError('BAD_USER_INPUT', `Argument maxAgeSeconds: expected 0 or more seconds, got ${maxAgeSeconds}.`);
    const { partners: named, receivedAfter: _after, receivedBefore: _before, ...query } = filter;
    const visibility = visibilityOf(log, caller.entitlement);
    const concerned = partners.partners().filter((partner) => {
      const isNamed = named === undefined || named.includes(partner.id);
      return isNamed && endpointOf(partner, standard) !== undefined && visibility.showsPartner(partner.id);
    });
    const terms = { maxAgeMs: maxAgeSeconds * 1_000, waitUntil, caller };
    const reports = await Promise.all(concerned.map((partner) => refreshOne(partner, query as Query, terms)));
    const hidden = hiddenAttributesOf(log, caller.entitlement);
    return new Map(reports.map((report) => [report.partner, visibility.isPerVersion ? withoutRows(report) : withoutPaths(report, hidden)]));
  };
}

/** How long queries of clients wait for partners by default. The schema contains the same number. */
const defaultMaxWaitMs = 2_000;

/** Reads the argument of the schema. @throws {LandfallError} BAD_USER_INPUT for a negative one */
export function maxWaitMsOf(maxWaitMs: number | null | undefined): number {
  if (maxWaitMs === null || maxWaitMs === undefined) return defaultMaxWaitMs;
  if (maxWaitMs < 0) throw new LandfallError('BAD_USER_INPUT', `Argument maxWaitMs: expected 0 or more milliseconds, got ${maxWaitMs}.`);
  return maxWaitMs;
}

/**
 * Returns the report that a caller may see. To a caller that sees only some rows of a partner, it must not show whether
 * there were any. So all statuses of an answer become one, and remarks, which may count rows, are left out.
 */
function withoutRows(report: SourceReport): SourceReport {
  return { ...report, status: answeredStatuses.has(report.status) ? 'OK' : report.status, feedback: [] };
}

/** Remarks on rows show their values. */
function withoutPaths(report: SourceReport, hidden: AttributeNames): SourceReport {
  if (hidden.size === 0) return report;
  return { ...report, feedback: report.feedback.filter(({ propertyPath = '' }) => !isHiddenPath(propertyPath, hidden)) };
}

const answeredStatuses: ReadonlySet<SourceStatus> = new Set(['OK', 'EMPTY', 'IGNORED_FILTER', 'TRUNCATED']);
