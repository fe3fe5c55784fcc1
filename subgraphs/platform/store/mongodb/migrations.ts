import type { IndexDescription } from 'mongodb';
import { LandfallError } from '../../errors.ts';
import { logNames } from '../version-store.ts';
import { type ArrivalDocument, arrivalCollection, arrivalEntryCollection, linesCollection, markCollection } from './arrival-rows.ts';
import { committed, type MetaRow, type MongoDatabase, openCollection } from './collections.ts';
import { deadLetterCollection } from './dead-letter-store.ts';
import { deliveryDeadLetterCollection, queueCollection } from './delivery-store.ts';
import { removalCollection, stepCollection } from './removal-store.ts';
import { boundaryRows } from './rows.ts';

/** Id of the row of the collection `meta` that names the layout of the database. */
export const layoutRow = 'schema';

/** Id of the row of the collection `meta` that records the progress of a migration from SQLite. */
export const storeMigrationRow = 'store-migration';

/**
 * Upgrades the database to the layout of this program. Every step can be repeated, also by several processes that start at
 * the same time.
 *
 * @throws {LandfallError} CONFIG_INVALID when the database was written by a newer program
 */
export async function migrate(db: MongoDatabase): Promise<void> {
  const version = (await layoutOf(db)) ?? 0;
  if (version > layoutVersion) {
    const known = `this program supports layouts up to ${layoutVersion}`;
    throw new LandfallError(
      'CONFIG_INVALID',
      `The database has layout ${version}; ${known}. Start the newer program, or restore a backup.`,
    );
  }
  if (version === layoutVersion) return;
  await createMissing(db);
  await evaluateAll(db);
  await addVisitTerms(db);
  await openCollection<MetaRow>(db, 'meta').updateOne({ _id: layoutRow }, { $max: { version: layoutVersion } }, { upsert: true });
}

/** Returns the layout of the database; undefined when no server has used it. */
export async function layoutOf(db: MongoDatabase): Promise<number | undefined> {
  return (await openCollection<MetaRow>(db, 'meta').findOne({ _id: layoutRow }, committed))?.version;
}

/** @throws {LandfallError} CONFIG_INVALID when a migration from SQLite has begun and is not finished */
export async function requireWholeStore(db: MongoDatabase): Promise<void> {
  const row = await openCollection<MetaRow & { finishedAt?: Date }>(db, 'meta').findOne({ _id: storeMigrationRow }, committed);
  if (row === null || row.finishedAt !== undefined) return;
  throw new LandfallError(
    'CONFIG_INVALID',
    'MONGODB_URL: the migration to this database is not complete. Run landfall migrate again, with the same settings.',
  );
}

/** Creates the indexes and rows of the layout that are missing, as they may be in an older or a restored database. */
export async function createMissing(db: MongoDatabase): Promise<void> {
  await Promise.all(indexes.map(([collection, descriptions]) => openCollection(db, collection).createIndexes([...descriptions])));
  for (const log of logNames) {
    const versions = openCollection<Pick<(typeof boundaryRows)[number], '_id' | 'sequence'>>(db, log);
    for (const { _id, sequence } of boundaryRows) await versions.updateOne({ _id }, { $setOnInsert: { sequence } }, { upsert: true });
  }
}

/** Marks each arrival for a new evaluation, which completes its document. */
async function evaluateAll(db: MongoDatabase): Promise<void> {
  await openCollection<ArrivalDocument>(db, arrivalCollection).updateMany({}, { $set: { wakeAtMs: 0 } });
}

/** Adds the terms of a ship at a port in a quarter of a year, which the model of port calls also writes. */
async function addVisitTerms(db: MongoDatabase): Promise<void> {
  const keysOf = (...names: readonly string[]) => ({
    $filter: { input: '$keys', cond: { $or: names.map((name) => ({ $eq: [{ $indexOfCP: ['$$this', name] }, 0] })) } },
  });
  const quarter = { $toString: { $ceil: { $divide: [{ $toInt: { $substrCP: ['$date', 5, 2] } }, 3] } } };
  const termOfPort = {
    $concat: [
      'at:',
      '$$ship',
      ' ',
      { $substrCP: ['$$port', 'UNLocationCode:'.length, 200] },
      ' ',
      { $substrCP: ['$date', 0, 4] },
      '-',
      quarter,
    ],
  };
  const ofShip = { $map: { input: keysOf('UNLocationCode:'), as: 'port', in: termOfPort } };
  const ofShips = { $map: { input: keysOf('vesselIMONumber:', 'vesselName:'), as: 'ship', in: ofShip } };
  const added = { $reduce: { input: ofShips, initialValue: [], in: { $concatArrays: ['$$value', '$$this'] } } };
  const withoutTerms = { date: { $exists: true }, keys: { $not: /^at:/ } };
  await openCollection(db, 'port-call-events.current-rows').updateMany(withoutTerms, [
    { $set: { keys: { $concatArrays: ['$keys', added] } } },
  ]);
}

/** The layout that this program reads and writes. That of 0.2.0 is 5; those between them were of no release. */
export const layoutVersion = 10;

/** The indexes of each collection. */
const indexes: readonly (readonly [collection: string, descriptions: readonly IndexDescription[]])[] = [
  ...logNames.flatMap((log) => [
    [log, [{ key: { sequence: 1 }, unique: true }]] as const,
    [
      `${log}.current-rows`,
      [
        // Terms are indexed only in the order that never changes: in a second index each new version of an entity would
        // move all its entries. For queries in the order of changes, MongoDB scans that order or sorts the matches,
        // whichever is cheaper.
        { key: { keys: 1, firstReceived: 1 } },
        { key: { firstReceived: 1 } },
        { key: { lastChanged: 1 } },
        // The newest row of each partner, whose term is the first.
        { key: { 'keys.0': 1, lastChanged: 1 } },
        { key: { date: 1 }, partialFilterExpression: { date: { $exists: true } } },
      ],
    ] as const,
  ]),
  [deadLetterCollection, [{ key: { hash: 1 }, unique: true }]],
  [removalCollection, [{ key: { startedAt: -1 } }]],
  [stepCollection, [{ key: { removal: 1 } }, { key: { pending: 1 }, sparse: true }]],
  [queueCollection, [{ key: { commandNumber: 1 }, unique: true, sparse: true }]],
  [deliveryDeadLetterCollection, [{ key: { subscriber: 1, log: 1, _id: 1 } }, { key: { log: 1, sequence: 1 } }]],
  [
    arrivalCollection,
    [
      { key: { keys: 1, _id: 1 } },
      ...['wakeAtMs', 'queryAtMs', 'queriedAtMs'].map((field) => ({ key: { [field]: 1 as const }, sparse: true })),
    ],
  ],
  [linesCollection, [{ key: { group: 1, hash: 1 }, unique: true }]],
  [markCollection, [{ key: { arrivalId: 1, tenant: 1, target: 1, kind: 1 } }]],
  [
    arrivalEntryCollection,
    [
      { key: { arrival: 1, scope: 1 } },
      ...['attention', 'bestTime', 'lastChange', 'lastFree', 'visit'].map((field) => ({
        key: { scope: 1 as const, bucket: 1 as const, [field]: 1 as const },
      })),
    ],
  ],
];
