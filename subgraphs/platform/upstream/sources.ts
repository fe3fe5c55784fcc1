import type { FeedbackElement } from '@landfall/dcsa/feedback.ts';
import type { Caller } from '../access/entitlement.ts';
import { maySeePartner, visibilityOf } from '../access/visibility.ts';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { ErrorCode } from '../errors.ts';
import { endpointOf, type Standard } from '../partners/partner.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { LogName, VersionFilter, VersionStore } from '../store/version-store.ts';

/** The origin of a partner's part of an answer, as the schema names it. */
export type SourceStatus =
  | 'OK'
  | 'STORED'
  | 'EMPTY'
  | 'NOT_CONNECTED'
  | 'REFUSED_FILTER'
  | 'IGNORED_FILTER'
  | 'DENIED'
  | 'FAILED'
  | 'TIMED_OUT'
  | 'TRUNCATED'
  | 'BUDGET_EXHAUSTED'
  | 'RATE_LIMITED'
  | 'PARTNER_BUSY'
  | 'PENDING';

/** The contribution of one partner to an answer. */
export interface SourceReport {
  readonly partner: string;
  readonly standard: Standard;
  readonly status: SourceStatus;
  /** RFC 3339 in UTC; absent when the partner has never answered or pushed. */
  readonly retrievedAt?: string | undefined;
  readonly apiVersion?: string | undefined;
  /** When a busy partner is requested again, RFC 3339 in UTC. */
  readonly retryAt?: string | undefined;
  /** Why the partner did not answer. */
  readonly code?: ErrorCode | undefined;
  readonly feedback: readonly FeedbackElement[];
}

/** How long a report is reused, because pages need it far more often than it changes. */
const reportMs = 1_000;
/** Size of a report without feedback, in bytes. */
const reportBytes = 600;

/**
 * Returns the reports on the named partners, or on all. @param requested reports on the partners that were requested
 */
export type SourcesOf = (named: readonly string[] | undefined, requested?: ReadonlyMap<string, SourceReport>) => Promise<SourceReport[]>;

/**
 * Creates the reports on partners whose rows are in the store: one for each partner concerned, known or not, with the
 * time of the last version that changed. A partner that a caller may not see is reported as unknown, and versions that
 * it may not see count as not received.
 */
export function createSources(parts: {
  readonly standard: Standard;
  readonly log: LogName;
  readonly partners: PartnerRegistry;
  readonly versions: Pick<VersionStore, 'listCurrent'>;
}): (caller: Caller) => SourcesOf {
  const { standard, log, partners, versions } = parts;
  const reports = createBoundedCache<string, { readonly report: Promise<SourceReport>; until: number }>(memoryBounds.sourceReports.bytes);

  /** @param of.filter selects what a caller sees of the partner; undefined if it sees nothing */
  const reportOn = async (partner: string, of: { readonly maySee: boolean; readonly filter: VersionFilter | undefined }) => {
    const { maySee, filter } = of;
    const [last] = filter === undefined ? [] : await versions.listCurrent({ order: 'RECENTLY_CHANGED', limit: 1, filter });
    const connected = last !== undefined || (partners.find(partner) !== undefined && maySee);
    const status = connected ? ('STORED' as const) : ('NOT_CONNECTED' as const);
    return { partner, standard, status, retrievedAt: last?.current.receivedAt, feedback: [] };
  };

  return ({ key: ofRights, entitlement }) => {
    /** Callers who see all or nothing of a partner share its report. */
    const storedReport = (partner: string): Promise<SourceReport> => {
      const isShown = visibilityOf(log, entitlement).showsPartner(partner);
      const filter = isShown ? visibilityOf(log, { ...entitlement, partners: [partner] }).filter : undefined;
      const of = { maySee: maySeePartner(entitlement, partner), filter };
      const key = JSON.stringify([partner, of.maySee, isShown, entitlement.parties === '*' || ofRights]);
      const now = performance.now();
      const stored = reports.get(key);
      if (stored !== undefined && stored.until > now) return stored.report;
      const created = { report: reportOn(partner, of), until: now + reportMs };
      reports.set(key, created, reportBytes);
      // The cache must hide neither the first version of a partner nor its recovery.
      const forget = () => {
        created.until = 0;
      };
      created.report.then(({ retrievedAt }) => retrievedAt ?? forget(), forget);
      return created.report;
    };
    /** A partner whose request failed may have answered or pushed before. */
    const completed = async (report: SourceReport): Promise<SourceReport> =>
      report.retrievedAt === undefined ? { ...report, retrievedAt: (await storedReport(report.partner)).retrievedAt } : report;
    /**
     * A partner that we only publish to, and that has sent nothing, is no source of this standard unless it is named.
     */
    const isSource = ({ partner, retrievedAt }: SourceReport): boolean => {
      const known = partners.find(partner);
      return retrievedAt !== undefined || known?.publish === undefined || endpointOf(known, standard) !== undefined;
    };
    return async (named, requested) => {
      const known = () => partners.partners().flatMap(({ id }) => (maySeePartner(entitlement, id) ? [id] : []));
      const concerned = named === undefined ? known() : [...new Set(named)];
      const found = await Promise.all(
        concerned.map((partner) => {
          const report = requested?.get(partner);
          return report === undefined ? storedReport(partner) : completed(report);
        }),
      );
      return named === undefined ? found.filter(isSource) : found;
    };
  };
}

const lastingStatuses: ReadonlySet<SourceStatus> = new Set(['OK', 'EMPTY', 'IGNORED_FILTER', 'TRUNCATED', 'REFUSED_FILTER']);

/**
 * Returns whether an outcome is reused for a while. After any other outcome the next query sends a request again. A
 * partner that rejects an address, or redirects from it, will do so the next time, too.
 */
export function isLasting({ status, code, retrievedAt }: Pick<SourceReport, 'status' | 'code' | 'retrievedAt'>): boolean {
  return lastingStatuses.has(status) || (status === 'FAILED' && code === 'UPSTREAM_REJECTED' && retrievedAt === undefined);
}
