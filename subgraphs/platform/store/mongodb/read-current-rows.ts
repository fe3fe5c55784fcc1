import type { Filter } from 'mongodb';
import { sharedCachePool } from '../../cache/memory-bounds.ts';
import {
  bytesOfVersion,
  type CurrentOrder,
  type CurrentRow,
  partsOfPosition,
  type StoredVersion,
  type VersionKey,
  type VersionStore,
  wrongPosition,
} from '../version-store.ts';
import type { MongoLog } from './collections.ts';
import { findVersionsById, readWithin, stringOfKey } from './parts.ts';
import { allOf, type CurrentRowDocument, currentRowConditions, partnerConditions, versionIdOf } from './rows.ts';

/** How often the read of a page is repeated when its versions are removed during the read. */
const maxAttempts = 5;

/** The fields of a current row that are read: all except those that are only used for searching. */
type ReadRow = Pick<CurrentRowDocument, '_id' | 'sortKey' | 'completeness' | 'firstReceived' | 'lastChanged'>;
const readFields = { sortKey: 1, completeness: 1, firstReceived: 1, lastChanged: 1 } as const;

/** Lists entities with their current versions. */
export function createMongoCurrentRows(log: MongoLog): Pick<VersionStore, 'listCurrent' | 'countCurrent' | 'findCurrent' | 'hasCurrent'> {
  const findVersions = createCurrentVersions(log);
  const options = { maxTimeMS: log.timeoutMs, projection: readFields };
  return {
    async listCurrent({ order, filter = {}, from, limit, backwards = false, maxBytes }) {
      const descending = (order !== 'OLDEST_FIRST') !== backwards;
      const conditions = [
        ...currentRowConditions(filter),
        ...(order === 'RECENTLY_CHANGED' ? partnerConditions(filter) : []),
        ...(from === undefined ? [] : [afterPosition(order, from, descending)]),
      ];
      const find = () => log.currentRows.find<ReadRow>(allOf(conditions), options).sort({ [orderFieldOf(order)]: descending ? -1 : 1 });
      for (let attempt = 1; ; attempt += 1) {
        const documents = await log.call(() => find().limit(limit).toArray());
        const { rows, missing } = await currentRowsOf(findVersions, documents, { order, maxBytes });
        // A version was removed in the meantime, which makes the page too short. Callers would mistake it for the last
        // one.
        if (missing > 0 && attempt < maxAttempts) continue;
        return backwards ? rows.reverse() : rows;
      }
    },
    countCurrent: ({ limit, filter = {} }) =>
      log.call(() => log.currentRows.countDocuments(allOf(currentRowConditions(filter)), { limit, maxTimeMS: log.timeoutMs })),
    async findCurrent(entityIds) {
      if (entityIds.length === 0) return [];
      const documents = await log.call(() => log.currentRows.find<ReadRow>({ _id: { $in: [...new Set(entityIds)] } }, options).toArray());
      const { rows } = await currentRowsOf(findVersions, documents, { order: 'NEWEST_FIRST' });
      const found = new Map(rows.map((row) => [row.entityId, row]));
      return entityIds.map((entityId) => found.get(entityId));
    },
    async hasCurrent(entityIds) {
      if (entityIds.length === 0) return [];
      const idsOnly = { maxTimeMS: log.timeoutMs, projection: { _id: 1 } };
      const rows = await log.call(() => log.currentRows.find({ _id: { $in: [...new Set(entityIds)] } }, idsOnly).toArray());
      const found = new Set(rows.map(({ _id }) => _id));
      return entityIds.map((entityId) => found.has(entityId));
    },
  };
}

/**
 * Finds the current versions of rows, in the order of the rows; undefined for a version that was removed after its row
 * was read.
 */
type FindCurrentVersions = (rows: readonly ReadRow[]) => Promise<readonly (StoredVersion | undefined)[]>;

/**
 * Creates a cache of the most recently read current versions. Its keys contain completeness and time of receipt: a more
 * complete view changes the completeness of a version, and a version that replaces a removed one has another time of
 * receipt.
 */
function createCurrentVersions(log: MongoLog): FindCurrentVersions {
  const versions = sharedCachePool.open<string, StoredVersion>();
  return async (rows) => {
    const cached = rows.map((row) => versions.get(cacheKeyOf(row)));
    const missing = rows.filter((_, index) => cached[index] === undefined).map(keyOfRow);
    const found = await findVersionsById(log, missing.map(versionIdOf));
    return rows.map((row, index) => {
      const version = cached[index] ?? found.get(stringOfKey(keyOfRow(row)));
      // The content belongs to the row only if nothing was replaced between the two reads. Sequence numbers are
      // assigned later.
      const isOfRow = version?.completeness === row.completeness && version.receivedAt === instantIn(row.lastChanged);
      if (cached[index] === undefined && isOfRow && version.sequence !== undefined) {
        versions.set(cacheKeyOf(row), version, bytesOfVersion(version));
      }
      return version;
    });
  };
}

function cacheKeyOf({ sortKey, completeness, lastChanged }: ReadRow): string {
  return `${completeness} ${sortKey} ${lastChanged}`;
}

function keyOfRow({ _id, sortKey }: ReadRow): VersionKey {
  return { entityId: _id, sortKey };
}

/**
 * Adds the current versions. Leaves out rows whose version was removed, together with the row, after the row was read.
 */
async function currentRowsOf(
  findVersions: FindCurrentVersions,
  documents: readonly ReadRow[],
  { order, maxBytes }: { readonly order: CurrentOrder; readonly maxBytes?: number | undefined },
): Promise<{ readonly rows: CurrentRow[]; readonly missing: number }> {
  const versions = await readWithin(documents, maxBytes, findVersions);
  const rows = versions.flatMap((current, index): CurrentRow[] => {
    const document = documents[index];
    if (document === undefined || current === undefined) return [];
    const position = positionOf(document, order);
    return [{ entityId: document._id, current, firstReceivedAt: instantIn(document.firstReceived), position }];
  });
  return { rows, missing: versions.length - rows.length };
}

/** The field that orders the rows. */
function orderFieldOf(order: CurrentOrder): 'firstReceived' | 'lastChanged' {
  return order === 'RECENTLY_CHANGED' ? 'lastChanged' : 'firstReceived';
}

function positionOf(document: ReadRow, order: CurrentOrder): string {
  const field = orderFieldOf(order);
  return JSON.stringify([field, document[field]]);
}

/** @throws {LandfallError} CURSOR_INVALID for a string that is not a position of this order */
function afterPosition(order: CurrentOrder, position: string, descending: boolean): Filter<CurrentRowDocument> {
  const field = orderFieldOf(order);
  const [name, value] = partsOfPosition(position);
  if (name !== field || typeof value !== 'string' || !orderValuePattern.test(value)) throw wrongPosition();
  return { [field]: { [descending ? '$lt' : '$gt']: value } };
}

const orderValuePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ./s;

function instantIn(orderValue: string): string {
  return orderValue.slice(0, orderValue.indexOf(' '));
}
