import {
  bucketsOf,
  type ColumnRange,
  type EntryColumn,
  isAttentionBucket,
  lastCharacter,
  orderColumns,
  ranks,
  timeConditionsOf,
} from '../arrival-order.ts';
import type { ArrivalFilter, ArrivalOrder, ArrivalSelection, ArrivalStore, ListedArrival } from '../arrival-store.ts';
import type { ArrivalCache } from './arrival-rows.ts';
import type { Reader, SqlValue } from './connection.ts';
import { partsOf, wrongPosition } from './read-current-rows.ts';
import { integer, json } from './rows.ts';

/**
 * Up to this many matching arrivals, looking each one up and sorting them is cheaper than scanning the index of the
 * order.
 */
const fewArrivals = 1_000;

/** Maximum number of arrivals with a term that are read to count how many of them also have the other terms. */
const maxIntersected = 20_000;

/** How often the read of a page is repeated when its arrivals change during the read. */
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
  const phases = pageStatements(reader, query);
  const ranges = phases.flatMap((phase) => phase.ranges);
  for (let attempt = 1; ; attempt += 1) {
    const found: FoundEntry[][] = [];
    for (const { sql, values, ranges: read } of phases) {
      if (found.reduce((entries, { length }) => entries + length, 0) >= limit) break;
      const row = reader.get(sql, ...values) ?? {};
      found.push(...read.map((_, index) => json(row, `range${index}`) as FoundEntry[]));
    }
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
    // An arrival was changed or removed meanwhile, which makes the page too short. Callers would take it for the last
    // one.
    if (!isComplete && attempt < maxAttempts) continue;
    return backwards ? listed.reverse() : listed;
  }
}

/** The values of the columns of the order; the last one is the id of the row. */
type Position = readonly number[];
type FoundEntry = readonly [revision: number, position: Position];

/** Merges the pages of several ranges, each of which is sorted. */
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

/** Compares two positions of one list, which are never equal because the last column differs. */
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

/**
 * Returns the statements that read one page from each range of the index. They are executed in this order until the
 * page is full: in the order ATTENTION, entries that need attention precede all others.
 */
function pageStatements(reader: Reader, query: ListQuery): (Statement & { readonly ranges: readonly EntryRange[] })[] {
  const { order, from, backwards = false, limit, filter = {} } = query;
  const columns = columnsOf(order);
  const sorted = columns.map((column) => `e.${column} ${backwards ? 'DESC' : 'ASC'}`).join(', ');
  const accessPath = chooseAccessPath(reader, query, { order, few: fewArrivals });
  const after = from === undefined ? undefined : { position: positionOf(order, from), backwards };
  // Within one rank, entries are sorted by best known time, of which the filter selects a range.
  const isByRank = accessPath === 'ATTENTION' && hasDays(filter);
  const ranges = isByRank ? rangesOf(query).flatMap((range) => ofEachRank(range, after)) : rangesOf(query);
  const page = (range: EntryRange): Statement => {
    const start = startOf(range, order, after);
    const { source, conditions } = rangeParts(range, query, { accessPath, start });
    return {
      sql: `SELECT json_group_array(json_array(revision, json_array(${columns.join(', ')}))) FROM
        (SELECT a.revision, ${columns.map((column) => `e.${column}`).join(', ')} FROM ${source.sql} CROSS JOIN arrivals a ON a.id = e.arrival
          WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY ${sorted} LIMIT ?)`,
      values: [...source.values, ...conditions.flatMap(({ values }) => values), limit],
    };
  };
  const needsAttention = ({ bucket }: EntryRange) => isAttentionBucket(bucket);
  const phases = order === 'ATTENTION' ? [ranges.filter(needsAttention), ranges.filter((range) => !needsAttention(range))] : [ranges];
  return (backwards ? phases.toReversed() : phases)
    .filter(({ length }) => length > 0)
    .map((phase) => {
      const pages = phase.map(page);
      // Returns one string for each range instead of many rows, because transferring a row costs more than finding it.
      return {
        sql: `SELECT ${pages.map(({ sql }, index) => `(${sql}) AS range${index}`).join(', ')}`,
        values: pages.flatMap(({ values }) => values),
        ranges: phase,
      };
    });
}

