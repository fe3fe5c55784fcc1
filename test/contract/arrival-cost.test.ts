import { join } from 'node:path';
import type { Db, Document } from 'mongodb';
import { describe, expect, inject, it } from 'vitest';
import { disposeAll } from '#platform/process/backends.ts';
import type { ArrivalFilter, ArrivalOrder, ArrivalStore } from '#platform/store/arrival-store.ts';
import { createSqliteArrivalLists } from '#platform/store/sqlite/arrival-store.ts';
import { openReader } from '#platform/store/sqlite/connection.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { temporaryFolder } from '../support/landfall.ts';
import { openMongo } from '../support/mongo.ts';
import { recordStatements } from '../support/recorded-reader.ts';
import { arrivalsOf, audience, entryOf, tenantScope } from './arrival-samples.ts';

const orders: readonly ArrivalOrder[] = ['ATTENTION', 'BEST_TIME', 'LAST_CHANGE', 'LAST_FREE_DAY'];
const count = 3_000;
const others = ['all/0', 'all/7', 'none/0'];

/**
 * Most have the same rank; every second is of a partner, every hundredth is marked by a tenant, and there are a hundred
 * a day.
 */
const samples = arrivalsOf(count, (index) => {
  const day = new Date(Math.floor(index / 100) * 86_400_000).toISOString().slice(0, 10);
  const times = index % 7 === 0 ? {} : { bestTimeMs: index * 864_000, bestDay: day, lastFreeDay: day };
  const entry = entryOf({ rank: index % 50 === 0 ? 3 : 0, ...times, changedAtMs: index });
  return {
    terms: [`partner:${index % 2 === 0 ? 'acme' : 'other'}`, `document:${index}`, `word:${index % 2}common`, `word:rare${index}`],
    // Lists of other audiences show the same.
    entries: [{ ...entry, scopes: [audience, ...others] }, ...(index % 100 === 0 ? [{ ...entry, scopes: [tenantScope] as const }] : [])],
  };
});

const filters: readonly ArrivalFilter[] = [
  {},
  { isOpen: true },
  { isOpen: true, bestDayTo: '1970-01-29' },
  { bestDayFrom: '1970-01-05', bestDayTo: '1970-01-05' },
  { lastFreeDayTo: '1970-01-29' },
  { lastFreeDayFrom: '1970-01-05', lastFreeDayTo: '1970-01-05' },
  { changedAfterMs: 100 },
  { changedAfterMs: count - 100 },
  { all: [['partner:acme']] },
  { all: [['document:7']] },
  { beginnings: [['word:0c']] },
  { beginnings: [['word:rare7', 'word:rare8']] },
  // Half of the arrivals meet each condition, and none meets both.
  { all: [['partner:acme']], beginnings: [['word:1c']] },
];
/** Combined with each order: most arrivals are earlier, and only the order by attention must not read them. */
const laterDays = {
  order: 'ATTENTION',
  filter: { bestDayFrom: '1970-01-19' },
  overriding: tenantScope,
  scope: audience,
  limit: 20,
} as const;
const questions = [
  ...orders.flatMap((order) =>
    filters.flatMap((filter) => [undefined, tenantScope].map((overriding) => ({ order, filter, overriding, scope: audience, limit: 20 }))),
  ),
  laterDays,
];

/** Reads two pages of a list: the first, and one from its middle. */
async function readPages(arrivals: Pick<ArrivalStore, 'list'>, question: (typeof questions)[number]): Promise<void> {
  const first = await arrivals.list({ ...question, limit: 400 });
  await arrivals.list({ ...question, from: first.at(-1)?.position });
}

/** Opens the samples in a file, with a list function whose statements are recorded. */
async function openRecorded() {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'landfall.db');
  const store = await createSqliteStore({ path });
  await store.arrivals.write(samples);
  const reader = openReader(path);
  const { recording, statements, plans } = recordStatements(reader);
  const lists = createSqliteArrivalLists(recording);
  const close = async () => {
    reader.close();
    await disposeAll([store, folder]);
  };
  return { lists, statements, plans, [Symbol.asyncDispose]: close };
}

