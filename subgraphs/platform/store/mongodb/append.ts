import { type ClientSession, type Document, MongoServerError } from 'mongodb';
import { LandfallError, StoreUnavailableError } from '../../errors.ts';
import {
  type AppendOutcome,
  type DividedVersion,
  dividedVersion,
  type NewVersion,
  type VersionKey,
  type VersionStore,
} from '../version-store.ts';
import { durable, inTransaction, type MongoLog } from './collections.ts';
import { duplicatesOf } from './failure.ts';
import { createGroupCommit } from './group-commit.ts';
import { countUses, findVersionsById, partKeyOf, partsOfVersion, splitIntoParts, stringOfKey, writeParts } from './parts.ts';
import {
  type CurrentRowDocument,
  contentOf,
  currentRowOf,
  indexBytesOf,
  maxInlineBytes,
  type RowContent,
  type VersionRow,
  versionIdOf,
  versionRowOf,
} from './rows.ts';

/** Maximum size of one insert: large enough to share a flush, small enough to be fast. */
const maxInsertRows = 1_000;
const maxInsertBytes = 8 * 1024 * 1024;

/**
 * Maximum size of one version's index entries and violations, in bytes. A row and its current row each have to fit into
 * 16 MiB.
 */
const maxIndexBytes = 4 * 1024 * 1024;

/**
 * Writes versions in three steps: large parts, row, current row. A version exists as soon as its row is written. A
 * crash before that leaves parts that no row refers to and that a repeated push uses; a crash after it leaves a missing
 * current row, which the sequencer repairs.
 */
export function createMongoAppend(log: MongoLog): Pick<VersionStore, 'append' | 'complete' | 'addClash'> {
  // Two queues, so that the current rows of one batch are written while the versions of the next batch are.
  const inserts = createGroupCommit<VersionRow, boolean>({
    maxItems: maxInsertRows,
    maxBytes: maxInsertBytes,
    sizeOf: rowBytesOf,
    commit: (rows) => log.call(() => insertRows(log, rows)),
  });
  const currentRows = createGroupCommit<CurrentRowDocument, undefined>({
    maxItems: maxInsertRows,
    maxBytes: maxInsertBytes / 2,
    sizeOf: currentRowBytesOf,
    commit: async (rows) => {
      await log.call(() => showInCurrentRows(log, rows));
      return rows.map(() => undefined);
    },
  });

  return {
    async append(versions) {
      const rows = versions.map((version) => versionRowOf(dividedVersion(log.name, version)));
      for (const row of rows) checkSize(row);
      await writePartsOfNew(log, versions);
      if (rows.some(({ shared }) => shared !== undefined)) {
        const appended = await log.call(() => inTransaction(log.db, (session) => appendInTransaction(log, versions, session)));
        return outcomesOf(log, versions, appended);
      }
      const inserted = await inserts.add(rows);
      await currentRows.add(rows.filter((_, index) => inserted[index]).map(currentRowOf));
      return outcomesOf(log, versions, inserted);
    },
    async complete(version) {
      const divided = dividedVersion(log.name, version);
      checkSize(contentOf(divided));
      await log.call(() => writeParts(log.parts, partsOfVersion(divided)));
      await log.call(() => replaceContent(log, divided));
    },
    async addClash(clash) {
      const { entityId, sortKey, contentHash, receivedAt, receivedBy, document } = clash;
      const parts = splitIntoParts(partKeyOf(clash, 'clash'), document);
      const row = { receivedAt, receivedBy, parts: parts.length };
      await log.call(() => writeParts(log.parts, parts));
      await log.call(() =>
        log.clashes.updateOne({ _id: { e: entityId, k: sortKey, h: contentHash } }, { $setOnInsert: row }, { upsert: true }),
      );
    },
  };
}

/** Writes the large parts of versions, before a transaction that appends them. @throws {LandfallError} PUSH_TOO_LARGE */
export async function prepareAppend(log: MongoLog, versions: readonly NewVersion[]): Promise<void> {
  for (const version of versions) checkSize(contentOf(version));
  await writePartsOfNew(log, versions);
}

