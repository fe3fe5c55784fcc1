import { hash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  at,
  blobOf,
  currentAsOf,
  currentRowOf,
  entityIdOf,
  findOne,
  keptOf,
  keyOf,
  logName,
  type OpenStore,
  sequenceAll,
  versionOf,
  versionsOf,
  withoutNumber,
} from './version-store-samples.ts';

/** Tests `append`, `complete`, `addClash` and `readBlob`. */
export function describeAppend(openStore: OpenStore): void {
  it('stores a version byte for byte, with all of its attributes', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const version = versionOf({
      entityId: '["acme","__proto__","$where"]',
      text: '{ "__proto__": {"a":1},\n "x": "\\ud800 \u{1f6a2}", "x": 1.0e0, "$set": {"a.b": null} }',
      receivedBy: 'NOTIFICATION',
      receivedAt: at(7),
      violations: [{ path: "$['\ud800']", message: 'expected text, got "\udfff"' }],
      completeness: 3,
      blob: blobOf(Buffer.from('JVBERi0xLjQ='), { name: 'notice.pdf' }),
      index: { terms: ['$document:HHL71800000', 'equipment:ABCU1234567'], groups: [{ ['__proto__']: '$x' }], date: '2025-12-24' },
    });

    expect(await versions.append([version])).toEqual([{ kind: 'STORED' }]);

    expect(withoutNumber(await findOne(versions, version))).toEqual(keptOf(version));
    expect(await versions.readBlob(keyOf(version))).toEqual(version.blob);
    const found = await versions.listCurrent({ order: 'NEWEST_FIRST', limit: 5, filter: { sameGroup: { ['__proto__']: '$x' } } });
    expect(found.map(({ entityId }) => entityId)).toEqual([version.entityId]);
  });

  it('keeps bytes that are not UTF-8 unchanged', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const document = randomBytes(3_000);
    const version = { ...versionOf(), document, contentHash: hash('sha256', document, 'base64url') };
    await versions.append([version]);
    expect((await findOne(versions, version))?.document.equals(version.document)).toBe(true);
  });

  it('answers REPEATED for stored bytes, in a later call and in the same one', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const [first, second] = versionsOf(2) as [ReturnType<typeof versionOf>, ReturnType<typeof versionOf>];

    expect(await versions.append([first, second, { ...first, receivedAt: at(50) }])).toEqual([
      { kind: 'STORED' },
      { kind: 'STORED' },
      { kind: 'REPEATED' },
    ]);
    expect(await versions.append([{ ...second, receivedAt: at(99), receivedBy: 'PULL' }])).toEqual([{ kind: 'REPEATED' }]);

    expect(withoutNumber(await findOne(versions, first))).toEqual(keptOf(first));
    expect(withoutNumber(await findOne(versions, second))).toEqual(keptOf(second));
  });

  it('reports a CONFLICT with the stored version for other bytes of one identity, and keeps the first', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const held = versionOf({ text: '{"a":1}', blob: blobOf(Buffer.from('first')) });
    const other = versionOf({ text: '{"a":2}', blob: blobOf(Buffer.from('second')), receivedAt: at(1) });

    const [stored, inTheSameCall] = await versions.append([held, other]);
    const [later] = await versions.append([other]);

    expect(stored).toEqual({ kind: 'STORED' });
    for (const outcome of [inTheSameCall, later]) {
      if (outcome?.kind !== 'CONFLICT') expect.fail(`expected CONFLICT, got ${outcome?.kind}`);
      expect(withoutNumber(outcome.stored)).toEqual(keptOf(held));
    }
    expect(withoutNumber(await findOne(versions, held))).toEqual(keptOf(held));
    expect(await versions.readBlob(keyOf(held))).toEqual(held.blob);
  });

  it('answers the versions of a list in their order', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const held = versionsOf(40);
    await versions.append(held);
    const list = versionsOf(60).map((version, index) => (index % 3 === 0 ? versionOf({ ...version, text: '{"other":true}' }) : version));
    const outcomes = await versions.append(list);
    const expected = list.map((_, index) => (index >= 40 ? 'STORED' : index % 3 === 0 ? 'CONFLICT' : 'REPEATED'));
    expect(outcomes.map(({ kind }) => kind)).toEqual(expected);
  });

  it('answers an empty list with an empty list', async () => {
    await using opened = await openStore();
    expect(await opened.store.versions(logName).append([])).toEqual([]);
  });

  it('keeps the logs separate', async () => {
    await using opened = await openStore();
    const version = versionOf();
    await opened.store.versions('arrival-notice-notifications').append([version]);
    expect(await findOne(opened.store.versions(logName), version)).toBeUndefined();
    expect(await opened.store.versions(logName).append([version])).toEqual([{ kind: 'STORED' }]);
  });

  it('stores each identity once when many callers push it concurrently', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const list = versionsOf(30);
    const calls = Array.from({ length: 12 }, (_, call) => [...list.slice(call), ...list.slice(0, call)]);

    const outcomes = await Promise.all(calls.map((call) => versions.append(call)));

    const stored = outcomes.flatMap((call, index) =>
      call.flatMap(({ kind }, place) => (kind === 'STORED' ? [calls[index]?.[place]?.entityId] : [])),
    );
    expect(stored.sort()).toEqual(list.map(({ entityId }) => entityId));
    expect(new Set(outcomes.flat().map(({ kind }) => kind))).toEqual(new Set(['STORED', 'REPEATED']));
  });

  it('accepts a list larger than any batch', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const outcomes = await versions.append(versionsOf(2_500));
    expect(outcomes.filter(({ kind }) => kind === 'STORED')).toHaveLength(2_500);
    expect(await versions.findCurrent([entityIdOf(0), entityIdOf(2_499)])).not.toContain(undefined);
  });

  it('moves the current row to a newer version and keeps the time at which the entity was first received', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const first = versionOf({ sortKey: '2025-11-02', receivedAt: at(1), text: '{"v":1}' });
    const newer = versionOf({ sortKey: '2025-11-03', receivedAt: at(2), text: '{"v":2}' });

    await versions.append([first]);
    expect(withoutNumber((await currentRowOf(versions, first.entityId))?.current)).toEqual(keptOf(first));
    await versions.append([newer]);

    const head = await currentRowOf(versions, first.entityId);
    expect(withoutNumber(head?.current)).toEqual(keptOf(newer));
    expect(head?.firstReceivedAt).toBe(at(1));
  });

  it('keeps the current row when an older version arrives late', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const current = versionOf({ sortKey: '2025-11-03', receivedAt: at(1), index: { terms: ['port:current'] } });
    const late = versionOf({ sortKey: '2025-11-02', receivedAt: at(2), text: '{"v":"late"}', index: { terms: ['port:late'] } });

    await versions.append([current]);
    expect(await versions.append([late])).toEqual([{ kind: 'STORED' }]);

    const head = await currentRowOf(versions, current.entityId);
    expect(withoutNumber(head?.current)).toEqual(keptOf(current));
    expect(head?.firstReceivedAt).toBe(at(1));
    expect(await versions.listCurrent({ order: 'NEWEST_FIRST', limit: 5, filter: { all: [['port:late']] } })).toEqual([]);
    expect((await versions.listVersions({ entityId: current.entityId, limit: 5 })).map(({ sortKey }) => sortKey)).toEqual([
      '2025-11-03',
      '2025-11-02',
    ]);
  });

  it('shows the newest of several versions of one entity in one call', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const list = ['2025-11-02', '2025-11-05', '2025-11-03'].map((sortKey) =>
      versionOf({ sortKey, text: JSON.stringify({ order: sortKey }) }),
    );
    await versions.append(list);
    expect((await currentRowOf(versions, 'entity-1'))?.current.sortKey).toBe('2025-11-05');
  });

  it('replaces a stored view by a more complete one, and keeps its receipt and its number', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const reduced = versionOf({
      completeness: 0,
      text: '{"a":1}',
      violations: [{ path: '$.a', message: 'old' }],
      index: { terms: ['port:old'], date: '2025-12-01' },
    });
    const full = versionOf({
      completeness: 1,
      text: '{"a":1,"charges":[]}',
      receivedAt: at(60),
      receivedBy: 'PULL',
      blob: blobOf(Buffer.from('pdf')),
      index: { terms: ['port:new'] },
    });
    await versions.append([reduced]);
    await sequenceAll(versions);
    const before = await findOne(versions, reduced);

    await versions.complete(full);

    const { receivedAt, receivedBy } = reduced;
    const after = await findOne(versions, full);
    expect(after).toEqual({ ...keptOf(full), receivedAt, receivedBy, sequence: before?.sequence });
    expect(await versions.readBlob(keyOf(full))).toEqual(full.blob);
    expect((await currentRowOf(versions, full.entityId))?.current).toEqual(after);
    const found = (filter: object) => versions.listCurrent({ order: 'RECENTLY_CHANGED', limit: 5, filter });
    expect(await found({ all: [['port:old']] })).toEqual([]);
    expect(await found({ dateMin: '2025-01-01' })).toEqual([]);
    expect((await found({ all: [['port:new']], receivedBefore: at(1) })).map(({ entityId }) => entityId)).toEqual([full.entityId]);
  });

  it('reads the more complete view, even if it was stored by another process and the other view was read before', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const other = (await opened.another?.()) ?? opened.store;
    const filter = { all: [['port:A']] };
    const viewOf = (completeness: number) =>
      versionOf({ completeness, text: JSON.stringify({ completeness }), index: { terms: ['port:A'] } });
    const readAll = async () => {
      const { entityId, sortKey } = viewOf(0);
      const [listed] = await versions.listCurrent({ order: 'OLDEST_FIRST', limit: 5 });
      const [numbered] = await versions.findNumbered([1]);
      const [inLog] = (await versions.readLog({ after: 0, limit: 5, filter })).entries;
      const [inHistory] = await versions.listVersions({ entityId, limit: 5 });
      const [exact] = await versions.findVersions([{ entityId, sortKey }]);
      const read = [listed?.current, (await currentRowOf(versions, entityId))?.current, numbered, inLog, inHistory, exact];
      return read.map((version) => version?.document.toString());
    };
    await versions.append([viewOf(0)]);
    await sequenceAll(versions);
    expect(await readAll()).toEqual(Array(6).fill('{"completeness":0}'));

    await other.versions(logName).complete(viewOf(1));

    expect(await readAll()).toEqual(Array(6).fill('{"completeness":1}'));
  });

  it('keeps a stored view that is as complete, and stores no view of an unknown version', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const held = versionOf({ completeness: 1, text: '{"a":1}' });
    await versions.append([held]);
    await versions.complete(versionOf({ completeness: 1, text: '{"a":2}' }));
    await versions.complete(versionOf({ completeness: 0, text: '{"a":3}' }));
    await versions.complete(versionOf({ entityId: 'unknown', completeness: 9 }));
    expect(withoutNumber(await findOne(versions, held))).toEqual(keptOf(held));
    expect(await findOne(versions, { entityId: 'unknown', sortKey: held.sortKey })).toBeUndefined();
    expect(await currentRowOf(versions, 'unknown')).toBeUndefined();
  });

  it('completes a version that is not current without changing the current row', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const old = versionOf({ sortKey: '2025-11-01', completeness: 0, index: { terms: ['port:old'] } });
    const current = versionOf({ sortKey: '2025-11-02', completeness: 0, text: '{"v":2}', index: { terms: ['port:current'] } });
    await versions.append([old, current]);
    await versions.complete(versionOf({ sortKey: '2025-11-01', completeness: 5, text: '{"v":"full"}', index: { terms: ['port:full'] } }));
    expect(withoutNumber((await currentRowOf(versions, old.entityId))?.current)).toEqual(keptOf(current));
    expect((await findOne(versions, old))?.document.toString()).toBe('{"v":"full"}');
    expect(await versions.listCurrent({ order: 'NEWEST_FIRST', limit: 5, filter: { all: [['port:full']] } })).toEqual([]);
  });

  it('keeps clashes beside the version, each content once, first received first', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const held = versionOf({ text: '{"a":0}' });
    const other = versionOf({ entityId: 'entity-2' });
    await versions.append([held, other]);
    const clashOf = (text: string, milliseconds: number) => {
      const { entityId, sortKey, contentHash, receivedAt, receivedBy, document } = versionOf({ text, receivedAt: at(milliseconds) });
      return { entityId, sortKey, contentHash, receivedAt, receivedBy, document };
    };
    const [late, early] = [clashOf('{"a":2}', 9), clashOf('{"a":1}', 5)];

    for (const clash of [late, early, { ...late, receivedAt: at(77) }]) await versions.addClash(clash);

    expect(await versions.listClashes([keyOf(other), keyOf(held), { entityId: 'unknown', sortKey: 'x' }])).toEqual([[], [early, late], []]);
    expect(withoutNumber(await findOne(versions, held))).toEqual(keptOf(held));
  });

  it('never loads blobs with versions', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const version = versionOf({ blob: blobOf(Buffer.from('pdf')) });
    const plain = versionOf({ entityId: 'plain', receivedAt: at(1) });
    await versions.append([version, plain]);
    await sequenceAll(versions);
    const [logged] = (await versions.readLog({ after: 0, limit: 5 })).entries;
    const [listed] = await versions.listVersions({ entityId: version.entityId, limit: 5 });
    const asOf = await currentAsOf(versions, version.entityId, { receivedBefore: at(1_000) });
    const head = await currentRowOf(versions, version.entityId);
    const [onPage] = await versions.listCurrent({ order: 'OLDEST_FIRST', limit: 1 });
    const { bytes: _, ...known } = version.blob ?? {};
    for (const found of [logged, listed, asOf, head?.current, onPage?.current]) expect(found?.blob).toEqual(known);
    expect(await versions.readBlob(keyOf(plain))).toBeUndefined();
    expect(await versions.readBlob({ entityId: 'unknown', sortKey: 'x' })).toBeUndefined();
  });

  it('keeps documents, blobs and clashes of many megabytes', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const large = { ...versionOf({ blob: blobOf(randomBytes(15 * 1024 * 1024)) }), document: jsonOf(9 * 1024 * 1024) };
    const exact = { ...versionOf({ entityId: 'exact', blob: blobOf(randomBytes(8 * 1024 * 1024)) }), document: jsonOf(64 * 1024) };
    expect(await versions.append([large, exact])).toEqual([{ kind: 'STORED' }, { kind: 'STORED' }]);
    const { entityId, sortKey, receivedAt, receivedBy } = large;
    const clash = { entityId, sortKey, receivedAt, receivedBy, contentHash: 'other', document: jsonOf(16 * 1024 * 1024) };
    await versions.addClash(clash);
    await sequenceAll(versions);

    for (const version of [large, exact]) {
      expect((await findOne(versions, version))?.document.equals(version.document)).toBe(true);
      expect((await versions.readBlob(keyOf(version)))?.bytes.equals(version.blob?.bytes ?? Buffer.alloc(0))).toBe(true);
    }
    expect((await versions.readLog({ after: 0, limit: 2 })).entries.map(({ document }) => document.length)).toEqual([
      large.document.length,
      exact.document.length,
    ]);
    const [[kept]] = (await versions.listClashes([keyOf(large)])) as [[typeof clash]];
    expect(kept.document.equals(clash.document)).toBe(true);
  });
}

/** Creates incompressible bytes as JSON. */
function jsonOf(length: number): Buffer {
  return Buffer.from(JSON.stringify(randomBytes(length / 2).toString('hex')));
}
