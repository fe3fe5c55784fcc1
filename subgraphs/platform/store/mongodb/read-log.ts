import { type Document, type Filter, MaxKey, MinKey } from 'mongodb';
import { batchesOf } from '../batches.ts';
import {
  type Clash,
  type ExpiredVersions,
  type LogBounds,
  type LogRange,
  maxEarlier,
  maxRangeBytes,
  positionOfSortKey,
  type StoredVersion,
  sortKeyIn,
  type VersionFilter,
  type VersionKey,
  type VersionStore,
} from '../version-store.ts';
import { boundsIdOf, findBounds } from './assign-sequences.ts';
import { type ClashRow, committed, type MongoLog } from './collections.ts';
import { findVersionsById, partKeyOf, readParts, readWithin, storedVersionsOf, stringOfKey, versionsOfRows } from './parts.ts';
import { allOf, boundaryRows, type VersionId, type VersionRow, versionConditions, versionIdOf } from './rows.ts';

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
  const options = { ...committed, projection: { _id: 0, sequence: 1, receivedAt: 1 }, maxTimeMS: log.timeoutMs } as const;
  for (let last = trimmedThrough; ; ) {
    const find = log.versions.find<Pick<ExpiredRow, 'receivedAt' | 'sequence'>>({ sequence: { $gt: last } }, options);
    const batch = await find.sort({ sequence: 1 }).limit(log.maxScanned).toArray();
    const expired = batch.findLast(({ receivedAt }) => receivedAt < receivedBefore);
    if (expired === undefined) return last;
    last = expired.sequence;
  }
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

/** Maximum number of keys in one query that makes MongoDB search for each key. */
const maxSearches = 500;

/** Reads versions by identity and by entity, and their blobs and clashes. */
export function createMongoVersions(
  log: MongoLog,
): Pick<VersionStore, 'listVersions' | 'countVersions' | 'findVersions' | 'findPredecessors' | 'listEarlier' | 'readBlob' | 'listClashes'> {
  return {
    async listVersions({ entityId, filter = {}, from, limit, backwards = false, maxBytes }) {
      const descending = !backwards;
      const conditions = [
        versionsOf(entityId),
        ...versionConditions(filter),
        ...(from === undefined ? [] : [after(entityId, from, descending)]),
      ];
      const find = () => log.versions.find(allOf(conditions), { maxTimeMS: log.timeoutMs }).sort({ _id: descending ? -1 : 1 });
      const found = await log.call(() => find().limit(limit).toArray());
      const versions = await readWithin(found, maxBytes, (batch) => log.call(() => versionsOfRows(log, batch)));
      const rows = versions.flatMap((version) => (version ? [{ ...version, position: positionOfSortKey(version.sortKey) }] : []));
      return backwards ? rows.reverse() : rows;
    },
    countVersions: ({ entityId, limit, filter = {} }) => {
      const matching = allOf<VersionRow>([versionsOf(entityId), ...versionConditions(filter)]);
      return log.call(() => log.versions.countDocuments(matching, { limit, maxTimeMS: log.timeoutMs }));
    },
    async findVersions(keys) {
      const found = await findVersionsById(log, keys.map(versionIdOf));
      return keys.map((key) => found.get(stringOfKey(key)));
    },
    async findPredecessors(keys, filter = {}) {
      const first = [...versionConditions(filter).map((condition) => ({ $match: condition })), { $sort: { _id: -1 } }, { $limit: 1 }];
      return (await listBefore(log, keys, first)).map(([predecessor]) => predecessor);
    },
    listEarlier: (keys) => listBefore(log, keys, firstOfEachDay),
    readBlob: (key) => log.call(() => readBlob(log, key)),
    async listClashes(keys) {
      const found = new Map<string, Clash[]>();
      for (const batch of batchesOf(keys, maxSearches)) {
        for (const clash of await log.call(() => searchClashes(log, batch))) {
          const key = stringOfKey(clash);
          found.set(key, [...(found.get(key) ?? []), clash]);
        }
      }
      return keys.map((key) => found.get(stringOfKey(key)) ?? []);
    },
  };
}

/** Selects the versions of these entities, of which there is at least one. */
export function historiesOf(entityIds: readonly string[]): Filter<VersionRow> {
  return { $or: entityIds.map(versionsOf) };
}

function versionsOf(entityId: string): Filter<VersionRow> {
  return { _id: { $gte: { e: entityId, k: new MinKey() }, $lte: { e: entityId, k: new MaxKey() } } } as unknown as Filter<VersionRow>;
}

