import { type ClientSession, type Document, MongoServerError } from 'mongodb';
import { durable, type MongoLog } from './collections.ts';
import { duplicatesOf } from './failure.ts';
import { type CurrentRowDocument, indexBytesOf } from './rows.ts';

/** Maximum size of one update command, in bytes; MongoDB accepts 16 MiB. */
const maxCommandBytes = 4 * 1024 * 1024;

/**
 * Updates current rows to these versions where they are the newest. Rows of new entities are inserted, which costs
 * MongoDB half of an update. All others are updated by {@link raiseCurrentRows}, including those that another process
 * inserts at the same time.
 */
export async function showInCurrentRows(log: MongoLog, rows: readonly CurrentRowDocument[]): Promise<void> {
  const ids = [...new Set(rows.map(({ _id }) => _id))];
  const known = await log.currentRows.find({ _id: { $in: ids } }, { projection: { _id: 1 }, batchSize: ids.length + 1 }).toArray();
  const seen = new Set(known.map(({ _id }) => _id));
  const fresh: CurrentRowDocument[] = [];
  const others: CurrentRowDocument[] = [];
  for (const row of rows) {
    (seen.has(row._id) ? others : fresh).push(row);
    seen.add(row._id);
  }
  const raced = await insertCurrentRows(log, fresh);
  await raiseCurrentRows(log, [...raced, ...others]);
}

/**
 * Raises each current row to this version if the version is greater, by sort key and then by completeness. MongoDB
 * compares within the update itself, so calls may be repeated, reordered and concurrent, even from several processes,
 * with the same result. The first call sets when the entity was first received; all others keep it.
 */
export async function raiseCurrentRows(log: MongoLog, rows: readonly CurrentRowDocument[], session?: ClientSession): Promise<void> {
  for (const batch of batchesOf(rows)) {
    const updates = batch.map((row) => ({ q: { _id: row._id }, u: raisedTo(row), upsert: true }));
    const command = { update: log.currentRows.collectionName, ordered: false, updates };
    // A plain command, because the driver's own retries have MongoDB write a session record for every single update.
    const reply =
      session === undefined
        ? await log.db.command({ ...command, writeConcern: { w: durable.w, j: durable.journal, wtimeout: durable.wtimeoutMS } })
        : await log.db.command(command, { session });
    const [failure] = (reply['writeErrors'] ?? []) as Document[];
    if (failure !== undefined) throw new MongoServerError(failure);
  }
}

/** @returns the rows of entities whose current row another process has inserted meanwhile */
async function insertCurrentRows(log: MongoLog, rows: readonly CurrentRowDocument[]): Promise<CurrentRowDocument[]> {
  if (rows.length === 0) return [];
  try {
    await log.currentRows.insertMany(rows, { ordered: false });
    return [];
  } catch (error) {
    const duplicates = duplicatesOf(error);
    return rows.filter((_, index) => duplicates.has(index));
  }
}

/** `$literal`, because partners' strings may begin with a dollar sign, which MongoDB would read as a field name. */
function raisedTo(row: CurrentRowDocument): Document[] {
  const greater = { $gt: [{ $literal: [row.sortKey, row.completeness] }, ['$sortKey', '$completeness']] };
  const raised = {
    $mergeObjects: [{ $literal: row }, { firstReceived: { $ifNull: ['$firstReceived', { $literal: row.firstReceived }] } }],
  };
  return [{ $replaceWith: { $cond: [greater, raised, '$$ROOT'] } }];
}

function* batchesOf(rows: readonly CurrentRowDocument[]): Generator<CurrentRowDocument[]> {
  let batch: CurrentRowDocument[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = currentRowBytesOf(row);
    if (batch.length > 0 && bytes + size > maxCommandBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

export function currentRowBytesOf(row: CurrentRowDocument): number {
  return 500 + indexBytesOf({ terms: row.keys, groups: row.groups });
}