function count(reader: Reader, query: Parameters<ArrivalStore['count']>[0]): number {
  const { limit } = query;
  const [condition] = timeConditionsOf(query.filter ?? {});
  // Scanning the scope is cheaper only when most of its entries match.
  const accessPath = chooseAccessPath(reader, query, { order: condition?.order ?? 'BEST_TIME', few: 2 * limit });
  let counted = 0;
  for (const range of rangesOf(query)) {
    const { source, conditions } = rangeParts(range, query, { accessPath });
    const where = conditions.map(({ sql }) => sql).join(' AND ');
    const values = [...source.values, ...conditions.flatMap((each) => each.values), limit - counted];
    counted += integer(
      reader.get(`SELECT count(*) AS count FROM (SELECT 1 FROM ${source.sql} WHERE ${where} LIMIT ?)`, ...values),
      'count',
    );
    if (counted >= limit) break;
  }
  return counted;
}

/** One range of each index of entries, or only of the index by attention. */
interface EntryRange {
  readonly scope: string;
  readonly bucket: number;
  /** When set, only entries of this rank are in the range. */
  readonly rank?: number | undefined;
}

function rangesOf(selection: ArrivalSelection): EntryRange[] {
  return scopesOf(selection).flatMap((scope) => bucketsOf(selection.filter ?? {}).map((bucket) => ({ scope, bucket })));
}

/** Splits a range by rank, leaving out the ranks before the start of the page. */
function ofEachRank(range: EntryRange, after: Continuation | undefined): EntryRange[] {
  const [first] = after?.position ?? [];
  const isLeft = (rank: number) =>
    isAttentionBucket(range.bucket) === rank > 0 && (first === undefined || (after?.backwards ? -rank <= first : -rank >= first));
  return ranks.filter(isLeft).map((rank) => ({ ...range, rank }));
}

function scopesOf({ scope, overriding }: ArrivalSelection): string[] {
  return overriding === undefined || overriding === scope ? [scope] : [scope, overriding];
}

function hasDays({ bestDayFrom, bestDayTo }: ArrivalFilter): boolean {
  return bestDayFrom !== undefined || bestDayTo !== undefined;
}

/**
 * How the entries of a range are found: by terms of their arrivals, or in the index of entries that is named after an
 * order.
 */
type AccessPath = TermSet | ArrivalOrder;

/** Returns the tables and the conditions of one range. */
function rangeParts(
  { scope, bucket, rank }: EntryRange,
  { overriding, filter = {} }: ArrivalSelection,
  { accessPath, start }: { readonly accessPath: AccessPath; readonly start?: Start | undefined },
): { readonly source: Statement; readonly conditions: readonly Statement[] } {
  const conditions = [...checksOf(filter, accessPath, start)];
  if (rank !== undefined) conditions.unshift({ sql: 'e.attention = ?', values: [-rank] });
  if (overriding !== undefined && overriding !== scope) {
    const overridden = 'EXISTS (SELECT 1 FROM arrival_entries o WHERE o.arrival = +e.arrival AND o.scope = ?)';
    conditions.push({ sql: `NOT ${overridden}`, values: [overriding] });
  }
  if (typeof accessPath === 'string') {
    const source = { sql: `arrival_entries e INDEXED BY ${indexNames[accessPath]}`, values: [] };
    return { source, conditions: [{ sql: 'e.scope = ? AND e.bucket = ?', values: [scope, bucket] }, ...conditions] };
  }
  const arrivals = `(SELECT DISTINCT t.arrival FROM ${accessPath.rows.sql})`;
  const source = {
    sql: `${arrivals} candidates CROSS JOIN arrival_entries e ON e.arrival = candidates.arrival`,
    values: accessPath.rows.values,
  };
  // The unary plus keeps the planner from using the index of an order to find single arrivals.
  return { source, conditions: [{ sql: 'e.scope = ? AND +e.bucket = ?', values: [scope, bucket] }, ...conditions] };
}

/** The position after which a page continues, and its direction. */
interface Continuation {
  readonly position: Position;
  readonly backwards: boolean;
}

