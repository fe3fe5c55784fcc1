import { sharedCachePool } from '../../cache/memory-bounds.ts';
import {
  type ArrivalIndex,
  type ArrivalLists,
  type ColumnRange,
  type CompiledSelection,
  createArrivalLists,
  deadlineRank,
  type EntryIndex,
  type EntryPage,
  type FoundEntry,
  lastCharacter,
  noTimeMs,
  orderColumns,
  type TermSet,
} from '../arrival-lists.ts';
import {
  type ArrivalOrder,
  type ArrivalStore,
  bytesOfArrival,
  documentIdOf,
  type StoredArrival,
  storedEntriesOf,
} from '../arrival-store.ts';
import { partsOfPosition, positionNumber, wrongPosition } from '../version-store.ts';
import { joined, type Reader, type SqlPart, type SqlValue } from './connection.ts';
import { arrivalColumns, arrivalOf, intactText, integer, json, markRows, sharedArrivalOf, text } from './rows.ts';
import { isWord } from './schema.ts';
import type { WriteThread } from './thread.ts';

/** Maximum number of arrivals in one request to the writing thread. */
const maxWrites = 100;

/** Opens the SQLite {@link ArrivalStore}. An arrival is written with its entries, alerts and marks in one transaction. */
export function createSqliteArrivals({ thread, reader }: { readonly thread: WriteThread; readonly reader: Reader }): ArrivalStore {
  const select = (rest: string, ...values: SqlValue[]): StoredArrival[] =>
    reader.all(`SELECT ${arrivalColumns} FROM stored_arrivals a WHERE ${rest}`, ...values).map(arrivalOf);
  return {
    ...createSqliteArrivalLists(reader),
    find: async (arrivalIds) => {
      const rows = select('a.arrival_id IN (SELECT value FROM json_each(?))', JSON.stringify(arrivalIds));
      const found = new Map(rows.map((arrival) => [arrival.arrivalId, arrival]));
      return arrivalIds.map((arrivalId) => found.get(arrivalId));
    },
    write: async (writes) => {
      const written: Promise<boolean[]>[] = [];
      for (let from = 0; from < writes.length; from += maxWrites) {
        const batch = writes.slice(from, from + maxWrites).map(({ row, ...write }) => {
          const { terms, sharedTerms = [], entries } = row;
          const lists = {
            terms: JSON.stringify(terms),
            sharedTerms: JSON.stringify(sharedTerms),
            entries: JSON.stringify(storedEntriesOf(entries)),
          };
          return { ...write, row: { ...row, ...lists } };
        });
        written.push(thread.write('writeArrivals', batch));
      }
      return (await Promise.all(written)).flat();
    },
    remove: (arrivalIds) => thread.write('removeArrivals', arrivalIds),
    dueBy: async (kind, throughMs, limit) => {
      const column = kind === 'wake' ? 'wake_at' : 'query_at';
      return select(`a.${column} <= ? ORDER BY a.${column} LIMIT ?`, throughMs, limit);
    },
    earliestQueriedMs: async () => {
      const row = reader.get('SELECT queried_at FROM arrivals WHERE queried_at IS NOT NULL ORDER BY queried_at LIMIT 1');
      return row && integer(row, 'queried_at');
    },
    sharingByTerms: async (terms) => {
      const groups = `SELECT shared, min(arrival_id) AS arrival_id, count(*) AS count,
          CASE count(wake_at) WHEN count(*) THEN max(wake_at) END AS wake_at, CASE count(query_at) WHEN count(*) THEN max(query_at) END AS query_at
        FROM arrivals WHERE id IN (${arrivalsWithTerms}) GROUP BY shared HAVING count(*) > 1`;
      const sql = `SELECT g.*, a.revision + l.revision AS revision FROM (${groups}) g
        JOIN arrivals a ON a.arrival_id = g.arrival_id JOIN arrival_lines l ON l.id = g.shared WHERE l.lines <> '' ORDER BY g.arrival_id`;
      return reader.all(sql, JSON.stringify(terms)).map((row) => ({
        shared: String(integer(row, 'shared')),
        arrivalId: text(row, 'arrival_id'),
        revision: integer(row, 'revision'),
        count: integer(row, 'count'),
        ...(row['wake_at'] !== null && { wakeAtMs: integer(row, 'wake_at') }),
        ...(row['query_at'] !== null && { queryAtMs: integer(row, 'query_at') }),
      }));
    },
    idsSharing: async (shared, terms) => {
      const sql = `SELECT json_group_array(arrival_id) AS ids FROM (
        SELECT arrival_id FROM arrivals WHERE id IN (${arrivalsWithTerms}) AND shared = ? ORDER BY arrival_id
      )`;
      return json(reader.get(sql, JSON.stringify(terms), Number(shared)) ?? {}, 'ids') as string[];
    },
    findSharing: async (shared, arrivalIds) => {
      const lines = reader.get('SELECT lines, lines_hash AS hash FROM arrival_lines WHERE id = ?', Number(shared));
      const sql = `SELECT a.arrival_id, a.revision + l.revision AS revision, a.wake_at, d.document, d.hash
        FROM arrivals a JOIN arrival_documents d ON d.id = a.id JOIN arrival_lines l ON l.id = a.shared
        WHERE a.arrival_id IN (SELECT value FROM json_each(?)) AND a.shared = ? ORDER BY a.arrival_id`;
      const rows = lines === undefined ? [] : reader.all(sql, JSON.stringify(arrivalIds), Number(shared));
      return { lines: lines === undefined ? '' : intactText(lines, 'lines'), arrivals: rows.map(sharedArrivalOf) };
    },
    changeAlike: (change) => {
      const { entries, ...alike } = change;
      return thread.write('changeAlike', { ...alike, entries: entries && JSON.stringify(storedEntriesOf(entries)) });
    },
    replaceShared: (stored, lines) => thread.write('replaceShared', { arrivalId: stored.arrivalId, revision: stored.revision }, lines),
    findByTerms: async ({ terms, notShared = [], after = '', limit }) => {
      const isLeftOut = notShared.length === 0 ? '' : 'AND shared NOT IN (SELECT value FROM json_each(?))';
      // Only the documents of the page are read.
      const page = `SELECT id FROM arrivals WHERE id IN (${arrivalsWithTerms}) AND +arrival_id > ? ${isLeftOut} ORDER BY +arrival_id LIMIT ?`;
      const values = [JSON.stringify(terms), after, ...(notShared.length === 0 ? [] : [JSON.stringify(notShared.map(Number))]), limit];
      return select(`a.id IN (${page}) ORDER BY a.arrival_id`, ...values);
    },
    scan: async ({ after = '', limit }) => select('a.arrival_id > ? ORDER BY a.arrival_id LIMIT ?', after, limit),
    findMarks: async (arrivalIds, tenant) => {
      const ofTenant = tenant === undefined ? '' : 'AND tenant = ?';
      const sql = `SELECT * FROM arrival_marks WHERE arrival_id IN (SELECT value FROM json_each(?)) ${ofTenant} ORDER BY arrival_id, tenant, target, kind`;
      const ids = JSON.stringify([...arrivalIds, ...arrivalIds.map(documentIdOf)]);
      return reader.all(sql, ids, ...(tenant === undefined ? [] : [tenant])).map(markRows.read);
    },
    position: async (log) => {
      const row = reader.get('SELECT position FROM followed_logs WHERE log = ?', log);
      return row === undefined ? 0 : integer(row, 'position');
    },
    advance: (log, position) => thread.write('advance', log, position),
  };
}

