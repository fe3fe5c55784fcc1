import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { type CursorCache, createMemoryCursorCache, createRedisCursorCache } from '#platform/cache/cursor-cache.ts';
import { openRedis } from '#platform/process/redis.ts';
import { startRedis } from '../../support/processes.ts';
import { redisFailures } from '../../support/redis-servers.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { until } from '../../support/until.ts';
import { type OpenSchedules, openSchedules, pageOf, serviceOf } from './open-schedules.ts';

interface Page {
  readonly edges: {
    readonly cursor: string;
    readonly node: { readonly partner: { readonly id: string }; readonly carrierServiceCode: string };
  }[];
  readonly pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  readonly sources: { readonly partner: { readonly id: string }; readonly status: string }[];
}
const query = `query ($name: String = "COFFEE STAR", $first: Int, $after: String, $last: Int, $before: String, $maxAgeSeconds: Int) {
  vesselSchedules(filter: { vesselName: $name }, first: $first, after: $after, last: $last, before: $before, maxAgeSeconds: $maxAgeSeconds) {
    edges { cursor node { partner { id } carrierServiceCode } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    sources { partner { id } status } } }`;

async function pageAt(schedules: OpenSchedules, page: Record<string, unknown>, entitlement?: string): Promise<Page & { codes: string[] }> {
  const { vesselSchedules } = await schedules.query<{ vesselSchedules: Page }>(query, page, entitlement);
  return { ...vesselSchedules, codes: vesselSchedules.edges.map(({ node }) => node.carrierServiceCode) };
}
const services = (...codes: string[]) => codes.map(serviceOf);

