import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { type CursorCache, createMemoryCursorCache, createRedisCursorCache } from '#platform/cache/cursor-cache.ts';
import { openRedis } from '#platform/process/redis.ts';
import { startRedis } from '../support/processes.ts';
import { redisFailures } from '../support/redis-servers.ts';
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
    const [cache, other] = [await openCache(url, prefix), await openCache(url, prefix)];
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
    it.each(redisFailures)('finds the entries of its own process while Redis $what, and shares them again afterwards', async (failure) => {
      await using redis = await startRedis();
      const prefix = randomUUID();
      await using cache = await openCache(redis.url, prefix);
      await using other = await openCache(redis.url, prefix);
      expect([cache.interruption?.(60_000), other.interruption?.(60_000)]).toEqual([undefined, undefined]);
      await cache.put('a', { is: 'before' }, 60_000);
      await failure.begin(redis);
      try {
        // A command that timed out may take effect later.
        await until(async () => {
          await cache.put('unknown', {}, 60_000);
          return cache.interruption?.(0)?.includes('is away');
        });
        await cache.put('b', { is: 'meanwhile' }, 60_000);
        expect([await cache.find('a'), await cache.find('b')]).toEqual([{ is: 'before' }, { is: 'meanwhile' }]);
        expect(await other.find('b')).toBeUndefined();
      } finally {
        await failure.end(redis);
      }
      await until(async () => {
        await cache.put('c', { is: 'new' }, 60_000);
        return (await other.find('c')) !== undefined;
      });
      expect([await other.find('b'), await cache.find('b')]).toEqual([undefined, { is: 'meanwhile' }]);
      expect(cache.interruption?.(60_000)).toContain('was away');
    });

    it('waits only once for a Redis that does not respond', async () => {
      await using redis = await startRedis();
      await using cache = await openCache(redis.url, randomUUID());
      await cache.put('a', { is: 'kept' }, 60_000);
      process.kill(redis.pid, 'SIGSTOP');
      try {
        expect(await cache.find('a')).toEqual({ is: 'kept' });
        for (let round = 0; round < 50; round += 1) {
          expect(await Promise.race([cache.find('a'), nextTurn('waits')])).toEqual({ is: 'kept' });
        }
        expect(await Promise.race([cache.put('b', { is: 'meanwhile' }, 60_000), nextTurn('waits')])).toBeUndefined();
      } finally {
        process.kill(redis.pid, 'SIGCONT');
      }
    });

    it('finds nothing of a deployment with another prefix', async () => {
      await using ours = await openCache(url, randomUUID());
      await using theirs = await openCache(url, randomUUID());
      await theirs.put('a', { is: 'theirs' }, 60_000);
      expect(await ours.find('a')).toBeUndefined();
    });
  });
}

async function openCache(redisUrl: string, prefix: string): Promise<CursorCache> {
  const redis = await openRedis(redisUrl, { logger: undefined, prefix });
  const cache = createRedisCursorCache(redis.cache, { prefix, maxEntrySize: testedEntrySize });
  return { ...cache, [Symbol.asyncDispose]: () => redis[Symbol.asyncDispose]() };
}
