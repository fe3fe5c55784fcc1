import { findHeadNumber } from './mongo-announce.ts';
import { allOf, versionConditions } from './mongo-filter.ts';
import { committed, type MongoLog } from './mongo-log.ts';
import { storedVersionsOf } from './mongo-read-rows.ts';
import type { VersionRow } from './mongo-rows.ts';
import type { LogExtent, LogStretch, StoredVersion, VersionStore } from './version-store.ts';

/** How many numbers one call looks at before it says how far it got. */
const numbersLookedAt = 5_000;

/** The log of numbered versions. Reads see only what a majority has, so nothing seen is ever taken back. */
export function createMongoLogReader(log: MongoLog): Pick<VersionStore, 'extent' | 'readLog' | 'trimLog'> {
  return {
    extent: () => log.call(() => readExtent(log)),
    readLog: ({ after, limit, filter }) =>
      log.call(async () => {
        const { floor, head } = await readExtent(log);
        const start = Math.max(after, floor);
        const end = Math.min(head, start + numbersLookedAt);
        if (end <= start) return { entries: [], through: start };
        const wanted = allOf<VersionRow>([{ sequence: { $gt: start, $lte: end } }, ...versionConditions(filter ?? {})]);
        const rows = await log.versions
          .find(wanted, { ...committed, maxTimeMS: log.timeoutMs })
          .sort({ sequence: 1 })
          .limit(limit)
          .toArray();
        const entries = (await storedVersionsOf(log, rows)).filter(isNumbered);
        return { entries, through: entries.length < limit ? end : (entries.at(-1)?.sequence ?? end) };
      }),
    trimLog: (receivedBefore) =>
      log.call(async () => {
        const { floor } = await readExtent(log);
        const cut = await findCut(log, floor, receivedBefore);
        if (cut > floor) await log.meta.updateOne({ _id: floorIdOf(log) }, { $max: { floor: cut } }, { upsert: true });
        return readExtent(log);
      }),
  };
}

function isNumbered(version: StoredVersion): version is LogStretch['entries'][number] {
  return version.sequence !== undefined;
}

async function readExtent(log: MongoLog): Promise<LogExtent> {
  const [head, meta] = await Promise.all([findHeadNumber(log, committed), log.meta.findOne({ _id: floorIdOf(log) }, committed)]);
  return { floor: meta?.floor ?? 0, head };
}

/**
 * Finds the greatest number received before the instant. It goes up from the floor, so each number is looked at about
 * once in its life, and stops at the first stretch with nothing to cut: clocks differ by less than that.
 */
async function findCut(log: MongoLog, floor: number, receivedBefore: string): Promise<number> {
  let cut = floor;
  for (let start = floor; ; start += numbersLookedAt) {
    const old = { sequence: { $gt: start, $lte: start + numbersLookedAt }, receivedAt: { $lt: receivedBefore } };
    const find = log.versions.find<{ sequence: number }>(old, {
      ...committed,
      projection: { _id: 0, sequence: 1 },
      maxTimeMS: log.timeoutMs,
    });
    const [last] = await find.sort({ sequence: -1 }).limit(1).toArray();
    if (last === undefined) return cut;
    cut = last.sequence;
  }
}

function floorIdOf(log: MongoLog): string {
  return `floor:${log.name}`;
}
