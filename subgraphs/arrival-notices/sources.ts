import type { PartnerRegistry } from '../shared/partners/registry.ts';
import type { VersionStore } from '../shared/store/version-store.ts';
import type { SourceReport } from './generated/schema.ts';

/** How long a partner's report is good for: pages ask for it far more often than it changes. */
const reportMs = 1_000;

/** Reports on partners: those named, or all; those that were asked, by how they answered. */
export type SourcesOf = (named: readonly string[] | undefined, asked?: ReadonlyMap<string, SourceReport>) => Promise<SourceReport[]>;

/**
 * Reports on partners whose rows came out of the store: one per partner in question, known or not, with the time of
 * the last version that changed something.
 */
export function createSources(parts: { partners: PartnerRegistry; versions: VersionStore }): SourcesOf {
  const reports = new Map<string, { report: Promise<SourceReport>; until: number }>();
  const reportOn = async (partner: string): Promise<SourceReport> => {
    const [last] = await parts.versions.listHeads({ order: 'RECENTLY_CHANGED', limit: 1, filter: { all: [[`partner:${partner}`]] } });
    const connected = last !== undefined || parts.partners.find(partner) !== undefined;
    return {
      partner,
      standard: 'ARRIVAL_NOTICE',
      status: connected ? 'STORED' : 'NOT_CONNECTED',
      retrievedAt: last?.current.receivedAt ?? null,
      apiVersion: null,
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
  return (named, asked) => {
    const inQuestion = named === undefined ? parts.partners.partners().map(({ id }) => id) : [...new Set(named)];
    return Promise.all(inQuestion.map((partner) => asked?.get(partner) ?? storedReport(partner)));
  };
}
