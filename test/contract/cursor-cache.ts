import { describe, expect, it } from 'vitest';
import type { CursorCache } from '#platform/cache/cursor-cache.ts';
import { until } from '../support/until.ts';

/** A cache under test, and the same entries as another process sees them. */
export interface OpenedCache extends AsyncDisposable {
  readonly cache: CursorCache;
  /** For a cache of a single process, the same cache. */
  readonly other: CursorCache;
  /** Advances the clock, if the cache has one that can be advanced. */
  readonly advance?: (ms: number) => void;
}

/** Maximum size of an entry in the tested caches, in characters of JSON. */
export const testedEntrySize = 1_000;

/** Lifetime of entries whose expiry is awaited. */
const ttlMs = 100;

/** Tests the contract of every cache. */
export function describeCursorCache(name: string, openCache: () => Promise<OpenedCache>): void {
  describe(name, () => {
    it('returns stored values, here and in other processes', async () => {
      await using opened = await openCache();
      const value = { rows: [{ n: 1.1, text: 'Ærø\u2028' }, [], {}], none: null };
      await opened.cache.put('a', value, 60_000);
      expect(await opened.cache.find('a')).toEqual(value);
      expect(await opened.other.find('a')).toEqual(value);
    });

    it('finds nothing under keys that were never stored', async () => {
      await using opened = await openCache();
      await opened.cache.put('a', {}, 60_000);
      expect(await opened.cache.find('b')).toBeUndefined();
    });

    it('drops an entry when it expires, and not before', async () => {
      await using opened = await openCache();
      await opened.cache.put('long', { is: 'long' }, 60_000);
      const foundInTime = async (): Promise<boolean> => {
        const startedAt = performance.now();
        await opened.cache.put('short', { is: 'short' }, ttlMs);
        const found = await opened.cache.find('short');
        // A busy machine can take longer than the lifetime.
        if (found === undefined && performance.now() - startedAt >= ttlMs) return false;
        expect(found).toEqual({ is: 'short' });
        return true;
      };
      await until(foundInTime);
      await expired(opened, 'short');
      expect(await opened.cache.find('long')).toEqual({ is: 'long' });
    });

    it('returns the last value stored under a key, for its lifetime', async () => {
      await using opened = await openCache();
      await opened.cache.put('a', { version: 1 }, ttlMs);
      await opened.cache.put('a', { version: 2 }, 60_000);
      await opened.cache.put('later', {}, ttlMs);
      await expired(opened, 'later');
      expect(await opened.cache.find('a')).toEqual({ version: 2 });
    });

    it('lets a value expire at another time, and revives none that has expired', async () => {
      await using opened = await openCache();
      await opened.cache.put('a', { is: 'a' }, 60_000);
      await opened.cache.expire('a', ttlMs);
      await expired(opened, 'a');
      await opened.cache.expire('a', 60_000);
      await opened.cache.expire('unknown', 60_000);
      expect([await opened.cache.find('a'), await opened.other.find('a'), await opened.cache.find('unknown')]).toEqual(
        Array(3).fill(undefined),
      );
    });

    it('drops a value that is too large, without an error', async () => {
      await using opened = await openCache();
      await opened.cache.put('large', { text: 'x'.repeat(testedEntrySize) }, 60_000);
      await opened.cache.put('small', { text: 'x' }, 60_000);
      expect(await opened.cache.find('large')).toBeUndefined();
      expect(await opened.cache.find('small')).toEqual({ text: 'x' });
    });
  });
}

async function expired({ cache, advance }: OpenedCache, key: string): Promise<void> {
  advance?.(ttlMs);
  await until(async () => (await cache.find(key)) === undefined);
}