/**
 * Appends versions in a transaction of other data, except those that are already stored: a duplicate would abort it.
 *
 * @returns whether each version is new
 */
export async function appendInTransaction(
  log: MongoLog,
  versions: readonly (NewVersion & Partial<Pick<CopiedVersion, 'sequence' | 'firstReceivedAt'>>)[],
  session: ClientSession,
): Promise<boolean[]> {
  if (versions.length === 0) return [];
  const ids = versions.map(versionIdOf);
  const stored = await log.versions.find({ _id: { $in: ids } }, { session, projection: { _id: 1 } }).toArray();
  const known = new Set(stored.map(({ _id: { e, k } }) => stringOfKey({ entityId: e, sortKey: k })));
  const isNew = versions.map((version) => {
    const isFirst = !known.has(stringOfKey(version));
    known.add(stringOfKey(version));
    return isFirst;
  });
  const added = versions.filter((_, index) => isNew[index]).map((version) => dividedVersion(log.name, version));
  if (added.length === 0) return isNew;
  const rows = added.map(versionRowOf);
  await log.versions.insertMany(rows, { session });
  const sharing = rows.map(({ shared }, index) => ({ shared, lines: added[index]?.lines }));
  await countUses(log, sharing, { change: 1, session });
  const currentRows = rows.map((row, index) => currentRowOf({ ...row, firstReceivedAt: added[index]?.firstReceivedAt }));
  await showInCurrentRows(log, currentRows, session);
  return isNew;
}

/** A version of another store, with its number, and when its entity was first received. */
export type CopiedVersion = NewVersion & { readonly sequence: number; readonly firstReceivedAt: string };

/** Inserts versions of another store, each once. */
export async function insertCopies(log: MongoLog, copies: readonly CopiedVersion[]): Promise<void> {
  await writePartsOfNew(log, copies);
  await inTransaction(log.db, (session) => appendInTransaction(log, copies, session));
}

/** @returns whether each row is new; false when its identity is already stored */
async function insertRows(log: MongoLog, rows: readonly VersionRow[]): Promise<boolean[]> {
  try {
    // The server processes an unordered insert in sequence too: of two rows with one identity the first wins.
    await log.versions.insertMany(rows, { ordered: false });
    return rows.map(() => true);
  } catch (error) {
    const duplicates = duplicatesOf(error);
    return rows.map((_, index) => !duplicates.has(index));
  }
}

async function outcomesOf(log: MongoLog, versions: readonly NewVersion[], inserted: readonly boolean[]): Promise<AppendOutcome[]> {
  const repeated = versions.filter((_, index) => !inserted[index]);
  if (repeated.length === 0) return versions.map(() => ({ kind: 'STORED' }));
  const hashes = await storedHashes(log, repeated);
  const differing = repeated.filter((version) => hashes.get(stringOfKey(version)) !== version.contentHash);
  const storedVersions = await findVersionsById(log, differing.map(versionIdOf));
  return versions.map((version, index): AppendOutcome => {
    if (inserted[index]) return { kind: 'STORED' };
    if (hashes.get(stringOfKey(version)) === version.contentHash) return { kind: 'REPEATED' };
    const other = storedVersions.get(stringOfKey(version));
    // The insert was rejected as a duplicate of a row that no longer exists: a failover has rolled it back.
    if (other === undefined) throw new StoreUnavailableError(new Error(`${stringOfKey(version)} was rolled back by a failover`));
    return { kind: 'CONFLICT', stored: other };
  });
}

async function storedHashes(log: MongoLog, keys: readonly VersionKey[]): Promise<Map<string, string>> {
  const ids = keys.map(versionIdOf);
  const rows = await log.call(() => log.versions.find({ _id: { $in: ids } }, { projection: { contentHash: 1 } }).toArray());
  return new Map(rows.map(({ _id, contentHash }) => [stringOfKey({ entityId: _id.e, sortKey: _id.k }), contentHash]));
}