/** Selects the arrivals that have one of the terms in a JSON list, some of them repeatedly. */
const arrivalsWithTerms = `WITH wanted (term) AS (SELECT value FROM json_each(?))
  SELECT arrival FROM arrival_terms WHERE term IN wanted
  UNION ALL SELECT a.id FROM line_terms t CROSS JOIN arrivals a ON a.shared = t.lines WHERE t.term IN wanted`;

/** The columns of the table of entries. */
const columnNames = {
  attention: 'attention',
  bestTime: 'best_time',
  lastChange: 'last_change',
  lastFree: 'last_free',
  bestDay: 'best_day',
} as const;

/** The indexes of entries, which begin with scope and bucket. */
const indexNames: Readonly<Record<EntryIndex, string>> = {
  ATTENTION: 'line_entries_attention',
  BEST_TIME: 'line_entries_best_time',
  LAST_CHANGE: 'line_entries_last_change',
  LAST_FREE_DAY: 'line_entries_last_free',
  VISIT: 'line_entries_visit',
};

/** An entry of a page, with the id of its arrival. */
interface SqliteEntry extends FoundEntry {
  readonly id: number;
}

/** Lists and counts arrivals. Each lookup is one statement, because passing a row costs more than finding it. */
export function createSqliteArrivalLists(reader: Reader): ArrivalLists {
  const cache = sharedCachePool.open<number, StoredArrival>();
  const byId = `SELECT ${arrivalColumns} FROM stored_arrivals a WHERE a.id = ?`;
  const countOf = ({ sql, values }: SqlPart, limit: number): number =>
    integer(reader.get(`SELECT count(*) AS count FROM (SELECT 1 FROM ${sql} LIMIT ?)`, ...values, limit), 'count');
  /** Returns the list that a statement has aggregated as `found`. */
  const listOf = <T>({ sql, values }: SqlPart): T[] => json(reader.get(sql, ...values) ?? {}, 'found') as T[];
  /** Returns the start of a page, completed if it was formatted by version 0.2.0. */
  const completedStart = ({ order, from, backwards }: Pick<EntryPage<number>, 'order' | 'from' | 'backwards'>): string | undefined => {
    const [name, ...values] = from === undefined ? [] : partsOfPosition(from);
    const arrival = values.at(-1);
    if (name !== order || values.length !== columnsOf(order).length - 2 || typeof arrival !== 'number') return from;
    const shared = reader.get('SELECT l.id, l.first FROM arrivals a JOIN arrival_lines l ON l.id = a.shared WHERE a.id = ?', arrival);
    // If the arrival is gone, some may be listed again.
    const { first, id: lines } = shared ?? (backwards ? { first: noTimeMs, id: noTimeMs } : { first: 0, id: 0 });
    return JSON.stringify([name, ...values.slice(0, -1), first, lines, arrival]);
  };
  const index: ArrivalIndex<number, SqliteEntry> = {
    maxCompared: 200_000,
    countTerms: (set, limit) => countOf(termRows(set), limit),
    countTimes: ({ scopes, buckets }, { order, ranges: [range] }, limit) => {
      const { sql, values } = within(range);
      const where = `e.scope IN (SELECT value FROM json_each(?)) AND e.bucket IN (SELECT value FROM json_each(?)) AND ${sql}`;
      const lists = [JSON.stringify(scopes), JSON.stringify(buckets)];
      return countOf({ sql: `${byIndex(order)} WHERE ${where}`, values: [...lists, ...values] }, limit);
    },
    findIds: (set, limit) => {
      const { sql, values } = termRows(set);
      const first = `SELECT json_group_array(arrival) AS found FROM (SELECT found.arrival FROM ${sql} LIMIT ?)`;
      const ids = listOf<number>({ sql: first, values: [...values, limit + 1] });
      return ids.length > limit ? undefined : ids;
    },
    readPage: (asked) => {
      const page = { ...asked, from: completedStart(asked) };
      const { order, backwards, limit } = page;
      const columns = columnsOf(order);
      const sources = sourcesOf(page.selection, page.lookup, page);
      if (sources.length === 0) return [];
      const rows = entriesIn(sources, ['scope', 'visit', ...columns].map(columnOf));
      // SQLite merges the ranges while it reads them, each in the order of its index.
      const sorted = columns.map((_, number) => `${number + 3} ${backwards ? 'DESC' : 'ASC'}`);
      const inOrder = `${rows.sql} ORDER BY ${sorted.join(', ')}`;
      // Sorted entries are checked one after the other until the page is full. The limit keeps SQLite from checking them before.
      const late = sources[0]?.late;
      const checkedPage = late === undefined ? inOrder : `SELECT * FROM (${inOrder} LIMIT -1) sorted WHERE ${late.sql}`;
      // Only the arrivals of the page are looked up.
      const revision = '(SELECT a.revision FROM stored_arrivals a WHERE a.id = arrival)';
      const sql = `SELECT json_group_array(json_array(scope, ${revision}, visit, ${columns.join(', ')})) AS found FROM (${checkedPage} LIMIT ?)`;
      const found = listOf<[string, number, string, ...number[]]>({ sql, values: [...rows.values, ...(late?.values ?? []), limit] });
      return found.map(([scope, revision, visit, ...position]) => {
        return { scope, revision, visit, id: position.at(-1) ?? 0, position: formatPosition(order, position) };
      });
    },
    countEntries: (selection, lookup, limit) => {
      const { sql, values } = entriesIn(sourcesOf(selection, lookup), ['1']);
      return sql === '' ? 0 : countOf({ sql: `(${sql})`, values }, limit);
    },
    readVisits: (page) => {
      const { selection, lookup, order, backwards, limit } = page;
      const from = completedStart(page);
      const columns = columnsOf(order).join(', ');
      const rows = entriesIn(sourcesOf(selection, lookup), ['visit', ...columnsOf(order)].map(columnOf), hasVisit);
      const after = from === undefined ? [] : positionOf(order, from);
      const isAfter = from === undefined ? '' : `AND (${columns}) ${backwards ? '<' : '>'} (${after.map(() => '?').join(', ')})`;
      const sorted = columnsOf(order).map((column) => `${column} ${backwards ? 'DESC' : 'ASC'}`);
      const numbered = `SELECT *, row_number() OVER (PARTITION BY visit ORDER BY ${columns}) AS place FROM (${rows.sql})`;
      const sql = `SELECT json_group_array(json_array(visit, ${columns})) AS found
        FROM (SELECT * FROM (${numbered}) WHERE place = 1 ${isAfter} ORDER BY ${sorted.join(', ')} LIMIT ?)`;
      return listOf<[string, ...number[]]>({ sql, values: [...rows.values, ...after, limit] }).map(([visit, ...position]) => ({
        visit,
        position: formatPosition(order, position),
      }));
    },
    countVisits: (selection, lookup, limit) => {
      const { sql, values } = entriesIn(sourcesOf(selection, lookup), ['e.visit AS visit'], `${hasVisit} GROUP BY e.visit`);
      return countOf({ sql: `(SELECT DISTINCT visit FROM (${sql}))`, values }, limit);
    },
    statsOfVisits: (selection) => {
      const { sql, values } = entriesIn(
        sourcesOf(selection, { order: 'VISIT' }),
        [...['visit', 'attention', 'stats', 'arrival'].map(columnOf), 'count(*) AS count', 'min(e.best_time) AS best_time'],
        `${hasVisit} GROUP BY e.visit, e.attention, e.stats`,
      );
      // In a group with one minimum, SQLite reads the other columns from the row that has it.
      const all = `SELECT visit, attention, stats, sum(count) AS count, min(best_time) AS best_time, arrival FROM (${sql}) GROUP BY visit, attention, stats`;
      return reader.all(`SELECT t.*, a.arrival_id FROM (${all}) t JOIN arrivals a ON a.id = t.arrival`, ...values).map((row) => {
        const bestTimeMs = integer(row, 'best_time');
        return {
          visit: text(row, 'visit'),
          rank: 0 - integer(row, 'attention'),
          stats: text(row, 'stats'),
          count: integer(row, 'count'),
          first: { arrivalId: text(row, 'arrival_id'), ...(bestTimeMs === noTimeMs ? {} : { bestTimeMs }) },
        };
      });
    },
    findArrivals: (entries) =>
      entries.map(({ id, revision }) => {
        const cached = cache.get(id);
        if (cached?.revision === revision) return cached;
        const row = reader.get(byId, id);
        const arrival = row && arrivalOf(row);
        if (arrival !== undefined) cache.set(id, arrival, bytesOfArrival(arrival));
        return arrival;
      }),
  };
  return createArrivalLists(index);
}

