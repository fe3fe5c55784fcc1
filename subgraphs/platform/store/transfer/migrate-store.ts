import { isDeepStrictEqual } from 'node:util';
import type { Collection, Db } from 'mongodb';
import { LandfallError } from '../../errors.ts';
import { marksOn } from '../arrival-store.ts';
import { pagesOf } from '../batches.ts';
import { pagesOfDeliveryDeadLetters } from '../delivery-store.ts';
import { insertCopies } from '../mongodb/append.ts';
import { arrivalCollection, arrivalEntryCollection, linesCollection, markCollection } from '../mongodb/arrival-rows.ts';
import { boundsIdOf } from '../mongodb/assign-sequences.ts';
import { committed, type MetaRow, maxStepMs, openCollection, openMongoLog } from '../mongodb/collections.ts';
import { deadLetterCollection } from '../mongodb/dead-letter-store.ts';
import { type DeliveryDeadLetterRow, deliveryDeadLetterCollection, queueCollection } from '../mongodb/delivery-store.ts';
import { createMongoCall, duplicatesOf } from '../mongodb/failure.ts';
import { requireNoServer } from '../mongodb/leases.ts';
import { layoutRow, migrate, storeMigrationRow } from '../mongodb/migrations.ts';
import { type RemovalRow, removalCollection, type StepRow, stepCollection } from '../mongodb/removal-store.ts';
import { exceptBoundaryRows } from '../mongodb/rows.ts';
import { createMongoStore } from '../mongodb/store.ts';
import type { Reader } from '../sqlite/connection.ts';
import { indexOf, integer, text } from '../sqlite/rows.ts';
import { tablePrefix } from '../sqlite/schema.ts';
import type { Store } from '../store.ts';
import { type LogName, logNames, type StoredVersion, type VersionIndex } from '../version-store.ts';

/** The part of the driver's database that the migration uses. */
export type MigratedDatabase = Pick<Db, 'collection' | 'command' | 'aggregate' | 'client' | 'databaseName'>;

export interface MigrationOptions {
  /** The SQLite store. The caller has locked its folder. */
  readonly source: Store;
  /** A connection to its file. */
  readonly reader: Reader;
  readonly db: MigratedDatabase;
  readonly onProgress: (line: string) => void;
}

/** A migration, stored in the target. */
interface MigrationRow {
  readonly _id: string;
  /** Set when everything has been copied and compared, so that servers may use the database. */
  readonly finishedAt?: Date;
}

const dataCollections = [
  ...logNames.flatMap((log) => [log, `${log}.current-rows`, `${log}.parts`, `${log}.clashes`]),
  ...[arrivalCollection, arrivalEntryCollection, linesCollection, markCollection, deadLetterCollection, `${deadLetterCollection}.parts`],
  ...[queueCollection, deliveryDeadLetterCollection, removalCollection, stepCollection],
];

/** Number of rows that are copied together. Their documents are in memory. */
const batchSize = 100;

/**
 * Copies a SQLite store into an empty MongoDB database, including the numbers of events and the secret of cursors, and
 * compares all versions. Servers refuse to start on the database until the migration is finished. One that was killed is
 * discarded by the next one.
 *
 * @returns the number of versions in each log
 * @throws {LandfallError} CONFIG_INVALID when the target has other data or a server uses it; STORE_DAMAGED
 */
export async function migrateStore(options: MigrationOptions): Promise<ReadonlyMap<LogName, number>> {
  const { source, reader, db } = options;
  await requireNoServer(db);
  await migrate(db);
  const rows = openCollection<MigrationRow>(db, 'meta');
  const begun = await rows.findOne({ _id: storeMigrationRow }, committed);
  if (begun?.finishedAt !== undefined) throw hasOtherData(db, `a store was migrated to it at ${begun.finishedAt.toISOString()}`);
  if (begun !== null) await discard(db);
  await requireNoData(db);
  const target = await createMongoStore(db);
  await rows.insertOne({ _id: storeMigrationRow }).catch((error: unknown) => {
    duplicatesOf(error);
    throw hasOtherData(db, 'another migration has begun');
  });
  const counts = new Map<LogName, number>();
  for (const log of logNames) counts.set(log, await copyLog(log, target, options));
  await copyArrivals(source, target);
  for (const row of reader.all('SELECT log, position FROM followed_logs')) {
    await target.arrivals.advance(text(row, 'log'), integer(row, 'position'));
  }
  await copyDeliveries(source, target, db);
  for (const { id, removed, ...removal } of await source.removals.list(Number.MAX_SAFE_INTEGER)) {
    await openCollection<RemovalRow>(db, removalCollection).insertOne({ _id: id, ...removal });
    await openCollection<StepRow>(db, stepCollection).insertOne({ _id: id, removal: id, counts: removed });
  }
  const bytes = await source.secret('cursors');
  await openCollection<MetaRow>(db, 'meta').insertOne({ _id: 'secret:cursors', bytes });
  for (const log of logNames) await compareLog(log, source, target);
  await rows.updateOne({ _id: storeMigrationRow }, { $set: { finishedAt: new Date() } });
  return counts;
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
  const meta: Collection<MigrationRow> = openCollection(db, 'meta');
  await meta.deleteMany({ _id: { $nin: [layoutRow, storeMigrationRow] } });
  await meta.deleteOne({ _id: storeMigrationRow });
}

function hasOtherData({ databaseName }: MigratedDatabase, why: string): LandfallError {
  return new LandfallError('CONFIG_INVALID', `MONGODB_URL: the database ${databaseName} is not empty: ${why}. Name a new database.`);
}