/** Writes the parts of new versions only, so that a repeated version adds none. */
async function writePartsOfNew(log: MongoLog, versions: readonly NewVersion[]): Promise<void> {
  const divided = versions.map((version) => dividedVersion(log.name, version));
  const large = divided.filter(({ document, blob }) => document.length > maxInlineBytes || blob !== undefined);
  if (large.length === 0) return;
  const stored = await storedHashes(log, large);
  for (const version of large) {
    if (!stored.has(stringOfKey(version))) await log.call(() => writeParts(log.parts, partsOfVersion(version)));
  }
}

/**
 * Replaces the content of row and current row in one transaction. The sequence number and the time of receipt stay,
 * because it is the same version.
 */
async function replaceContent(log: MongoLog, version: DividedVersion): Promise<void> {
  const content = contentOf(version);
  const absent = (['violations', 'date', 'blob', 'shared'] as const).filter((name) => content[name] === undefined);
  const unset = absent.length === 0 ? {} : { $unset: Object.fromEntries(absent.map((name) => [name, 1 as const])) };
  await inTransaction(log.db, async (session) => {
    const before = await log.versions.findOneAndUpdate(
      { _id: versionIdOf(version), completeness: { $lt: version.completeness } },
      { $set: { ...content }, ...unset },
      { session, projection: { receivedAt: 1, shared: 1 } },
    );
    if (before === null) return;
    const { _id, receivedAt, shared } = before;
    await countUses(log, [{ shared: content.shared, lines: version.lines }], { change: 1, session });
    await countUses(log, [{ shared }], { change: -1, session });
    await raiseCurrentRows(log, [currentRowOf({ ...content, _id, receivedAt })], session);
  });
}

function checkSize(content: Pick<RowContent, 'terms' | 'groups' | 'violations'>): void {
  if (indexBytesOf(content) <= maxIndexBytes) return;
  throw new LandfallError('PUSH_TOO_LARGE', `One object has more than ${maxIndexBytes} bytes of schema violations and index entries.`);
}

function rowBytesOf(row: VersionRow): number {
  return 1_000 + (typeof row.document === 'number' ? 0 : row.document.length) + indexBytesOf(row);
}

/** Maximum size of one update command, in bytes; MongoDB accepts 16 MiB. */
const maxCommandBytes = 4 * 1024 * 1024;

/**
 * Updates current rows to these versions where they are the newest. Rows of new entities are inserted, which costs
 * MongoDB half of an update. All others are updated by {@link raiseCurrentRows}, including those that another process
 * inserts at the same time.
 */
async function showInCurrentRows(log: MongoLog, rows: readonly CurrentRowDocument[], session?: ClientSession): Promise<void> {
  const ids = [...new Set(rows.map(({ _id }) => _id))];
  const options = { projection: { _id: 1 }, batchSize: ids.length + 1, ...(session !== undefined && { session }) };
  const known = await log.currentRows.find({ _id: { $in: ids } }, options).toArray();
  const seen = new Set(known.map(({ _id }) => _id));
  const fresh: CurrentRowDocument[] = [];
  const others: CurrentRowDocument[] = [];
  for (const row of rows) {
    (seen.has(row._id) ? others : fresh).push(row);
    seen.add(row._id);
  }
  const raced = await insertCurrentRows(log, fresh, session);
  await raiseCurrentRows(log, [...raced, ...others], session);
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
async function insertCurrentRows(
  log: MongoLog,
  rows: readonly CurrentRowDocument[],
  session?: ClientSession,
): Promise<CurrentRowDocument[]> {
  if (rows.length === 0) return [];
  try {
    await log.currentRows.insertMany(rows, { ordered: false, ...(session !== undefined && { session }) });
    return [];
  } catch (error) {
    // A duplicate has aborted the transaction.
    if (session !== undefined) throw error;
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

function currentRowBytesOf(row: CurrentRowDocument): number {
  return 500 + indexBytesOf({ terms: row.keys, groups: row.groups });
}
