import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { createMongoStore } from '#platform/store/mongodb/store.ts';
import { openWriter } from '#platform/store/sqlite/connection.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import type { Store } from '#platform/store/store.ts';
import { visitTermsOf } from '../../../subgraphs/port-calls/model.ts';
import { openDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { runHere } from '../../support/run-here.ts';
import {
  eventsAfter,
  type FixtureStore,
  fixtureTenants,
  readStoreFixtures,
  type StoreFixture,
  storedAnswersOf,
  unpackDatabase,
  unpackFile,
} from '../../support/store-fixture.ts';
import { noticeOf } from '../arrivals/arriving-notice.ts';
import { openHooked } from '../webhooks/hooked-landfall.ts';

const serverUrl = inject('mongodbUrl');
const stores: readonly FixtureStore[] = serverUrl === undefined ? ['sqlite'] : ['sqlite', 'mongodb'];

describe.for(readStoreFixtures())('data of version $version', (fixture) => {
  test.for(stores)('is opened by this version over %s: queries return the same, and its cursors continue', async (name) => {
    await using data = await unpack(fixture, name);
    {
      await using store = await data.openStore();
      await expectEverything(store);
    }
    const { logs, ...answers } = fixture.answers[name];
    await using landfall = await openHooked(fixtureTenants, data.settings);
    expect(await storedAnswersOf(landfall)).toEqual(answers);
    for (const { field, cursor, next } of logs) {
      // Further alerts may have been raised since.
      const names = (await eventsAfter(landfall, field, cursor)).map((event) => event.name);
      expect(names.slice(0, next.length)).toEqual(next);
    }
    const versions = logs.find(({ field }) => field === 'arrivalNoticeVersionLog');
    expect((await landfall.push(noticeOf({ reference: 'KEPT1', version: 9 }))).status).toBe(200);
    const added = async () => (await eventsAfter(landfall, 'arrivalNoticeVersionLog', versions?.cursor ?? '')).slice(versions?.next.length);
    await expect.poll(async () => (await added()).map((event) => event.name)).toEqual([expect.stringContaining('"KEPT1"')]);
  });
});

test.for(readStoreFixtures())(
  'in a file of version $version can be checked, backed up and restored before a server has upgraded it',
  async (fixture) => {
    await using folder = await temporaryFolder();
    unpackFile(fixture, folder.path);
    const backup = join(folder.path, 'backup.db');
    const [before, after] = [folder.path, join(folder.path, 'restored')].map((path) => ({ environment: { DATA_DIR: path } }));
    expect(await runHere(['backup', backup], before ?? expect.fail())).toMatchObject({ code: 0, stderr: '' });
    expect(await runHere(['restore', backup], after ?? expect.fail())).toMatchObject({ code: 0, stderr: '' });
    expect(await runHere(['check-store'], after ?? expect.fail())).toMatchObject({ code: 0, stdout: '' });
  },
);

describe.for(readStoreFixtures())('events of version $version', (fixture) => {
  test.for(stores)('get the terms over %s by which joins find the events of a ship at a port', async (name) => {
    await using data = await unpack(fixture, name);
    await data.writeEvent(
      ['partner:acme', 'UNLocationCode:SGSIN', 'vesselIMONumber:9321483', 'vesselName:KING'],
      '2026-12-28T22:00:00.000Z',
    );
    await using store = await data.openStore();
    const events = store.versions('port-call-events');
    for (const ship of ['vesselIMONumber:9321483', 'vesselName:KING']) {
      const terms = visitTermsOf([ship], ['SGSIN'], ['2026-12-01', '2026-12-31']);
      expect(terms).toHaveLength(1);
      expect(await events.countCurrent({ limit: 9, filter: { all: [terms] } })).toBe(1);
    }
  });
});

interface UnpackedData extends AsyncDisposable {
  readonly settings: Readonly<Record<string, string>>;
  openStore(): Promise<Store>;
  /** Replaces the index of one stored event. */
  writeEvent(terms: readonly string[], date: string): Promise<void>;
}

async function unpack(fixture: StoreFixture, name: FixtureStore): Promise<UnpackedData> {
  // The data gets older with time.
  const retention = { LOG_RETENTION_HOURS: '10000000' };
  if (name === 'sqlite') {
    const folder = await temporaryFolder();
    unpackFile(fixture, folder.path);
    return {
      settings: { ...retention, DATA_DIR: folder.path },
      openStore: () => createSqliteStore({ path: `${folder.path}/landfall.db` }),
      writeEvent: async (terms, date) => {
        const writer = openWriter(`${folder.path}/landfall.db`);
        const one = 'WHERE id = (SELECT min(id) FROM port_call_events_current_rows)';
        writer.prepare(`UPDATE port_call_events_current_rows SET terms = ?, day = ? ${one}`).run(JSON.stringify(terms), date);
        writer.close();
      },
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  }
  const database = openDatabase(serverUrl ?? '');
  await unpackDatabase(fixture, database.db);
  return {
    settings: { ...retention, MONGODB_URL: database.url },
    openStore: () => createMongoStore(database.db),
    writeEvent: async (keys, date) => {
      await database.db.collection('port-call-events.current-rows').updateOne({}, { $set: { keys, date } });
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** Checks what no query shows. */
async function expectEverything(store: Store): Promise<void> {
  expect(await store.deadLetters.list({ limit: 9 })).toMatchObject([{ partner: 'acme', bytes: expect.any(Buffer) }]);
  const queues = await store.deliveries.listQueues();
  expect(queues).toMatchObject([
    { log: 'arrival-alerts', subscriber: 'webhook:blue:erp', state: { messages: [{ sequences: [1] }, { sequences: [2] }] } },
    { log: 'arrival-notice-versions', subscriber: 'webhook:blue:erp' },
  ]);
  const arrivals = await store.arrivals.scan({ limit: 9 });
  expect(arrivals).toHaveLength(3);
  const marks = await store.arrivals.findMarks(arrivals.map(({ arrivalId }) => arrivalId));
  expect(marks.map(({ kind }) => kind).toSorted()).toEqual(['ACKNOWLEDGED', 'COLLECTED', 'SNOOZED']);
}