const hasVisit = "AND e.visit > ''";

/** Names a column of an entry, or its arrival. */
function columnOf(column: string): string {
  return `${column === 'arrival' ? 'a.id' : `e.${column}`} AS ${column}`;
}

/** Reads entries in the order of an index, and for each one the arrivals that share it by their numbers. */
function byIndex(order: EntryIndex): string {
  return `line_entries e INDEXED BY ${indexNames[order]} CROSS JOIN arrivals a INDEXED BY arrivals_shared ON a.shared = e.lines`;
}

/** Selects columns of the entries that were found. @param rest further conditions, and groups */
function entriesIn(sources: ReturnType<typeof sourcesOf>, columns: readonly string[], rest = ''): SqlPart {
  const parts = sources.map(({ from, where }) => ({
    sql: `SELECT ${columns.join(', ')} FROM ${from.sql} WHERE ${where.sql} ${rest}`,
    values: [...from.values, ...where.values],
  }));
  return joined(parts, ' UNION ALL ');
}

function columnsOf(order: ArrivalOrder): string[] {
  return [...orderColumns[order].map((column) => columnNames[column]), 'first', 'lines', 'arrival'];
}

function within({ column, from, before }: ColumnRange): SqlPart {
  const name = columnNames[column];
  return { sql: `e.${name} >= ? AND e.${name} < ?`, values: [from, before] };
}