describe('cursors', () => {
  it('page through all partners forwards and backwards, each row once and in order', async () => {
    await using schedules = await openSchedules({ acme: {}, zulu: {} });
    schedules.producer('acme').answer(pageOf(services('A', 'B', 'C')));
    schedules.producer('zulu').answer(pageOf(services('D', 'E')));
    const forwards: string[] = [];
    let page = await pageAt(schedules, { first: 2 });
    for (forwards.push(...page.codes); page.pageInfo.hasNextPage; forwards.push(...page.codes)) {
      page = await pageAt(schedules, { first: 2, after: page.pageInfo.endCursor });
    }
    expect(forwards).toEqual(['A', 'B', 'C', 'D', 'E']);
    const backwards: string[] = [];
    page = await pageAt(schedules, { last: 2 });
    for (backwards.unshift(...page.codes); page.pageInfo.hasPreviousPage; backwards.unshift(...page.codes)) {
      page = await pageAt(schedules, { last: 2, before: page.pageInfo.startCursor });
    }
    expect(backwards).toEqual(forwards);
    expect(schedules.producer('acme').requests).toHaveLength(1);
  });

  it('are the same for the same answers and may be used twice', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(pageOf(services('A', 'B', 'C')));
    const first = await pageAt(schedules, { first: 1 });
    expect((await pageAt(schedules, { first: 1 })).pageInfo.endCursor).toBe(first.pageInfo.endCursor);
    const after = { first: 1, after: first.pageInfo.endCursor };
    expect([(await pageAt(schedules, after)).codes, (await pageAt(schedules, after)).codes]).toEqual([['B'], ['B']]);
  });

  it('stay with their answers, whatever is observed meanwhile and whichever partner failed', async () => {
    await using schedules = await openSchedules({ acme: {}, bad: {} });
    schedules.producer('acme').answer(pageOf(services('A', 'B', 'C')), pageOf(services('X', 'Y', 'Z')));
    const before = await pageAt(schedules, { first: 1 });
    const anew = await pageAt(schedules, { first: 1, maxAgeSeconds: 0 });
    expect(anew.codes).toEqual(['X']);
    const old = await pageAt(schedules, { first: 2, after: before.pageInfo.endCursor, maxAgeSeconds: 0 });
    expect(old.codes).toEqual(['B', 'C']);
    expect(old.sources).toEqual([
      { partner: { id: 'acme' }, status: 'OK' },
      { partner: { id: 'bad' }, status: 'FAILED' },
    ]);
    expect((await pageAt(schedules, { first: 2, after: anew.pageInfo.endCursor })).codes).toEqual(['Y', 'Z']);
    expect(schedules.producer('acme').requests).toHaveLength(2);
  });

  it('expire with the snapshot after a quarter of an hour, and never return other rows', async () => {
    const clock = createTestClock();
    await using schedules = await openSchedules({ acme: {} }, { clock, cursorCache: createMemoryCursorCache({ clock }) });
    schedules.producer('acme').answer(pageOf(services('A', 'B')), pageOf(services('X', 'Y')));
    const { endCursor } = (await pageAt(schedules, { first: 1 })).pageInfo;
    clock.advance(15 * 60_000 - 1);
    expect((await pageAt(schedules, { first: 1, after: endCursor })).codes).toEqual(['B']);
    clock.advance(1);
    const { errors } = await schedules.tryQuery(query, { first: 1, after: endCursor });
    expect(errors).toMatchObject([{ extensions: { code: 'CURSOR_EXPIRED' } }]);
  });

  it('do not outlive any answer of which a snapshot may still be taken', async () => {
    const clock = createTestClock();
    await using schedules = await openSchedules({ acme: {} }, { clock, cursorCache: createMemoryCursorCache({ clock }) });
    schedules.producer('acme').answer(pageOf(services('A', 'B')));
    await pageAt(schedules, { first: 1 });
    clock.advance(60 * 60_000 - 1);
    const { endCursor } = (await pageAt(schedules, { first: 1, maxAgeSeconds: 1_000_000 })).pageInfo;
    clock.advance(15 * 60_000 - 1);
    expect((await pageAt(schedules, { first: 1, after: endCursor })).codes).toEqual(['B']);
    expect(schedules.producer('acme').requests).toHaveLength(1);
  });

  it('remain valid for a quarter of an hour after a newer answer, and the replaced answer not much longer', async () => {
    const clock = createTestClock();
    const cache = createMemoryCursorCache({ clock });
    const stored: string[] = [];
    const put: CursorCache['put'] = async (key, value, ttlMs) => {
      if (key.startsWith('schedules-answer')) stored.push(key);
      await cache.put(key, value, ttlMs);
    };
    await using schedules = await openSchedules({ acme: {} }, { clock, cursorCache: { ...cache, put } });
    schedules.producer('acme').answer(pageOf(services('A', 'B')), pageOf(services('X', 'Y')));
    const { endCursor } = (await pageAt(schedules, { first: 1 })).pageInfo;
    clock.advance(1);
    expect((await pageAt(schedules, { first: 2, maxAgeSeconds: 0 })).codes).toEqual(['X', 'Y']);
    clock.advance(15 * 60_000 - 2);
    expect((await pageAt(schedules, { first: 1, after: endCursor })).codes).toEqual(['B']);
    clock.advance(60_002);
    const found = await Promise.all(stored.map((key) => cache.find(key)));
    expect(found.map((answer) => answer !== undefined)).toEqual([false, true]);
  });

  it('of another query or another entitlement, or invalid ones, are rejected', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(pageOf(services('A', 'B')));
    const { endCursor } = (await pageAt(schedules, { first: 1 })).pageInfo;
    for (const after of ['x', `${endCursor}A`]) {
      expect((await schedules.tryQuery(query, { after })).errors).toMatchObject([{ extensions: { code: 'CURSOR_INVALID' } }]);
    }
    const { errors } = await schedules.tryQuery(query, { name: 'TEA STAR', after: endCursor });
    expect(errors).toMatchObject([{ extensions: { code: 'CURSOR_INVALID' } }]);
    await expect(pageAt(schedules, { after: endCursor }, 'another caller')).rejects.toThrow('CURSOR_INVALID');
    expect(schedules.producer('acme').requests).toHaveLength(1);
  });
});

