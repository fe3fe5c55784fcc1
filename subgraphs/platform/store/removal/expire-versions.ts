import { randomUUID } from 'node:crypto';
import { arrivalTermOf } from '../arrival-store.ts';
import { pagesOf } from '../batches.ts';
import { pagesOfDeliveryDeadLetters } from '../delivery-store.ts';
import { maxRemoved, type Removal } from '../removal-store.ts';
import type { Store } from '../store.ts';
import { type LogName, logNames, type VersionKey } from '../version-store.ts';

/** Number of dead letters in memory at a time. */
const deadLettersAtOnce = 20;

/** How much data has expired. */
export interface ExpiredData {
  readonly versions: Readonly<Record<LogName, number>>;
  readonly deadLetters: number;
  /** Those that have reached the age themselves. The dead letters of expired versions are removed with the versions. */
  readonly deliveryDeadLetters: number;
}

/**
 * Removes data received before the instant: versions with their blobs and clashes, and dead letters, including those of
 * deliveries. Superseded versions are removed before current ones. An entity whose versions have all expired is removed
 * completely, a notice with its alerts and its arrival. The log is trimmed first, so that a subscriber that resumes at
 * a removed version gets `missed`. Can be interrupted and repeated.
 *
 * @param options.receivedBefore RFC 3339 in UTC with milliseconds
 * @param options.logs logs from which versions are removed. Default: all
 * @returns the record; undefined when nothing has expired
 */
export async function expireVersions(
  store: Store,
  options: { readonly receivedBefore: string; readonly by?: string | undefined; readonly logs?: readonly LogName[] },
): Promise<Removal | undefined> {
  const { receivedBefore, by, logs = logNames } = options;
  const id = randomUUID();
  let begun: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    begun ??= store.removals.begin({ id, startedAt: new Date().toISOString(), reason: { kind: 'AGE', receivedBefore }, by });
    return begun;
  };
  await store.removals.resume();
  for (const log of logs) {
    const { trimmedThrough } = await store.versions(log).trimLog(receivedBefore);
    // A current version is removed only after the other versions, which may have greater numbers. So this repeats until
    // nothing is removed.
    for (let removed = Number.NaN; removed !== 0; ) {
      removed = 0;
      for await (const keys of expiredKeys(store, log, { receivedBefore, upTo: trimmedThrough })) {
        await begin();
        // Removed before the notices, which are needed to find the arrivals after an interruption.
        if (log === 'arrival-notice-versions') await removeArrivals(store, id, await endingNotices(store, keys));
        removed += await store.removals.removeVersions(id, log, keys);
      }
    }
  }
  for await (const letters of expiredDeadLetters(store, receivedBefore)) {
    await begin();
    await store.removals.removeDeadLetters(id, 'deadLetters', letters);
  }
  for await (const letters of expiredDeliveryDeadLetters(store, receivedBefore)) {
    await begin();
    await store.removals.removeDeadLetters(id, 'deliveryDeadLetters', letters);
  }
  return begun && store.removals.finish(id, new Date().toISOString());
}

/** Counts the data that {@link expireVersions} would remove now. */
export async function countExpired(store: Store, receivedBefore: string): Promise<ExpiredData> {
  const versions = Object.fromEntries(logNames.map((log) => [log, 0])) as Record<LogName, number>;
  for (const log of logNames) {
    const { head } = await store.versions(log).bounds();
    for await (const keys of expiredKeys(store, log, { receivedBefore, upTo: head })) versions[log] += keys.length;
  }
  let deadLetters = 0;
  for await (const letters of expiredDeadLetters(store, receivedBefore)) deadLetters += letters.length;
  let deliveryDeadLetters = 0;
  for await (const letters of expiredDeliveryDeadLetters(store, receivedBefore)) deliveryDeadLetters += letters.length;
  return { versions, deadLetters, deliveryDeadLetters };
}

async function* expiredKeys(store: Store, log: LogName, bounds: { readonly receivedBefore: string; readonly upTo: number }) {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const { keys, scannedThrough } = await store.versions(log).listExpired({ ...bounds, after, limit: maxRemoved });
    if (keys.length > 0) yield keys;
    after = scannedThrough;
  }
}

async function* expiredDeadLetters(store: Store, receivedBefore: string): AsyncGenerator<string[]> {
  for await (const deadLetters of pagesOf(
    (place) => store.deadLetters.list(place),
    deadLettersAtOnce,
    ({ id }) => id,
  )) {
    const expired = deadLetters.filter(({ receivedAt }) => receivedAt < receivedBefore);
    if (expired.length > 0) yield expired.map(({ id }) => id);
    // Dead letters are in the order of receipt, so all later ones are more recent.
    if (expired.length < deadLetters.length) return;
  }
}

/** Reads all delivery dead letters, because they are not ordered by age. */
async function* expiredDeliveryDeadLetters(store: Store, before: string): AsyncGenerator<string[]> {
  for await (const deadLetters of pagesOfDeliveryDeadLetters(store)) {
    const expired = deadLetters.filter(({ at }) => at < before);
    if (expired.length > 0) yield expired.map(({ id }) => id);
  }
}

/** Number of entities that are erased at a time. */
export const entitiesAtOnce = 20;

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
      const rows = await alerts.listCurrent({ order: 'OLDEST_FIRST', limit: entitiesAtOnce, filter });
      removed = await removeOldest(store, id, { log: 'arrival-alerts', entityIds: rows.map(({ entityId }) => entityId) });
    }
  }
}

/**
 * Removes the oldest versions of entities, so that an entity shows its current version until the last step.
 *
 * @param entities.entityIds at most {@link entitiesAtOnce}
 * @returns how many versions were removed
 */
export async function removeOldest(
  store: Store,
  id: string,
  { log, entityIds }: { readonly log: LogName; readonly entityIds: readonly string[] },
): Promise<number> {
  const limit = Math.floor(maxRemoved / Math.max(1, entityIds.length));
  const oldest = { limit, backwards: true };
  const histories = await Promise.all(entityIds.map((entityId) => store.versions(log).listVersions({ entityId, ...oldest })));
  const keys = histories.flat().map(({ entityId, sortKey }): VersionKey => ({ entityId, sortKey }));
  return keys.length === 0 ? 0 : store.removals.removeVersions(id, log, keys);
}

/**
 * Finds the notices whose last version is among these. The current version is listed only when all versions have
 * expired.
 */
async function endingNotices(store: Store, keys: readonly VersionKey[]): Promise<string[]> {
  const entityIds = [...new Set(keys.map(({ entityId }) => entityId))];
  const rows = await store.versions('arrival-notice-versions').findCurrent(entityIds);
  return rows.flatMap((row) => (row !== undefined && keys.some((key) => isKeyOf(key, row.current)) ? [row.entityId] : []));
}

function isKeyOf(key: VersionKey, { entityId, sortKey }: VersionKey): boolean {
  return key.entityId === entityId && key.sortKey === sortKey;
}
