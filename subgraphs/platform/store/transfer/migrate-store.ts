import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { BSON, type Collection, type Db, type Document } from 'mongodb';
import { LandfallError } from '../../errors.ts';
import { arrivalCollection, arrivalEntryCollection, linesCollection, markCollection } from '../mongodb/arrival-rows.ts';
import { committed, openCollection } from '../mongodb/collections.ts';
import { deadLetterCollection } from '../mongodb/dead-letter-store.ts';
import { deliveryDeadLetterCollection, queueCollection } from '../mongodb/delivery-store.ts';
import { duplicatesOf } from '../mongodb/failure.ts';
import { requireNoServer } from '../mongodb/leases.ts';
import { layoutRow, migrate, storeMigrationRow } from '../mongodb/migrations.ts';
import { removalCollection, stepCollection } from '../mongodb/removal-store.ts';
import { exceptBoundaryRows } from '../mongodb/rows.ts';
import { openReader, truncateWriteAheadLog } from '../sqlite/connection.ts';
import { logNames } from '../version-store.ts';
import { type DocumentSource, documentsOf, type TargetDocument } from './sqlite-documents.ts';

/** The part of the driver's database that the migration uses. */
export type MigratedDatabase = Pick<Db, 'collection' | 'command' | 'aggregate' | 'client' | 'databaseName'>;

export interface MigrationOptions {
  /** The SQLite file, in the layout of this program. The caller has locked its folder. */
  readonly path: string;
  readonly db: MigratedDatabase;
  /** Discards what an unfinished migration has copied. @default false */
  readonly restart?: boolean;
  readonly onProgress: (line: string) => void;
}

/** A migration, stored in the target. */
interface MigrationRow {
  readonly _id: string;
  readonly source: SourceState;
  /** Set when all documents have been copied and compared, so that servers may use the database. */
  readonly finishedAt?: Date;
}

/** Identifies the content of the file by its size and the time of its last change, in nanoseconds. */
type SourceState = ReturnType<typeof stateOf>;

const dataCollections = [
  ...logNames.flatMap((log) => [log, `${log}.current-rows`, `${log}.parts`, `${log}.clashes`]),
  ...[arrivalCollection, arrivalEntryCollection, linesCollection, markCollection, deadLetterCollection, `${deadLetterCollection}.parts`],
  ...[queueCollection, deliveryDeadLetterCollection, removalCollection, stepCollection],
];

/**
 * Copies a SQLite store into an empty MongoDB database, including the numbers of events and the secret of cursors, and
 * compares everything. A migration that was killed is completed by the next one, because every write can be repeated.
 * Servers refuse to start on the database until the migration is finished.
 *
 * @returns the number of documents of each kind
 * @throws {LandfallError} CONFIG_INVALID when the target has other data, a server uses it, or the source has changed;
 *   STORE_DAMAGED
 */
export async function migrateStore({ path, db, restart = false, onProgress }: MigrationOptions): Promise<ReadonlyMap<string, number>> {
  // A server that was killed has left data in the write-ahead log.
  truncateWriteAheadLog(path);
  const source = stateOf(path);
  await requireNoServer(db);
  await migrate(db, randomUUID());
  await beginMigration(db, source, restart);
  const reader = openReader(path);
  try {
    const sources = documentsOf(reader);
    for (const one of sources) await copy(db, one, onProgress);
    const counts = await compare(db, sources, onProgress);
    const { bytes, changedAtNs } = stateOf(path);
    if (bytes !== source.bytes || changedAtNs !== source.changedAtNs) throw sourceChanged(db);
    await openRows(db).updateOne({ _id: storeMigrationRow }, { $set: { finishedAt: new Date() } });
    return counts;
  } finally {
    reader.close();
  }
}

function stateOf(path: string) {
  const { size, mtimeNs } = statSync(path, { bigint: true });
  return { bytes: Number(size), changedAtNs: String(mtimeNs) };
}

function openRows(db: MigratedDatabase): Collection<MigrationRow> {
  return openCollection<MigrationRow>(db, 'meta');
}

/** Begins a migration, or continues the one that this source has begun. */
async function beginMigration(db: MigratedDatabase, source: SourceState, restart: boolean): Promise<void> {
  const rows = openRows(db);
  const begun = await rows.findOne({ _id: storeMigrationRow }, committed);
  if (begun?.finishedAt !== undefined) throw hasOtherData(db, `a store was migrated to it at ${begun.finishedAt.toISOString()}`);
  if (begun !== null && restart) await discard(db);
  else if (begun !== null) {
    if (begun.source.bytes !== source.bytes || begun.source.changedAtNs !== source.changedAtNs) throw sourceChanged(db);
    return;
  }
  await requireNoData(db);
  await rows.insertOne({ _id: storeMigrationRow, source }).catch((error: unknown) => {
    duplicatesOf(error);
    throw hasOtherData(db, 'another migration has begun');
  });
}

