import { hash } from 'node:crypto';
import type { ArrivalEntry, ArrivalOrder, ArrivalSelection, ArrivalWrite } from '#platform/store/arrival-store.ts';
import type { Store } from '#platform/store/store.ts';
import type { NewVersion } from '#platform/store/version-store.ts';
import { measureBothStores } from './both-stores.ts';
import type { BenchRow } from './table.ts';

const [pageSize, questions, fewQuestions, batch] = [21, 300, 30, 2_000];
const [audience, tenant] = ['all/6-24-2-72', 'tenant:blue'];
/** Time limit of a lookup of the evaluator. A scan of all arrivals takes a hundred times as long. */
const allowedMs = 5;
/** Arrivals of one ship, and of each other one. */
const [bigVisit, visitSize] = [5_000, 30];
/** Time limit of a page of visits, for which the index entries of each visit on it are read. */
const visitsAllowedMs: Readonly<Record<string, number>> = { sqlite: 50, mongodb: 200 };
/** Time limit of what groups all entries: a second is the longest that a person waits for without noticing. */
const groupedAllowedMs = 1_000;
/** One of this many arrivals is marked by the tenant. */
const markedEvery = 50;

/** Measures the first pages of open arrivals against the first page of notices, from the same store and alternately. */
export async function benchArrivalLists(options: {
  readonly arrivals: number;
  readonly mongodbUrl: string | undefined;
}): Promise<BenchRow[]> {
  const { arrivals, mongodbUrl } = options;
  return measureBothStores({ database: 'bench-arrivals', mongodbUrl }, (kind, store) => measure(kind, store, arrivals));
}

