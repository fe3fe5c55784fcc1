import { type Document, type Filter, MaxKey, MinKey } from 'mongodb';
import type { Clash, VersionFilter, VersionKey, VersionStore } from '../version-store.ts';
import { type ClashRow, committed, type MongoLog } from './collections.ts';
import { allOf, versionConditions } from './filter.ts';
import { partKeyOf, readParts } from './parts.ts';
import { partsOf, wrongPosition } from './read-current-rows.ts';
import { findVersionsById, storedVersionsOf, stringOfKey, versionsOfRows } from './read-rows.ts';
import { readWithin } from './read-within.ts';
import { type VersionRow, versionIdOf } from './rows.ts';

/** Maximum number of keys in one query that makes MongoDB search for each key. */
const maxSearches = 500;

/** Reads versions by identity and by entity, and their blobs and clashes. */
export function createMongoVersions(
  log: MongoLog,
): Pick<VersionStore, 'listVersions' | 'countVersions' | 'findVersions' | 'findPredecessors' | 'findAsOf' | 'readBlob' | 'listClashes'> {
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
      const rows = versions.flatMap((version) => (version ? [{ ...version, position: JSON.stringify([version.sortKey]) }] : []));
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
      const before = new Map<string, VersionKey>();
      for (let start = 0; start < keys.length; start += maxSearches) {
        for (const [key, predecessor] of await searchPredecessors(log, keys.slice(start, start + maxSearches), filter))
          before.set(key, predecessor);
      }
      const found = await findVersionsById(log, [...before.values()].map(versionIdOf));
      return keys.map((key) => {
        const predecessor = before.get(stringOfKey(key));
        return predecessor && found.get(stringOfKey(predecessor));
      });
    },
    async findAsOf(entityId, receivedBefore, filter = {}) {
      const known = allOf<VersionRow>([versionsOf(entityId), { receivedAt: { $lt: receivedBefore } }, ...versionConditions(filter)]);
      const find = () => log.versions.find(known).sort({ _id: -1 }).limit(1).toArray();
      const [version] = await log.call(async () => storedVersionsOf(log, await find()));
      return version;
    },
    readBlob: (key) => log.call(() => readBlob(log, key)),
    async listClashes(keys) {
      const found = new Map<string, Clash[]>();
      for (let start = 0; start < keys.length; start += maxSearches) {
        for (const clash of await log.call(() => searchClashes(log, keys.slice(start, start + maxSearches)))) {
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
  const [sortKey, more] = partsOf(position);
  if (sortKey === undefined || more !== undefined) throw wrongPosition();
  return { _id: { [descending ? '$lt' : '$gt']: { e: entityId, k: sortKey } } };
}

/** Searches the index once for each key, all in one query. */
async function searchPredecessors(log: MongoLog, keys: readonly VersionKey[], filter: VersionFilter): Promise<Map<string, VersionKey>> {
  const searches = keys.map((key) => ({ key: versionIdOf(key), lowest: { e: key.entityId, k: new MinKey() } }));
  const steps: Document[] = [
    { $match: { $expr: { $and: [{ $gt: ['$_id', '$$lowest'] }, { $lt: ['$_id', '$$key'] }] } } },
    ...versionConditions(filter).map((condition) => ({ $match: condition })),
    { $sort: { _id: -1 } },
    { $limit: 1 },
    { $project: { _id: 1 } },
  ];
  const lookup = { from: log.versions.collectionName, let: { key: '$key', lowest: '$lowest' }, pipeline: steps, as: 'found' };
  // `$literal`, because a partner's string may begin with a dollar sign, which MongoDB would read as a field name.
  const pipeline = [{ $documents: { $literal: searches } }, { $lookup: lookup }];
  const rows = await log.call(() => log.db.aggregate(pipeline, { readPreference: 'primary' }).toArray());
  return new Map(
    rows.flatMap(({ key, found }) => {
      const [id] = found;
      return id === undefined ? [] : [[stringOfKey({ entityId: key.e, sortKey: key.k }), { entityId: id._id.e, sortKey: id._id.k }]];
    }),
  );
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