/** Selects the arrivals of a set as `found.arrival`, some of them repeatedly. */
function termRows({ isExact, strings }: TermSet): SqlPart {
  if (isExact) return { sql: `(${arrivalsWithTerms}) found`, values: [JSON.stringify(strings)] };
  const bounds = JSON.stringify(strings.map((string) => [string, `${string}${lastCharacter}`]));
  return {
    sql: 'json_each(?) b CROSS JOIN arrival_terms found WHERE found.term >= b.value ->> 0 AND found.term < b.value ->> 1',
    values: [bounds],
  };
}

/**
 * Maximum length of a list of parameters. It is read faster for each row than JSON, but requires one statement per
 * length.
 */
const maxListed = 8;

/** Checks the arrival of an entry that was found by other means. @param of names of the columns with the arrival and its lines */
function hasTerm({ isExact, strings }: TermSet, of: { readonly arrival: string; readonly lines: string }): SqlPart {
  const exists = (condition: string, index = '') =>
    `EXISTS (SELECT 1 FROM arrival_terms o ${index} WHERE o.arrival = +${of.arrival} AND ${condition})`;
  if (isExact) {
    const isListed = strings.length <= maxListed;
    const isOneOf = `o.term IN (${isListed ? strings.map(() => '?').join(', ') : 'SELECT value FROM json_each(?)'})`;
    const values = isListed ? strings : [JSON.stringify(strings)];
    const isShared = `EXISTS (SELECT 1 FROM line_terms o WHERE o.lines = +${of.lines} AND ${isOneOf})`;
    return { sql: `(${isShared} OR ${exists(isOneOf)})`, values: [...values, ...values] };
  }
  const begins = exists(`o.term >= ? AND o.term < ? AND ${isWord('o.term')}`, 'INDEXED BY arrival_words');
  const sql = strings.map(() => begins).join(' OR ');
  return { sql: `(${sql || 'FALSE'})`, values: strings.flatMap((string) => [string, `${string}${lastCharacter}`]) };
}