/** Copies the versions of a log with their numbers, blobs and clashes, and its bounds. @returns the number of versions */
async function copyLog(name: LogName, target: Store, { source, reader, db, onProgress }: MigrationOptions): Promise<number> {
  const [versions, copies] = [source.versions(name), target.versions(name)];
  const log = openMongoLog(name, { db, call: createMongoCall({ timeoutMs: maxStepMs }), timeoutMs: maxStepMs, maxScanned: 1 });
  let [copied, reportedAt] = [0, performance.now()];
  for await (const page of scanned(source, name)) {
    const firstReceived = await firstReceiptsOf(source, name, page);
    const indexOfVersion = indexesOf(reader, name, page);
    // A blob may be larger than all documents of a page.
    for (const part of groupsOf(page)) {
      await insertCopies(
        log,
        await Promise.all(
          part.map(async (version) => ({
            ...version,
            blob: version.blob && (await versions.readBlob(version)),
            index: indexOfVersion(version.sequence),
            firstReceivedAt: firstReceived.get(version.entityId) ?? version.receivedAt,
          })),
        ),
      );
    }
    for (const clash of (await versions.listClashes(page)).flat()) await copies.addClash(clash);
    copied += page.length;
    if (performance.now() - reportedAt < progressMs) continue;
    reportedAt = performance.now();
    onProgress(`${name}: ${copied} versions copied`);
  }
  await log.meta.updateOne({ _id: boundsIdOf(log) }, { $set: await versions.bounds() }, { upsert: true });
  return copied;
}

const progressMs = 2_000;

type NumberedVersion = StoredVersion & { readonly sequence: number };

async function* scanned(store: Store, log: LogName): AsyncGenerator<NumberedVersion[]> {
  for (let after = 0; ; ) {
    const page = await store.versions(log).scan({ after, limit: batchSize });
    if (page.length > 0) yield page;
    if (page.length < batchSize) return;
    after = page.at(-1)?.sequence ?? after;
  }
}

/** Divides a page into versions that are inserted together: those without a blob, and each with one. */
function groupsOf(page: readonly NumberedVersion[]): NumberedVersion[][] {
  return [page.filter(({ blob }) => blob === undefined), ...page.filter(({ blob }) => blob !== undefined).map((version) => [version])];
}

/** Returns when entities were first received, which may be before the first version that is still stored. */
async function firstReceiptsOf(source: Store, log: LogName, page: readonly StoredVersion[]): Promise<ReadonlyMap<string, string>> {
  const found = await source.versions(log).findCurrent([...new Set(page.map(({ entityId }) => entityId))]);
  return new Map(found.flatMap((row) => (row === undefined ? [] : [[row.entityId, row.firstReceivedAt]])));
}

/** Reads the index entries of versions, which no other reader needs as they were stored. */
function indexesOf(reader: Reader, log: LogName, page: readonly NumberedVersion[]): (sequence: number) => VersionIndex {
  const sql = `SELECT sequence, search_index FROM ${tablePrefix(log)}_versions WHERE sequence >= ? AND sequence <= ?`;
  const rows = reader.all(sql, page[0]?.sequence ?? 0, page.at(-1)?.sequence ?? 0);
  const found = new Map(rows.map((row) => [integer(row, 'sequence'), row]));
  return (sequence) => indexOf(found.get(sequence) ?? {});
}

async function copyArrivals({ arrivals }: Store, target: Store): Promise<void> {
  for await (const page of pagesOf(
    (place) => arrivals.scan(place),
    batchSize,
    ({ arrivalId }) => arrivalId,
  )) {
    const marks = await arrivals.findMarks(page.map(({ arrivalId }) => arrivalId));
    await target.arrivals.write(page.map(({ revision: _, ...row }) => ({ row, revision: 0, putMarks: marksOn(row.arrivalId, marks) })));
  }
}

async function copyDeliveries(source: Store, target: Store, db: MigratedDatabase): Promise<void> {
  for await (const page of pagesOf(
    (place) => source.deadLetters.list(place),
    batchSize,
    ({ id }) => id,
  ))
    await target.deadLetters.add(page);
  // No process waits for commands while all are stopped.
  for (const queue of await source.deliveries.listQueues()) await target.deliveries.writeQueue({ ...queue, version: 0 });
  for await (const page of pagesOfDeliveryDeadLetters(source)) {
    const rows = page.map(({ id, ...deadLetter }) => ({ _id: id, ...deadLetter }));
    await openCollection<DeliveryDeadLetterRow>(db, deliveryDeadLetterCollection).insertMany(rows);
  }
}

/** Compares all versions with their blobs and clashes, and the bounds of the log. @throws {LandfallError} STORE_DAMAGED */
async function compareLog(log: LogName, source: Store, target: Store): Promise<void> {
  const copies = scanned(target, log);
  const requireEqual = (one: unknown, other: unknown, what: string) => {
    if (isDeepStrictEqual(one, other)) return;
    const message = `The copy is not complete: ${log} ${what}. Run the command again; servers refuse the database until then.`;
    throw new LandfallError('STORE_DAMAGED', message);
  };
  for await (const page of scanned(source, log)) {
    const { value: copied = [] } = await copies.next();
    for (const [index, version] of page.entries()) {
      const what = `has another number ${version.sequence}`;
      requireEqual(copied[index], version, what);
      if (version.blob !== undefined)
        requireEqual(await target.versions(log).readBlob(version), await source.versions(log).readBlob(version), what);
    }
    requireEqual(await target.versions(log).listClashes(page), await source.versions(log).listClashes(page), 'has other clashes');
  }
  requireEqual(await target.versions(log).bounds(), await source.versions(log).bounds(), 'has other bounds');
}
