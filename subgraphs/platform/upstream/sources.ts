import type { Caller } from '../access/entitlement.ts';
import { maySeePartner, visibilityOf } from '../access/visibility.ts';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { ErrorCode } from '../errors.ts';
import { endpointOf } from '../partners/endpoint-of.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { Standard } from '../partners/standard.ts';
import { bothFilters } from '../store/version-filter.ts';
import type { LogName, VersionStore } from '../store/version-store.ts';
import type { FeedbackElement } from '../wire/dcsa.ts';

/** How a partner's part of an answer came about, as the schema names it. */
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

/** What one partner contributed to an answer, and how old it is. */
export interface SourceReport {
  readonly partner: string;
  readonly standard: Standard;
  readonly status: SourceStatus;
  /** RFC 3339 in UTC; absent when it never answered or pushed. */
  readonly retrievedAt?: string | undefined;
  readonly apiVersion?: string | undefined;
  /** RFC 3339 in UTC; when a busy partner is asked again. */
  readonly retryAt?: string | undefined;
  /** Why it did not answer. */
  readonly code?: ErrorCode | undefined;
  readonly feedback: readonly FeedbackElement[];
}

/** How long a partner's report is good for: pages ask for it far more often than it changes. */
const reportMs = 1_000;
/** What one takes, which names a partner and times and has no feedback. */
const reportBytes = 600;

/** Reports on partners: those named, or all; those that were asked, by how they answered. */
export type SourcesOf = (named: readonly string[] | undefined, asked?: ReadonlyMap<string, SourceReport>) => Promise<SourceReport[]>;

/**
 * Makes what reports on partners whose rows came out of the store: one report per partner in question, known or not,
 * with the time of the last version that changed something. To a caller a partner that it may not see is not known, and
 * what it may not see of a partner has not come.
 */
export function createSources(parts: {
  readonly standard: Standard;
  readonly log: LogName;
  readonly partners: PartnerRegistry;
  readonly versions: Pick<VersionStore, 'listCurrent'>;
}): (caller: Caller) => SourcesOf {
  const { standard, log, partners, versions } = parts;
  const reports = createBoundedCache<string, { readonly report: Promise<SourceReport>; until: number }>(memoryBounds.sourceReports.bytes);

  const reportOn = async (partner: string, { entitlement }: Caller): Promise<SourceReport> => {
    const { filter = {}, showsPartner } = visibilityOf(log, entitlement);
    const ofPartner = bothFilters({ all: [[`partner:${partner}`]] }, filter);
    const [last] = showsPartner(partner) ? await versions.listCurrent({ order: 'RECENTLY_CHANGED', limit: 1, filter: ofPartner }) : [];
    const connected = last !== undefined || (partners.find(partner) !== undefined && maySeePartner(entitlement, partner));
    return { partner, standard, status: connected ? 'STORED' : 'NOT_CONNECTED', retrievedAt: last?.current.receivedAt, feedback: [] };
  };

  return (caller) => {
    const storedReport = (partner: string): Promise<SourceReport> => {
      const key = `${caller.key} ${partner}`;
      const now = performance.now();
      const held = reports.get(key);
      if (held !== undefined && held.until > now) return held.report;
      const made = { report: reportOn(partner, caller), until: now + reportMs };
      reports.set(key, made, reportBytes);
      // Its first version is news that is not kept back, and a failed look is not repeated from memory.
      const forget = () => {
        made.until = 0;
      };
      made.report.then(({ retrievedAt }) => retrievedAt ?? forget(), forget);
      return made.report;
    };
    /** Whoever was asked in vain has answered or pushed before, perhaps. */
    const completed = async (report: SourceReport): Promise<SourceReport> =>
      report.retrievedAt === undefined ? { ...report, retrievedAt: (await storedReport(report.partner)).retrievedAt } : report;
    /** Who is published to, is not asked and has sent nothing is no source of this standard; where it is named it is told of. */
    const isSource = ({ partner, retrievedAt }: SourceReport): boolean => {
      const known = partners.find(partner);
      return retrievedAt !== undefined || known?.publish === undefined || endpointOf(known, standard) !== undefined;
    };
    return async (named, asked) => {
      const known = () => partners.partners().flatMap(({ id }) => (maySeePartner(caller.entitlement, id) ? [id] : []));
      const inQuestion = named === undefined ? known() : [...new Set(named)];
      const found = await Promise.all(
        inQuestion.map((partner) => {
          const report = asked?.get(partner);
          return report === undefined ? storedReport(partner) : completed(report);
        }),
      );
      return named === undefined ? found.filter(isSource) : found;
    };
  };
}
