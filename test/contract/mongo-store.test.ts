import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient, Timestamp } from 'mongodb';
import { describe, expect, inject, it, vi } from 'vitest';
import { inspectDatabase } from '#platform/store/mongodb/inspect.ts';
import { layoutVersion } from '#platform/store/mongodb/migrations.ts';
import { createMongoStore } from '#platform/store/mongodb/store.ts';
import { openMongo } from '../support/mongo.ts';
import { startMongod } from '../support/processes.ts';
import { patienceMs, until } from '../support/until.ts';
import { alertsOf } from './version-store-lines.ts';
import {
  at,
  currentRowOf,
  entityIdOf,
  findOne,
  keptOf,
  logName,
  readWholeLog,
  sequenceAll,
  versionOf,
  versionsOf,
  withoutNumber,
} from './version-store-samples.ts';

const url = inject('mongodbUrl');
describe.skipIf(url === undefined)('MongoDB store: sequencing', () => describeAnnouncing(url ?? ''));
describe.skipIf(url === undefined)('MongoDB store: layout', () => describeLayout(url ?? ''));

function describeAnnouncing(server: string): void {
  it('repairs a current row before it assigns the number, if a process died after writing the row', async () => {
    const clock = createSteppedClock();
    await using opened = await openMongo(server, { clock: clock.now });
    const versions = opened.store.versions(logName);
    const [version] = versionsOf(1, () => ({ index: { terms: ['port:A'] } }));
    await versions.append(versionsOf(1, () => ({ index: { terms: ['port:A'] } })));
    await pretendToHaveDied(opened.db, entityIdOf(0));
    expect(await currentRowOf(versions, entityIdOf(0))).toBeUndefined();

    expect(await versions.assignSequences()).toBe(0);
    clock.advance(60_000);
    expect(await versions.assignSequences()).toBe(1);

    const head = await currentRowOf(versions, entityIdOf(0));
    expect(withoutNumber(head?.current)).toEqual(keptOf(version ?? expect.fail()));
    expect(head?.current.sequence).toBe(1);
    expect(await versions.listCurrent({ order: 'NEWEST_FIRST', limit: 1, filter: { all: [['port:A']] } })).toHaveLength(1);
  });

  it('raises a current row that shows an older version, if a process died after writing the row', async () => {
    const clock = createSteppedClock();
    await using opened = await openMongo(server, { clock: clock.now });
    const versions = opened.store.versions(logName);
    await versions.append([versionOf({ sortKey: '2025-11-01' })]);
    const [before] = await heads(opened.db).find().toArray();
    await versions.append([versionOf({ sortKey: '2025-11-02', receivedAt: at(9), text: '{"v":2}' })]);
    await heads(opened.db).replaceOne({ _id: before?._id }, before ?? {});

    expect(await versions.assignSequences()).toBe(1);
    clock.advance(60_000);
    expect(await versions.assignSequences()).toBe(1);

    expect((await currentRowOf(versions, 'entity-1'))?.current).toMatchObject({ sortKey: '2025-11-02', sequence: 2 });
    expect((await currentRowOf(versions, 'entity-1'))?.firstReceivedAt).toBe(at(0));
  });

  it('removes nothing that waits for its number, and completes the removal of a process that died', async () => {
    await using opened = await openMongo(server);
    const versions = opened.store.versions(logName);
    const [waiting, numbered] = versionsOf(2);
    const keys = [waiting ?? expect.fail(), numbered ?? expect.fail()].map(({ entityId, sortKey }) => ({ entityId, sortKey }));
    await versions.append([numbered ?? expect.fail()]);
    await sequenceAll(versions);
    await versions.append([waiting ?? expect.fail()]);
    const { removals } = opened.store;
    await removals.begin({ id: 'one', startedAt: at(0), reason: { kind: 'AGE', receivedBefore: at(9) } });

    expect(await removals.removeVersions('one', logName, keys)).toBe(1);
    await sequenceAll(versions);
    expect((await readWholeLog(versions)).map(({ entityId, sequence }) => [entityId, sequence])).toEqual([[entityIdOf(0), 2]]);

    const going = { log: logName, rows: [{ _id: { e: entityIdOf(0), k: waiting?.sortKey }, sequence: 2 }], ended: [entityIdOf(0)] };
    const steps = opened.db.collection<{ _id: string }>('removals.steps');
    await steps.insertOne({ _id: 'begun', removal: 'one', counts: [], pending: going } as { _id: string });
    await removals.resume();
    await removals.resume();
    expect(await versions.count()).toBe(0);
    expect(await currentRowOf(versions, entityIdOf(0))).toBeUndefined();
    expect(await steps.countDocuments({ pending: { $exists: true } })).toBe(0);
  });

  it('numbers each version once, however many sequencers run', async () => {
    await using opened = await openMongo(server);
    const stores = await Promise.all([1, 2, 3].map(() => opened.another()));
    const sequencers = [opened.store, ...stores].map((store) => store.versions(logName));
    await sequencers[0]?.append(versionsOf(1_300));
    const counts = await Promise.all(
      sequencers.map(async (versions) => {
        let sequenced = 0;
        for (let count = await versions.assignSequences(); count > 0; count = await versions.assignSequences()) sequenced += count;
        return sequenced;
      }),
    );
    expect(counts.reduce((sum, count) => sum + count)).toBe(1_300);
    const entries = await readWholeLog(opened.store.versions(logName));
    expect(entries.map(({ sequence, entityId }) => [sequence, entityId])).toEqual(
      entries.map((_, index) => [index + 1, entityIdOf(index)]),
    );
    expect(entries).toHaveLength(1_300);
  });

  it('reads the end of the log and the waiting versions without scanning the entries of numbered ones', async () => {
    await using opened = await openMongo(server);
    const versions = opened.store.versions(logName);
    await versions.append(versionsOf(1_500));
    await sequenceAll(versions);
    const before = await skippedBackwards(opened.db);
    expect(await versions.assignSequences()).toBe(0);
    const { head } = await versions.bounds();
    expect((await versions.readLog({ after: head - 10, limit: 20 })).entries).toHaveLength(10);
    expect((await skippedBackwards(opened.db)) - before).toBeLessThan(100);
  });

  it('stores nothing of an object with more terms than MongoDB can index', async () => {
    await using opened = await openMongo(server);
    const versions = opened.store.versions(logName);
    const monster = versionOf({
      entityId: 'monster',
      index: { terms: Array.from({ length: 300_000 }, (_, index) => `equipment:${index}`) },
    });
    await expect(versions.append([versionOf(), monster])).rejects.toMatchObject({ code: 'PUSH_TOO_LARGE' });
    expect(await versions.findCurrent(['entity-1', 'monster'])).toEqual([undefined, undefined]);
    expect(await findOne(versions, versionOf())).toBeUndefined();
  });

  it('answers STORE_UNAVAILABLE while MongoDB is unavailable or silent, and loses nothing', async () => {
    await using mongod = await startPrivateMongod();
    const client = new MongoClient(mongod.server.url, { serverSelectionTimeoutMS: 500 });
    await using _ = { [Symbol.asyncDispose]: () => client.close() };
    const store = await createMongoStore(client.db('landfall'), { timeoutMs: 1_500 });
    const versions = store.versions(logName);
    const list = versionsOf(30);
    const unavailable = { code: 'STORE_UNAVAILABLE', status: 503 };
    await versions.append(list.slice(0, 10));

    process.kill(mongod.server.pid, 'SIGSTOP');
    const whileSilent = versions.append(list.slice(10, 20));
    await expect(whileSilent).rejects.toMatchObject(unavailable);
    await expect(store.ping()).rejects.toMatchObject(unavailable);
    process.kill(mongod.server.pid, 'SIGCONT');
    await vi.waitFor(() => store.ping(), { timeout: patienceMs });

    await mongod.server.kill('SIGKILL');
    await expect(versions.append(list.slice(20))).rejects.toMatchObject(unavailable);
    await expect(versions.listCurrent({ order: 'NEWEST_FIRST', limit: 1 })).rejects.toMatchObject(unavailable);
    await expect(versions.assignSequences()).rejects.toMatchObject(unavailable);
    await mongod.server.restart();
    await vi.waitFor(() => store.ping(), { timeout: patienceMs });

    const outcomes = await versions.append(list);
    expect(outcomes.slice(0, 10).map(({ kind }) => kind)).toEqual(Array(10).fill('REPEATED'));
    expect(outcomes.slice(20).map(({ kind }) => kind)).toEqual(Array(10).fill('STORED'));
    await until(async () => {
      await sequenceAll(versions);
      return (await versions.bounds()).head === 30;
    });
    expect(await versions.findCurrent(list.map(({ entityId }) => entityId))).not.toContain(undefined);
  });

  it('keeps every acknowledged version when MongoDB is killed at any moment', async () => {
    await using mongod = await startPrivateMongod();
    const client = new MongoClient(mongod.server.url, { serverSelectionTimeoutMS: 20_000 });
    await using _ = { [Symbol.asyncDispose]: () => client.close() };
    const store = await createMongoStore(client.db('landfall'), { timeoutMs: 30_000 });
    const versions = store.versions(logName);
    const answered: string[] = [];
    let pushing = true;
    const push = async (caller: number) => {
      for (let call = 0; pushing; call++) {
        const list = versionsOf(5, (index) => ({ entityId: `${caller}-${call}-${index}` }));
        const outcomes = await versions.append(list).catch(() => []);
        answered.push(...list.filter((_, index) => outcomes[index] !== undefined).map(({ entityId }) => entityId));
        await versions.assignSequences().catch(() => 0);
      }
    };
    const pushers = [0, 1, 2, 3].map(push);
    for (let kill = 1; kill <= 3; kill++) {
      await until(() => answered.length > kill * 60);
      await mongod.server.restart();
    }
    pushing = false;
    await Promise.all(pushers);

    expect(await versions.findCurrent(answered)).not.toContain(undefined);
    await until(async () => {
      await sequenceAll(versions);
      return (await versions.count()) === (await versions.bounds()).head;
    });
    const entries = await readWholeLog(versions);
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1));
    expect(new Set(entries.map(({ entityId }) => entityId)).size).toBe(entries.length);
    expect(entries.map(({ entityId }) => entityId)).toEqual(expect.arrayContaining(answered));
  });
}

