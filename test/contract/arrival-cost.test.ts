import { join } from 'node:path';
import type { Document } from 'mongodb';
import { describe, expect, inject, it } from 'vitest';
import type { ArrivalFilter, ArrivalOrder, ArrivalStore } from '#platform/store/arrival-store.ts';
import { createArrivalCache } from '#platform/store/sqlite/arrival-rows.ts';
import { openReader, type Reader, type SqlValue } from '#platform/store/sqlite/connection.ts';
import { createSqliteArrivalLists } from '#platform/store/sqlite/list-arrivals.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { temporaryFolder } from '../support/landfall.ts';
import { openMongo } from '../support/mongo.ts';
import { arrivalsOf, audience, entryOf, tenantScope } from './arrival-samples.ts';

const orders: readonly ArrivalOrder[] = ['ATTENTION', 'BEST_TIME', 'LAST_CHANGE'];
const count = 3_000;

/** Most are alike in their rank, every second of a partner, every hundredth marked by a tenant. */
const samples = arrivalsOf(count, (index) => {
  const entry = entryOf({ rank: index % 50 === 0 ? 3 : 0, bestTimeMs: index % 7 === 0 ? undefined : index * 1_000, changedAtMs: index });
  return {
    terms: [`partner:${index % 2 === 0 ? 'acme' : 'other'}`, `document:${index}`],
    entries: index % 100 === 0 ? [entry, { ...entry, scope: tenantScope }] : [entry],
  };
});

const filters: readonly ArrivalFilter[] = [
  {},
  { isOpen: true },
  { isOpen: true, bestTimeFromMs: 5_000 },
  { all: [['partner:acme']] },
  { all: [['document:7']] },
];
const questions = orders.flatMap((order) =>
  filters.flatMap((filter) => [undefined, tenantScope].map((overriding) => ({ order, filter, overriding, scope: audience, limit: 20 }))),
);

/** Pages of a list: the first, and one from its middle. */
async function readPages(arrivals: Pick<ArrivalStore, 'list'>, question: (typeof questions)[number]): Promise<void> {
  const first = await arrivals.list({ ...question, limit: 400 });
  await arrivals.list({ ...question, from: first.at(-1)?.position });
}

describe('lists of arrivals in SQLite', () => {
  it('walk an index, and scan no table', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'landfall.db');
    await using store = await createSqliteStore({ path });
    await store.arrivals.write(samples);
    const reader = openReader(path);
    const statements: { readonly sql: string; readonly values: readonly SqlValue[] }[] = [];
    const recording: Reader = {
      ...reader,
      get: (sql, ...values) => {
        statements.push({ sql, values });
        return reader.get(sql, ...values);
      },
    };
    const lists = createSqliteArrivalLists(recording, createArrivalCache(reader));
    for (const question of questions) {
      await readPages(lists, question);
      await lists.count({ ...question, limit: 100 });
    }
    const plans = statements.map(({ sql, values }) =>
      reader.all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => String(detail)),
    );
    reader.close();
    const scanned = new Set(plans.flat().filter((step) => step.startsWith('SCAN ')));
    // Lists of parameters, and the rows of a page.
    expect([...scanned].filter((step) => !/^SCAN (json_each VIRTUAL TABLE|\(subquery-\d+\)|CONSTANT ROW$|led$)/.test(step))).toEqual([]);
    const indexes = new Set(plans.flat().flatMap((step) => /INDEX (arrival_entries_\w+)/.exec(step)?.[1] ?? []));
    expect([...indexes].toSorted()).toEqual(['arrival_entries_attention', 'arrival_entries_best_time', 'arrival_entries_last_change']);
    // Each index is entered at the position of the page, not at its start.
    const entered = plans.flat().filter((step) => step.includes('arrival_entries_attention') && step.includes('>'));
    expect(entered.length).toBeGreaterThan(0);
  });
});

const url = inject('mongodbUrl');
describe.skipIf(url === undefined)('lists of arrivals in MongoDB', () => {
  it('look at about as many entries as they show, on the first page and in the middle, with a tenant of its own', async () => {
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
          .find({ ns: /\.arrivals\.entries$/, op: 'query' })
          .toArray();
        await opened.db.collection('system.profile').drop();
        const [page] = found as Document[];
        expect(found, named).toHaveLength(1);
        // Every second one is of the partner, and each of up to eight ranges is read one entry further.
        expect(page?.['docsExamined'], named).toBeLessThanOrEqual(60);
        // One arrival is found by its term, and is the only one to be sorted.
        if (!named.includes('document:7')) expect(page?.['hasSortStage'] ?? false, named).toBe(false);
      }
    }
  });
});
