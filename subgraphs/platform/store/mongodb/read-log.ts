import {
  type ExpiredVersions,
  type LogBounds,
  type LogRange,
  maxRangeBytes,
  type StoredVersion,
  type VersionFilter,
  type VersionStore,
} from '../version-store.ts';
import { boundsIdOf, findBounds } from './assign-sequences.ts';
import { committed, type MongoLog } from './collections.ts';
import { allOf, versionConditions } from './filter.ts';
import { storedVersionsOf, versionsOfRows } from './read-rows.ts';
import { historiesOf } from './read-versions.ts';
import { readWithin } from './read-within.ts';
import { boundaryRows, type VersionId, type VersionRow } from './rows.ts';

/**
 * Reads the log of numbered versions. Reads use majority read concern, so that no failover takes back a version that
 * was read.
 */
export function createMongoLogReader(
  log: MongoLog,
): Pick<VersionStore, 'bounds' | 'readLog' | 'scan' | 'findNumbered' | 'listExpired' | 'count' | 'trimLog'> {
  const sharedBounds = sharedInTurn(() => findBounds(log));
  return {
    bounds: () => log.call(sharedBounds),
    readLog: (query) => log.call(async () => readLog(log, { ...query, bounds: await sharedBounds() })),
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
    listExpired: (query) => log.call(() => listExpired(log, query)),
    count: () => log.call(async () => Math.max(0, (await log.versions.estimatedDocumentCount()) - boundaryRows.length)),
    trimLog: (receivedBefore) =>
      log.call(async () => {
        const { trimmedThrough } = await findBounds(log);
        const last = await findLastExpired(log, trimmedThrough, receivedBefore);
        if (last > trimmedThrough) {
          await log.meta.updateOne({ _id: boundsIdOf(log) }, { $max: { trimmedThrough: last } }, { upsert: true });
        }
        return findBounds(log);
      }),
  };
}

/**
 * Shares one read among all calls of a turn of the event loop, such as those of subscription groups that one event
 * wakes. The read starts at the end of the turn, so every caller gets a state that is not older than its call.
 */
function sharedInTurn<T>(read: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined;
  return () => {
    next ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      next = undefined;
      return read();
    });
    return next;
  };
}

async function readLog(
  log: MongoLog,
  query: { after: number; limit: number; filter?: VersionFilter | undefined; bounds: LogBounds },
): Promise<LogRange> {
  const { after, limit, filter = {}, bounds } = query;
  const { trimmedThrough, head } = bounds;
  const start = Math.max(after, trimmedThrough);
  const end = Math.min(head, start + log.maxScanned);
  if (end <= start) return { entries: [], scannedThrough: start };
  const wanted = allOf<VersionRow>([{ sequence: { $gt: start, $lte: end } }, ...versionConditions(filter)]);
  const find = log.versions.find(wanted, { ...committed, maxTimeMS: log.timeoutMs }).sort({ sequence: 1 });
  const rows = await find.limit(limit).toArray();
  const versions = await readWithin(rows, maxRangeBytes, (batch) => versionsOfRows(log, batch));
  const isComplete = rows.length < limit && versions.length === rows.length;
  return {
    entries: versions.filter(isNumbered),
    scannedThrough: isComplete ? await endOfGap(log, end, head) : Number(rows[versions.length - 1]?.sequence ?? end),
  };
}

/**
 * Returns the last number before the next version. A restored log has a large gap of numbers. A reader would scan it
 * for minutes, and a position inside it would claim that the reader has seen the lost versions.
 */
async function endOfGap(log: MongoLog, scanned: number, head: number): Promise<number> {
  if (scanned === head) return head;
  const find = log.versions.find<{ sequence: number }>(
    { sequence: { $gt: scanned } },
    { ...committed, projection: { _id: 0, sequence: 1 } },
  );
  const [next] = await find.sort({ sequence: 1 }).limit(1).toArray();
  return Math.min(head, (next?.sequence ?? Number.POSITIVE_INFINITY) - 1);
}

