import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, inject, test, vi } from 'vitest';
import { exceptBoundaryRows } from '#platform/store/mongodb/rows.ts';
import { createMongoStore } from '#platform/store/mongodb/store.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import type { Store } from '#platform/store/store.ts';
import { type CurrentOrder, logNames, type NewVersion } from '#platform/store/version-store.ts';
import { arrivalOf, arrivalsOf, audience, entryOf, tenantScope } from '../../contract/arrival-samples.ts';
import { at, blobOf, keyOf, versionOf, versionsOf } from '../../contract/version-store-samples.ts';
import { openDatabase, type TemporaryDatabase } from '../../support/database.ts';
import { runLandfall, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { type PushedNotice, pushNotices } from '../../support/push.ts';
import { runHere } from '../../support/run-here.ts';
import { createSubscriber, nameOf } from '../../support/subscriber.ts';
import { patienceMs } from '../../support/until.ts';

const serverUrl = inject('mongodbUrl');
const command = ['migrate', '--from', 'sqlite', '--to', 'mongodb'];

describe.runIf(serverUrl)('landfall migrate', () => {
  test('copies everything in a store: the copy answers every query like the source', async () => {
    await using folders = await openFolders();
    const { path, database, settings } = folders;
    {
      await using store = await createSqliteStore({ path });
      await fill(store);
    }
    expect(await runHere(command, { environment: settings })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/and compared: \d+ in arrival-notice-versions/),
    });
    await using source = await createSqliteStore({ path });
    await using copy = await createMongoStore(database.db);
    expect(comparable(await answersOf(copy))).toEqual(comparable(await answersOf(source)));
    // Numbers continue after the greatest one that was assigned, even if its version was removed.
    const log = 'arrival-notice-versions';
    const { head } = await source.versions(log).bounds();
    await copy.versions(log).append([versionOf({ entityId: 'after' })]);
    await copy.versions(log).assignSequences();
    expect((await copy.versions(log).findCurrent(['after']))[0]?.current.sequence).toBe(head + 1);
  });

  test('starts again after SIGKILL at any moment, and servers refuse the database until it is finished', async () => {
    await using folders = await openFolders();
    const { path, database, settings } = folders;
    // Enough for the copy to be in progress when it is killed, even on a fast machine.
    const count = 8_000;
    {
      await using store = await createSqliteStore({ path });
      const list = versionsOf(count, (index) => ({ text: JSON.stringify({ index, text: 'x'.repeat(index % 3_000) }) }));
      await store.versions('arrival-notice-versions').append(list);
    }
    const copied = () => database.db.collection('arrival-notice-versions').countDocuments(exceptBoundaryRows);
    for (const enough of [1, 1_500, 2_500]) {
      const before = await copied();
      await using migration = await spawnMigration(settings);
      // What the one before has copied is discarded first. Polled frequently, because the rest of the copy takes little time.
      if (before > 0) await vi.waitUntil(async () => (await copied()) < before, { timeout: patienceMs, interval: 5 });
      await vi.waitUntil(async () => (await copied()) >= enough, { timeout: patienceMs, interval: 5 });
      await migration.kill('SIGKILL');
    }
    const before = await copied();
    expect(before).toBeLessThan(count);
    const refused = await runLandfall(['serve'], { environment: settings });
    expect([refused.code, refused.stdout + refused.stderr]).toEqual([
      1,
      expect.stringContaining('the migration to this database is not complete'),
    ]);
    expect(await runHere(command, { environment: settings })).toMatchObject({ code: 0 });
    expect(await copied()).toBe(count);
    await using store = await createMongoStore(database.db);
    expect(await store.versions('arrival-notice-versions').bounds()).toMatchObject({ head: count });
  });

  test('preserves cursors: a subscriber continues at the new store, with no gap and no duplicate', async () => {
    await using folders = await openFolders();
    const { environment, settings } = folders;
    const subscriber = createSubscriber('0');
    {
      await using landfall = await startLandfall(['serve'], { environment });
      const listening = subscriber.listen(landfall.url);
      await push(landfall.url, 0, 60);
      await subscriber.until((events) => events.length === 60);
      await subscriber.stop();
      await listening;
      await push(landfall.url, 60, 100);
      const refused = await runHere(command, { environment: settings });
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('another Landfall server uses') });
      await landfall.kill('SIGKILL');
    }
    expect(await runHere(command, { environment: settings })).toMatchObject({ code: 0 });
    await using landfall = await openLandfall({ ...settings, DATA_DIR: join(folders.folder, 'unused') });
    const goesOn = createSubscriber(subscriber.events.at(-1)?.cursor);
    const listening = goesOn.listen(landfall.url);
    await push(landfall.url, 100, 130);
    await goesOn.until((events) => events.length >= 70);
    expect([...subscriber.events, ...goesOn.events].map(nameOf)).toEqual(Array.from({ length: 130 }, (_, number) => pushedName(number)));
    await goesOn.stop();
    await listening;
  });

  test('refuses a database with other data, one that a server uses, and an option that is gone', async () => {
    await using folders = await openFolders();
    const { path, database, settings } = folders;
    const migrate = (...more: readonly string[]) => runHere([...command, ...more], { environment: settings });
    const refusal = (message: string) => ({ code: 1, stderr: expect.stringMatching(new RegExp(`^CONFIG_INVALID: .*${message}`, 'm')) });
    expect(await migrate()).toMatchObject({ code: 1, stderr: expect.stringMatching(/^NOT_FOUND: There is no data/) });
    {
      await using store = await createSqliteStore({ path });
      await store.versions('port-call-events').append(versionsOf(3));
    }
    {
      await using other = await createMongoStore(database.db);
      await other.takeLease('sequencer:port-call-events', 'a server', 60_000);
      expect(await migrate()).toMatchObject(refusal('a server uses the database'));
      await other.releaseLease('sequencer:port-call-events', 'a server');
      await other.secret('cursors');
      expect(await migrate()).toMatchObject(refusal('is not empty: a server has used it'));
    }
    await database.db.collection<{ _id: string }>('meta').deleteMany({ _id: /^secret/ });
    expect(await migrate()).toMatchObject({ code: 0 });
    expect(await migrate()).toMatchObject(refusal('is not empty: a store was migrated to it'));
    expect(await migrate('--restart')).toMatchObject({ code: 1, stderr: expect.stringContaining("unknown option '--restart'") });
  });
});

