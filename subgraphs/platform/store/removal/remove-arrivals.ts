import { arrivalTermOf } from '../arrival-store.ts';
import { maxRemoved } from '../removal-store.ts';
import type { Store } from '../store.ts';
import type { VersionKey } from '../version-store.ts';

/** Number of alerts whose entries are read at a time. */
const alertsAtOnce = 20;

/**
 * Removes what is derived from notices: the entries of their alerts in the log, then their arrivals with the marks.
 * Entries are counted in the record of the removal; arrivals are not, because they only repeat the notices. Can be
 * interrupted and repeated.
 *
 * @param id id of the removal
 * @param notices entity ids of notices
 */
export async function removeArrivals(store: Store, id: string, notices: readonly string[]): Promise<void> {
  const alerts = store.versions('arrival-alerts');
  // The arrivals first, because an evaluation continues from them: it does not write an arrival again that was removed
  // after it read it.
  await store.arrivals.remove(notices);
  // Only numbered versions are removed.
  while ((await alerts.assignSequences()) > 0);
  for (const notice of notices) {
    for (let removed = Number.NaN; removed !== 0; ) {
      const filter = { all: [[arrivalTermOf(notice)]] };
      const rows = await alerts.listCurrent({ order: 'OLDEST_FIRST', limit: alertsAtOnce, filter });
      const limit = Math.floor(maxRemoved / alertsAtOnce);
      const histories = await Promise.all(rows.map(({ entityId }) => alerts.listVersions({ entityId, limit, backwards: true })));
      const keys = histories.flat().map(({ entityId, sortKey }): VersionKey => ({ entityId, sortKey }));
      removed = keys.length === 0 ? 0 : await store.removals.removeVersions(id, 'arrival-alerts', keys);
    }
  }
}

/**
 * Finds the notices whose last version is among these. The current version is listed only when all versions have
 * expired.
 */
export async function endingNotices(store: Store, keys: readonly VersionKey[]): Promise<string[]> {
  const entityIds = [...new Set(keys.map(({ entityId }) => entityId))];
  const rows = await store.versions('arrival-notice-versions').findCurrent(entityIds);
  return rows.flatMap((row) => (row !== undefined && keys.some((key) => isKeyOf(key, row.current)) ? [row.entityId] : []));
}

function isKeyOf(key: VersionKey, { entityId, sortKey }: VersionKey): boolean {
  return key.entityId === entityId && key.sortKey === sortKey;
}
