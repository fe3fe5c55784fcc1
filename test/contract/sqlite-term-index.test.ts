import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openReader } from '#platform/store/sqlite/connection.ts';
import { createSqliteCurrentRows } from '#platform/store/sqlite/read-current-rows.ts';
import { createRowCache } from '#platform/store/sqlite/read-log.ts';
import { tablePrefix } from '#platform/store/sqlite/schema.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import type { CurrentOrder, VersionFilter, VersionStore } from '#platform/store/version-store.ts';
import { casesOf } from '../support/random-cases.ts';
import { recordStatements } from '../support/recorded-reader.ts';
import { at, logName, versionOf, versionsOf } from './version-store-samples.ts';

/** Opens a store over a separate file. */
async function openFile() {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-terms-'));
  const path = join(folder, 'landfall.db');
  const store = await createSqliteStore({ path });
  return {
    folder,
    path,
    versions: store.versions(logName),
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** Opens a store with this many rows, and the functions that list them. Their statements are recorded. */
async function openRecorded(count: number, termsOf: (index: number) => string[]) {
  const opened = await openFile();
  const versions = versionsOf(count, (index) => {
    const terms = [...termsOf(index), `document:${index}`];
    const [, partner = 'acme'] = /^partner:(.*)/.exec(terms[0] ?? '') ?? [];
    return { partner, index: { terms } };
  });
  await opened.versions.append(versions);
  const reader = openReader(opened.path);
  const { recording, plans } = recordStatements(reader);
  const prefix = tablePrefix(logName);
  return {
    rows: createSqliteCurrentRows({ reader: recording, prefix, cache: createRowCache(reader, prefix) }),
    /** Returns the plans of the statements that look up terms. */
    plans: () => plans().filter((steps) => steps.some((step) => /_terms|_partner/.test(step))),
    [Symbol.asyncDispose]: async () => {
      reader.close();
      await opened[Symbol.asyncDispose]();
    },
  };
}

/** Lists the ids of matching entities, in pages of two. */
async function listIds(versions: VersionStore, query: { order: CurrentOrder; filter: VersionFilter }): Promise<string[]> {
  const ids: string[] = [];
  for (let from: string | undefined; ; ) {
    const page = await versions.listCurrent({ ...query, limit: 2, from });
    ids.push(...page.map(({ entityId }) => entityId));
    from = page.at(-1)?.position;
    if (page.length < 2) return ids;
  }
}

test('rows are listed and counted like a plain filter of all rows', async () => {
  await using opened = await openFile();
  const { versions } = opened;
  const letters = ['a', 'b', 'c'];
  const rows = fc.array(fc.subarray(letters), { minLength: 1, maxLength: 12 });
  const sets = fc.array(fc.subarray(letters, { minLength: 1 }), { minLength: 1, maxLength: 2 });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(rows, rows, sets, async (stored, replaced, wanted) => {
      run += 1;
      const push = (all: readonly (readonly string[])[], orderAt: number) =>
        Promise.all(
          all.map((row, index) => {
            const terms = [`run:${run}`, ...row.flatMap((letter) => [`letter:${letter}`, `letter:${run}${letter}`])];
            return versions.append([versionOf({ entityId: `${run} ${index}`, sortKey: at(orderAt), index: { terms } })]);
          }),
        );
      await push(stored, 1);
      await push(replaced.slice(0, stored.length), 2);
      const current = stored.map((row, index) => replaced[index] ?? row);
      const matching = current.flatMap((row, index) =>
        wanted.every((set) => set.some((letter) => row.includes(letter))) ? [`${run} ${index}`] : [],
      );
      const filter = { all: [...wanted.map((set) => set.map((letter) => `letter:${letter}`)), [`run:${run}`]] };
      expect(await listIds(versions, { order: 'OLDEST_FIRST', filter })).toEqual(matching);
      expect(await listIds(versions, { order: 'NEWEST_FIRST', filter })).toEqual(matching.toReversed());
      expect((await listIds(versions, { order: 'RECENTLY_CHANGED', filter })).toSorted()).toEqual(matching.toSorted());
      expect(await versions.countCurrent({ filter, limit: 100 })).toBe(matching.length);
      const [set = []] = wanted;
      const withAny = current.flatMap((row, index) => (set.some((letter) => row.includes(letter)) ? [`${run} ${index}`] : []));
      const ofSet = { all: [set.map((letter) => `letter:${run}${letter}`)] };
      expect(await listIds(versions, { order: 'OLDEST_FIRST', filter: ofSet })).toEqual(withAny);
      expect(await listIds(versions, { order: 'NEWEST_FIRST', filter: ofSet })).toEqual(withAny.toReversed());
      expect(await versions.countCurrent({ filter: ofSet, limit: 100 })).toBe(withAny.length);
      const ofRun = { all: [[`run:${run}`]] };
      expect(await listIds(versions, { order: 'OLDEST_FIRST', filter: ofRun })).toHaveLength(stored.length);
      expect(await versions.countCurrent({ filter: ofRun, limit: 100 })).toBe(stored.length);
    }),
    casesOf(40),
  );
});

test('a page and a count of the rows with one of several terms read the entries of these terms only, in their order', async () => {
  // More rows than are sorted, and one in ten is wanted.
  await using recorded = await openRecorded(12_000, (index) => [`partner:${index % 10 === 0 ? `rare-${index % 20}` : 'frequent'}`]);
  const { rows, plans } = recorded;
  const filter = { all: [['partner:rare-0', 'partner:rare-10']] };
  const first = await rows.listCurrent({ order: 'NEWEST_FIRST', filter, limit: 5 });
  await rows.listCurrent({ order: 'NEWEST_FIRST', filter, limit: 5, from: first.at(-1)?.position });
  expect(await rows.countCurrent({ filter, limit: 10_000 })).toBe(1_200);
  const searched = plans().map((plan) => plan.filter((step) => step.includes('_terms')).map((step) => step.replace(/.*KEY /, '')));
  const [start, next] = ['(term=?)', '(term=? AND current_row<?)'];
  expect(searched.flat()).toEqual([start, start, next, next, start, start]);
  expect(scansOf(plans())).toEqual([]);
});

test('all rows that meet several conditions are found without reading the rows that meet none of them', async () => {
  // One row in 6 meets each condition, and one in 36 meets both.
  await using recorded = await openRecorded(10_800, (index) => [`ship:${index % 6}`, `port:${Math.floor(index / 6) % 6}`]);
  const { rows, plans } = recorded;
  const filter = { all: [['ship:1'], ['port:2', 'port:none']] };
  const found = await rows.listCurrent({ order: 'RECENTLY_CHANGED', filter, limit: 5_000 });
  expect(found).toHaveLength(300);
  expect(scansOf(plans())).toEqual([]);
});

test('the newest row of a partner that has stopped sending is found without the newer rows of others', async () => {
  await using recorded = await openRecorded(6_000, (index) => [`partner:${index < 2_000 ? 'stopped' : 'sending'}`]);
  const { rows, plans } = recorded;
  for (const all of [[['partner:stopped']], [['partner:stopped'], ['partner:stopped', 'partner:sending']]]) {
    const found = await rows.listCurrent({ order: 'RECENTLY_CHANGED', filter: { all }, limit: 1 });
    expect(found.map(({ current }) => current.terms)).toEqual([['partner:stopped', 'document:1999']]);
  }
  const searched = plans()
    .flat()
    .filter((step) => step.includes('_partner'));
  expect(searched).toHaveLength(2);
  expect(
    plans()
      .flat()
      .filter((step) => step.includes('TEMP B-TREE')),
  ).toEqual([]);
});

/** Returns the steps that read a whole table. */
function scansOf(plans: readonly (readonly string[])[]): string[] {
  return plans.flat().filter((step) => /SCAN (c|v)\b/.test(step));
}

test('a value that contains the text of another term does not match this term', async () => {
  await using opened = await openFile();
  const { versions } = opened;
  await versions.append([versionOf({ entityId: 'imitation', index: { terms: ['vesselName:x","partner:acme', 'a"partner:acme'] } })]);
  expect(await versions.countCurrent({ filter: { all: [['partner:acme']] }, limit: 10 })).toBe(0);
});
