import { expect, it } from 'vitest';
import type { Store } from '#platform/store/store.ts';
import type { NewVersion } from '#platform/store/version-store.ts';
import { arrivalOf } from './arrival-samples.ts';
import {
  at,
  entityIdOf,
  findOne,
  keptOf,
  keyOf,
  logName,
  type OpenedStore,
  type OpenStore,
  readWholeLog,
  sequenceAll,
  versionOf,
  withoutNumber,
} from './version-store-samples.ts';

const alertLog = 'arrival-alerts';

/** Tests the lines that alerts share: all lines of their documents after the first one. */
export function describeSharedLines(openStore: OpenStore): void {
  it('stores equal lines of alerts once, and returns each document whole', async () => {
    await using opened = await openStore();
    const log = opened.store.versions(alertLog);
    const alerts = alertsOf(120);
    const [first = expect.fail()] = alerts;
    const single = versionOf({ entityId: 'single', text: '{"own":"only"}', receivedAt: at(200) });
    const later = { ...first, ...alertOf(0, 'moved'), sortKey: '2025-12-01', receivedAt: at(300) };
    const all = [...alerts, single, later];
    expect(await log.append([...all, later])).toEqual([...all.map(() => ({ kind: 'STORED' })), { kind: 'REPEATED' }]);
    await sequenceAll(log);

    const kept = all.map(keptOf);
    expect((await log.findVersions(all.map(keyOf))).map(withoutNumber)).toEqual(kept);
    expect((await readWholeLog(log)).map(withoutNumber)).toEqual(kept);
    expect((await log.scan({ after: 0, limit: 500 })).map(withoutNumber)).toEqual(kept);
    expect((await log.findNumbered([1, 122])).map(withoutNumber)).toEqual([kept[0], kept[121]]);
    const current = await log.listCurrent({ order: 'OLDEST_FIRST', limit: 500, maxBytes: 1_000_000 });
    expect(current.map((row) => withoutNumber(row.current))).toEqual([keptOf(later), ...kept.slice(1, 121)]);
    const versions = await log.listVersions({ entityId: first.entityId, limit: 5 });
    expect(versions.map(({ document }) => String(document))).toEqual([String(later.document), String(first.document)]);
    expect((await log.findPredecessors([keyOf(later)])).map(withoutNumber)).toEqual([keptOf(first)]);
    expect((await log.listEarlier([keyOf(later)])).flat().map(withoutNumber)).toEqual([keptOf(first)]);
    expect(await log.append([first])).toEqual([{ kind: 'REPEATED' }]);
    expect(await log.append([{ ...first, contentHash: 'other' }])).toMatchObject([{ kind: 'CONFLICT', stored: keptOf(first) }]);
    expect(await timesStored(opened, 'shared by')).toBe(2);
    const reopened = (await opened.reopen()).versions(alertLog);
    expect((await reopened.findVersions(all.map(keyOf))).map(withoutNumber)).toEqual(kept);
  });

  it('keeps lines until the last alert that shares them is removed', async () => {
    await using opened = await openStore();
    const log = opened.store.versions(alertLog);
    const [first = expect.fail(), ...others] = alertsOf(3);
    const moved = alertOf(7, 'moved');
    await log.append([first, ...others, moved]);
    await sequenceAll(log);

    await remove(opened.store, [first]);
    expect((await log.findVersions([first, ...others, moved].map(keyOf))).map(withoutNumber)).toEqual([
      undefined,
      ...[...others, moved].map(keptOf),
    ]);
    await remove(opened.store, [...others, first]);
    expect(await timesStored(opened, 'shared by the ship')).toBe(0);
    expect(withoutNumber(await findOne(log, moved))).toEqual(keptOf(moved));
    expect(await log.append([first])).toEqual([{ kind: 'STORED' }]);
    expect(withoutNumber(await findOne(log, first))).toEqual(keptOf(first));
  });

  it('stores the lines of alerts together with the arrivals of which they are, or neither', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const writeOf = (index: number, revision = 0) => ({
      row: arrivalOf({ arrivalId: `arrival-${index}` }),
      revision,
      alerts: [alertOf(index)],
    });
    expect(await arrivals.write([writeOf(0), writeOf(1), writeOf(2, 5)])).toEqual([true, true, false]);
    expect(await arrivals.write([writeOf(3, 5)])).toEqual([false]);
    // The other arrival is written again with the alert that is already stored.
    expect(await arrivals.write([writeOf(0, 1)])).toEqual([true]);
    await sequenceAll(opened.store.versions(alertLog));
    expect((await readWholeLog(opened.store.versions(alertLog))).map(withoutNumber)).toEqual([0, 1].map((index) => keptOf(alertOf(index))));
    await remove(opened.store, [alertOf(0), alertOf(1)]);
    expect(await timesStored(opened, 'shared by')).toBe(0);
  });

  it('replaces the lines of a more complete view', async () => {
    await using opened = await openStore();
    const log = opened.store.versions(alertLog);
    const [first = expect.fail(), second = expect.fail()] = alertsOf(2);
    await log.append([first, second]);
    const complete = { ...first, ...alertOf(0, 'moved'), completeness: 2 };
    await log.complete(complete);
    await log.complete(complete);
    expect((await log.findVersions([first, second].map(keyOf))).map(withoutNumber)).toEqual([complete, second].map(keptOf));
    const single = { ...versionOf({ entityId: entityIdOf(0), receivedBy: 'DERIVED', completeness: 3 }), receivedAt: first.receivedAt };
    await log.complete(single);
    expect(withoutNumber(await findOne(log, first))).toEqual(keptOf(single));
    await sequenceAll(log);
    await remove(opened.store, [second]);
    expect(await timesStored(opened, 'shared by')).toBe(0);
  });

  it('loses no lines when another process adds an alert while the last one that shares them is removed', async () => {
    await using opened = await openStore();
    const log = opened.store.versions(alertLog);
    const other = (await (opened.another?.() ?? opened.store)).versions(alertLog);
    await log.append([alertOf(0)]);
    for (let index = 1; index <= 12; index += 1) {
      await sequenceAll(log);
      await Promise.all([remove(opened.store, [alertOf(index - 1)]), other.append([alertOf(index)])]);
      expect((await log.findVersions([alertOf(index - 1), alertOf(index)].map(keyOf))).map(withoutNumber)).toEqual([
        undefined,
        keptOf(alertOf(index)),
      ]);
    }
    await sequenceAll(log);
    await remove(opened.store, [alertOf(12)]);
    expect(await timesStored(opened, 'shared by')).toBe(0);
  });

  it('returns a notice with several lines as it was received', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const list = [0, 1].map((index) => versionOf({ entityId: entityIdOf(index), text: '{\n"shared": true\n}\n' }));
    await versions.append(list);
    expect((await versions.findVersions(list.map(keyOf))).map(withoutNumber)).toEqual(list.map(keptOf));
  });
}

/** Creates alerts of which the lines after the first one are equal. */
export function alertsOf(count: number): NewVersion[] {
  return Array.from({ length: count }, (_, index) => alertOf(index));
}

function alertOf(index: number, visit = 'the ship'): NewVersion {
  const shared = JSON.stringify({ text: `shared by ${visit}`, more: 'é'.repeat(2_000) });
  const text = `${JSON.stringify({ own: index })}\n${shared}\n${JSON.stringify(visit)}`;
  return versionOf({ entityId: entityIdOf(index), receivedAt: at(index), receivedBy: 'DERIVED', text });
}

let removals = 0;

async function remove(store: Store, versions: readonly NewVersion[]): Promise<void> {
  removals += 1;
  const id = `removal-${removals}`;
  await store.removals.begin({ id, startedAt: at(0), reason: { kind: 'AGE', receivedBefore: at(0) } });
  await store.removals.removeVersions(id, alertLog, versions.map(keyOf));
  await store.removals.finish(id, at(1));
}

/** Returns how often a text is stored. The end of a removal moves everything out of the write-ahead log. */
async function timesStored(opened: OpenedStore, text: string): Promise<number> {
  await remove(opened.store, []);
  return (await opened.keptBytes()).toString('latin1').split(text).length - 1;
}
