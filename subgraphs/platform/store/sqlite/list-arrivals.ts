import { bucketsOf, noTimeMs, orderColumns } from '../arrival-order.ts';
import type { ArrivalFilter, ArrivalOrder, ArrivalSelection, ArrivalStore, ListedArrival } from '../arrival-store.ts';
import type { ArrivalCache } from './arrival-rows.ts';
import type { Reader, SqlValue } from './connection.ts';
import { partsOf, wrongPosition } from './read-current-rows.ts';
import { integer, json } from './rows.ts';

/** Up to so many arrivals of a term, finding them one by one and sorting is cheaper than walking an order. */
const fewArrivals = 1_000;

/** How often a page is read when arrivals of it are changed during the read. */
const maxAttempts = 5;

/** Lists and counts arrivals. */
export function createSqliteArrivalLists(reader: Reader, cache: ArrivalCache): Pick<ArrivalStore, 'list' | 'count'> {
  return {
    list: async (query) => list(reader, cache, query),
    count: async (query) => count(reader, query),
  };
}

type ListQuery = Parameters<ArrivalStore['list']>[0];

function list(reader: Reader, cache: ArrivalCache, query: ListQuery): ListedArrival[] {
  const { order, limit, backwards = false, maxBytes = Number.POSITIVE_INFINITY } = query;
  if (limit === 0) return [];
  const { sql, values, ranges } = pageStatement(reader, query);
  for (let attempt = 1; ; attempt += 1) {
    const row = reader.get(sql, ...values) ?? {};
    const found = ranges.map((_, index) => json(row, `range${index}`) as FoundEntry[]);
    const listed: ListedArrival[] = [];
    let [bytes, isComplete] = [0, true];
    for (const [revision, position, range] of merged(found, { limit, backwards })) {
      const arrival = cache.find(position[position.length - 1] ?? 0, revision);
      const scope = ranges[range]?.scope;
      const entry = arrival?.entries.find((one) => one.scope === scope);
      isComplete &&= entry !== undefined;
      if (arrival === undefined || entry === undefined) continue;
      listed.push({ arrival, entry, position: `["${order}",${position.join(',')}]` });
      bytes += arrival.document.length;
      if (bytes > maxBytes && listed.length > 1) break;
    }
    // An arrival was changed or removed meanwhile. A page that is too short would look like the last one.
    if (!isComplete && attempt < maxAttempts) continue;
    return backwards ? listed.reverse() : listed;
  }
}

/** The columns of the order; the last one is the id of the row. */
type Position = readonly number[];
type FoundEntry = readonly [revision: number, position: Position];

/** Merges the pages of ranges, each of which is in order. */
function* merged(
  ranges: readonly (readonly FoundEntry[])[],
  { limit, backwards }: { readonly limit: number; readonly backwards: boolean },
): Generator<readonly [...FoundEntry, range: number]> {
  const next = ranges.map(() => 0);
  for (let count = 0; count < limit; count += 1) {
    let [first, from]: [FoundEntry | undefined, number] = [undefined, 0];
    for (const [range, entries] of ranges.entries()) {
      const entry = entries[next[range] ?? 0];
      if (entry !== undefined && (first === undefined || isBefore(entry[1], first[1]) !== backwards)) [first, from] = [entry, range];
    }
    if (first === undefined) return;
    next[from] = (next[from] ?? 0) + 1;
    yield [...first, from];
  }
}

/** Positions of one list are never equal: the last column differs. */
function isBefore(left: Position, right: Position): boolean {
  for (const [column, value] of left.entries()) {
    const other = right[column] ?? 0;
    if (value !== other) return value < other;
  }
  return false;
}

interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Reads one page of each range of the index. */
function pageStatement(reader: Reader, query: ListQuery): Statement & { readonly ranges: readonly EntryRange[] } {
  const { order, from, backwards = false, limit } = query;
  const columns = columnsOf(order);
  const sorted = columns.map((column) => `e.${column} ${backwards ? 'DESC' : 'ASC'}`).join(', ');
  const after = from === undefined ? undefined : afterPosition(order, from, backwards);
  const leader = leadingTerms(reader, query.filter, fewArrivals);
  const ranges = rangesOf(query);
  const pages = ranges.map((range) => {
    const { source, conditions } = rangeParts(range, query, leader);
    const all = after === undefined ? conditions : [...conditions, after];
    const where = all.map(({ sql }) => sql).join(' AND ');
    return {
      sql: `SELECT json_group_array(json_array(revision, json_array(${columns.join(', ')}))) FROM
        (SELECT a.revision, ${columns.map((column) => `e.${column}`).join(', ')} FROM ${source.sql} CROSS JOIN arrivals a ON a.id = e.arrival
          WHERE ${where} ORDER BY ${sorted} LIMIT ?)`,
      values: [...source.values, ...all.flatMap(({ values }) => values), limit],
    };
  });
  // One string for each range instead of many rows: handing over a row costs more than finding it.
  return {
    sql: `SELECT ${pages.map(({ sql }, index) => `(${sql}) AS range${index}`).join(', ')}`,
    values: pages.flatMap(({ values }) => values),
    ranges,
  };
}