/**
 * Returns where the entries of a selection are read: the arrivals that were found first, or one range of the index for each
 * scope and bucket, so that each range is sorted. Of a page of the former, `late` has the conditions that cost a lookup.
 */
function sourcesOf(
  selection: CompiledSelection,
  lookup: EntryPage<number>['lookup'],
  page?: EntryPage<number>,
): { readonly from: SqlPart; readonly where: SqlPart; readonly late?: SqlPart }[] {
  const { scopes, overriding, buckets, sets, times, visits, exceptVisits } = selection;
  const start = page && startOf(page);
  if (page !== undefined && start === undefined) return [];
  const { after, bounded } = start ?? { after: [], bounded: undefined };
  const rank = page?.rank === undefined ? [] : [{ sql: `e.attention ${page.rank === deadlineRank ? '<=' : '='} ?`, values: [-page.rank] }];
  const ranges = times.flatMap((condition) => condition.ranges);
  const met = 'ids' in lookup ? lookup.met : 'set' in lookup ? [lookup.set] : [];
  const isLate = page !== undefined && !('order' in lookup) && (overriding !== undefined || sets.length > met.length);
  const checked = isLate
    ? { arrival: 'sorted.arrival', lines: 'sorted.lines', scope: 'sorted.scope' }
    : { arrival: 'a.id', lines: 'e.lines', scope: 'e.scope' };
  const checks = [
    ...ranges.map((range) => (range.column === bounded?.column ? unindexedNear(range, bounded.isBackwards) : within(range))),
    // The entries of one visit are in the order of the index.
    ...(visits?.length === 1 ? [{ sql: 'e.visit = ?', values: visits }] : []),
    ...(visits === undefined || visits.length === 1
      ? []
      : [{ sql: 'e.visit IN (SELECT value FROM json_each(?))', values: [JSON.stringify(visits)] }]),
    ...(exceptVisits === undefined
      ? []
      : [{ sql: "e.visit > '' AND e.visit NOT IN (SELECT value FROM json_each(?))", values: [JSON.stringify(exceptVisits)] }]),
  ];
  const lookups = [
    ...sets.flatMap((set) => (met.includes(set) ? [] : [hasTerm(set, checked)])),
    ...(overriding === undefined
      ? []
      : [
          {
            sql: `(${checked.scope} = ? OR NOT EXISTS (SELECT 1 FROM line_entries o WHERE o.lines = +${checked.lines} AND o.scope = ?))`,
            values: [overriding, overriding],
          },
        ]),
  ];
  const whereOf = (conditions: readonly SqlPart[]) => joined(conditions, ' AND ');
  if (!('order' in lookup)) {
    const found = 'set' in lookup ? termRows(lookup.set) : undefined;
    const candidates =
      found === undefined
        ? { sql: 'json_each(?)', values: 'ids' in lookup ? [JSON.stringify(lookup.ids)] : [] }
        : { ...found, sql: `(SELECT DISTINCT found.arrival AS value FROM ${found.sql})` };
    const arrivals = `${candidates.sql} candidates CROSS JOIN arrivals a ON a.id = candidates.value`;
    const from = { ...candidates, sql: `${arrivals} CROSS JOIN line_entries e ON e.lines = a.shared` };
    // The unary plus keeps the planner from using the index of an order to find single arrivals.
    const listOf = (values: readonly unknown[]) => `(${values.map(() => '?').join(', ')})`;
    const selected = { sql: `e.scope IN ${listOf(scopes)} AND +e.bucket IN ${listOf(buckets)}`, values: [...scopes, ...buckets] };
    const where = whereOf([selected, ...rank, ...after, ...checks, ...(isLate ? [] : lookups)]);
    return [{ from, where, ...(isLate && { late: whereOf(lookups) }) }];
  }
  const from = { sql: byIndex(lookup.order), values: [] };
  return scopes.flatMap((scope) =>
    buckets.map((bucket) => {
      const range = { sql: 'e.scope = ? AND e.bucket = ?', values: [scope, bucket] };
      return { from, where: whereOf([range, ...rank, ...after, ...checks, ...lookups]) };
    }),
  );
}