async function requireNoData(db: MigratedDatabase): Promise<void> {
  for (const name of dataCollections) {
    if ((await openCollection(db, name).findOne(exceptBoundaryRows, { projection: { _id: 1 } })) !== null)
      throw hasOtherData(db, `collection ${name} has data`);
  }
  const facts = { _id: { $regex: '^(secret|bounds|followed):' } };
  if ((await openCollection<MigrationRow>(db, 'meta').findOne(facts)) !== null) throw hasOtherData(db, 'a server has used it');
}

/** Removes everything that an unfinished migration has copied; its own row last. */
async function discard(db: MigratedDatabase): Promise<void> {
  for (const name of dataCollections) await openCollection(db, name).deleteMany(exceptBoundaryRows);
  await openRows(db).deleteMany({ _id: { $nin: [layoutRow, storeMigrationRow] } });
  await openRows(db).deleteOne({ _id: storeMigrationRow });
}

function hasOtherData({ databaseName }: MigratedDatabase, why: string): LandfallError {
  return new LandfallError('CONFIG_INVALID', `MONGODB_URL: the database ${databaseName} is not empty: ${why}. Name a new database.`);
}

function sourceChanged({ databaseName }: MigratedDatabase): LandfallError {
  const message = `The SQLite store has changed since its migration to the database ${databaseName} began. Stop what uses it, and run the command with --restart.`;
  return new LandfallError('CONFIG_INVALID', message);
}

async function copy(db: MigratedDatabase, { name, batches }: DocumentSource, onProgress: MigrationOptions['onProgress']): Promise<void> {
  let copied = 0;
  const progress = throttled(onProgress);
  for (const documents of batches()) {
    for (const [collection, ofCollection] of byCollection(documents)) {
      // A migration that was killed has copied some of them.
      const options = { ordered: false, ignoreUndefined: true };
      await openCollection<Document>(db, collection).insertMany(ofCollection, options).catch(duplicatesOf);
    }
    copied += documents.length;
    progress(() => `${name}: ${copied} documents copied`);
  }
}

/** Compares every document with the stored one, and their total numbers. @throws {LandfallError} STORE_DAMAGED */
async function compare(
  db: MigratedDatabase,
  sources: readonly DocumentSource[],
  onProgress: MigrationOptions['onProgress'],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>(dataCollections.map((name) => [name, 0]));
  const progress = throttled(onProgress);
  for (const { name, batches } of sources) {
    for (const documents of batches()) {
      for (const [collection, ofCollection] of byCollection(documents)) {
        await compareBatch(openCollection(db, collection), ofCollection);
        counts.set(collection, (counts.get(collection) ?? 0) + ofCollection.length);
      }
      progress(() => `${name}: documents compared`);
    }
  }
  for (const name of dataCollections) {
    const stored = await openCollection(db, name).countDocuments(exceptBoundaryRows, committed);
    if (stored !== counts.get(name)) throw differs(name, `has ${stored} documents instead of ${counts.get(name)}`);
  }
  return counts;
}

async function compareBatch(collection: Collection<Document>, documents: readonly Document[]): Promise<void> {
  const ids = documents.map(({ _id }) => _id);
  const stored = new Map<string, Document>();
  for (const document of await collection.find({ _id: { $in: ids } }, committed).toArray())
    stored.set(JSON.stringify(document['_id']), document);
  for (const document of documents) {
    const found = stored.get(JSON.stringify(document['_id']));
    const isEqual = found !== undefined && bytesOf(found).equals(bytesOf(document));
    if (!isEqual)
      throw differs(
        collection.collectionName,
        `${found === undefined ? 'lacks' : 'has another'} document ${JSON.stringify(document['_id'])}`,
      );
  }
}

function bytesOf(document: Document): Buffer {
  return Buffer.from(BSON.serialize(document, { ignoreUndefined: true }));
}

function differs(collection: string, how: string): LandfallError {
  const message = `The copy is not complete: collection ${collection} ${how}. Run the command with --restart; servers refuse the database until then.`;
  return new LandfallError('STORE_DAMAGED', message);
}

function byCollection(documents: readonly TargetDocument[]): Map<string, Document[]> {
  const groups = new Map<string, Document[]>();
  for (const { collection, document } of documents) {
    const group = groups.get(collection) ?? [];
    groups.set(collection, group);
    group.push(document);
  }
  return groups;
}

const progressMs = 2_000;

function throttled(report: (line: string) => void): (line: () => string) => void {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < progressMs) return;
    last = performance.now();
    report(line());
  };
}
