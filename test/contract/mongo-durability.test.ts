import { type CommandStartedEvent, type Db, MongoClient } from 'mongodb';
import { describe, expect, inject, it } from 'vitest';
import type { MongoDatabase } from '#platform/store/mongodb/collections.ts';
import { createMongoStore } from '#platform/store/mongodb/store.ts';
import type { Store } from '#platform/store/store.ts';
import { openDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/landfall.ts';
import { openMongo } from '../support/mongo.ts';
import { startMongod } from '../support/processes.ts';
import { arrivalOf } from './arrival-samples.ts';
import { deadLetterOf } from './delivery-store.ts';
import { at, blobOf, logName, readWholeLog, sequenceAll, versionOf } from './version-store-samples.ts';

const url = inject('mongodbUrl');
describe.skipIf(url === undefined)('MongoDB store: durability', () => describeDurability(url ?? ''));

function describeDurability(server: string): void {
  it('requests a majority and the journal with every write, whatever the URL contains', async () => {
    await using database = openDatabase(server);
    const client = new MongoClient(database.url, { monitorCommands: true, w: 1, journal: false });
    await using _ = { [Symbol.asyncDispose]: () => client.close() };
    const writes: CommandStartedEvent[] = [];
    client.on('commandStarted', (event) => {
      if (writeCommands.has(event.commandName)) writes.push(event);
    });
    await writeEverything(await createMongoStore(client.db()));

    const alone = writes.filter(({ command }) => command['autocommit'] !== false || endsTransaction.has(String(Object.keys(command)[0])));
    expect(new Set(alone.map(({ commandName }) => commandName))).toEqual(writeCommands);
    for (const { commandName, command } of alone) {
      expect([commandName, command['writeConcern']]).toEqual([commandName, expect.objectContaining({ w: 'majority', j: true })]);
    }
  });

  it('reports no repeat while a majority has not confirmed the stored version', async () => {
    await using folder = await temporaryFolder();
    await using mongod = await startMongod({ dbPath: folder.path, args: ['--setParameter', 'enableTestCommands=1'] });
    await using client = new MongoClient(mongod.url);
    const store = await createMongoStore(client.db('landfall'));
    const versions = store.versions(logName);
    await versions.append([versionOf()]);
    const writeConcernError = { code: 64, codeName: 'WriteConcernFailed', errmsg: 'waiting for replication timed out' };
    const data = { failCommands: ['insert'], writeConcernError };
    await client.db('admin').command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data });
    await expect(versions.append([versionOf()])).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await versions.append([versionOf()])).toEqual([{ kind: 'REPEATED' }]);
  });

  it('does not give a number that was already read to a version that has been stored again after a failover', async () => {
    await using opened = await openMongo(server);
    const other = opened.store.versions(logName);
    const version = versionOf();
    const meanwhile = async (): Promise<void> => {
      await sequenceAll(other);
      const { removals } = opened.store;
      await removals.begin({ id: 'one', startedAt: at(0), reason: { kind: 'AGE', receivedBefore: at(9) } });
      await removals.removeVersions('one', logName, [{ entityId: version.entityId, sortKey: version.sortKey }]);
      await other.append([version]);
    };
    const slow = (await createMongoStore(interrupted(opened.db, meanwhile))).versions(logName);
    await other.append([version]);

    await sequenceAll(slow);
    expect((await readWholeLog(other)).map(({ sequence }) => sequence)).toEqual([2]);
  });
}

const writeCommands: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'findAndModify', 'commitTransaction']);
const endsTransaction: ReadonlySet<string> = new Set(['commitTransaction']);

/** Calls every method that writes. */
async function writeEverything(store: Store): Promise<void> {
  const versions = store.versions(logName);
  const version = versionOf({ blob: blobOf(Buffer.from('pdf')) });
  await versions.append([version]);
  await versions.append([versionOf({ sortKey: '2026-01-01' })]);
  await sequenceAll(versions);
  await versions.complete({ ...version, completeness: 2 });
  const { entityId, sortKey, receivedAt, receivedBy } = version;
  await versions.addClash({ entityId, sortKey, receivedAt, receivedBy, contentHash: 'another', document: Buffer.from('{}') });
  await versions.trimLog(at(9));
  const deadLetter = { partner: 'acme', log: logName, receivedAt: at(0), reason: 'none', path: '$', bytes: Buffer.from('{') } as const;
  await store.deadLetters.add([deadLetter]);
  for (const { id } of await store.deadLetters.list({ limit: 1 })) await store.deadLetters.remove(id);
  const key = { log: logName, subscriber: 'acme' } as const;
  const state = { offset: 0, messages: [], startedAt: at(0) };
  await store.deliveries.writeQueue({ ...key, version: 0, state });
  await store.deliveries.writeQueue({ ...key, version: 1, state, deadLetters: [{ ...deadLetterOf({ sequence: 1 }), ...key }] });
  await store.removals.begin({ id: 'one', startedAt: at(0), reason: { kind: 'AGE', receivedBefore: at(9) } });
  await store.removals.removeVersions('one', logName, [{ entityId, sortKey }]);
  await store.removals.finish('one', at(9));
  const mark = { tenant: 'blue', arrivalId: 'arrival-1', target: 'alert-1', kind: 'ACKNOWLEDGED', at: at(0) } as const;
  await store.arrivals.write([{ row: arrivalOf(), revision: 0, putMarks: [mark] }]);
  await store.arrivals.write([{ row: arrivalOf({ entries: [] }), revision: 1, removeMarks: [mark] }]);
  await store.arrivals.advance(logName, 1);
  await store.arrivals.remove(['arrival-1']);
  await store.secret('any');
  await store.takeLease('any', 'one', 1_000);
  await store.releaseLease('any', 'one');
  await store.ping();
}

/** Opens a database that runs a function between reading and writing the first numbers. */
function interrupted(db: Db, meanwhile: () => Promise<void>): MongoDatabase {
  let isFirst = true;
  const command: MongoDatabase['command'] = async (document, options) => {
    if (document['update'] === logName && isFirst) {
      isFirst = false;
      await meanwhile();
    }
    return db.command(document, options);
  };
  return { command, client: db.client, collection: db.collection.bind(db), aggregate: db.aggregate.bind(db) } as MongoDatabase;
}
