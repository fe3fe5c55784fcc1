import type { FeedbackElement } from './partners/dcsa.ts';
import type { PartnerRegistry } from './partners/registry.ts';
import type { VersionStore } from './store/version-store.ts';

/** The DCSA standards behind the graph, as the schema names them. */
export type Standard = 'ARRIVAL_NOTICE' | 'COMMERCIAL_SCHEDULES' | 'PORT_CALL';

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
  | 'TRUNCATED';

/** What one partner contributed to an answer, and how old it is. */
export interface SourceReport {
  readonly partner: string;
  readonly standard: Standard;
  readonly status: SourceStatus;
  /** RFC 3339 in UTC; absent when it never answered or pushed. */
  readonly retrievedAt?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly feedback: readonly FeedbackElement[];
}

/** How long a partner's report is good for: pages ask for it far more often than it changes. */
const reportMs = 1_000;

/** Reports on partners: those named, or all; those that were asked, by how they answered. */
export type SourcesOf = (named: readonly string[] | undefined, asked?: ReadonlyMap<string, SourceReport>) => Promise<SourceReport[]>;

/**
 * Reports on partners whose rows came out of the store: one per partner in question, known or not, with the time of
 * the last version that changed something.
 */
export function createSources(parts: {
  readonly standard: Standard;
  readonly partners: PartnerRegistry;
  readonly versions: Pick<VersionStore, 'listHeads'>;
}): SourcesOf {
  const reports = new Map<string, { report: Promise<SourceReport>; until: number }>();
  const reportOn = async (partner: string): Promise<SourceReport> => {
    const [last] = await parts.versions.listHeads({ order: 'RECENTLY_CHANGED', limit: 1, filter: { all: [[`partner:${partner}`]] } });
    const connected = last !== undefined || parts.partners.find(partner) !== undefined;
    return {
      partner,
      standard: parts.standard,
      status: connected ? 'STORED' : 'NOT_CONNECTED',
      retrievedAt: last?.current.receivedAt,
      feedback: [],
    };
  };
  const storedReport = (partner: string): Promise<SourceReport> => {
    const now = performance.now();
    const held = reports.get(partner);
    if (held !== undefined && held.until > now) return held.report;
    const report = reportOn(partner);
    // Callers may name partners that do not exist; those are not kept, so the map is bounded by the registry.
    if (parts.partners.find(partner) !== undefined) reports.set(partner, { report, until: now + reportMs });
    // Its first notice is news that is not kept back, and a failed look is not repeated from memory.
    const forget = () => reports.delete(partner);
    report.then(({ retrievedAt }) => retrievedAt ?? forget(), forget);
    return report;
  };
  /** Whoever was asked in vain has answered or pushed before, perhaps. */
  const completed = async (report: SourceReport): Promise<SourceReport> =>
    report.retrievedAt === undefined ? { ...report, retrievedAt: (await storedReport(report.partner)).retrievedAt } : report;
  return (named, asked) => {
    const inQuestion = named === undefined ? parts.partners.partners().map(({ id }) => id) : [...new Set(named)];
    return Promise.all(
      inQuestion.map((partner) => {
        const report = asked?.get(partner);
        return report === undefined ? storedReport(partner) : completed(report);
      }),
    );
  };
}