interface Folders extends AsyncDisposable {
  readonly folder: string;
  /** The file of the SQLite store. */
  readonly path: string;
  readonly database: TemporaryDatabase;
  /** Settings of a server over SQLite. */
  readonly environment: Readonly<Record<string, string>>;
  /** Settings including the database. */
  readonly settings: Readonly<Record<string, string>>;
}

async function openFolders(): Promise<Folders> {
  const folder = await temporaryFolder();
  await writePartners(folder.path);
  const database = openDatabase(serverUrl ?? '');
  const environment = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') };
  return {
    folder: folder.path,
    path: join(folder.path, 'landfall.db'),
    database,
    environment,
    settings: { ...environment, MONGODB_URL: database.url },
    [Symbol.asyncDispose]: async () => {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const noticeOf = (number: number): PushedNotice => ({
  transportDocumentReference: `MIGRATE${number % 7}`,
  issueDateTime: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(),
});
const pushedName = (number: number) => `${noticeOf(number).transportDocumentReference} ${noticeOf(number).issueDateTime}`;

async function push(url: string, from: number, to: number): Promise<void> {
  const notices = Array.from({ length: to - from }, (_, index) => noticeOf(from + index));
  expect((await pushNotices(url, ...notices)).status).toBe(200);
}

/** Writes every kind of data that a store contains. */
async function fill(store: Store): Promise<void> {
  const versions = store.versions('arrival-notice-versions');
  const terms = (index: number) => ['partner:acme', `port:${index % 5}`, `long:${'x'.repeat(300)}${index % 3}`];
  const sampleOf = (index: number) => ({
    index: { terms: terms(index), groups: [{ vessel: `V${index % 4}`, voyage: '$1.a' }], date: `2026-01-${10 + (index % 20)}` },
    violations: index % 9 === 0 ? [{ path: '$.a', message: 'expected a string' } as never] : [],
  });
  const large = versionOf({
    entityId: 'large',
    text: JSON.stringify({ text: randomBytes(60_000).toString('hex') }),
    receivedAt: at(5_000),
  });
  const withBlob = versionOf({ entityId: 'blob', blob: blobOf(randomBytes(9_000_000)), receivedAt: at(5_001) });
  await versions.append([...versionsOf(700, sampleOf), large, withBlob]);
  // Later and earlier versions, a clash, a more complete view, and erased versions, including the last one.
  const later = Array.from({ length: 50 }, (_, index) =>
    changed(index, { sortKey: '2025-12-01', receivedAt: at(6_000 + index), ...sampleOf(index) }),
  );
  await versions.append([...later, ...versionsOf(20, () => ({ sortKey: '2025-10-01', receivedAt: at(7_000) }))]);
  await versions.complete(versionOf({ entityId: 'large', text: '{"more":true}', completeness: 2, receivedAt: at(8_000) }));
  const clash = { entityId: 'blob', sortKey: withBlob.sortKey, receivedAt: at(9), receivedBy: 'PULL', contentHash: 'other' } as const;
  await versions.addClash({ ...clash, document: Buffer.from('{"clash":true}') });
  const last = versionOf({ entityId: 'last', receivedAt: at(9_000) });
  await versions.append([last]);
  await store.versions('arrival-alerts').append(
    versionsOf(30, (index) => ({
      receivedBy: 'DERIVED',
      text: `{"own":${index}}${index % 10 === 0 ? '' : `\n"shared by ${index % 2}"`}`,
    })),
  );
  await store.versions('port-call-events').append(versionsOf(3));
  await store.removals.begin({ id: 'one', startedAt: at(0), by: '$me', reason: { kind: 'AGE', receivedBefore: at(5) } });
  await store.removals.removeVersions('one', 'arrival-notice-versions', [keyOf(last), ...versionsOf(3).map(keyOf)]);
  await store.removals.finish('one', at(10));
  await store.removals.begin({ id: 'two', startedAt: at(1), reason: { kind: 'ERASURE', keyKind: 'PARTY', keyHash: 'hash' } });
  await versions.trimLog(at(20));
  await store.deadLetters.add(
    Array.from({ length: 5 }, (_, index) => ({
      partner: 'acme',
      log: 'port-call-events' as const,
      receivedAt: at(index),
      reason: '$reason',
      path: '$.a',
      bytes: randomBytes(100 + index * 1_000),
    })),
  );
  await fillDeliveries(store);
  await store.arrivals.write(
    arrivalsOf(600, (index) => ({
      wakeAtMs: index,
      queriedAtMs: index,
      ...(index % 50 === 0 && { hasPending: true }),
      terms: terms(index),
    })),
  );
  const entries = [
    entryOf({ rank: 2, bestTimeMs: 5, bestDay: '2026-03-01', lastFreeDay: '2026-03-04' }),
    entryOf({ scopes: [tenantScope] }),
  ];
  const mark = { tenant: 'blue', arrivalId: 'arrival-1', target: 'arrival-1' } as const;
  const putMarks = [
    { ...mark, kind: 'COLLECTED', at: at(1), by: 'me' },
    { ...mark, kind: 'SNOOZED', target: 'alert', at: at(2), until: at(9) },
  ] as const;
  await store.arrivals.write([{ row: arrivalOf({ entries }), revision: 0, putMarks }]);
  await store.arrivals.write([{ row: arrivalOf({ entries, queryAtMs: 7 }), revision: 1 }]);
  await store.arrivals.advance('arrival-notice-versions', 77);
  await store.secret('cursors');
}

async function fillDeliveries({ deliveries }: Store): Promise<void> {
  const state = { offset: 4_000_000_000, messages: [{ id: 'm', sequences: [2, 3], createdAt: at(0), attempts: 2 }], startedAt: at(0) };
  for (const subscriber of ['a', 'b', 'c']) {
    await deliveries.writeQueue({ subscriber, log: 'port-call-events', version: 0, state, isCommand: subscriber !== 'b' });
  }
  const deadLetters = [1, 2, 3].map((sequence) => ({
    id: `d${sequence}`,
    subscriber: 'a',
    log: 'port-call-events' as const,
    messageID: 'm',
    sequence,
    at: at(3),
    attempts: 3,
    reason: 'REFUSED' as const,
    message: 'answered 422',
  }));
  await deliveries.writeQueue({ subscriber: 'a', log: 'port-call-events', version: 1, state: { ...state, offset: 9 }, deadLetters });
}

function changed(index: number, sample: Parameters<typeof versionOf>[0]): NewVersion {
  return versionOf({ entityId: versionsOf(index + 1)[index]?.entityId ?? '', text: `{"changed":${index}}`, ...sample });
}

/** Returns a store's answers about everything in it. */
async function answersOf(store: Store): Promise<unknown> {
  const logs = await Promise.all(
    logNames.map(async (log) => {
      const versions = store.versions(log);
      const all = await versions.scan({ after: 0, limit: 10_000 });
      const { trimmedThrough } = await versions.bounds();
      const lists = await Promise.all(
        (['NEWEST_FIRST', 'OLDEST_FIRST', 'RECENTLY_CHANGED'] satisfies CurrentOrder[]).map(async (order) => {
          const rows = await versions.listCurrent({ order, limit: 10_000, filter: { all: [['port:1', 'port:2']], dateMin: '2026-01-12' } });
          return rows.map(({ entityId, firstReceivedAt, current }) => [entityId, firstReceivedAt, current.sequence]);
        }),
      );
      return {
        log,
        bounds: await versions.bounds(),
        all,
        lists,
        replayed: (await versions.readLog({ after: trimmedThrough, limit: 10_000 })).entries.map(({ sequence }) => sequence),
        inGroup: await versions.countCurrent({ limit: 10_000, filter: { sameGroup: { vessel: 'V1', voyage: '$1.a' } } }),
        ofLongTerm: await versions.countCurrent({ limit: 10_000, filter: { all: [[`long:${'x'.repeat(300)}1`]] } }),
        clashes: await versions.listClashes(all.map(keyOf)),
        blobs: await Promise.all(all.filter(({ blob }) => blob !== undefined).map((version) => versions.readBlob(version))),
      };
    }),
  );
  const { arrivals, deliveries } = store;
  const stored = await arrivals.scan({ limit: 10_000 });
  const arrivalIds = stored.map(({ arrivalId }) => arrivalId);
  const selection = { scope: audience, overriding: tenantScope };
  const listed = await arrivals.list({ ...selection, order: 'ATTENTION', limit: 1_000 });
  return {
    logs,
    stored: stored.map(({ revision: _, ...arrival }) => arrival),
    listed: listed.map(({ arrival, entry }) => [arrival.arrivalId, entry]),
    due: (await arrivals.dueBy('wake', 50, 100)).map(({ arrivalId }) => arrivalId),
    found: (await arrivals.findByTerms({ terms: [`long:${'x'.repeat(300)}1`], limit: 1_000 })).length,
    marks: await arrivals.findMarks(arrivalIds),
    position: await arrivals.position('arrival-notice-versions'),
    queues: (await deliveries.listQueues()).map(({ version: _, ...queue }) => queue),
    deliveryDeadLetters: await deliveries.listDeadLetters({ limit: 100 }),
    deadLetters: (await store.deadLetters.list({ limit: 100 })).map(({ id: _, ...deadLetter }) => deadLetter),
    removals: await store.removals.list(10),
    secret: await store.secret('cursors'),
  };
}

/** Replaces bytes by their hash, because a difference between megabytes could not be displayed. */
function comparable(value: unknown): unknown {
  if (value instanceof Uint8Array) return hash('sha256', value);
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, comparable(member)]));
}

/** Starts a migration that can be killed. */
async function spawnMigration(environment: Readonly<Record<string, string>>) {
  const { spawn } = await import('node:child_process');
  const { program } = await import('../../support/landfall.ts');
  const child = spawn(process.execPath, [...program, ...command], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: 'ignore',
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal);
    await gone;
  };
  return { kill, [Symbol.asyncDispose]: () => kill() };
}
