import { describe, expect, inject, it } from 'vitest';
import { openMongo } from '../support/mongo.ts';
import { arrivalOf, entryOf } from './arrival-samples.ts';
import { alertsOf } from './version-store-lines.ts';
import { keyOf } from './version-store-samples.ts';

const url = inject('mongodbUrl');
describe.skipIf(url === undefined)('MongoDB store: arrivals of a killed process', () => {
  it('are rejected soon while its transaction is open, and written after MongoDB has aborted it', async () => {
    await using opened = await openMongo(url ?? '');
    const { arrivals } = opened.store;
    await arrivals.write([{ row: arrivalOf(), revision: 0 }]);
    const session = opened.db.client.startSession();
    session.startTransaction();
    await opened.db
      .collection<{ _id: string }>('arrivals')
      .updateOne({ _id: arrivalOf().arrivalId }, { $set: { left: true } }, { session });

    const later = { row: arrivalOf({ document: '"later"' }), revision: 1 };
    await expect(arrivals.write([later])).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      cause: { code: 'Locked', message: expect.stringContaining('Wait a minute') },
    });
    expect(await arrivals.find([arrivalOf().arrivalId])).toEqual([{ ...arrivalOf(), revision: 1 }]);

    await session.abortTransaction();
    await session.endSession();
    expect(await arrivals.write([later])).toEqual([true]);
  });

  it('leave neither their alerts nor the lines that these share, if it was killed between the two', async () => {
    await using opened = await openMongo(url ?? '');
    const alerts = alertsOf(3);
    const session = opened.db.client.startSession();
    session.startTransaction();
    // What the transaction of the arrivals writes after the lines.
    const currentRows = opened.db.collection<{ _id: string }>('arrival-alerts.current-rows');
    await currentRows.insertOne({ _id: alerts[0]?.entityId ?? '' }, { session });
    const write = { row: arrivalOf(), revision: 0, alerts };
    await expect(opened.store.arrivals.write([write])).rejects.toMatchObject({ cause: { code: 'Locked' } });
    for (const name of ['arrivals', 'arrival-alerts.parts', 'arrival-alerts.current-rows'])
      expect(await opened.db.collection(name).countDocuments(), name).toBe(0);
    expect(await opened.store.versions('arrival-alerts').findVersions(alerts.map(keyOf))).toEqual(alerts.map(() => undefined));

    await session.abortTransaction();
    await session.endSession();
    expect(await opened.store.arrivals.write([write])).toEqual([true]);
    expect(await opened.db.collection('arrival-alerts.parts').find().toArray()).toMatchObject([{ uses: 3 }]);
  });

  it('are written in several transactions if many lists have them, so that one that fails does not take the others back', async () => {
    await using opened = await openMongo(url ?? '');
    const { arrivals } = opened.store;
    const entries = Array.from({ length: 60 }, (_, list) => entryOf({ scopes: [`list-${list}`] }));
    const writes = Array.from({ length: 40 }, (_, index) => ({
      row: arrivalOf({ arrivalId: `arrival-${10 + index}`, entries }),
      revision: 0,
    }));
    const [last] = writes.slice(-1).map(({ row }) => row);
    await arrivals.write([{ row: arrivalOf({ arrivalId: last?.arrivalId ?? '' }), revision: 0 }]);
    const session = opened.db.client.startSession();
    session.startTransaction();
    await opened.db
      .collection<{ _id: string }>('arrivals')
      .updateOne({ _id: last?.arrivalId ?? '' }, { $set: { left: true } }, { session });
    await expect(arrivals.write(writes.map((write) => (write.row === last ? { ...write, revision: 1 } : write)))).rejects.toThrow();
    expect(await arrivals.find(['arrival-10'])).toEqual([{ ...writes[0]?.row, revision: 1 }]);
    await session.abortTransaction();
    await session.endSession();
  });
});

describe.skipIf(url === undefined)('MongoDB store: entries that an earlier version has written, one for each list', () => {
  const scopes = ['all/0', 'all/7', 'none/0'] as const;
  const { arrivalId } = arrivalOf();
  const rowWith = (rank: number) => arrivalOf({ entries: [entryOf({ scopes, rank })] });
  const openEarlier = async () => {
    const opened = await openMongo(url ?? '');
    const { arrivals } = opened.store;
    await arrivals.write([{ row: rowWith(0), revision: 0 }]);
    const entries = opened.db.collection<{ _id: { a: string; s: string } }>('arrivals.entries');
    const [shared] = await entries.find().toArray();
    expect(shared).toMatchObject({ scope: scopes });
    await entries.deleteMany({});
    await entries.insertMany(scopes.map((scope) => ({ ...shared, _id: { a: arrivalId, s: scope }, scope })));
    const { scopes: _, ...shown } = entryOf();
    const separate = scopes.map((scope) => ({ scope, ...shown }));
    await opened.db.collection<{ _id: string }>('arrivals').updateOne({ _id: arrivalId }, { $set: { entries: separate } });
    const listed = () => Promise.all(scopes.map((scope) => arrivals.list({ order: 'ATTENTION', scope, limit: 10 })));
    return { arrivals, entries, listed, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
  };

  it('are listed, and replaced by one for all lists that show the same', async () => {
    await using earlier = await openEarlier();
    expect(await earlier.listed()).toMatchObject(scopes.map((scope) => [{ entry: { scopes: [scope], rank: 0 } }]));
    expect(await earlier.arrivals.write([{ row: rowWith(2), revision: 1 }])).toEqual([true]);
    expect(await earlier.entries.find().toArray()).toMatchObject([{ _id: { a: arrivalId, s: scopes[0] }, scope: scopes }]);
    expect(await earlier.listed()).toMatchObject(scopes.map(() => [{ entry: { scopes, rank: 2 } }]));
  });

  it('are removed with their arrival', async () => {
    await using earlier = await openEarlier();
    await earlier.arrivals.remove([arrivalId]);
    expect(await earlier.entries.countDocuments()).toBe(0);
  });
});