/** Where a page begins in a range. */
interface Start extends Continuation {
  /**
   * The columns by which the range is sorted and of which the position has values. The last value of a position is the
   * arrival, which is not among these columns.
   */
  readonly columns: readonly [EntryColumn, ...EntryColumn[]];
}

/** @returns undefined at the start of the range */
function startOf({ rank }: EntryRange, order: ArrivalOrder, after: Continuation | undefined): Start | undefined {
  if (after === undefined) return undefined;
  if (rank === undefined) return { ...after, columns: orderColumns[order] };
  const [attention, ...position] = after.position;
  return attention === -rank ? { ...after, position, columns: ['bestTime'] } : undefined;
}

/**
 * Returns the conditions of a filter except its flags. The terms in `accessPath` are left out, because all entries found by
 * them meet that condition.
 */
function checksOf(filter: ArrivalFilter, accessPath: AccessPath, start: Start | undefined): Statement[] {
  const checks = termSetsOf(filter).flatMap((set) =>
    typeof accessPath !== 'string' && set.key === accessPath.key ? [] : [set.check('e.arrival')],
  );
  const ranges = timeConditionsOf(filter).flatMap((condition) => condition.ranges);
  if (start === undefined) return [...ranges.map(rangeCheck), ...checks];
  const [first] = start.columns;
  const rest = ranges.filter(({ column }) => column !== first).map(rangeCheck);
  const bounded = ranges.find(({ column }) => column === first);
  return [...startConditions(start, bounded), ...rest, ...checks];
}

/**
 * Returns the conditions for the start of a page, and for the range of its first column. On the side of the position
 * only the stricter one of the two becomes a condition: with both, the planner might enter the index at the wider one.
 */
function startConditions({ columns, position, backwards }: Start, range: ColumnRange | undefined): Statement[] {
  const names = [...columns.map((column) => columnNames[column]), 'arrival'];
  const sql = `(${names.map((name) => `e.${name}`).join(', ')}) ${backwards ? '<' : '>'} (${names.map(() => '?').join(', ')})`;
  const after: Statement = { sql, values: position };
  if (range === undefined) return [after];
  const [first = 0] = position;
  const name = columnNames[range.column];
  const [from, before]: [Statement, Statement] = [
    { sql: `e.${name} >= ?`, values: [range.from] },
    { sql: `e.${name} < ?`, values: [range.before] },
  ];
  if (backwards) return [from, first < range.before ? after : before];
  return [first >= range.from ? after : from, before];
}

function rangeCheck({ column, from, before }: ColumnRange): Statement {
  const name = columnNames[column];
  return { sql: `e.${name} >= ? AND e.${name} < ?`, values: [from, before] };
}

/** Selects arrivals that have one of some terms, or a term that begins with one of some strings. */
interface TermSet {
  /** Identifies the set. */
  readonly key: string;
  /** Selects the arrivals as `t.arrival`; the same arrival may be in several rows. */
  readonly rows: Statement;
  /** Checks an arrival that was found otherwise. @param arrival the column with its id */
  readonly check: (arrival: string) => Statement;
}

function termSetsOf({ all = [], beginnings = [] }: ArrivalFilter): TermSet[] {
  return [...all.map(exactTerms), ...beginnings.map(termsBeginningWith)];
}

/**
 * A list in the statement is evaluated faster for each row than a list in JSON, but needs a statement for each length.
 */
const maxListed = 8;

function exactTerms(terms: readonly string[]): TermSet {
  const key = JSON.stringify(terms);
  const listed = terms.length <= maxListed;
  const list = listed ? terms.map(() => '?').join(', ') : 'SELECT value FROM json_each(?)';
  return {
    key: `is ${key}`,
    rows: { sql: 'arrival_terms t WHERE t.term IN (SELECT value FROM json_each(?))', values: [key] },
    check: (arrival) => ({
      sql: `EXISTS (SELECT 1 FROM arrival_terms o WHERE o.arrival = +${arrival} AND o.term IN (${list}))`,
      values: listed ? terms : [key],
    }),
  };
}