describe('lists of arrivals in SQLite', () => {
  it('use an index, and scan no table', async () => {
    await using recorded = await openRecorded();
    const { lists, plans } = recorded;
    for (const question of questions) {
      await readPages(lists, question);
      await lists.count({ ...question, limit: 100 });
    }
    const steps = plans().flat();
    const scanned = new Set(steps.filter((step) => step.startsWith('SCAN ')));
    // Only lists of parameters, the rows of a page, and arrivals that an index has found, may be scanned.
    expect(
      [...scanned].filter(
        (step) =>
          !/^SCAN ((json_each|b) VIRTUAL TABLE|\(subquery-\d+\)|CONSTANT ROW$|candidates( VIRTUAL TABLE|$)|found$|sorted$)/.test(step),
      ),
    ).toEqual([]);
    const indexes = new Set(steps.flatMap((step) => /INDEX (line_entries_\w+)/.exec(step)?.[1] ?? []));
    expect([...indexes].toSorted()).toEqual([
      'line_entries_attention',
      'line_entries_best_time',
      'line_entries_last_change',
      'line_entries_last_free',
    ]);
    // Each index is entered at the position of the page, not at its start.
    const entered = steps.filter((step) => step.includes('line_entries_attention') && step.includes('>'));
    expect(entered.length).toBeGreaterThan(0);
  });

  it('count the arrivals of a condition for the first page, and use the result for the following pages', async () => {
    await using recorded = await openRecorded();
    const { lists, statements } = recorded;
    const question = { order: 'ATTENTION', scope: audience, filter: { all: [['partner:acme']] }, limit: 20 } as const;
    const first = await lists.list(question);
    const counted = () => statements.filter(({ sql }) => sql.includes('count(*)')).length;
    expect(counted()).toBe(1);
    await lists.list({ ...question, from: first.at(-1)?.position });
    expect(counted()).toBe(1);
    expect(statements.filter(({ sql }) => sql.includes('json_group_array'))).toHaveLength(2);
  });

  it('compare the arrivals of two frequent terms, and look up only those that have both', async () => {
    await using recorded = await openRecorded();
    const { lists, statements } = recorded;
    const filter = { all: [['partner:acme']], beginnings: [['word:rare1']] };
    const listed = await lists.list({ order: 'ATTENTION', scope: audience, filter, limit: 400 });
    expect(listed.length).toBe(400);
    const page = statements.findLast(({ sql }) => sql.includes('candidates CROSS JOIN arrivals'))?.sql;
    expect(page).toBeDefined();
    expect(page).not.toContain('EXISTS');
  });
});

const url = inject('mongodbUrl');
describe.skipIf(url === undefined)('lists of arrivals in MongoDB', () => {
  it('read about as many entries as they show, on the first page and in the middle, for a tenant with its own entries', async () => {
    await using opened = await openMongo(url ?? '');
    const { arrivals } = opened.store;
    await arrivals.write(samples);
    for (const question of questions) {
      const { order, filter, overriding } = question;
      const named = JSON.stringify({ order, filter, overriding });
      const first = await arrivals.list({ ...question, limit: 400 });
      for (const from of [undefined, first.at(-1)?.position]) {
        await opened.db.command({ profile: 2 });
        await arrivals.list({ ...question, from });
        await opened.db.command({ profile: 0 });
        const found = await opened.db
          .collection('system.profile')
          // The entries, or the copies of them in few arrivals.
          .find({ $or: [{ ns: /\.arrivals\.entries$/ }, { 'command.projection.entries': { $exists: true } }], op: 'query' })
          .toArray();
        await opened.db.collection('system.profile').drop();
        // Days are read rank by rank, those of deadlines first, until the page is full.
        const [page, ...others] = found as Document[];
        expect(found.length, named).toBeLessThanOrEqual(order === 'ATTENTION' && /bestDay/.test(named) ? 5 : 1);
        for (const other of others) expect(other['docsExamined'], named).toBeLessThanOrEqual(60);
        // Every second arrival has the term, and each of up to eight ranges is read one entry further.
        const isFound = page?.['hasSortStage'] === true || page?.['ns'].endsWith('.arrivals');
        // Another order may begin with the hundred arrivals of a day that do not match. Days are local, so instants of
        // up to one more day are read.
        const most = 60 + (/Day|After/.test(named) ? 100 : 0);
        expect(page?.['docsExamined'], named).toBeLessThanOrEqual(isFound ? 300 : most);
        // A condition that few arrivals meet is used to find them, and only those are sorted.
        if (isFound) expect(named).toMatch(/document:7|rare7|word:1c|1970-01-05|"changedAfterMs":2900/);
      }
    }
  });

  it('read a page that was read before with one command', async () => {
    await using opened = await openMongo(url ?? '');
    const { arrivals } = opened.store;
    await arrivals.write(samples);
    const question = { order: 'ATTENTION', scope: audience, filter: { all: [['partner:acme']], isOpen: true }, limit: 20 } as const;
    const first = await arrivals.list(question);
    const commands = await profiled(opened.db, () => arrivals.list({ ...question, from: first[9]?.position, limit: 10 }));
    expect(commands.map(({ ns }) => String(ns).replace(/^[^.]*\./, ''))).toEqual(['arrivals.entries']);
  });

  it('compare the arrivals of two frequent terms by their index, without reading the arrivals', async () => {
    await using opened = await openMongo(url ?? '');
    const { arrivals } = opened.store;
    await arrivals.write(samples);
    const filter = { all: [['partner:acme']], beginnings: [['word:1c'], ['word:1common']] };
    const commands = await profiled(opened.db, () => arrivals.list({ order: 'ATTENTION', scope: audience, filter, limit: 20 }));
    const ofTerms = commands.filter(({ ns }) => String(ns).endsWith('.arrivals'));
    expect(ofTerms.map(({ docsExamined }) => docsExamined)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

/** Returns the commands on arrivals and their entries that an action sends. */
async function profiled(db: Db, action: () => Promise<unknown>): Promise<Document[]> {
  await db.command({ profile: 2 });
  await action();
  await db.command({ profile: 0 });
  return db
    .collection('system.profile')
    .find({ ns: /\.arrivals(\.entries)?$/ })
    .toArray();
}
