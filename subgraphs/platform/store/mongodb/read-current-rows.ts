import type { Filter } from 'mongodb';
import { LandfallError } from '../../errors.ts';
import type { CurrentOrder, CurrentRow, VersionStore } from '../version-store.ts';
import type { MongoLog } from './collections.ts';
import { allOf, currentRowConditions } from './filter.ts';
import { findVersionsById, stringOfKey } from './read-rows.ts';
import { readWithin } from './read-within.ts';
import { type CurrentRowDocument, versionIdOf } from './rows.ts';

/** How often a page is read from which rows are removed while it is read. */
const maxAttempts = 5;

/** The lists of things. */
export function createMongoCurrentRows(log: MongoLog): Pick<VersionStore, 'listCurrent' | 'countCurrent' | 'findCurrent'> {
  return {
    async listCurrent({ order, filter = {}, from, limit, backwards = false, maxBytes }) {
      const place = placeFieldOf(order);
      const descending = (order !== 'OLDEST_FIRST') !== backwards;
      const conditions = [...currentRowConditions(filter), ...(from === undefined ? [] : [after(order, from, descending)])];
      const find = () => log.currentRows.find(allOf(conditions), { maxTimeMS: log.timeoutMs }).sort({ [place]: descending ? -1 : 1 });
      for (let attempt = 1; ; attempt += 1) {
        const rows = await log.call(() => find().limit(limit).toArray());
        const { heads, missing } = await currentRowsOf(log, rows, { order, maxBytes });
        // One was removed meanwhile: a page that is too short would look like the last one.
        if (missing > 0 && attempt < maxAttempts) continue;
        return backwards ? heads.reverse() : heads;
      }
    },
    countCurrent: ({ limit, filter = {} }) =>
      log.call(() => log.currentRows.countDocuments(allOf(currentRowConditions(filter)), { limit, maxTimeMS: log.timeoutMs })),
    async findCurrent(entityIds) {
      if (entityIds.length === 0) return [];
      const rows = await log.call(() => log.currentRows.find({ _id: { $in: [...new Set(entityIds)] } }).toArray());
      const found = await currentRowsOf(log, rows, { order: 'NEWEST_FIRST' });
      const heads = new Map(found.heads.map((head) => [head.entityId, head]));
      return entityIds.map((entityId) => heads.get(entityId));
    },
  };
}

/** Adds the current versions. Heads go together with their versions: one that finds none was removed after it was read. */
async function currentRowsOf(
  log: MongoLog,
  rows: readonly CurrentRowDocument[],
  { order, maxBytes }: { readonly order: CurrentOrder; readonly maxBytes?: number | undefined },
): Promise<{ readonly heads: CurrentRow[]; readonly missing: number }> {
  const versions = await readWithin(rows, maxBytes, async (stretch) => {
    const keys = stretch.map((row) => ({ entityId: row._id, sortKey: row.sortKey }));
    const found = await findVersionsById(log, keys.map(versionIdOf));
    return keys.map((key) => found.get(stringOfKey(key)));
  });
  const heads = versions.flatMap((current, index): CurrentRow[] => {
    const row = rows[index];
    if (row === undefined || current === undefined) return [];
    return [{ entityId: row._id, current, firstReceivedAt: instantOf(row.first), position: positionOf(row, order) }];
  });
  return { heads, missing: versions.length - heads.length };
}

/** The field whose text orders the rows. */
function placeFieldOf(order: CurrentOrder): 'first' | 'changed' {
  return order === 'RECENTLY_CHANGED' ? 'changed' : 'first';
}

function positionOf(row: CurrentRowDocument, order: CurrentOrder): string {
  const field = placeFieldOf(order);
  return JSON.stringify([field, row[field]]);
}

/** @throws {LandfallError} CURSOR_INVALID for a text that is no position of this order */
function after(order: CurrentOrder, position: string, descending: boolean): Filter<CurrentRowDocument> {
  const field = placeFieldOf(order);
  const [name, place] = partsOf(position);
  if (name !== field || place === undefined || !placePattern.test(place)) throw wrongPosition();
  return { [field]: { [descending ? '$lt' : '$gt']: place } };
}

const placePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ./s;

function instantOf(place: string): string {
  return place.slice(0, place.indexOf(' '));
}

/** Splits a position into its texts. @throws {LandfallError} CURSOR_INVALID */
export function partsOf(position: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(position);
    if (Array.isArray(parts) && parts.every((part) => typeof part === 'string')) return parts;
  } catch {
    // Answered below like every other text that is no position.
  }
  throw wrongPosition();
}

function wrongPosition(): LandfallError {
  return new LandfallError('CURSOR_INVALID', 'The cursor belongs to another sort order.');
}