function termsBeginningWith(strings: readonly string[]): TermSet {
  const key = JSON.stringify(strings);
  const bounds = JSON.stringify(strings.map((string) => [string, `${string}${lastCharacter}`]));
  const has = (arrival: string) =>
    `EXISTS (SELECT 1 FROM arrival_terms o INDEXED BY arrival_terms_arrival WHERE o.arrival = +${arrival} AND o.term >= ? AND o.term < ?)`;
  return {
    key: `begins ${key}`,
    rows: { sql: 'json_each(?) b CROSS JOIN arrival_terms t WHERE t.term >= b.value ->> 0 AND t.term < b.value ->> 1', values: [bounds] },
    check: (arrival) => ({
      sql: `(${strings.length === 0 ? 'FALSE' : strings.map(() => has(arrival)).join(' OR ')})`,
      values: strings.flatMap((string) => [string, `${string}${lastCharacter}`]),
    }),
  };
}

/**
 * Chooses how entries are found: by the condition that the fewest entries or arrivals meet if those are at most `few`,
 * otherwise by scanning the order. When each term is common but their combination is rare, the rarest term is used.
 */
function chooseAccessPath(
  reader: Reader,
  selection: ArrivalSelection,
  { order, few }: { readonly order: ArrivalOrder; readonly few: number },
): AccessPath {
  const { filter = {} } = selection;
  const countOf = ({ sql, values }: Statement, limit: number): number =>
    integer(reader.get(`SELECT count(*) AS count FROM (SELECT 1 FROM ${sql} LIMIT ?)`, ...values, limit), 'count');
  let [fewest, accessPath]: [number, AccessPath] = [few + 1, order];
  let [mostOfRarest, rarest]: [number, TermSet | undefined] = [maxIntersected + 1, undefined];
  const sets = termSetsOf(filter);
  for (const set of sets) {
    const found = countOf(set.rows, sets.length > 1 ? Math.max(fewest, mostOfRarest) : fewest);
    if (found < fewest) [fewest, accessPath] = [found, set];
    if (found < mostOfRarest) [mostOfRarest, rarest] = [found, set];
  }
  for (const condition of timeConditionsOf(filter)) {
    if (condition.order === order) continue;
    const range = rangeCheck(condition.ranges[0]);
    const where = `e.scope IN (SELECT value FROM json_each(?)) AND e.bucket IN (SELECT value FROM json_each(?)) AND ${range.sql}`;
    const values = [JSON.stringify(scopesOf(selection)), JSON.stringify(bucketsOf(filter)), ...range.values];
    const found = countOf({ sql: `arrival_entries e INDEXED BY ${indexNames[condition.order]} WHERE ${where}`, values }, fewest);
    if (found < fewest) [fewest, accessPath] = [found, condition.order];
  }
  if (accessPath !== order || rarest === undefined || sets.length === 1) return accessPath;
  const others = sets.filter((set) => set !== rarest).map(({ check }) => check('candidates.arrival'));
  const together: Statement = {
    sql: `(SELECT DISTINCT t.arrival FROM ${rarest.rows.sql}) candidates WHERE ${others.map(({ sql }) => sql).join(' AND ')}`,
    values: [...rarest.rows.values, ...others.flatMap(({ values }) => values)],
  };
  return countOf(together, fewest) < fewest ? rarest : order;
}

const columnNames = {
  attention: 'attention',
  bestTime: 'best_time',
  lastChange: 'last_change',
  lastFree: 'last_free',
  bestDay: 'best_day',
} as const;

const indexNames = {
  ATTENTION: 'arrival_entries_attention',
  BEST_TIME: 'arrival_entries_best_time',
  LAST_CHANGE: 'arrival_entries_last_change',
  LAST_FREE_DAY: 'arrival_entries_last_free',
} as const satisfies Readonly<Record<ArrivalOrder, string>>;

function columnsOf(order: ArrivalOrder): string[] {
  return [...orderColumns[order].map((column) => columnNames[column]), 'arrival'];
}

/** @throws {LandfallError} CURSOR_INVALID for a string that is not a position of this order */
function positionOf(order: ArrivalOrder, from: string): Position {
  const [name, ...values] = partsOf(from);
  const isValid = name === order && values.length === columnsOf(order).length && values.every((value) => Number.isSafeInteger(value));
  if (!isValid) throw wrongPosition();
  return values as number[];
}