function describeLayout(server: string): void {
  it('rejects a database that a newer program wrote', async () => {
    await using opened = await openMongo(server);
    await opened.db.collection<{ _id: string }>('meta').updateOne({ _id: 'schema' }, { $set: { version: 99 } });
    await expect(opened.reopen()).rejects.toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringContaining('layout 99') });
  });

  it('is created once by many processes that start at the same time', async () => {
    await using opened = await openMongo(server);
    await opened.db.dropDatabase();
    const stores = await Promise.all([1, 2, 3, 4].map(() => opened.another()));
    for (const store of stores) expect(await store.versions(logName).append([versionOf({ entityId: 'one' })])).toHaveLength(1);
    const indexes = await opened.db.collection(logName).indexes();
    expect(indexes.map(({ key, unique }) => [key, unique])).toContainEqual([{ sequence: 1 }, true]);
    expect(await opened.db.collection('leases').countDocuments()).toBe(0);
  });

  it('is completed after the process that was creating it died', async () => {
    await using opened = await openMongo(server);
    await opened.db.collection<{ _id: string }>('meta').deleteOne({ _id: 'schema' });
    expect(await opened.store.takeLease('migrations', 'dead process', 300)).toBe(true);
    const store = await opened.another();
    await expect(store.ping()).resolves.toBeUndefined();
    expect(await opened.db.collection<{ _id: string }>('meta').findOne({ _id: 'schema' })).toMatchObject({ version: layoutVersion });
  });

  it('finds damage of the lines that alerts share, and a wrong number of their uses', async () => {
    await using opened = await openMongo(server);
    await opened.store.versions('arrival-alerts').append(alertsOf(2));
    await sequenceAll(opened.store.versions('arrival-alerts'));
    const lines = opened.db.collection<{ uses: number }>('arrival-alerts.parts');
    const findings = async () => {
      const found: string[] = [];
      for await (const finding of inspectDatabase(opened.db, await opened.another())) found.push(finding);
      return found;
    };
    expect(await findings()).toEqual([]);
    await lines.updateOne({}, { $set: { uses: 1 } });
    const miscounted = expect.stringMatching(/^arrival-alerts: the lines [\w-]{43}, which versions share, are missing, or their number/);
    expect(await findings()).toEqual([miscounted]);
    await lines.updateOne({}, { $set: { uses: 2, bytes: Buffer.from('{}') } });
    expect(await findings()).toEqual([1, 2].map((number) => `arrival-alerts, number ${number}: its bytes do not match their hash.`));
    await lines.deleteOne({});
    expect(await findings()).toEqual([miscounted]);
  });
}

/** Leaves the version of an entity in the state before its current row is written. */
async function pretendToHaveDied(db: Db, entityId: string): Promise<void> {
  await heads(db).deleteOne({ _id: entityId });
  await db.collection(logName).updateOne({ '_id.e': entityId }, { $set: { sequence: new Timestamp({ t: 1, i: 1 }) } });
}

function heads(db: Db) {
  return db.collection<{ _id: string | undefined }>(`${logName}.current-rows`);
}

/** Returns how many index entries of replaced timestamps the backward reads of the log have skipped. */
async function skippedBackwards(db: Db): Promise<number> {
  const { indexDetails } = await db.command({ collStats: logName, indexDetails: true });
  return indexDetails['sequence_1'].cursor['Total number of entries skipped by cursor prev calls'];
}

function createSteppedClock() {
  let now = 1_000;
  return {
    now: () => now,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

async function startPrivateMongod() {
  const dbPath = await mkdtemp(join(tmpdir(), 'landfall-mongod-'));
  const server = await startMongod({ dbPath });
  return {
    server,
    [Symbol.asyncDispose]: async () => {
      await server.kill();
      await rm(dbPath, { recursive: true, force: true });
    },
  };
}
