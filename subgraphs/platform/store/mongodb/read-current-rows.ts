import type { Filter } from 'mongodb';
import { LandfallError } from '../../errors.ts';
import type { CurrentOrder, CurrentRow, VersionStore } from '../version-store.ts';
import type { MongoLog } from './collections.ts';
import { allOf, currentRowConditions } from './filter.ts';
import { findVersionsById, stringOfKey } from './read-rows.ts';
import { readWithin } from './read-within.ts';
import { type CurrentRowDocument, versionIdOf } from './rows.ts';

/** How often the read of a page is repeated when its versions are removed during the read. */
const maxAttempts = 5;

/** Lists entities with their current versions. */
export function createMongoCurrentRows(log: MongoLog): Pick<VersionStore, 'listCurrent' | 'countCurrent' | 'findCurrent'> {
  return {
    async listCurrent({ order, filter = {}, from, limit, backwards = false, maxBytes }) {
      const descending = (order !== 'OLDEST_FIRST') !== backwards;
      const conditions = [...currentRowConditions(filter), ...(from === undefined ? [] : [afterPosition(order, from, descending)])];
      const find = () =>
        log.currentRows.find(allOf(conditions), { maxTimeMS: log.timeoutMs }).sort({ [orderFieldOf(order)]: descending ? -1 : 1 });
      for (let attempt = 1; ; attempt += 1) {
        const documents = await log.call(() => find().limit(limit).toArray());
        const { rows, missing } = await currentRowsOf(log, documents, { order, maxBytes });
        // A version was removed meanwhile, which makes the page too short. Callers would take it for the last one.
        if (missing > 0 && attempt < maxAttempts) continue;
        return backwards ? rows.reverse() : rows;
      }
    },
    countCurrent: ({ limit, filter = {} }) =>
      log.call(() => log.currentRows.countDocuments(allOf(currentRowConditions(filter)), { limit, maxTimeMS: log.timeoutMs })),
    async findCurrent(entityIds) {
      if (entityIds.length === 0) return [];
      const documents = await log.call(() => log.currentRows.find({ _id: { $in: [...new Set(entityIds)] } }).toArray());
      const { rows } = await currentRowsOf(log, documents, { order: 'NEWEST_FIRST' });
      const found = new Map(rows.map((row) => [row.entityId, row]));
      return entityIds.map((entityId) => found.get(entityId));
    },
  };
}

/**
 * Adds the current versions. Leaves out rows whose version was removed, together with the row, after the row was read.
 */
async function currentRowsOf(
  log: MongoLog,
  documents: readonly CurrentRowDocument[],
  { order, maxBytes }: { readonly order: CurrentOrder; readonly maxBytes?: number | undefined },
): Promise<{ readonly rows: CurrentRow[]; readonly missing: number }> {
  const versions = await readWithin(documents, maxBytes, async (batch) => {
    const keys = batch.map((document) => ({ entityId: document._id, sortKey: document.sortKey }));
    const found = await findVersionsById(log, keys.map(versionIdOf));
    return keys.map((key) => found.get(stringOfKey(key)));
  });
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

function positionOf(document: CurrentRowDocument, order: CurrentOrder): string {
  const field = orderFieldOf(order);
  return JSON.stringify([field, document[field]]);
}

/** @throws {LandfallError} CURSOR_INVALID for a string that is not a position of this order */
function afterPosition(order: CurrentOrder, position: string, descending: boolean): Filter<CurrentRowDocument> {
  const field = orderFieldOf(order);
  const [name, value] = partsOf(position);
  if (name !== field || value === undefined || !orderValuePattern.test(value)) throw wrongPosition();
  return { [field]: { [descending ? '$lt' : '$gt']: value } };
}

const orderValuePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ./s;

function instantIn(orderValue: string): string {
  return orderValue.slice(0, orderValue.indexOf(' '));
}

/** Splits a position into its strings. @throws {LandfallError} CURSOR_INVALID */
export function partsOf(position: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(position);
    if (Array.isArray(parts) && parts.every((part) => typeof part === 'string')) return parts;
  } catch {
    // Reported below, like every other invalid position.
  }
  throw wrongPosition();
}

export function wrongPosition(): LandfallError {
  return new LandfallError('CURSOR_INVALID', 'The cursor belongs to another sort order.');
}