describe.runIf(inject('redisUrl'))('cursors of processes that share a Redis', () => {
  const openProcess = async (url: string, prefix: string) => {
    const redis = await openRedis(url, { logger: undefined });
    const schedules = await openSchedules({ acme: {} }, { cursorCache: createRedisCursorCache(redis.cache, { prefix }) });
    const close = async () => {
      await schedules[Symbol.asyncDispose]();
      await redis[Symbol.asyncDispose]();
    };
    return { schedules, redis, [Symbol.asyncDispose]: close };
  };

  it('are valid in every process', async () => {
    const prefix = randomUUID();
    await using ours = await openProcess(inject('redisUrl') ?? '', prefix);
    await using theirs = await openProcess(inject('redisUrl') ?? '', prefix);
    ours.schedules.producer('acme').answer(pageOf(services('A', 'B')));
    const { sources, pageInfo } = await pageAt(ours.schedules, { first: 1 });
    expect(await pageAt(theirs.schedules, { first: 1, after: pageInfo.endCursor })).toMatchObject({ codes: ['B'], sources });
    expect(theirs.schedules.producer('acme').requests).toEqual([]);
  });

  it.each(redisFailures)('are valid in the process that created the page while Redis $what; others name the cause', async (failure) => {
    await using redis = await startRedis();
    await using ours = await openProcess(redis.url, 'pages');
    await using theirs = await openProcess(redis.url, 'pages');
    await failure.begin(redis);
    try {
      await until(() => ours.redis.cache.away !== undefined && theirs.redis.cache.away !== undefined);
      ours.schedules.producer('acme').answer(pageOf(services('A', 'B')));
      const pages = await Promise.all(Array.from({ length: 10 }, () => pageAt(ours.schedules, { first: 1 })));
      const after = pages[0]?.pageInfo.endCursor;
      expect((await pageAt(ours.schedules, { first: 1, after })).codes).toEqual(['B']);
      expect((await pageAt(ours.schedules, { first: 1 })).codes).toEqual(['A']);
      expect(ours.schedules.producer('acme').requests).toHaveLength(1);
      const { errors } = await theirs.schedules.tryQuery(query, { first: 1, after });
      expect(errors).toMatchObject([{ extensions: { code: 'CURSOR_EXPIRED' } }]);
      expect(errors?.[0]?.message).toMatch(/Redis, by which processes share pages, is away \([A-Z]+\)/);
    } finally {
      await failure.end(redis);
    }
  });
});