function count(reader: Reader, query: Parameters<ArrivalStore['count']>[0]): number {
  const { limit } = query;
  // To walk the scope is cheaper only when most of it matches.
  const leader = leadingTerms(reader, query.filter, 2 * limit);
  let counted = 0;
  for (const range of rangesOf(query)) {
    const { source, conditions } = rangeParts(range, query, leader);
    const where = conditions.map(({ sql }) => sql).join(' AND ');
    const values = [...source.values, ...conditions.flatMap((condition) => condition.values), limit - counted];
    counted += integer(
      reader.get(`SELECT count(*) AS count FROM (SELECT 1 FROM ${source.sql} WHERE ${where} LIMIT ?)`, ...values),
      'count',
    );
    if (counted >= limit) break;
  }
  return counted;
}

/** One range of each index of entries. */
interface EntryRange {
  readonly scope: string;
  readonly bucket: number;
}

function rangesOf({ scope, overriding, filter = {} }: ArrivalSelection): EntryRange[] {
  const scopes = overriding === undefined || overriding === scope ? [scope] : [scope, overriding];
  return scopes.flatMap((one) => bucketsOf(filter).map((bucket) => ({ scope: one, bucket })));
}

/** Returns the tables and the conditions of one range. The terms of `leader` find the arrivals; others are only checked. */
function rangeParts(
  { scope, bucket }: EntryRange,
  { overriding, filter = {} }: ArrivalSelection,
  leader: readonly string[] | undefined,
): { readonly source: Statement; readonly conditions: readonly Statement[] } {
  const source: Statement =
    leader === undefined
      ? { sql: 'arrival_entries e', values: [] }
      : {
          sql: '(SELECT DISTINCT arrival FROM arrival_terms WHERE term IN (SELECT value FROM json_each(?))) led CROSS JOIN arrival_entries e ON e.arrival = led.arrival',
          values: [JSON.stringify(leader)],
        };
  // With the unary plus the planner does not use the index of an order to find single arrivals.
  const name = leader === undefined ? 'e.bucket' : '+e.bucket';
  const conditions: Statement[] = [{ sql: `e.scope = ? AND ${name} = ?`, values: [scope, bucket] }];
  if (overriding !== undefined && overriding !== scope) {
    const overridden = 'EXISTS (SELECT 1 FROM arrival_entries o WHERE o.arrival = +e.arrival AND o.scope = ?)';
    conditions.push({ sql: `NOT ${overridden}`, values: [overriding] });
  }
  for (const terms of filter.all ?? []) {
    if (terms === leader) continue;
    const anyOf = termList(terms);
    const matching = `SELECT 1 FROM arrival_terms o WHERE o.arrival = +e.arrival AND o.term ${anyOf.sql}`;
    conditions.push({ sql: `EXISTS (${matching})`, values: anyOf.values });
  }
  return { source, conditions: [...conditions, ...timeConditions(filter)] };
}

/** A list in the statement is read faster for each row than one in JSON, and needs a statement for each length. */
const maxListed = 8;

function termList(terms: readonly string[]): Statement {
  if (terms.length > maxListed) return { sql: 'IN (SELECT value FROM json_each(?))', values: [JSON.stringify(terms)] };
  return { sql: `IN (${terms.map(() => '?').join(', ')})`, values: terms };
}

function timeConditions({ bestTimeFromMs, bestTimeBeforeMs }: ArrivalFilter): Statement[] {
  if (bestTimeFromMs === undefined && bestTimeBeforeMs === undefined) return [];
  const before: Statement = { sql: 'e.best_time < ?', values: [bestTimeBeforeMs ?? noTimeMs] };
  return bestTimeFromMs === undefined ? [before] : [{ sql: 'e.best_time >= ?', values: [bestTimeFromMs] }, before];
}

/** @returns the terms that the fewest arrivals have, unless more than `few` have them */
function leadingTerms(reader: Reader, filter: ArrivalFilter | undefined, few: number): readonly string[] | undefined {
  const sql = 'SELECT count(*) AS count FROM (SELECT 1 FROM arrival_terms WHERE term IN (SELECT value FROM json_each(?)) LIMIT ?)';
  let [fewest, leader]: [number, readonly string[] | undefined] = [few + 1, undefined];
  for (const terms of filter?.all ?? []) {
    const arrivals = integer(reader.get(sql, JSON.stringify(terms), fewest), 'count');
    if (arrivals < fewest) [fewest, leader] = [arrivals, terms];
  }
  return leader;
}

const columnNames = { attention: 'attention', bestTime: 'best_time', lastChange: 'last_change' } as const;

function columnsOf(order: ArrivalOrder): string[] {
  return [...orderColumns[order].map((column) => columnNames[column]), 'arrival'];
}

function afterPosition(order: ArrivalOrder, from: string, backwards: boolean): Statement {
  const [name, ...values] = partsOf(from);
  const columns = columnsOf(order);
  const isValid = name === order && values.length === columns.length && values.every((value) => Number.isSafeInteger(value));
  if (!isValid) throw wrongPosition();
  const sql = `(${columns.map((column) => `e.${column}`).join(', ')}) ${backwards ? '<' : '>'} (${columns.map(() => '?').join(', ')})`;
  return { sql, values: values as number[] };
}