function isNumbered(version: StoredVersion | undefined): version is LogRange['entries'][number] {
  return version?.sequence !== undefined;
}

/**
 * Finds the greatest number received before the instant. The search starts at the trimmed end of the log, so that each
 * number is scanned about once, and ends with the first batch that has no expired version: clocks differ by less than a
 * batch.
 */
async function findLastExpired(log: MongoLog, trimmedThrough: number, receivedBefore: string): Promise<number> {
  const options = { ...committed, projection: { _id: 0, sequence: 1 }, maxTimeMS: log.timeoutMs } as const;
  let lastExpired = trimmedThrough;
  for (let start = trimmedThrough; ; ) {
    const end = await findBatchEnd(log, start);
    const expired = { sequence: { $gt: start, $lte: end }, receivedAt: { $lt: receivedBefore } };
    const find = log.versions.find<{ sequence: number }>(expired, options);
    const [last] = await find.sort({ sequence: -1 }).limit(1).toArray();
    if (last === undefined) return lastExpired;
    lastExpired = last.sequence;
    start = end;
  }
}

/**
 * Returns the last number of a batch, or infinity. Batches are counted in rows, because the numbers of erased versions
 * are missing.
 */
async function findBatchEnd(log: MongoLog, start: number): Promise<number> {
  const options = { ...committed, projection: { _id: 0, sequence: 1 } } as const;
  const find = log.versions.find<{ sequence: number }>({ sequence: { $gt: start } }, options).sort({ sequence: 1 });
  const [last] = await find
    .skip(log.maxScanned - 1)
    .limit(1)
    .toArray();
  return last?.sequence ?? Number.POSITIVE_INFINITY;
}

type ExpiredRow = Pick<VersionRow, '_id' | 'receivedAt'> & { readonly sequence: number };

/** Finds the expired versions of the next batch of the log; the first batch without any is the last. */
async function listExpired(log: MongoLog, query: Parameters<VersionStore['listExpired']>[0]): Promise<ExpiredVersions> {
  const { receivedBefore, after, upTo, limit } = query;
  const options = { ...committed, projection: { _id: 1, receivedAt: 1, sequence: 1 }, maxTimeMS: log.timeoutMs } as const;
  const find = log.versions.find<ExpiredRow>({ sequence: { $gt: after, $lte: upTo } }, options).sort({ sequence: 1 });
  const rows = await find.limit(limit).toArray();
  const expired = rows.filter(({ receivedAt }) => receivedAt < receivedBefore);
  const kept = await findKeptCurrent(log, expired, receivedBefore);
  const keys = expired.flatMap(({ _id: { e, k } }) => (kept.get(e) === k ? [] : [{ entityId: e, sortKey: k }]));
  return { keys, scannedThrough: expired.length === 0 ? undefined : rows.at(-1)?.sequence };
}

/** @returns the sort key of the current version of each entity that has a version received later */
async function findKeptCurrent(
  log: MongoLog,
  expired: readonly ExpiredRow[],
  receivedBefore: string,
): Promise<ReadonlyMap<string, string>> {
  const entityIds = [...new Set(expired.map(({ _id }) => _id.e))];
  if (entityIds.length === 0) return new Map();
  const later = { $and: [historiesOf(entityIds), { receivedAt: { $gte: receivedBefore } }] };
  const options = { ...committed, projection: { _id: 1 }, maxTimeMS: log.timeoutMs } as const;
  const rows = await log.versions.find<{ _id: VersionId }>(later, options).toArray();
  const kept = [...new Set(rows.map(({ _id }) => _id.e))];
  const currentRows = await log.currentRows.find({ _id: { $in: kept } }, { ...committed, projection: { sortKey: 1 } }).toArray();
  return new Map(currentRows.map(({ _id, sortKey }) => [_id, sortKey]));
}
