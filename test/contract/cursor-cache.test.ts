import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describe, expect, inject, it } from 'vitest';
import type { CursorCache } from '#platform/cache/cursor-cache.ts';
import { createMemoryCursorCache } from '#platform/cache/memory-cursor-cache.ts';
import { createRedisCursorCache } from '#platform/cache/redis-cursor-cache.ts';
import { startRedis } from '../support/processes.ts';
import { createTestClock } from '../support/test-clock.ts';
import { until } from '../support/until.ts';
import { describeCursorCache, testedEntrySize } from './cursor-cache.ts';

describeCursorCache('memory cursor cache', async () => {
  const clock = createTestClock();
  const cache = createMemoryCursorCache({ maxBytes: 1.5 * testedEntrySize, clock });
  return {
    cache,
    other: cache,
    advance: clock.advance,
    [Symbol.asyncDispose]: () => cache[Symbol.asyncDispose](),
  };
});

describe('memory cursor cache', () => {
  it('drops the least recently used entries when the cache grows too large', async () => {
    const cache = createMemoryCursorCache({ maxBytes: 700 });
    for (const key of ['a', 'b', 'c']) await cache.put(key, { key }, 60_000);
    expect(await Promise.all(['a', 'b', 'c'].map((key) => cache.find(key)))).toEqual([undefined, { key: 'b' }, { key: 'c' }]);
  });
});

const url = inject('redisUrl');
if (url !== undefined) {
  describeCursorCache('Redis cursor cache', async () => {
    const prefix = randomUUID();
    const [cache, other] = [openCache(url, prefix), openCache(url, prefix)];
    return {
      cache,
      other,
      [Symbol.asyncDispose]: async () => {
        await cache[Symbol.asyncDispose]();
        await other[Symbol.asyncDispose]();
      },
    };
  });

  describe('Redis cursor cache', () => {
    it('finds and stores nothing while Redis is unavailable, and works again afterwards', async () => {
      await using redis = await startRedis();
      await using cache = openCache(redis.url, randomUUID());
      await cache.put('a', { is: 'kept' }, 60_000);
      await redis.kill();
      await cache.put('b', { is: 'lost' }, 60_000);
      expect(await cache.find('a')).toBeUndefined();
      await redis.restart();
      await until(async () => {
        await cache.put('c', { is: 'new' }, 60_000);
        return (await cache.find('c')) !== undefined;
      });
    });

    it('finds and stores nothing while Redis does not respond, after one short wait, and works again afterwards', async () => {
      await using redis = await startRedis();
      await using cache = openCache(redis.url, randomUUID());
      await cache.put('a', { is: 'kept' }, 60_000);
      process.kill(redis.pid, 'SIGSTOP');
      try {
        expect(await cache.find('a')).toBeUndefined();
        for (let round = 0; round < 50; round += 1) expect(await Promise.race([cache.find('a'), nextTurn('waits')])).toBeUndefined();
        expect(await Promise.race([cache.put('b', { is: 'lost' }, 60_000), nextTurn('waits')])).toBeUndefined();
      } finally {
        process.kill(redis.pid, 'SIGCONT');
      }
      await until(async () => (await cache.find('a')) !== undefined);
      expect(await cache.find('b')).toBeUndefined();
    });

    it('finds nothing of a deployment with another prefix', async () => {
      await using ours = openCache(url, randomUUID());
      await using theirs = openCache(url, randomUUID());
      await theirs.put('a', { is: 'theirs' }, 60_000);
      expect(await ours.find('a')).toBeUndefined();
    });
  });
}

/** With the options of a Landfall process, except that it waits for the first connection. */
function openCache(redisUrl: string, prefix: string): CursorCache {
  const client = new Redis(redisUrl, { maxRetriesPerRequest: 1, connectTimeout: 5_000 });
  return createRedisCursorCache(client, { prefix, maxEntrySize: testedEntrySize });
}
