import { expect, it } from 'vitest';
import { maxEarlier, type VersionStore } from '#platform/store/version-store.ts';
import { at, currentAsOf, keptOf, keyOf, logName, type OpenStore, versionOf, withoutNumber } from './version-store-samples.ts';

/** Tests `listVersions`, `findVersions`, `findPredecessors` and `listEarlier`. */
export function describeHistory(openStore: OpenStore): void {
  it('lists the versions of an entity, the greatest sort key first, in whatever order they were received', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const history = historyOf('entity-1', [3, 1, 5, 2, 4]);
    await versions.append([...history, ...historyOf('entity-10', [1]), ...historyOf('entity-', [1])]);
    const listed = await versions.listVersions({ entityId: 'entity-1', limit: 10 });
    expect(listed.map(({ sortKey }) => sortKey)).toEqual([5, 4, 3, 2, 1].map(sortKeyOf));
    const { position: _, ...first } = listed[0] ?? expect.fail('nothing was listed');
    expect(withoutNumber(first)).toEqual(keptOf(history[2] ?? expect.fail()));
    expect(await versions.listVersions({ entityId: 'unknown', limit: 10 })).toEqual([]);
  });

  it('pages through a history in both directions', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(historyOf('entity-1', [1, 2, 3, 4, 5, 6, 7]));
    const page = async (query: Partial<Parameters<VersionStore['listVersions']>[0]>) =>
      (await versions.listVersions({ entityId: 'entity-1', limit: 3, ...query })).map(({ sortKey, position }) => ({
        sortKey,
        position,
      }));
    const first = await page({});
    const second = await page({ from: first.at(-1)?.position });
    const third = await page({ from: second.at(-1)?.position });
    expect([first, second, third].map((rows) => rows.map(({ sortKey }) => sortKey))).toEqual(
      [[7, 6, 5], [4, 3, 2], [1]].map((numbers) => numbers.map(sortKeyOf)),
    );
    expect(await page({ from: third.at(-1)?.position })).toEqual([]);
    expect(await page({ from: second.at(0)?.position, backwards: true })).toEqual(first);
    expect((await page({ backwards: true })).map(({ sortKey }) => sortKey)).toEqual([3, 2, 1].map(sortKeyOf));
  });

  it('ends a page with the version with which its documents exceed the limit, but not before the second one', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const sizes = [900, 10, 10, 10, 10, 700, 10];
    await versions.append(
      sizes.map((size, index) =>
        versionOf({ sortKey: sortKeyOf(7 - index), receivedAt: at(index), text: JSON.stringify(String(index).repeat(size - 2)) }),
      ),
    );
    const numbersOf = async (maxBytes: number, backwards = false) =>
      (await versions.listVersions({ entityId: 'entity-1', limit: 9, maxBytes, backwards })).map(({ document }) => document.length);
    expect(await numbersOf(100)).toEqual([900, 10]);
    expect(await numbersOf(920)).toEqual([900, 10, 10, 10]);
    expect(await numbersOf(2_000)).toEqual(sizes);
    expect(await numbersOf(5, true)).toEqual([700, 10]);
  });

  it('fills a page of a filtered history as long as there are matching versions', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    await versions.append(
      historyOf('entity-1', numbers).map((version, index) => ({
        ...version,
        index: { terms: [index % 10 === 0 ? 'port:A' : 'port:B'], groups: [] },
      })),
    );
    const list = (backwards: boolean) =>
      versions.listVersions({ entityId: 'entity-1', limit: 4, backwards, filter: { all: [['port:A']] } });
    expect((await list(false)).map(({ sortKey }) => sortKey)).toEqual([50, 40, 30, 20].map(sortKeyOf));
    expect((await list(true)).map(({ sortKey }) => sortKey)).toEqual([30, 20, 10, 0].map(sortKeyOf));
    const received = await versions.listVersions({
      entityId: 'entity-1',
      limit: 9,
      filter: { receivedAfter: at(10), receivedBefore: at(13) },
    });
    expect(received.map(({ sortKey }) => sortKey)).toEqual([12, 11].map(sortKeyOf));
  });

  it('rejects an invalid position of a history', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(historyOf('entity-1', [1]));
    for (const from of ['', 'x', '{}', '[]', '[null]', '[1]', '["a","b"]']) {
      await expect(versions.listVersions({ entityId: 'entity-1', limit: 1, from }), from).rejects.toMatchObject({ code: 'CURSOR_INVALID' });
    }
  });

  it('finds versions in the order of the request, unknown ones as undefined', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(historyOf('entity-1', [1, 2]));
    const key = (number: number) => ({ entityId: 'entity-1', sortKey: sortKeyOf(number) });
    const found = await versions.findVersions([key(2), key(9), { entityId: 'x', sortKey: sortKeyOf(1) }, key(1), key(2)]);
    expect(found.map((version) => version?.sortKey)).toEqual([sortKeyOf(2), undefined, undefined, sortKeyOf(1), sortKeyOf(2)]);
    expect(await versions.findVersions([])).toEqual([]);
  });

  it('finds, for many keys in one query, the version with the next smaller sort key', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const entityIds = Array.from({ length: 230 }, (_, index) => `$entity-${index}`);
    const stored = entityIds.flatMap((entityId) => historyOf(entityId, [1, 2, 4]));
    await versions.append(stored);
    const keys = [
      ...stored.map(keyOf),
      { entityId: '$entity-0', sortKey: sortKeyOf(3) },
      { entityId: '$entity-0', sortKey: sortKeyOf(9) },
      { entityId: 'x', sortKey: sortKeyOf(9) },
    ];

    const found = await versions.findPredecessors(keys);

    const expected = [...entityIds.flatMap(() => [undefined, 1, 2]), 2, 4, undefined];
    expect(found.map((version) => version?.sortKey)).toEqual(expected.map((number) => number && sortKeyOf(number)));
    expect(
      found.map((version) => version?.entityId ?? '').filter((entityId, index) => entityId !== '' && entityId !== keys[index]?.entityId),
    ).toEqual([]);
    expect(withoutNumber(found[1])).toEqual(keptOf(stored[0] ?? expect.fail()));
    expect(await versions.findPredecessors([])).toEqual([]);
  });

  it('lists the earlier versions of many entities, of those of one day with equal terms the newest', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const entityIds = Array.from({ length: 230 }, (_, index) => `$entity-${index}`);
    const dated = (entityId: string, number: number, date: string | undefined, term = 'classifierCode:PLN') =>
      historyOf(entityId, [number]).map((version) => ({
        ...version,
        index: { terms: [term], groups: [], ...(date === undefined ? {} : { date }) },
      }));
    const stored = entityIds.flatMap((entityId) => [
      ...dated(entityId, 1, '2026-12-03T08:00:00Z'),
      ...dated(entityId, 2, '2026-12-03T09:00:00Z'),
      ...dated(entityId, 3, '2026-12-03T09:30:00Z', 'classifierCode:REQ'),
      ...dated(entityId, 4, '2026-12-08T08:00:00Z'),
      ...dated(entityId, 5, undefined),
      ...dated(entityId, 6, undefined),
      ...dated(entityId, 7, '2026-12-09T08:00:00Z'),
    ]);
    await versions.append(stored);
    const keys = [...entityIds.map((entityId) => ({ entityId, sortKey: sortKeyOf(7) })), { entityId: 'x', sortKey: sortKeyOf(7) }];

    const found = await versions.listEarlier(keys);

    const expected = entityIds.map((entityId) => [6, 5, 4, 3, 2].map((number) => [entityId, sortKeyOf(number)]));
    expect(found.map((earlier) => earlier.map(({ entityId, sortKey }) => [entityId, sortKey]))).toEqual([...expected, []]);
    expect(withoutNumber(found[0]?.[2])).toEqual(keptOf(stored[3] ?? expect.fail()));
    expect(await versions.listEarlier([])).toEqual([]);
  });

  it('lists at most so many earlier versions of one entity', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const sortKeys = Array.from({ length: maxEarlier + 2 }, (_, index) => String(1_000 + index));
    await versions.append(
      sortKeys.map((sortKey) => ({ ...versionOf({ sortKey, text: `{"v":${sortKey}}` }), index: { terms: [sortKey], groups: [] } })),
    );
    const [found] = await versions.listEarlier([{ entityId: 'entity-1', sortKey: sortKeys.at(-1) ?? '' }]);
    expect(found?.map(({ sortKey }) => sortKey)).toEqual(sortKeys.slice(1, -1).reverse());
  });

  it('skips versions that do not match when it looks for the previous one, and for the one current at a time', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const numbers = Array.from({ length: 45 }, (_, index) => index);
    const marked = (entityId: string, mark: number) =>
      historyOf(entityId, numbers).map((version, index) => ({
        ...version,
        index: { terms: [index === mark ? 'party:mine' : 'party:theirs'], groups: [] },
      }));
    await versions.append([...marked('entity-1', 3), ...marked('entity-2', 44)]);
    const mine = { all: [['party:mine', 'party:none']] };
    const keys = ['entity-1', 'entity-2', 'entity-3'].map((entityId) => ({ entityId, sortKey: sortKeyOf(44) }));

    const before = await versions.findPredecessors([...keys, { entityId: 'entity-1', sortKey: sortKeyOf(3) }], mine);

    expect(before.map((version) => version?.sortKey)).toEqual([sortKeyOf(3), undefined, undefined, undefined]);
    expect((await currentAsOf(versions, 'entity-1', { receivedBefore: at(1_000), ...mine }))?.sortKey).toBe(sortKeyOf(3));
    expect((await currentAsOf(versions, 'entity-2', { receivedBefore: at(45), ...mine }))?.sortKey).toBe(sortKeyOf(44));
    expect(await currentAsOf(versions, 'entity-2', { receivedBefore: at(44), ...mine })).toBeUndefined();
  });

  it('finds the version that was current at an instant, by what had been received before it', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const received = (number: number, milliseconds: number) =>
      versionOf({ sortKey: sortKeyOf(number), receivedAt: at(milliseconds), text: `{"v":${number}}` });
    await versions.append([received(2, 10), received(1, 20), received(4, 30), received(3, 40)]);
    const asOf = async (milliseconds: number) => (await currentAsOf(versions, 'entity-1', { receivedBefore: at(milliseconds) }))?.sortKey;
    expect(await asOf(10)).toBeUndefined();
    expect(await asOf(11)).toBe(sortKeyOf(2));
    expect(await asOf(21)).toBe(sortKeyOf(2));
    expect(await asOf(30)).toBe(sortKeyOf(2));
    expect(await asOf(31)).toBe(sortKeyOf(4));
    expect(await asOf(1_000)).toBe(sortKeyOf(4));
    expect(await currentAsOf(versions, 'unknown', { receivedBefore: at(1_000) })).toBeUndefined();
  });
}

function sortKeyOf(number: number): string {
  return `2025-11-01T08:00:${String(number).padStart(2, '0')}`;
}

/** Creates versions of an entity with these sort keys, received in list order. */
function historyOf(entityId: string, numbers: readonly number[]) {
  return numbers.map((number, index) =>
    versionOf({ entityId, sortKey: sortKeyOf(number), receivedAt: at(index), text: `{"v":${number}}` }),
  );
}