/**
 * Returns the condition for the start of a page, and its first column, if the index is entered there.
 *
 * @returns undefined when all entries of the rank precede the page
 */
function startOf({ order, from, backwards, rank }: EntryPage<number>) {
  if (from === undefined) return { after: [], bounded: undefined };
  const position = positionOf(order, from);
  const columns = orderColumns[order];
  const [attention = 0] = position;
  const isOfDeadlines = rank === deadlineRank;
  if (rank !== undefined && (isOfDeadlines ? attention > -rank : attention !== -rank)) {
    return -rank < attention === backwards ? { after: [], bounded: undefined } : undefined;
  }
  const skipped = rank === undefined || isOfDeadlines ? 0 : 1;
  const names = columnsOf(order).slice(skipped, -1);
  const [entry, start] = [names.map((name) => `e.${name}`).join(', '), names.map(() => '?').join(', ')];
  const sign = backwards ? '<' : '>';
  // The first condition enters the index. The entry at the start may have arrivals on both sides of it.
  const sql = `(${entry}) ${sign}= (${start}) AND ((${entry}) ${sign} (${start}) OR a.id ${sign} ?)`;
  const values = position.slice(skipped, -1);
  const after = [{ sql, values: [...values, ...values, ...position.slice(-1)] }];
  return { after, bounded: { column: columns[skipped], isBackwards: backwards } };
}

/** Keeps SQLite from entering the index at the start of the range, which is before the start of the page. */
function unindexedNear({ column, from, before }: ColumnRange, isBackwards: boolean): SqlPart {
  const name = columnNames[column];
  return { sql: isBackwards ? `e.${name} >= ? AND +e.${name} < ?` : `+e.${name} >= ? AND e.${name} < ?`, values: [from, before] };
}

/** @throws {LandfallError} CURSOR_INVALID for a string that is not a position in this order */
function positionOf(order: ArrivalOrder, from: string): readonly number[] {
  const [name, ...values] = partsOfPosition(from);
  const isValid = name === order && values.length === columnsOf(order).length && values.every((value) => Number.isSafeInteger(value));
  if (!isValid) throw wrongPosition();
  return values as number[];
}

function formatPosition(order: ArrivalOrder, position: readonly number[]): string {
  return `["${order}",${position.map(positionNumber).join()}]`;
}
