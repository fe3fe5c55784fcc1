import { describe, expect, inject, it } from 'vitest';
import { openMongo } from '../support/mongo.ts';
import { arrivalOf } from './arrival-samples.ts';

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
});