describe('pages of a Producer', () => {
  const urlsOf = (schedules: OpenSchedules) => schedules.producer('acme').requests.map(({ url }) => url);
  const path = '/cs/v1/vessel-schedules';

  it('are requested with all parameters and the cursor, over empty ones, until one has no cursor', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(pageOf(services('A'), 'o/ne'), pageOf([], 'two'), pageOf(services('B')));
    expect((await pageAt(schedules, {})).codes).toEqual(['A', 'B']);
    const all = `${path}?vesselName=COFFEE%20STAR&limit=100`;
    expect(urlsOf(schedules)).toEqual([all, `${all}&cursor=o%2Fne`, `${all}&cursor=two`]);
  });

  it.each(['1.0.0', '1.0.1'])('of version %s are requested by the cursor alone after the other way was refused once', async (version) => {
    await using schedules = await openSchedules({ acme: {} });
    const page = (code: string, cursor?: string) => pageOf(services(code), cursor, version);
    schedules.producer('acme').answer(page('A', 'one'), { status: 400 }, page('B', 'two'), page('C'));
    const { codes, sources } = await pageAt(schedules, {});
    expect(codes).toEqual(['A', 'B', 'C']);
    expect(sources).toEqual([{ partner: { id: 'acme' }, status: 'OK' }]);
    const all = `${path}?vesselName=COFFEE%20STAR&limit=100`;
    expect(urlsOf(schedules)).toEqual([all, `${all}&cursor=one`, `${path}?cursor=one`, `${path}?cursor=two`]);
  });

  it('of a Producer without API-Version are requested by the cursor alone if its file says that its version wants it', async () => {
    await using schedules = await openSchedules({ acme: { schedules: ['version: 1.0.1'] } });
    const page = (code: string, cursor?: string) => {
      const { headers, ...rest } = pageOf(services(code), cursor, '1.0.1');
      return {
        ...rest,
        headers: Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== 'api-version')),
      };
    };
    schedules.producer('acme').answer(page('A', 'one'), { status: 400 }, page('B'));
    expect((await pageAt(schedules, {})).codes).toEqual(['A', 'B']);
    expect(urlsOf(schedules).at(-1)).toBe(`${path}?cursor=one`);
  });

  it('of an old version that refuses both ways are not requested a third time', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(pageOf(services('A'), 'one', '1.0.1'), { status: 400 }, { status: 400 });
    const { codes, sources } = await pageAt(schedules, {});
    expect([codes, sources]).toEqual([['A'], [{ partner: { id: 'acme' }, status: 'FAILED' }]]);
    expect(urlsOf(schedules)).toHaveLength(3);
  });

  it('of a newer version are never requested by the cursor alone, which could drop its filters', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(pageOf(services('A'), 'one', '1.0.2'), { status: 400 });
    expect((await pageAt(schedules, {})).sources).toEqual([{ partner: { id: 'acme' }, status: 'FAILED' }]);
    expect(urlsOf(schedules)).toHaveLength(2);
  });

  it.each([
    ['the same cursor twice', pageOf(services('B'), 'one'), ['A', 'B']],
    ['the same page twice under other cursors', pageOf(services('A'), 'two'), ['A']],
  ])('that repeat in a cycle are not followed: %s', async (_what, second, read) => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(pageOf(services('A'), 'one'), second, pageOf(services('C')));
    const { codes, sources } = await pageAt(schedules, {});
    expect([codes, sources]).toEqual([read, [{ partner: { id: 'acme' }, status: 'FAILED' }]]);
    expect(urlsOf(schedules)).toHaveLength(2);
  });

  it('are not read, and reported as missing, if its file disables paging', async () => {
    await using schedules = await openSchedules({ acme: { schedules: ['paging: false'] } });
    schedules.producer('acme').answer(pageOf(services('A'), 'one'));
    expect(await pageAt(schedules, {})).toMatchObject({ codes: ['A'], sources: [{ status: 'TRUNCATED' }] });
  });

  it.each([
    ['in one page', [5_001]],
    ['in full pages', [2_500, 2_500, 2_500]],
    ['over the edge of a page', [3_000, 3_000]],
  ])('have at most 5,000 rows of it: %s', async (_what, sizes) => {
    await using schedules = await openSchedules({ acme: {} });
    const pages = sizes.map((size, index) => {
      const rows = Array.from({ length: size }, (_, row) => serviceOf(`${index}-${row}`));
      return pageOf(rows, index === sizes.length - 1 ? undefined : `c${index}`);
    });
    schedules.producer('acme').answer(...pages);
    let page = await pageAt(schedules, { last: 500 });
    expect(page.sources).toEqual([{ partner: { id: 'acme' }, status: 'TRUNCATED' }]);
    let rows = page.codes.length;
    for (; page.pageInfo.hasPreviousPage; rows += page.codes.length) {
      page = await pageAt(schedules, { last: 500, before: page.pageInfo.startCursor });
    }
    expect(rows).toBe(5_000);
  });

  it('have no more bytes together than one answer may have', async () => {
    await using schedules = await openSchedules({ acme: { limits: 'maxBodyBytes: 2000' } });
    const long = { ...serviceOf('A'), note: 'x'.repeat(1_200) };
    schedules.producer('acme').answer(pageOf([long], 'one'), pageOf([{ ...long, carrierServiceCode: 'B' }], 'two'), pageOf([long]));
    expect(await pageAt(schedules, {})).toMatchObject({ codes: ['A', 'B'], sources: [{ status: 'TRUNCATED' }] });
    expect(urlsOf(schedules)).toHaveLength(2);
  });

  it('that reach the limit exactly, without further ones, are a complete answer', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(pageOf(Array.from({ length: 5_000 }, (_, row) => serviceOf(`${row}`))));
    expect((await pageAt(schedules, { first: 1 })).sources).toEqual([{ partner: { id: 'acme' }, status: 'OK' }]);
  });
});
