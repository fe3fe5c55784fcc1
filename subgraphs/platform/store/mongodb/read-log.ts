import { type LogRange, maxRangeBytes, type StoredVersion, type VersionStore } from '../version-store.ts';
import { findNumbers } from './assign-sequences.ts';
import { committed, type MongoLog } from './collections.ts';
import { allOf, versionConditions } from './filter.ts';
import { findOld } from './read-expired-versions.ts';
import { storedVersionsOf, versionsOfRows } from './read-rows.ts';
import { readWithin } from './read-within.ts';
import type { VersionRow } from './rows.ts';

/** The log of numbered versions. Reads see only what a majority has, so nothing seen is ever taken back. */
export function createMongoLogReader(
  log: MongoLog,
): Pick<VersionStore, 'bounds' | 'readLog' | 'scan' | 'findNumbered' | 'listExpired' | 'count' | 'trimLog'> {
  return {
    bounds: () => log.call(() => findNumbers(log)),
    readLog: ({ after, limit, filter }) =>
      log.call(async () => {
        const { trimmedThrough, head } = await findNumbers(log);
        const start = Math.max(after, trimmedThrough);
        const end = Math.min(head, start + log.numbersLookedAt);
        if (end <= start) return { entries: [], scannedThrough: start };
        const wanted = allOf<VersionRow>([{ sequence: { $gt: start, $lte: end } }, ...versionConditions(filter ?? {})]);
        const rows = await log.versions
          .find(wanted, { ...committed, maxTimeMS: log.timeoutMs })
          .sort({ sequence: 1 })
          .limit(limit)
          .toArray();
        const versions = await readWithin(rows, maxRangeBytes, (stretch) => versionsOfRows(log, stretch));
        const isWhole = rows.length < limit && versions.length === rows.length;
        return {
          entries: versions.filter(isNumbered),
          scannedThrough: isWhole ? end : Number(rows[versions.length - 1]?.sequence ?? end),
        };
      }),
    scan: ({ after, limit }) =>
      log.call(async () => {
        const find = log.versions.find({ sequence: { $gt: after } }, { ...committed, maxTimeMS: log.timeoutMs });
        return (await storedVersionsOf(log, await find.sort({ sequence: 1 }).limit(limit).toArray())).filter(isNumbered);
      }),
    findNumbered: (sequences) =>
      log.call(async () => {
        const rows = await log.versions.find({ sequence: { $in: [...sequences] } }, { ...committed, maxTimeMS: log.timeoutMs }).toArray();
        const found = new Map((await storedVersionsOf(log, rows)).filter(isNumbered).map((version) => [version.sequence, version]));
        return sequences.map((sequence) => found.get(sequence));
      }),
    listExpired: (query) => log.call(() => findOld(log, query)),
    count: () => log.call(() => log.versions.estimatedDocumentCount()),
    trimLog: (receivedBefore) =>
      log.call(async () => {
        const { trimmedThrough } = await findNumbers(log);
        const cut = await findCut(log, trimmedThrough, receivedBefore);
        if (cut > trimmedThrough) await log.meta.updateOne({ _id: boundsIdOf(log) }, { $max: { trimmedThrough: cut } }, { upsert: true });
        return findNumbers(log);
      }),
  };
}

function isNumbered(version: StoredVersion | undefined): version is LogRange['entries'][number] {
  return version?.sequence !== undefined;
}

/**
 * Finds the greatest number received before the instant. It goes up from the floor, so each number is looked at about
 * once in its life, and stops at the first stretch with nothing to cut: clocks differ by less than that.
 */
async function findCut(log: MongoLog, floor: number, receivedBefore: string): Promise<number> {
  let cut = floor;
  for (let start = floor; ; ) {
    const end = await findNumberBehind(log, start);
    const old = { sequence: { $gt: start, $lte: end }, receivedAt: { $lt: receivedBefore } };
    const find = log.versions.find<{ sequence: number }>(old, {
      ...committed,
      projection: { _id: 0, sequence: 1 },
      maxTimeMS: log.timeoutMs,
    });
    const [last] = await find.sort({ sequence: -1 }).limit(1).toArray();
    if (last === undefined) return cut;
    cut = last.sequence;
    start = end;
  }
}

/** The number at which a stretch ends, or infinity. Stretches count rows: of what was erased only the numbers are left out. */
async function findNumberBehind(log: MongoLog, start: number): Promise<number> {
  const options = { ...committed, projection: { _id: 0, sequence: 1 } } as const;
  const find = log.versions.find<{ sequence: number }>({ sequence: { $gt: start } }, options).sort({ sequence: 1 });
  const [last] = await find
    .skip(log.numbersLookedAt - 1)
    .limit(1)
    .toArray();
  return last?.sequence ?? Number.POSITIVE_INFINITY;
}

function boundsIdOf(log: MongoLog): string {
  return `bounds:${log.name}`;
}
