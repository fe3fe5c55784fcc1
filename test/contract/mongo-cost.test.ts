import type { Document } from 'mongodb';
import { describe, expect, inject, it } from 'vitest';
import { type OpenedMongo, openMongo } from '../support/mongo.ts';
import { deadLetterOf } from './delivery-store.ts';
import { at, logName, sequenceAll, versionsOf } from './version-store-samples.ts';

const url = inject('mongodbUrl');
describe.skipIf(url === undefined)('MongoDB store: cost', () => describeCost(url ?? ''));

function describeCost(server: string): void {
  it('costs as much on the last page as on the first, with and without a term', async () => {
    await using opened = await openMongo(server);
    const versions = opened.store.versions(logName);
    await versions.append(
      versionsOf(4_000, (index) => ({ receivedAt: at(Math.floor(index / 500)), index: { terms: ['partner:acme', `document:${index}`] } })),
    );
    for (const order of ['NEWEST_FIRST', 'OLDEST_FIRST', 'RECENTLY_CHANGED'] as const) {
      for (const filter of [{}, { all: [['partner:acme']] }]) {
        const last = await versions.listCurrent({ order, filter, limit: 21, backwards: true });
        const cost = await headCost(opened, () => versions.listCurrent({ order, filter, limit: 20, from: last[0]?.position }));
        expect(cost, order).toEqual({ keys: 20, rows: 20 });
      }
    }
  });

  it('reads only the rows of a rare term', async () => {
    await using opened = await openMongo(server);
    const versions = opened.store.versions(logName);
    await versions.append(versionsOf(2_000, (index) => ({ index: { terms: ['partner:acme', `document:${index}`] } })));
    for (const order of ['NEWEST_FIRST', 'RECENTLY_CHANGED'] as const) {
      const filter = { all: [['partner:acme'], ['document:7', 'document:1234']] };
      const cost = await headCost(opened, () => versions.listCurrent({ order, filter, limit: 20 }));
      expect(cost.rows, order).toBeLessThanOrEqual(2);
    }
  });

  it('finds the newest row of a partner that has stopped sending without reading the newer rows of others', async () => {
    await using opened = await openMongo(server);
    const versions = opened.store.versions(logName);
    await versions.append(versionsOf(4_000, (index) => ({ index: { terms: [`partner:${index < 2_000 ? 'stopped' : 'sending'}`] } })));
    const filter = { all: [['partner:stopped']] };
    const cost = await headCost(opened, () => versions.listCurrent({ order: 'RECENTLY_CHANGED', filter, limit: 1 }));
    expect(cost).toEqual({ keys: 1, rows: 1 });
  });

  it('reads the end of a log once for all readers that an event has woken', async () => {
    await using opened = await openMongo(server);
    const versions = opened.store.versions(logName);
    await versions.append(versionsOf(20, (index) => ({ index: { terms: [`document:${index}`] } })));
    await sequenceAll(versions);
    const filters = Array.from({ length: 20 }, (_, index) => ({ all: [[`document:${index}`]] }));
    const readAll = () => Promise.all(filters.map((filter) => versions.readLog({ after: 0, limit: 5, filter })));
    const reads = await profiled(opened, new RegExp(logName), async () => {
      expect((await readAll()).map(({ entries }) => entries.length)).toEqual(filters.map(() => 1));
    });
    expect(reads).toHaveLength(1 + filters.length);
  });

  it('writes a queue in one round trip, and finds queues, commands and dead letters by index', async () => {
    await using opened = await openMongo(server);
    const { deliveries, versions } = opened.store;
    await versions(logName).append(versionsOf(50));
    await sequenceAll(versions(logName));
    const keys = Array.from({ length: 50 }, (_, index) => ({ log: logName, subscriber: `subscriber-${index}` }) as const);
    const state = { offset: 0, messages: [], startedAt: at(0) };
    for (const [index, key] of keys.entries()) {
      const deadLetter = { ...deadLetterOf({ sequence: index + 1 }), ...key };
      await deliveries.writeQueue({ ...key, version: 0, state, deadLetters: [deadLetter], isCommand: true });
    }
    const key = { log: logName, subscriber: 'subscriber-7' } as const;
    const cost = async (sendQuery: () => Promise<unknown>) =>
      (await profiled(opened, /\.deliveries/, sendQuery)).map(({ op, docsExamined }) => ({ op, rows: docsExamined }));

    expect(await cost(() => deliveries.writeQueue({ ...key, version: 1, state }))).toEqual([{ op: 'update', rows: 1 }]);
    expect(await cost(() => deliveries.listQueues({ subscriber: 'subscriber-7' }))).toEqual([{ op: 'query', rows: 1 }]);
    expect(await cost(() => deliveries.listCommanded(48))).toEqual([{ op: 'query', rows: 2 }]);
    expect(await cost(() => deliveries.listDeadLetters({ ...key, limit: 9 }))).toEqual([{ op: 'query', rows: 1 }]);
  });
}

/** Returns what MongoDB examined for one list of current rows. */
async function headCost(opened: OpenedMongo, list: () => Promise<unknown>): Promise<{ keys: number; rows: number }> {
  const found = (await profiled(opened, new RegExp(`\\.${logName}\\.current-rows$`), list)).filter(({ op }) => op === 'query');
  expect(found).toHaveLength(1);
  return { keys: found[0]?.['keysExamined'], rows: found[0]?.['docsExamined'] };
}

/** Returns what MongoDB's profiler recorded about the operations on some collections. */
async function profiled({ db }: OpenedMongo, ns: RegExp, sendQuery: () => Promise<unknown>): Promise<Document[]> {
  await db.command({ profile: 2 });
  await sendQuery();
  await db.command({ profile: 0 });
  const found = await db.collection('system.profile').find({ ns }).toArray();
  await db.collection('system.profile').drop();
  return found;
}
