import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { VersionStore } from '#platform/store/version-store.ts';
import {
  at,
  blobOf,
  currentRowOf,
  entityIdOf,
  findOne,
  keptOf,
  keyOf,
  logName,
  maxScanned,
  type OpenStore,
  readWholeLog,
  sequenceAll,
  versionOf,
  versionsOf,
  withoutNumber,
} from './version-store-samples.ts';

/** Tests `assignSequences`, `bounds`, `readLog` and `trimLog`. */
export function describeLog(openStore: OpenStore): void {
  it('begins with an empty log', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    expect(await versions.assignSequences()).toBe(0);
    expect(await versions.bounds()).toEqual({ trimmedThrough: 0, head: 0, removals: 0 });
    expect(await versions.readLog({ after: 0, limit: 10 })).toEqual({ entries: [], scannedThrough: 0 });
    expect(await versions.trimLog(at(0))).toEqual({ trimmedThrough: 0, head: 0, removals: 0 });
  });

  it('returns documents that keep no other bytes in memory, however many were read together', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(versionsOf(50, () => ({ text: JSON.stringify({ padding: 'x'.repeat(10_000) }) })));
    await sequenceAll(versions);
    const { entries } = await versions.readLog({ after: 0, limit: 50 });
    expect(entries).toHaveLength(50);
    for (const { document } of entries) expect(document.buffer.byteLength).toBeLessThan(2 * document.length);
  });

  it('ends a log range after the version with which its documents exceed the limit, and continues after that version', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const text = JSON.stringify('x'.repeat(1_500_000));
    await versions.append(versionsOf(7, (index) => ({ text, index: { terms: [`kind:${index % 2}`], groups: [] } })));
    await sequenceAll(versions);
    for (const filter of [undefined, { all: [['kind:0', 'kind:1']] }] as const) {
      const sizes: number[] = [];
      let after = 0;
      for (; after < 7; ) {
        const { entries, scannedThrough } = await versions.readLog({ after, limit: 100, filter });
        expect(scannedThrough).toBe(entries.at(-1)?.sequence);
        sizes.push(entries.length);
        after = scannedThrough;
      }
      expect(sizes).toEqual([3, 3, 1]);
    }
  });

  it('numbers versions from 1 in order of arrival, including late ones', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const first = versionOf({ sortKey: '2025-11-05' });
    const late = versionOf({ sortKey: '2025-11-01', receivedAt: at(1), text: '{"late":true}' });
    await versions.append([first]);
    await versions.append([late]);
    await versions.append([{ ...first, receivedAt: at(2) }]);
    await versions.append(versionsOf(3, (index) => ({ receivedAt: at(3 + index) })));
    await sequenceAll(versions);

    const { entries, scannedThrough } = await versions.readLog({ after: 0, limit: 10 });
    expect(entries.map(({ sequence, entityId, sortKey }) => [sequence, entityId, sortKey])).toEqual([
      [1, 'entity-1', '2025-11-05'],
      [2, 'entity-1', '2025-11-01'],
      [3, entityIdOf(0), '2025-11-01T08:00:00'],
      [4, entityIdOf(1), '2025-11-01T08:00:00'],
      [5, entityIdOf(2), '2025-11-01T08:00:00'],
    ]);
    expect(scannedThrough).toBe(5);
    expect(await versions.bounds()).toMatchObject({ trimmedThrough: 0, head: 5 });
    expect(withoutNumber(entries[1])).toEqual(keptOf(late));
    expect((await findOne(versions, late))?.sequence).toBe(2);
    expect((await currentRowOf(versions, 'entity-1'))?.current.sequence).toBe(1);
    expect(await versions.assignSequences()).toBe(0);
  });

  it('reads nothing after its end, even while another thread is writing', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const filters = [undefined, { all: [['partner:acme']] }];
    for (let round = 0; round < 5; round += 1) {
      const appending = versions.append(versionsOf(50, (index) => ({ entityId: `entity-${round}-${index}`, receivedAt: at(round) })));
      // Reads never wait for another turn, so nothing new can be reported meanwhile.
      for (const until = performance.now() + 100; performance.now() < until; ) {
        for (const filter of filters) {
          const { entries, scannedThrough } = await versions.readLog({ after: 0, limit: 1_000, filter });
          const { head } = await versions.bounds();
          expect([scannedThrough <= head, (entries.at(-1)?.sequence ?? 0) <= head]).toEqual([true, true]);
        }
      }
      await appending;
      await sequenceAll(versions);
    }
    expect((await versions.bounds()).head).toBe(250);
  });

  it('assigns numbers without gaps and duplicates during concurrent appends and sequencing', async () => {
    await using opened = await openStore();
    const stores = [opened.store, (await opened.another?.()) ?? opened.store].map((store) => store.versions(logName));
    const [one, two] = stores as [VersionStore, VersionStore];
    let appending = true;
    const seen: number[] = [];
    const announce = async (versions: VersionStore) => {
      while (appending) {
        await versions.assignSequences();
        // A store may answer without any I/O, and the others need a turn of the event loop.
        await setImmediate();
      }
    };
    const follow = async () => {
      for (let after = 0; appending || after < (await one.bounds()).head; ) {
        const { entries, scannedThrough } = await one.readLog({ after, limit: 50 });
        seen.push(...entries.map(({ sequence }) => sequence));
        after = scannedThrough;
        await setImmediate();
      }
    };
    const append = async (caller: number) => {
      for (let call = 0; call < 12; call++) {
        const list = versionsOf(7, (index) => ({ entityId: `${caller}-${call}-${index}` }));
        await (caller % 2 === 0 ? one : two).append(list);
      }
    };
    const readers = [announce(one), announce(two), follow()];
    await Promise.all([0, 1, 2, 3, 4, 5].map(append));
    await Promise.all(stores.map(sequenceAll));
    appending = false;
    await Promise.all(readers);

    const expected = Array.from({ length: 6 * 12 * 7 }, (_, index) => index + 1);
    expect(seen).toEqual(expected);
    const entries = await readWholeLog(two);
    expect(entries.map(({ sequence }) => sequence)).toEqual(expected);
    expect(new Set(entries.map(({ entityId }) => entityId)).size).toBe(expected.length);
  });

  it('shows every numbered version in the current rows', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(versionsOf(20));
    await sequenceAll(versions);
    const entries = await readWholeLog(versions);
    const heads = await versions.findCurrent(entries.map(({ entityId }) => entityId));
    expect(heads.map((head) => head?.current.sequence)).toEqual(entries.map(({ sequence }) => sequence));
  });

  it('reads the log after a sequence in ranges', async () => {
    await using opened = await openStore();
    const versions = await filled(opened.store.versions(logName), 10);
    const read = async (after: number, limit: number) => {
      const { entries, scannedThrough } = await versions.readLog({ after, limit });
      return [entries.map(({ sequence }) => sequence), scannedThrough];
    };
    expect(await read(0, 4)).toEqual([[1, 2, 3, 4], 4]);
    expect(await read(4, 4)).toEqual([[5, 6, 7, 8], 8]);
    expect(await read(8, 4)).toEqual([[9, 10], 10]);
    expect(await read(10, 4)).toEqual([[], 10]);
    expect(await read(99, 4)).toEqual([[], 99]);
  });

  it('finds versions by their numbers, in the requested order, without their blobs', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const list = versionsOf(5, (index) => ({
      text: JSON.stringify({ text: 'x'.repeat(index * 40_000) }),
      ...(index === 1 ? { blob: blobOf(Buffer.from('pdf')) } : {}),
    }));
    await versions.append(list);
    await sequenceAll(versions);
    await versions.trimLog(at(2));
    await opened.store.removals.begin({ id: 'one', startedAt: at(0), reason: { kind: 'AGE', receivedBefore: at(9) } });
    await opened.store.removals.removeVersions('one', logName, [keyOf(list[2] ?? expect.fail())]);

    const queried = [5, 2, 3, 99, 1, 2];
    const found = await versions.findNumbered(queried);
    expect(found.map((version) => version?.sequence)).toEqual([5, 2, undefined, undefined, 1, 2]);
    for (const [index, version] of found.entries()) {
      if (version !== undefined) expect(withoutNumber(version)).toEqual(keptOf(list[(queried[index] ?? 0) - 1] ?? expect.fail()));
    }
    expect(await versions.findNumbered([])).toEqual([]);
  });

  it('reports how far a filtered read has scanned', async () => {
    await using opened = await openStore();
    const versions = await filled(opened.store.versions(logName), 10);
    const read = async (after: number, limit: number, term: string) => {
      const { entries, scannedThrough } = await versions.readLog({ after, limit, filter: { all: [[term]] } });
      return [entries.map(({ sequence }) => sequence), scannedThrough];
    };
    expect(await read(0, 2, 'parity:even')).toEqual([[2, 4], 4]);
    expect(await read(4, 9, 'parity:even')).toEqual([[6, 8, 10], 10]);
    expect(await read(4, 9, 'parity:odd')).toEqual([[5, 7, 9], 10]);
    expect(await read(0, 5, 'parity:none')).toEqual([[], 10]);
    expect(await read(10, 5, 'parity:even')).toEqual([[], 10]);
  });

  it('filters the log in the same way as the current rows', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(
      versionsOf(4, (index) => ({
        index: {
          terms: ['port:A'],
          groups: [{ ship: 'X', voyage: String(index % 2) }],
          ...(index === 3 ? {} : { date: `2025-12-0${index + 1}` }),
        },
      })),
    );
    await sequenceAll(versions);
    const read = async (filter: object) => (await readWholeLog(versions, { filter })).map(({ sequence }) => sequence);
    expect(await read({ sameGroup: { ship: 'X', voyage: '1' } })).toEqual([2, 4]);
    expect(await read({ dateMin: '2025-12-02', dateMax: '2025-12-03' })).toEqual([2, 3]);
    expect(await read({ receivedAfter: at(0), receivedBefore: at(3) })).toEqual([2, 3]);
    expect(await read({ all: [['port:A'], []] })).toEqual([]);
    expect(await read({ all: [['port:B', 'port:A']], dateMax: '2025-12-01' })).toEqual([1]);
  });

  it('finds a rare match in a log too long for one read', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(
      versionsOf(maxScanned + 100, (index) => ({ text: '{}', index: { terms: index === maxScanned + 90 ? ['needle:1'] : [] } })),
    );
    await sequenceAll(versions);
    const found = await readWholeLog(versions, { filter: { all: [['needle:1']] } });
    expect(found.map(({ sequence }) => sequence)).toEqual([maxScanned + 91]);
  });

  it('excludes versions received before an instant and keeps them stored', async () => {
    await using opened = await openStore();
    const versions = await filled(opened.store.versions(logName), 10);
    expect(await versions.trimLog(at(4))).toMatchObject({ trimmedThrough: 4, head: 10 });
    expect(await versions.bounds()).toMatchObject({ trimmedThrough: 4, head: 10 });
    expect(await versions.trimLog(at(2))).toMatchObject({ trimmedThrough: 4, head: 10 });
    expect((await versions.readLog({ after: 4, limit: 3 })).entries.map(({ sequence }) => sequence)).toEqual([5, 6, 7]);
    expect(await findOne(versions, { entityId: entityIdOf(0), sortKey: '2025-11-01T08:00:00' })).toMatchObject({ sequence: 1 });
    expect(await versions.listCurrent({ order: 'OLDEST_FIRST', limit: 20 })).toHaveLength(10);
    expect(await versions.trimLog(at(1_000))).toMatchObject({ trimmedThrough: 10, head: 10 });
    await versions.append([versionOf({ entityId: 'after', receivedAt: at(2_000) })]);
    await sequenceAll(versions);
    expect((await versions.readLog({ after: 10, limit: 3 })).entries.map(({ sequence, entityId }) => [sequence, entityId])).toEqual([
      [11, 'after'],
    ]);
  });
}

/** Fills a log with this many versions, each with a term for even or odd numbers. */
async function filled(versions: VersionStore, count: number): Promise<VersionStore> {
  await versions.append(versionsOf(count, (index) => ({ index: { terms: [index % 2 === 0 ? 'parity:odd' : 'parity:even'] } })));
  await sequenceAll(versions);
  return versions;
}
