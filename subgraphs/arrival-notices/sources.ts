import type { PartnerRegistry } from '../shared/partners/registry.ts';
import type { VersionStore } from '../shared/store/version-store.ts';
import type { SourceReport } from './generated/schema.ts';

/** How long a partner's report is good for: pages ask for it far more often than it changes. */
const reportMs = 1_000;

/**
 * Reports on partners whose rows came out of the store: one per partner in question, known or not, with the time of
 * the last version that changed something.
 */
export function createSources(parts: { partners: PartnerRegistry; versions: VersionStore }) {
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
  return (named: readonly string[] | undefined): Promise<SourceReport[]> => {
    const now = performance.now();
    const asked = named === undefined ? parts.partners.partners().map(({ id }) => id) : [...new Set(named)];
    return Promise.all(
      asked.map((partner) => {
        const held = reports.get(partner);
        if (held !== undefined && held.until > now) return held.report;
        // Callers may name partners that do not exist; those are not kept, so the map is bounded by the registry.
        const report = reportOn(partner);
        if (parts.partners.find(partner) !== undefined) reports.set(partner, { report, until: now + reportMs });
        return report;
      }),
    );
  };
}
