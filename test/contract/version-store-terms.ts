import { expect, it } from 'vitest';
import type { Backfill, StoredVersion, VersionStore } from '#platform/store/version-store.ts';
import { announceAll, entityIdOf, findOne, logName, type OpenStore, readWholeLog, versionOf, versionsOf } from './version-store-samples.ts';

/** What `addTerms` promises. */
export function describeTerms(openStore: OpenStore): void {
  it('finds held versions by terms that were added later, in lists, in histories and in the log', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append([
      ...versionsOf(3, (index) => ({ text: `{"party":"${index}"}`, index: { terms: ['port:A'] } })),
      versionOf({ thing: entityIdOf(0), order: '2025-11-02', text: '{"party":"9"}', index: { terms: ['port:B'] } }),
    ]);
    await announceAll(versions);

    await versions.addTerms(parties);

    expect(await thingsWith(versions, 'party:1', 'port:A')).toEqual([entityIdOf(1)]);
    expect(await thingsWith(versions, 'port:A')).toEqual([entityIdOf(1), entityIdOf(2)]);
    expect(await thingsWith(versions, 'party:9', 'port:B')).toEqual([entityIdOf(0)]);
    // Of a thing only the current version counts in lists.
    expect(await thingsWith(versions, 'party:0')).toEqual([]);
    expect(await versions.listVersions({ thing: entityIdOf(0), limit: 5, filter: { all: [['party:0']] } })).toHaveLength(1);
    expect((await readWholeLog(versions, { filter: { all: [['party:0', 'party:2']] } })).map(({ thing }) => thing)).toEqual(
      [0, 2].map(entityIdOf),
    );
    expect((await findOne(versions, { thing: entityIdOf(1), order: '2025-11-01T08:00:00' }))?.terms).toEqual(['port:A', 'party:1']);
  });

  it('moves a head on from terms that were added as from any others', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append([versionOf({ text: '{"party":"1"}' })]);
    await versions.addTerms(parties);
    await versions.append([versionOf({ order: '2025-11-02', text: '{"party":"2"}', index: { terms: ['party:2'] } })]);
    expect(await thingsWith(versions, 'party:1')).toEqual([]);
    expect(await thingsWith(versions, 'party:2')).toEqual(['thing-1']);
  });

  it('keeps terms, long ones and equal ones included, once', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const long = 'x'.repeat(400);
    await versions.append([versionOf({ text: JSON.stringify({ party: long }), index: { terms: ['port:A'] } })]);
    await versions.addTerms({ name: 'twice', termsOf: (version) => ['port:A', ...parties.termsOf(version), ...parties.termsOf(version)] });
    const held = await findOne(versions, { thing: 'thing-1', order: '2025-11-01T08:00:00' });
    expect(held?.terms).toEqual(['port:A', `party:${long}`]);
    expect(await thingsWith(versions, `party:${long}`)).toEqual(['thing-1']);
  });

  it('applies a rule once, and what comes afterwards has its terms already', async () => {
    await using opened = await openStore();
    await opened.store.versions(logName).append(versionsOf(2));
    await opened.store.versions(logName).addTerms(parties);
    const versions = (await opened.reopen()).versions(logName);
    await versions.append(versionsOf(3));
    const looked = countedRule();
    await versions.addTerms(looked.rule);
    expect(looked.versions).toEqual([]);
  });

  it('goes on where it was broken off', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const count = 350;
    await versions.append(versionsOf(count, (index) => ({ text: `{"party":"${index}"}` })));
    const first = countedRule(270);
    await expect(versions.addTerms(first.rule)).rejects.toThrow('the process ends here');
    const second = countedRule();
    await versions.addTerms(second.rule);
    expect(second.versions.length).toBeLessThan(count);
    expect(new Set([...first.versions, ...second.versions].map(({ thing }) => thing)).size).toBe(count);
    for (const index of [0, 150, 269, 349]) expect(await thingsWith(versions, `party:${index}`)).toEqual([entityIdOf(index)]);
  });

  it('lets two apply a rule at once, and both find it applied', async () => {
    await using opened = await openStore();
    const other = (await opened.another?.()) ?? opened.store;
    const stores = [opened.store, other].map((store) => store.versions(logName));
    await stores[0]?.append(versionsOf(120, (index) => ({ text: `{"party":"${index}"}` })));
    await Promise.all(
      stores.map(async (versions) => {
        await versions.addTerms(parties);
        expect(await thingsWith(versions, 'party:119')).toEqual([entityIdOf(119)]);
      }),
    );
    expect((await findOne(opened.store.versions(logName), { thing: entityIdOf(7), order: '2025-11-01T08:00:00' }))?.terms).toEqual([
      'party:7',
    ]);
  });
}

const parties: Backfill = {
  name: 'parties',
  termsOf: ({ document }) => {
    const { party } = JSON.parse(document.toString());
    return party === undefined ? [] : [`party:${party}`];
  },
};

/** The rule, with the versions that it was asked about; from some number on it fails, as if the process died. */
function countedRule(failsAt = Number.POSITIVE_INFINITY): { readonly rule: Backfill; readonly versions: readonly StoredVersion[] } {
  const versions: StoredVersion[] = [];
  const termsOf: Backfill['termsOf'] = (version) => {
    if (versions.length === failsAt) throw new Error('the process ends here');
    versions.push(version);
    return parties.termsOf(version);
  };
  return { rule: { ...parties, termsOf }, versions };
}

async function thingsWith(versions: VersionStore, ...terms: readonly string[]): Promise<string[]> {
  const heads = await versions.listHeads({ order: 'OLDEST_FIRST', limit: 500, filter: { all: terms.map((term) => [term]) } });
  return heads.map(({ thing }) => thing);
}