async function measure(kind: string, store: Store, count: number): Promise<BenchRow[]> {
  const notices = store.versions('arrival-notice-versions');
  for (let from = 0; from < count; from += batch) {
    const indexes = Array.from({ length: Math.min(batch, count - from) }, (_, index) => from + index);
    await notices.append(indexes.map(noticeOf));
    await store.arrivals.write(indexes.map(arrivalOf));
  }
  while ((await notices.assignSequences()) > 0);
  const openOnes = { isOpen: true } as const;
  const selections: readonly (readonly [string, ArrivalSelection, (ArrivalOrder | number | 'PAGE')?])[] = [
    ['first page by attention', { scope: audience, filter: openOnes }],
    [`first page by attention, 1 of ${markedEvery} marked by the tenant`, { scope: audience, overriding: tenant, filter: openOnes }],
    ['first page by attention of one of ten partners', { scope: audience, filter: { ...openOnes, all: [['partner:p3']] } }],
    ['first page by best time', { scope: audience, filter: openOnes }, 'BEST_TIME'],
    ['first page by last change', { scope: audience, filter: openOnes }, 'LAST_CHANGE'],
    ['first page by last free day', { scope: audience, filter: openOnes }, 'LAST_FREE_DAY'],
    ['first page by attention of a week', { scope: audience, filter: { ...openOnes, bestDayFrom: '2026-01-20', bestDayTo: '2026-01-26' } }],
    ['first page by attention, text of 1 of 5 arrivals', { scope: audience, filter: { ...openOnes, beginnings: [['word:line1']] } }],
    ['first page by attention, text of 1 ship of 500', { scope: audience, filter: { ...openOnes, beginnings: [['word:ship77x']] } }, 20],
    // As the API compares a text: each word with those of the arrival and with the names of its parties.
    [
      'first page by attention, a name of 1 customer of 1,000',
      { scope: audience, filter: { ...openOnes, beginnings: [anyWord('party777')] } },
      'PAGE',
    ],
    [
      'first page by attention, two words of the name of 1 customer of 1,000, one of them in all names',
      { scope: audience, filter: { ...openOnes, beginnings: [anyWord('party777'), anyWord('freight')] } },
      'PAGE',
    ],
    [
      'first page by attention, words of 2 of 5 and 1 of 5 arrivals, together of 1 of 500',
      { scope: audience, filter: { ...openOnes, beginnings: [['word:even'], ['word:line1']] } },
      80,
    ],
  ];
  const rows: BenchRow[] = [];
  for (const [what, selection, orderOrGoal] of selections) {
    // A search is compared with the page that a client shows without it.
    const isOfPage = orderOrGoal === 'PAGE';
    const order = isOfPage || typeof orderOrGoal !== 'string' ? 'ATTENTION' : orderOrGoal;
    const list = () => store.arrivals.list({ ...selection, order, limit: pageSize });
    const filter = selection.filter?.all === undefined ? {} : { filter: { all: selection.filter.all } };
    const listed = () =>
      isOfPage
        ? store.arrivals.list({ scope: audience, filter: openOnes, order, limit: pageSize })
        : notices.listCurrent({ order: 'NEWEST_FIRST', limit: pageSize, ...filter });
    const [arrivals, floor] = await inTurn([full(list), full(listed)]);
    rows.push({
      what: `${what}, ${kind}, ${count} open arrivals`,
      measured: `${arrivals?.toFixed(2)} ms`,
      floor: `${floor?.toFixed(2)} ms (first page of ${isOfPage ? 'arrivals' : 'notices'})`,
      ratio: (arrivals ?? Number.NaN) / (floor ?? Number.NaN),
      goal: { atMost: typeof orderOrGoal === 'number' ? orderOrGoal : 2 },
    });
  }
  const listVisits = (selection: ArrivalSelection) => async () => {
    const visits = await store.arrivals.listVisits({ ...selection, order: 'ATTENTION', limit: pageSize });
    await store.arrivals.statsOfVisits({ ...selection, visits: visits.map(({ visit }) => visit) });
    return visits;
  };
  const list = () => store.arrivals.list({ scope: audience, overriding: tenant, filter: openOnes, order: 'ATTENTION', limit: pageSize });
  for (const [what, filter] of [
    ['first page of visits by attention', openOnes],
    ['first page of visits by attention that need it', { ...openOnes, needsAttention: true }],
    ['first page of visits by attention of one of ten partners', { ...openOnes, all: [['partner:p3']] }],
  ] as const) {
    const [visits = Number.NaN, arrivals = Number.NaN] = await inTurn(
      [full(listVisits({ scope: audience, overriding: tenant, filter })), full(list)],
      fewQuestions,
    );
    rows.push({
      what: `${what}, ${kind}, ${count} open arrivals of which ${bigVisit} are of one ship`,
      measured: `${visits.toFixed(2)} ms`,
      floor: `${visitsAllowedMs[kind]} ms allowed (first page of arrivals: ${arrivals.toFixed(2)} ms)`,
      ratio: visits / (visitsAllowedMs[kind] ?? Number.NaN),
      goal: { atMost: 1 },
    });
  }
  // Both group the entries of all visits.
  const everyVisit = { scope: audience, overriding: tenant, filter: openOnes } as const;
  const [lastMs = Number.NaN, countMs = Number.NaN] = await inTurn(
    [
      full(() => store.arrivals.listVisits({ ...everyVisit, order: 'ATTENTION', limit: pageSize, backwards: true })),
      () => store.arrivals.countVisits({ ...everyVisit, limit: count }),
    ],
    fewQuestions,
  );
  for (const [what, ms] of [
    ['last page of visits by attention', lastMs],
    ['number of visits', countMs],
  ] as const) {
    rows.push({
      what: `${what}, ${kind}, ${count} open arrivals`,
      measured: `${ms.toFixed(0)} ms`,
      floor: `${groupedAllowedMs} ms allowed`,
      ratio: ms / groupedAllowedMs,
      goal: { atMost: 1 },
    });
  }
  const due = full(() => store.arrivals.dueBy('query', Number.MAX_SAFE_INTEGER, pageSize));
  const [dueMs = Number.NaN, oldestMs = Number.NaN] = await inTurn([due, store.arrivals.earliestQueriedMs]);
  for (const [what, ms] of [
    ['arrivals whose schedules are queried next', dueMs],
    ['age of the oldest schedules', oldestMs],
  ] as const) {
    rows.push({
      what: `${what}, ${kind}, ${count} open arrivals`,
      measured: `${ms.toFixed(2)} ms`,
      floor: `${allowedMs} ms allowed`,
      ratio: ms / allowedMs,
      goal: { atMost: 1 },
    });
  }
  return rows;
}

