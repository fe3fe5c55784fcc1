import { expect, it } from 'vitest';
import type { CurrentOrder, VersionFilter, VersionStore } from '#platform/store/version-store.ts';
import { at, entityIdOf, logName, type OpenStore, versionOf, versionsOf } from './version-store-samples.ts';

const orders: readonly CurrentOrder[] = ['NEWEST_FIRST', 'OLDEST_FIRST', 'RECENTLY_CHANGED'];

/** Tests `listCurrent`, `countCurrent` and `findCurrent`. */
export function describeCurrentRows(openStore: OpenStore): void {
  it('orders entities by first receipt, or by the receipt of their current version', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    for (const version of versionsOf(4)) await versions.append([version]);
    await versions.append([versionOf({ entityId: entityIdOf(1), sortKey: '2025-12-01', receivedAt: at(500), text: '{"v":2}' })]);

    expect(await entityIdsIn(versions, { order: 'NEWEST_FIRST' })).toEqual([3, 2, 1, 0].map(entityIdOf));
    expect(await entityIdsIn(versions, { order: 'OLDEST_FIRST' })).toEqual([0, 1, 2, 3].map(entityIdOf));
    expect(await entityIdsIn(versions, { order: 'RECENTLY_CHANGED' })).toEqual([1, 3, 2, 0].map(entityIdOf));
  });

  it.each(orders)('pages through %s in both directions, each row once', async (order) => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    // Many versions share an instant, like the objects of one push.
    await versions.append(versionsOf(31, (index) => ({ receivedAt: at(Math.floor(index / 10)) })));
    const all = await entityIdsIn(versions, { order });
    expect(new Set(all).size).toBe(31);

    expect((await pagesOf(versions, { order, limit: 4 })).flat()).toEqual(all);
    expect((await pagesOf(versions, { order, limit: 4, backwards: true })).reverse().flat()).toEqual(all);
  });

  it('reads the page before a row in the direction of the order', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    for (const version of versionsOf(10)) await versions.append([version]);
    const page = await versions.listCurrent({ order: 'OLDEST_FIRST', limit: 10 });
    const before = await versions.listCurrent({ order: 'OLDEST_FIRST', limit: 3, from: page[5]?.position, backwards: true });
    expect(before.map(({ entityId }) => entityId)).toEqual([2, 3, 4].map(entityIdOf));
    const last = await versions.listCurrent({ order: 'OLDEST_FIRST', limit: 3, backwards: true });
    expect(last.map(({ entityId }) => entityId)).toEqual([7, 8, 9].map(entityIdOf));
  });

  it.each(['NEWEST_FIRST', 'OLDEST_FIRST'] as const)(
    'neither skips nor repeats a row of %s while others are added and changed',
    async (order) => {
      await using opened = await openStore();
      const versions = opened.store.versions(logName);
      const there = versionsOf(40);
      await versions.append(there);
      let batch = 0;
      const pushMore = async () => {
        batch += 1;
        const fresh = versionsOf(5, (index) => ({ entityId: `new-${batch}-${index}`, receivedAt: at(1_000 * batch + index) }));
        const changed = there.map(({ entityId }) =>
          versionOf({ entityId, sortKey: `2025-12-0${batch}`, receivedAt: at(1_000 * batch), text: `{"v":${batch}}` }),
        );
        await versions.append([...fresh, ...changed.slice(batch, batch + 9)]);
      };

      const seen: string[] = [];
      for (let from: string | undefined; batch < 9; ) {
        const [page] = await Promise.all([versions.listCurrent({ order, limit: 7, from }), pushMore()]);
        seen.push(...page.map(({ entityId }) => entityId));
        from = page.at(-1)?.position ?? from;
      }

      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expect.arrayContaining(there.map(({ entityId }) => entityId)));
    },
  );

  it('ends with the row with which its documents exceed the limit, but not before the second one', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const sizes = [900, 10, 10, 10, 10, 10, 10, 700, 10];
    await versions.append(versionsOf(sizes.length, (index) => ({ text: JSON.stringify('x'.repeat((sizes[index] ?? 0) - 2)) })));
    const countOf = async (maxBytes: number, from?: string) =>
      (await versions.listCurrent({ order: 'OLDEST_FIRST', limit: 9, maxBytes, from })).length;
    const [first] = await versions.listCurrent({ order: 'OLDEST_FIRST', limit: 1 });
    expect([await countOf(100), await countOf(920), await countOf(1_700)]).toEqual([2, 4, 9]);
    expect([await countOf(25, first?.position), await countOf(100, first?.position)]).toEqual([3, 7]);
  });

  it('continues at the same position after the last row of a page has changed', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    for (const version of versionsOf(6)) await versions.append([version]);
    const page = await versions.listCurrent({ order: 'NEWEST_FIRST', limit: 3 });
    await versions.append([versionOf({ entityId: entityIdOf(3), sortKey: '2025-12-01', receivedAt: at(900), text: '{"v":2}' })]);
    const next = await versions.listCurrent({ order: 'NEWEST_FIRST', limit: 3, from: page.at(-1)?.position });
    expect(next.map(({ entityId }) => entityId)).toEqual([2, 1, 0].map(entityIdOf));
  });

  it.each(orders)('rejects an invalid position of %s', async (order) => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(versionsOf(2));
    const foreign = await versions.listCurrent({ order: order === 'RECENTLY_CHANGED' ? 'NEWEST_FIRST' : 'RECENTLY_CHANGED', limit: 1 });
    for (const from of ['', 'x', 'null', '{}', '[]', '[null]', '[["a"]]', '["first"]', '{"$gt":""}', foreign[0]?.position ?? '']) {
      await expect(versions.listCurrent({ order, limit: 1, from }), from).rejects.toMatchObject({ code: 'CURSOR_INVALID' });
    }
  });

  it('finds current rows in the order of the request, unknown ones as undefined', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(versionsOf(3));
    const found = await versions.findCurrent([entityIdOf(2), 'unknown', entityIdOf(0), entityIdOf(2)]);
    expect(found.map((head) => head?.entityId)).toEqual([entityIdOf(2), undefined, entityIdOf(0), entityIdOf(2)]);
    expect(await versions.findCurrent([])).toEqual([]);
    expect(await versions.hasCurrent([entityIdOf(2), 'unknown', entityIdOf(0), entityIdOf(2)])).toEqual([true, false, true, true]);
    expect(await versions.hasCurrent([])).toEqual([]);
  });

  it.each<[string, VersionFilter, readonly number[]]>([
    ['one term', { all: [['port:A']] }, [0, 1]],
    ['one of several terms', { all: [['port:A', 'port:B']] }, [0, 1, 2, 3]],
    ['a term of each of several sets', { all: [['port:A', 'port:B'], ['ship:X', 'ship:Y'], ['carrier:acme']] }, [0, 1, 2]],
    ['an empty set', { all: [['port:A'], []] }, []],
    ['no set', { all: [] }, [0, 1, 2, 3, 4]],
    ['a term that no row has', { all: [['port:Z']] }, []],
    ['a very long term', { all: [[`text:${'long '.repeat(3_000)}`]] }, [4]],
    ['a term that differs behind many characters', { all: [[`text:${'long '.repeat(3_000)}!`]] }, []],
    ['attributes of one group', { sameGroup: { ship: 'X', voyage: '1' } }, [0]],
    ['attributes that stand in different groups', { sameGroup: { ship: 'X', voyage: '2' } }, [1]],
    ['one attribute of a group', { sameGroup: { voyage: '2' } }, [0, 1]],
    ['a first day, inclusive', { dateMin: '2025-12-02' }, [1, 2]],
    ['a last day, inclusive', { dateMax: '2025-12-02' }, [0, 1]],
    ['a range of days', { dateMin: '2025-12-02', dateMax: '2025-12-02' }, [1]],
    ['received after, exclusive', { receivedAfter: at(2) }, [3, 4]],
    ['received before, exclusive', { receivedBefore: at(2) }, [0, 1]],
    ['received between', { receivedAfter: at(0), receivedBefore: at(3) }, [1, 2]],
    ['all kinds together', { all: [['port:A']], sameGroup: { ship: 'X' }, dateMax: '2025-12-09', receivedAfter: at(0) }, [1]],
  ])('filters by %s', async (_, filter, expected) => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(filterSamples());
    for (const order of orders) {
      const found = await entityIdsIn(versions, { order, filter });
      expect([...found].sort(), order).toEqual(expected.map(entityIdOf));
      expect((await pagesOf(versions, { order, filter, limit: 1 })).flat(), order).toEqual(found);
      expect((await pagesOf(versions, { order, filter, limit: 1, backwards: true })).reverse().flat(), order).toEqual(found);
    }
    expect(await versions.countCurrent({ filter, limit: 100 })).toBe(expected.length);
    expect(await versions.countCurrent({ filter, limit: 2 })).toBe(Math.min(expected.length, 2));
  });

  it('matches the current version only', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const [first] = filterSamples();
    await versions.append(filterSamples());
    await versions.append([
      versionOf({
        ...first,
        sortKey: '2025-12-01',
        receivedAt: at(700),
        text: '{"v":2}',
        index: { terms: ['port:C'], groups: [{ ship: 'W' }], date: '2026-01-01' },
      }),
    ]);

    const found = (filter: VersionFilter) => entityIdsIn(versions, { order: 'NEWEST_FIRST', filter });
    expect(await found({ all: [['port:C']] })).toEqual([entityIdOf(0)]);
    expect(await found({ all: [['port:A']] })).toEqual([entityIdOf(1)]);
    expect(await found({ sameGroup: { ship: 'X', voyage: '1' } })).toEqual([]);
    expect(await found({ dateMin: '2026-01-01' })).toEqual([entityIdOf(0)]);
    expect(await found({ receivedAfter: at(699) })).toEqual([entityIdOf(0)]);
    expect(await found({ receivedBefore: at(1) })).toEqual([]);
    expect(await versions.countCurrent({ limit: 100 })).toBe(5);
    expect(await versions.countVersions({ entityId: entityIdOf(0), limit: 100 })).toBe(2);
    expect(await versions.countVersions({ entityId: entityIdOf(0), limit: 1 })).toBe(1);
    expect(await versions.countVersions({ entityId: entityIdOf(0), limit: 100, filter: { all: [['port:C']] } })).toBe(1);
    expect(await versions.countVersions({ entityId: 'unknown', limit: 100 })).toBe(0);
  });

  it('finds by a thousand terms in one query', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(versionsOf(300, (index) => ({ index: { terms: ['partner:acme', `document:${index}`] } })));
    const wanted = Array.from({ length: 1_000 }, (_, index) => `document:${index * 2}`);
    const filter = { all: [wanted, ['partner:acme']] };
    const found = (await pagesOf(versions, { order: 'OLDEST_FIRST', filter, limit: 40 })).flat();
    expect(found).toEqual(Array.from({ length: 150 }, (_, index) => entityIdOf(index * 2)));
    expect(await versions.countCurrent({ filter, limit: 1_000 })).toBe(150);
    expect(await versions.countCurrent({ limit: 200 })).toBe(200);
  });
}

