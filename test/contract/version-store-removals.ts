import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { maxRemoved, type RemovalReason } from '#platform/store/removal-store.ts';
import type { Store } from '#platform/store/store.ts';
import type { NewVersion, VersionKey } from '#platform/store/version-store.ts';
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

const reason: RemovalReason = { kind: 'AGE', receivedBefore: at(1_000_000) };

/** Tests `removals`, `scan` and `listExpired`. */
export function describeRemovals(openStore: OpenStore): void {
  it('removes a version with its blob, its clashes and its event, and keeps the others', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const old = versionOf({ sortKey: '2025-11-01', index: { terms: ['port:A'] }, blob: blobOf(Buffer.from('pdf')) });
    const current = versionOf({ sortKey: '2025-11-02', receivedAt: at(1), text: '{"v":2}', index: { terms: ['port:B'] } });
    await versions.append([old, current]);
    await versions.addClash(clashOf(old));
    await sequenceAll(versions);

    await begin(opened.store);
    expect(await opened.store.removals.removeVersions('one', logName, [keyOf(old)])).toBe(1);

    expect(await findOne(versions, old)).toBeUndefined();
    expect(await versions.readBlob(keyOf(old))).toBeUndefined();
    expect(await versions.listClashes([keyOf(old)])).toEqual([[]]);
    expect((await versions.listVersions({ entityId: old.entityId, limit: 5 })).map(({ sortKey }) => sortKey)).toEqual(['2025-11-02']);
    expect((await readWholeLog(versions)).map(({ sequence }) => sequence)).toEqual([2]);
    expect(withoutNumber((await currentRowOf(versions, old.entityId))?.current)).toEqual(keptOf(current));
    expect(await versions.append([old])).toEqual([{ kind: 'STORED' }]);
    expect(await versions.readBlob(keyOf(old))).toEqual(old.blob);
    expect(await versions.listClashes([keyOf(old)])).toEqual([[]]);
  });

  it('removes the entity with its last version', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const list = versionsOf(2, () => ({ index: { terms: ['port:A'], date: '2025-12-24' } }));
    await versions.append(list);
    await sequenceAll(versions);

    await begin(opened.store);
    await opened.store.removals.removeVersions('one', logName, [{ entityId: entityIdOf(0), sortKey: '2025-11-01T08:00:00' }]);

    for (const filter of [{}, { all: [['port:A']] }, { dateMin: '2025-12-01' }]) {
      const heads = await versions.listCurrent({ order: 'NEWEST_FIRST', limit: 5, filter });
      expect(heads.map(({ entityId }) => entityId)).toEqual([entityIdOf(1)]);
    }
    expect(await currentRowOf(versions, entityIdOf(0))).toBeUndefined();
  });

  it('makes no superseded version current again: a current version stays until no other one is left', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const [first, second] = ['2025-11-01', '2025-11-02'].map((sortKey) => versionOf({ sortKey, text: JSON.stringify({ order: sortKey }) }));
    const keys = [second, first].map((version) => keyOf(version ?? expect.fail()));
    await versions.append([first ?? expect.fail(), second ?? expect.fail()]);
    await sequenceAll(versions);
    await begin(opened.store);
    const remove = (list: readonly VersionKey[]) => opened.store.removals.removeVersions('one', logName, list);

    expect(await remove(keys.slice(0, 1))).toBe(0);
    expect((await currentRowOf(versions, 'entity-1'))?.current.sortKey).toBe('2025-11-02');
    expect(await remove(keys)).toBe(2);
    expect(await currentRowOf(versions, 'entity-1')).toBeUndefined();
    expect(await remove(keys)).toBe(0);
  });

  it('never assigns a number again, even after the last version of the log was removed', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const list = versionsOf(3);
    await versions.append(list);
    await sequenceAll(versions);
    const before = await versions.bounds();
    await begin(opened.store);
    await opened.store.removals.removeVersions('one', logName, list.map(keyOf));

    const reopened = (await opened.reopen()).versions(logName);
    const after = await reopened.bounds();
    expect(after).toMatchObject({ trimmedThrough: 0, head: 3 });
    expect(after.removals).toBeGreaterThan(before.removals);
    const filter = { all: [['port:A']] };
    for (const query of [{}, { filter }])
      expect(await reopened.readLog({ after: 1, limit: 9, ...query })).toEqual({ entries: [], scannedThrough: 3 });
    await reopened.append([versionOf({ entityId: 'after' })]);
    await sequenceAll(reopened);
    expect((await readWholeLog(reopened)).map(({ sequence, entityId }) => [sequence, entityId])).toEqual([[4, 'after']]);
  });

  it('records what was removed of each partner, when and why, also for an interrupted removal', async () => {
    await using opened = await openStore();
    const { removals, deadLetters } = opened.store;
    const versions = opened.store.versions(logName);
    const list = versionsOf(3, (index) => ({
      partner: index === 2 ? 'other' : 'acme',
      ...(index === 0 ? { blob: blobOf(Buffer.from('pdf')) } : {}),
    }));
    const older = versionOf({ ...list[0], sortKey: '2025-10-01', text: '{"older":true}' });
    await versions.append([...list, older]);
    await versions.addClash(clashOf(older));
    await sequenceAll(versions);
    await deadLetters.add([{ partner: 'acme', log: logName, receivedAt: at(0), reason: 'x', path: '$', bytes: Buffer.from('{') }]);
    const listed = await deadLetters.list({ limit: 5 });

    await begin(opened.store, 'broken off', at(1));
    await removals.removeVersions('broken off', logName, [keyOf(older)]);
    await removals.begin({ id: 'whole', startedAt: at(2), by: '$operator', reason: erasure });
    await removals.removeVersions('whole', logName, list.slice(0, 1).map(keyOf));
    await removals.removeVersions('whole', logName, list.map(keyOf));
    expect(await removals.removeDeadLetters('whole', 'deadLetters', [...listed.map(({ id }) => id), 'unknown'])).toBe(1);
    const whole = await removals.finish('whole', at(3));

    expect(whole).toEqual({
      id: 'whole',
      startedAt: at(2),
      finishedAt: at(3),
      by: '$operator',
      reason: erasure,
      removed: [
        { log: logName, partner: 'acme', kind: 'blobs', count: 1 },
        { log: logName, partner: 'acme', kind: 'deadLetters', count: 1 },
        { log: logName, partner: 'acme', kind: 'entities', count: 2 },
        { log: logName, partner: 'acme', kind: 'versions', count: 2 },
        { log: logName, partner: 'other', kind: 'entities', count: 1 },
        { log: logName, partner: 'other', kind: 'versions', count: 1 },
      ],
    });
    const brokenOff = {
      id: 'broken off',
      startedAt: at(1),
      reason,
      removed: [
        // Samples of the suite have the blob of the version that they are derived from.
        { log: logName, partner: 'acme', kind: 'blobs', count: 1 },
        { log: logName, partner: 'acme', kind: 'clashes', count: 1 },
        { log: logName, partner: 'acme', kind: 'versions', count: 1 },
      ],
    };
    const store = await opened.reopen();
    expect(await store.removals.list(5)).toEqual([whole, brokenOff]);
    expect(await store.deadLetters.list({ limit: 5 })).toEqual([]);
  });

  it('scans all versions in log order, including those that are no longer replayed', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(versionsOf(5));
    await sequenceAll(versions);
    await versions.trimLog(at(3));
    const first = await versions.scan({ after: 0, limit: 4 });
    expect(first.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(withoutNumber(first[0])).toEqual(keptOf(versionsOf(1)[0] ?? expect.fail()));
    expect((await versions.scan({ after: 4, limit: 4 })).map(({ sequence }) => sequence)).toEqual([5]);
    expect(await versions.scan({ after: 5, limit: 4 })).toEqual([]);
    expect(await versions.count()).toBe(5);
  });

  it('finds expired versions; a current version only if all versions of its entity have expired', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const plan: readonly [entityId: string, order: string, receivedAt: number][] = [
      ['superseded', '2025-11-01', 0],
      ['current before late ones', '2025-11-09', 1],
      ['all old', '2025-11-02', 2],
      ['all old', '2025-11-01', 3],
      ['superseded', '2025-11-02', 10],
      ['current before late ones', '2025-11-01', 11],
    ];
    await versions.append(plan.map(([entityId, sortKey, receivedAt]) => versionOf({ entityId, sortKey, receivedAt: at(receivedAt) })));
    await sequenceAll(versions);
    const found: VersionKey[] = [];
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { keys, scannedThrough } = await versions.listExpired({ receivedBefore: at(10), after, upTo: 6, limit: 2 });
      found.push(...keys);
      after = scannedThrough;
    }
    expect(found.map(({ entityId, sortKey }) => `${entityId} ${sortKey}`)).toEqual([
      'superseded 2025-11-01',
      'all old 2025-11-02',
      'all old 2025-11-01',
    ]);
    expect((await versions.listExpired({ receivedBefore: at(10), after: 0, upTo: 1, limit: 9 })).keys).toEqual(found.slice(0, 1));
  });

  it('continues to trim the log after a long range that was erased', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const list = versionsOf(maxScanned + 2 * maxRemoved, () => ({ text: '{}' }));
    await versions.append(list);
    await sequenceAll(versions);
    await begin(opened.store);
    for (let start = 0; start < maxScanned + maxRemoved; start += maxRemoved) {
      const keys = list.slice(start, start + maxRemoved).map(keyOf);
      await opened.store.removals.removeVersions('one', logName, keys);
    }
    const cut = maxScanned + maxRemoved + 50;
    expect(await versions.trimLog(at(cut))).toMatchObject({ trimmedThrough: cut, head: list.length });
  });

  it('lets others push, read and assign numbers concurrently: no partial state is visible, and none of their data is lost', async () => {
    await using opened = await openStore();
    const other = (await opened.another?.()) ?? opened.store;
    const [versions, reading] = [opened.store.versions(logName), other.versions(logName)];
    const list = versionsOf(60, () => ({ text: JSON.stringify({ text: 'x'.repeat(70_000) }), index: { terms: ['port:A'] } }));
    await versions.append(list);
    await sequenceAll(versions);
    await begin(opened.store);
    let isRemoving = true;
    const remove = async () => {
      for (let start = 0; start < list.length; start += 10) {
        await opened.store.removals.removeVersions('one', logName, list.slice(start, start + 10).map(keyOf));
      }
      isRemoving = false;
    };
    const read = async () => {
      while (isRemoving) {
        const heads = await reading.listCurrent({ order: 'OLDEST_FIRST', limit: 40, filter: { all: [['port:A']] } });
        expect(heads.length).toBe(40);
        for (const { current } of heads) expect(current.document.length).toBeGreaterThan(70_000);
        // A store may answer without any I/O, and the others need a turn of the event loop.
        await setImmediate();
      }
    };
    const push = async () => {
      for (let call = 0; call < 10; call += 1) {
        await reading.append(versionsOf(5, (index) => ({ entityId: `later-${call}-${index}`, index: { terms: ['port:A'] }, ...large })));
        await sequenceAll(reading);
      }
    };
    await Promise.all([push().then(() => Promise.all([remove(), read()])), push()]);

    const left = await readWholeLog(reading);
    expect(left.map(({ entityId }) => entityId).filter((entityId) => !entityId.startsWith('later'))).toEqual([]);
    expect(new Set(left.map(({ entityId }) => entityId)).size).toBe(50);
    expect(await reading.listCurrent({ order: 'OLDEST_FIRST', limit: 500, filter: { all: [['port:A']] } })).toHaveLength(50);
  });
}

const large = { text: JSON.stringify({ later: 'y'.repeat(70_000) }) };

const erasure: RemovalReason = { kind: 'ERASURE', keyKind: 'PARTY', keyHash: 'a hash' };

function begin(store: Store, id = 'one', startedAt = at(0)): Promise<void> {
  return store.removals.begin({ id, startedAt, reason });
}

function clashOf({ entityId, sortKey, receivedAt, receivedBy }: NewVersion) {
  return { entityId, sortKey, receivedAt, receivedBy, contentHash: 'another', document: Buffer.from('{"clash":true}') };
}
