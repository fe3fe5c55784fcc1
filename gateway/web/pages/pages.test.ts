import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileCache, encodingFor } from './pages.ts';

const text = 'arrivals '.repeat(1_000);
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-files-'));
  path = join(folder, 'page.js');
  await writeFile(path, text);
});
afterAll(() => rm(folder, { recursive: true }));

describe('a file cache', () => {
  it('returns a file in every encoding, with the same tag', async () => {
    const cache = createFileCache();
    const [plain, gzip, br] = await Promise.all([cache.read(path, 'identity'), cache.read(path, 'gzip'), cache.read(path, 'br')]);
    expect([plain.bytes, gunzipSync(gzip.bytes), brotliDecompressSync(br.bytes)].map(String)).toEqual([text, text, text]);
    expect(new Set([plain.etag, gzip.etag, br.etag]).size).toBe(1);
    expect(br.bytes.length).toBeLessThan(text.length / 10);
  });

  it('compresses a file once, however many requests need it at the same time', async () => {
    const cache = createFileCache();
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => cache.read(path, 'br')));
    expect(others.every((file) => file === first)).toBe(true);
    expect(await cache.read(path, 'br')).toBe(first);
  });

  it('never exceeds its maximum size', async () => {
    const cache = createFileCache(2.5 * text.length);
    for (const name of ['a.js', 'b.js', 'c.js', 'd.js']) {
      await writeFile(join(folder, name), text);
      await cache.read(join(folder, name), 'identity');
      expect(cache.size).toBeLessThanOrEqual(2.5 * text.length);
    }
    expect(cache.size).toBeGreaterThan(2 * text.length);
  });

  it('reports a missing file, and finds it when it exists again', async () => {
    const cache = createFileCache();
    const late = join(folder, 'late.js');
    await expect(cache.read(late, 'br')).rejects.toThrow('ENOENT');
    await writeFile(late, text);
    expect((await cache.read(late, 'identity')).bytes.length).toBe(text.length);
  });
});

describe('the encoding of an answer', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=1.0', 'gzip'],
    ['br; q=0.000, gzip;q=0', 'identity'],
    ['deflate', 'identity'],
  ])('for Accept-Encoding: %s is %s', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding);
  });
});