/** @throws {LandfallError} CURSOR_INVALID for a string that is not a position of a version */
function after(entityId: string, position: string, descending: boolean): Filter<VersionRow> {
  return { _id: { [descending ? '$lt' : '$gt']: { e: entityId, k: sortKeyIn(position) } } };
}

/** Selects the versions of `listEarlier`. */
const firstOfEachDay: readonly Document[] = [
  { $sort: { _id: -1 } },
  {
    $group: {
      _id: { day: { $cond: [{ $gt: ['$date', null] }, { $substrBytes: ['$date', 0, 10] }, '$_id'] }, terms: '$terms' },
      version: { $first: '$_id' },
    },
  },
  { $sort: { version: -1 } },
  { $limit: maxEarlier },
  { $project: { _id: '$version' } },
];

/** Finds, for each key, versions of its entity with smaller sort keys. @param selection selects and sorts them */
async function listBefore(log: MongoLog, keys: readonly VersionKey[], selection: readonly Document[]): Promise<StoredVersion[][]> {
  const before = new Map<string, readonly VersionId[]>();
  for (const batch of batchesOf(keys, maxSearches)) {
    for (const [key, ids] of await searchBefore(log, batch, selection)) before.set(key, ids);
  }
  const found = await findVersionsById(log, [...before.values()].flat());
  return keys.map((key) =>
    (before.get(stringOfKey(key)) ?? []).flatMap(({ e: entityId, k: sortKey }) => found.get(stringOfKey({ entityId, sortKey })) ?? []),
  );
}

/** Searches the index once for each key, all in one query. */
async function searchBefore(
  log: MongoLog,
  keys: readonly VersionKey[],
  selection: readonly Document[],
): Promise<Map<string, readonly VersionId[]>> {
  const searches = keys.map((key) => ({ key: versionIdOf(key), lowest: { e: key.entityId, k: new MinKey() } }));
  const steps: Document[] = [
    { $match: { $expr: { $and: [{ $gt: ['$_id', '$$lowest'] }, { $lt: ['$_id', '$$key'] }] } } },
    ...selection,
    { $project: { _id: 1 } },
  ];
  const lookup = { from: log.versions.collectionName, let: { key: '$key', lowest: '$lowest' }, pipeline: steps, as: 'found' };
  // `$literal`, because a partner's string may begin with a dollar sign, which MongoDB would read as a field name.
  const pipeline = [{ $documents: { $literal: searches } }, { $lookup: lookup }];
  const rows = await log.call(() => log.db.aggregate(pipeline, { readPreference: 'primary' }).toArray());
  return new Map(rows.map(({ key, found }) => [stringOfKey({ entityId: key.e, sortKey: key.k }), found.map(({ _id }: VersionRow) => _id)]));
}

async function readBlob(log: MongoLog, key: VersionKey): ReturnType<VersionStore['readBlob']> {
  const row = await log.versions.findOne({ _id: versionIdOf(key) }, { projection: { blob: 1, contentHash: 1 } });
  if (row?.blob === undefined) return undefined;
  const { parts, ...blob } = row.blob;
  const name = partKeyOf({ ...key, contentHash: row.contentHash }, 'blob');
  const bytes = (await readParts(log.parts, new Map([[name, parts]]))).get(name);
  return bytes && { ...blob, bytes };
}

/** Finds the clashes of versions, those of each version in the order of their receipt. */
async function searchClashes(log: MongoLog, keys: readonly VersionKey[]): Promise<Clash[]> {
  if (keys.length === 0) return [];
  const ranges = keys.map(({ entityId, sortKey }) => ({
    _id: { $gte: { e: entityId, k: sortKey, h: new MinKey() }, $lte: { e: entityId, k: sortKey, h: new MaxKey() } },
  }));
  const rows = await log.clashes.find({ $or: ranges } as unknown as Filter<ClashRow>, committed).toArray();
  rows.sort((left, right) => compareStrings(left.receivedAt, right.receivedAt) || compareStrings(left._id.h, right._id.h));
  const clashes = rows.map((row) => ({ row, key: { entityId: row._id.e, sortKey: row._id.k, contentHash: row._id.h } }));
  const documents = await readParts(log.parts, new Map(clashes.map(({ row, key }) => [partKeyOf(key, 'clash'), row.parts])));
  return clashes.flatMap(({ row: { receivedAt, receivedBy }, key }) => {
    const document = documents.get(partKeyOf(key, 'clash'));
    return document === undefined ? [] : [{ ...key, receivedAt, receivedBy, document }];
  });
}

function compareStrings(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