function anyWord(word: string): string[] {
  return [`word:${word}`, `partyWord:${word}`];
}

/** Checks that a page is full. */
function full(list: () => Promise<readonly unknown[]>): () => Promise<void> {
  return async () => {
    if ((await list()).length !== pageSize) throw new Error('the page is not full');
  };
}

/** Returns the median of each query, in milliseconds. */
async function inTurn(requested: readonly (() => Promise<unknown>)[], rounds = questions): Promise<number[]> {
  const times: number[][] = requested.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, sendQuery] of requested.entries()) {
      const start = performance.now();
      await sendQuery();
      times[index]?.push(performance.now() - start);
    }
  }
  return times.map((all) => all.toSorted((left, right) => left - right)[Math.floor(all.length / 2)] ?? Number.NaN);
}

/** About the size of an average notice and of its snapshot. */
const text = JSON.stringify({ content: 'x'.repeat(3_000) });
const document = Buffer.from(text);
const contentHash = hash('sha256', document, 'base64url');

function noticeOf(index: number): NewVersion {
  return {
    partner: partnerOf(index),
    entityId: JSON.stringify([partnerOf(index), `TD${index}`]),
    sortKey: '2026-01-01T00:00:00',
    receivedAt: new Date(Date.UTC(2026, 0, 1) + index).toISOString(),
    receivedBy: 'PUSH',
    document,
    contentHash,
    violations: [],
    completeness: 1,
    index: { terms: termsOf(index), groups: [] },
  };
}

function arrivalOf(index: number): ArrivalWrite {
  const needsAttention = index % 11 === 0;
  // The order differs from that of the ids.
  const bestTimeMs = Date.UTC(2026, 0, 1) + ((index * 7_919) % 2_592_000) * 1_000;
  const entry: ArrivalEntry = {
    scopes: [audience],
    rank: needsAttention ? 1 + (index % 3) : 0,
    bestTimeMs,
    bestDay: dayOf(bestTimeMs),
    lastFreeDay: dayOf(bestTimeMs + ((index * 31) % 10) * 86_400_000),
    changedAtMs: Date.UTC(2026, 0, 1) + index,
    isOpen: true,
    needsAttention,
    isUrgent: false,
    visit: index < bigVisit ? 'big' : `v${index % Math.ceil(100_000 / visitSize)}`,
    stats: needsAttention ? '2 0 ETA_CHANGED' : '2 0',
  };
  const marked = { ...entry, scope: tenant, rank: 0, needsAttention: false, isUrgent: false };
  const row = {
    arrivalId: JSON.stringify([partnerOf(index), `TD${index}`]),
    partner: partnerOf(index),
    document: text,
    wakeAtMs: entry.changedAtMs,
    queryAtMs: entry.changedAtMs,
    queriedAtMs: entry.changedAtMs,
    terms: [...termsOf(index), ...wordsOf(index)],
    entries: index % markedEvery === 0 ? [entry, marked] : [entry],
  };
  return { row, revision: 0 };
}

function partnerOf(index: number): string {
  return `p${index % 10}`;
}

function termsOf(index: number): string[] {
  const ship = index % 500;
  const names = [
    `ship:${ship}`,
    `visit:${ship}:NLRTM`,
    'port:NLRTM',
    `document:TD${index}`,
    `container:C${index}`,
    `party:SMDG\nP${index % 1_000}`,
  ];
  return [`partner:${partnerOf(index)}`, ...names];
}

/** Returns the words by which an arrival is found, about as many as for a notice with two containers. */
function wordsOf(index: number): string[] {
  // The words `even` and `line1` rarely occur together.
  const isEven = index % 500 === 1 || (index % 2 === 0 && index % 5 !== 1);
  const names = [
    `td${index}`,
    `c${index}`,
    `d${index}`,
    `ship${index % 500}x`,
    `line${index % 5}`,
    isEven ? 'even' : 'odd',
    'nlrtm',
    'rotterdam',
    `${index % 90}e`,
  ];
  return [...names.map((name) => `word:${name}`), `partyWord:party${index % 1_000}`, 'partyWord:freight', `documentKey:k${index}`];
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