/** Five entities that differ in every attribute of a filter. */
function filterSamples() {
  const legs = (...pairs: [string, string][]) => pairs.map(([ship, voyage]) => ({ ship, voyage }));
  const samples = [
    { index: { terms: ['port:A', 'ship:X', 'carrier:acme'], groups: legs(['X', '1'], ['Y', '2']), date: '2025-12-01' } },
    { index: { terms: ['port:A', 'ship:X', 'carrier:acme'], groups: legs(['Y', '1'], ['X', '2']), date: '2025-12-02' } },
    { index: { terms: ['port:B', 'ship:Y', 'carrier:acme'], groups: legs(['Y', '1']), date: '2025-12-03' } },
    { index: { terms: ['port:B', 'ship:Y', 'carrier:other'] } },
    { index: { terms: [`text:${'long '.repeat(3_000)}`] } },
  ];
  return versionsOf(samples.length, (index) => samples[index] ?? {});
}

interface Listing {
  readonly order: CurrentOrder;
  readonly filter?: VersionFilter;
}

async function entityIdsIn(versions: VersionStore, listing: Listing): Promise<string[]> {
  return (await versions.listCurrent({ ...listing, limit: 100 })).map(({ entityId }) => entityId);
}

/** Returns all pages from one end to the other, in reading order. */
async function pagesOf(versions: VersionStore, listing: Listing & { limit: number; backwards?: boolean }): Promise<string[][]> {
  const pages: string[][] = [];
  for (let from: string | undefined; ; ) {
    const page = await versions.listCurrent({ ...listing, from });
    if (page.length === 0) return pages;
    pages.push(page.map(({ entityId }) => entityId));
    from = (listing.backwards ? page.at(0) : page.at(-1))?.position;
  }
}
