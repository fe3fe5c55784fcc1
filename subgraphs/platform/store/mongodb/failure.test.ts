import { type BulkWriteResult, MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { createMongoCall, duplicatesOf } from './failure.ts';

const duplicate = { code: 11_000, index: 1, errmsg: 'E11000 duplicate key' };
const bulkError = (writeErrors: readonly object[], writeConcernError?: object) =>
  new MongoBulkWriteError({ message: 'E11000', code: 11_000, writeErrors: writeErrors as never }, {
    getWriteConcernError: () => writeConcernError,
  } as unknown as BulkWriteResult);

describe('duplicates of an unordered insert', () => {
  test('are identified by their positions in the list', () => {
    expect(duplicatesOf(bulkError([duplicate, { ...duplicate, index: 4 }]))).toEqual(new Set([1, 4]));
  });

  test.each([
    ['a majority has not confirmed the write', bulkError([duplicate], { code: 64, errmsg: 'waiting for replication timed out' })],
    ['something else failed, too', bulkError([duplicate, { ...duplicate, code: 91, index: 2 }])],
    ['nothing is known', bulkError([])],
    ['the connection was lost', new MongoNetworkError('connection closed')],
  ])('throw the error itself when %s', (_, error) => {
    expect(() => duplicatesOf(error)).toThrow(error);
  });
});

describe('a step against MongoDB', () => {
  test.each([
    [43, 'CursorNotFound'],
    [94, 'NotYetInitialized'],
    [211, 'KeyNotFound'],
    [11_601, 'Interrupted'],
    [64, 'WriteConcernFailed'],
  ])('that fails because of the state of the servers is STORE_UNAVAILABLE and names it: %i %s', async (code, codeName) => {
    const call = createMongoCall({ timeoutMs: 1_000, place: 'MongoDB at h1' });
    const failing = call(() => Promise.reject(new MongoServerError({ message: 'away', code, codeName })));
    await expect(failing).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      cause: { message: expect.stringContaining(`MongoDB at h1: ${codeName} (away)`) },
    });
  });

  test('that writes to a connection which the server has just closed is STORE_UNAVAILABLE, although the driver throws no error of its own', async () => {
    const call = createMongoCall({ timeoutMs: 1_000, place: 'MongoDB at h1' });
    const closed = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
    await expect(call(() => Promise.reject(closed))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      cause: { message: expect.stringContaining('MongoDB at h1: EPIPE') },
    });
  });

  test('that fails because of a bug of this program throws the original error', async () => {
    const call = createMongoCall({ timeoutMs: 1_000 });
    for (const error of [new MongoServerError({ message: 'unknown operator', code: 2 }), new TypeError('of ours')]) {
      await expect(call(() => Promise.reject(error))).rejects.toBe(error);
    }
  });
});
