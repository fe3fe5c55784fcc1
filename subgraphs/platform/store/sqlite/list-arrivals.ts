import {
  bucketsOf,
  type ColumnRange,
  type EntryColumn,
  isAttentionBucket,
  orderColumns,
  ranks,
  timeConditionsOf,
} from '../arrival-order.ts';
import type {
  ArrivalEntry,
  ArrivalFilter,
  ArrivalOrder,
  ArrivalSelection,
  ArrivalStore,
  ListedArrival,
  StoredArrival,
} from '../arrival-store.ts';
import { positionNumber } from '../position-number.ts';
import { columnNames, indexNames, rangeCheck, type Statement, termSetsOf } from './arrival-conditions.ts';
import { type AccessPath, createArrivalPlanner, type PlanArrivals } from './arrival-planner.ts';
import type { ArrivalCache } from './arrival-rows.ts';
import type { Reader } from './connection.ts';
import { partsOf, wrongPosition } from './read-current-rows.ts';
import { integer, json } from './rows.ts';

/**
 * Up to this many matching arrivals, looking each one up and sorting them is cheaper than scanning the index of the
 * order.
 */
const fewArrivals = 1_000;

/** How often the read of a page is repeated when its arrivals change during the read. */
const maxAttempts = 5;

/** Lists and counts arrivals. */
export function createSqliteArrivalLists(reader: Reader, cache: ArrivalCache): Pick<ArrivalStore, 'list' | 'count'> {
  const plan = createArrivalPlanner(reader);
  return {
    list: async (query) => list({ reader, cache, plan }, query),
    count: async (query) => count({ reader, plan }, query),
  };
}

interface ListParts {
  readonly reader: Reader;
  readonly cache: ArrivalCache;
  readonly plan: PlanArrivals;
}

type ListQuery = Parameters<ArrivalStore['list']>[0];

function list({ reader, cache, plan }: ListParts, query: ListQuery): ListedArrival[] {
  const { order, limit, backwards = false, maxBytes = Number.POSITIVE_INFINITY } = query;
  if (limit === 0) return [];
  const phases = pageStatements(plan, query);
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
    for (const [row, range] of merged(found, { limit, backwards })) {
      const arrival = cache.find(row[row.length - 1] ?? 0, row[0] ?? 0);
      const scope = ranges[range]?.scope;
      const entry = arrival?.entries.find((one) => one.scope === scope);
      isComplete &&= entry !== undefined;
      if (arrival === undefined || entry === undefined) continue;
      listed.push(new ListedRow({ arrival, entry }, order, row));
      bytes += arrival.document.length;
      if (bytes > maxBytes && listed.length > 1) break;
    }
    // An arrival was changed or removed in the meantime. A page that is too short would look like the last one.
    if (!isComplete && attempt < maxAttempts) continue;
    return backwards ? listed.reverse() : listed;
  }
}

/** The values of the columns of the order; the last one is the id of the row. */
type Position = readonly number[];
/** The revision of the arrival, then the position. */
type FoundEntry = readonly number[];

/** A row of a page. Its position is computed when it is used, because most pages use only that of the last row. */
class ListedRow implements ListedArrival {
  readonly arrival: StoredArrival;
  readonly entry: ArrivalEntry;
  readonly #order: ArrivalOrder;
  readonly #found: FoundEntry;

  constructor({ arrival, entry }: Pick<ListedArrival, 'arrival' | 'entry'>, order: ArrivalOrder, found: FoundEntry) {
    this.arrival = arrival;
    this.entry = entry;
    this.#order = order;
    this.#found = found;
  }

  get position(): string {
    return `["${this.#order}",${this.#found.slice(1).map(positionNumber).join()}]`;
  }
}

/** Merges the pages of several ranges, each of which is sorted. */
function* merged(
  ranges: readonly (readonly FoundEntry[])[],
  { limit, backwards }: { readonly limit: number; readonly backwards: boolean },
): Generator<readonly [entry: FoundEntry, range: number]> {
  const next = ranges.map(() => 0);
  for (let count = 0; count < limit; count += 1) {
    let [first, from]: [FoundEntry | undefined, number] = [undefined, 0];
    for (const [range, entries] of ranges.entries()) {
      const entry = entries[next[range] ?? 0];
      if (entry !== undefined && (first === undefined || isBefore(entry, first) !== backwards)) [first, from] = [entry, range];
    }
    if (first === undefined) return;
    next[from] = (next[from] ?? 0) + 1;
    yield [first, from];
  }
}

/** Compares two positions of one list, which are never equal because the last column differs. */
function isBefore(left: FoundEntry, right: FoundEntry): boolean {
  for (let column = 1; column < left.length; column += 1) {
    const [value = 0, other = 0] = [left[column], right[column]];
    if (value !== other) return value < other;
  }
  return false;
}

/**
 * Returns the statements that read one page from each range of the index. They are executed in this order until the
 * page is full: in the order ATTENTION, entries that need attention precede all others.
 */
function pageStatements(plan: PlanArrivals, query: ListQuery): (Statement & { readonly ranges: readonly EntryRange[] })[] {
  const { order, from, backwards = false, limit, filter = {} } = query;
  const columns = columnsOf(order);
  const sorted = columns.map((column) => `e.${column} ${backwards ? 'DESC' : 'ASC'}`).join(', ');
  const accessPath = plan({ selection: selectionOf(query), order, few: fewArrivals });
  const after = from === undefined ? undefined : { position: positionOf(order, from), backwards };
  // Within one rank, entries are sorted by best known time, of which the filter selects a range.
  const isByRank = accessPath === 'ATTENTION' && hasDays(filter);
  const ranges = isByRank ? rangesOf(query).flatMap((range) => ofEachRank(range, after)) : rangesOf(query);
  const page = (range: EntryRange): Statement => {
    const start = startOf(range, order, after);
    const { source, conditions } = rangeParts(range, query, { accessPath, start });
    return {
      sql: `SELECT json_group_array(json_array(revision, ${columns.join(', ')})) FROM
        (SELECT a.revision, ${columns.map((column) => `e.${column}`).join(', ')} FROM ${source.sql} CROSS JOIN arrivals a ON a.id = e.arrival
          WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY ${sorted} LIMIT ?)`,
      values: [...source.values, ...conditions.flatMap(({ values }) => values), limit],
    };
  };
  const phases = (order === 'ATTENTION' ? phasesOf(ranges) : [ranges]).filter(({ length }) => length > 0);
  return (backwards ? phases.toReversed() : phases).map((phase) => {
    const pages = phase.map(page);
    // One string for each range instead of many rows, because passing a row costs more than finding it.
    return {
      sql: `SELECT ${pages.map(({ sql }, index) => `(${sql}) AS range${index}`).join(', ')}`,
      values: pages.flatMap(({ values }) => values),
      ranges: phase,
    };
  });
}

function count({ reader, plan }: Pick<ListParts, 'reader' | 'plan'>, query: Parameters<ArrivalStore['count']>[0]): number {
  const { limit } = query;
  const [condition] = timeConditionsOf(query.filter ?? {});
  // Scanning the scope is cheaper only when most of its entries match.
  const accessPath = plan({ selection: selectionOf(query), order: condition?.order ?? 'BEST_TIME', few: 2 * limit });
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

/** A range of each index of entries, or of the index of the order ATTENTION. */
interface EntryRange {
  readonly scope: string;
  readonly bucket: number;
  /** Only entries with this rank. */
  readonly rank?: number | undefined;
}

function rangesOf(selection: ArrivalSelection): EntryRange[] {
  return scopesOf(selection).flatMap((scope) => bucketsOf(selection.filter ?? {}).map((bucket) => ({ scope, bucket })));
}

/** Groups ranges whose entries precede those of the others: by rank, or by whether they need attention. */
function phasesOf(ranges: readonly EntryRange[]): EntryRange[][] {
  const phases = new Map<number, EntryRange[]>();
  for (const range of ranges) {
    const first = range.rank ?? Number(isAttentionBucket(range.bucket));
    phases.set(first, [...(phases.get(first) ?? []), range]);
  }
  return [...phases].toSorted(([left], [right]) => right - left).map(([, phase]) => phase);
}

/** Splits a range by rank, without the ranks that precede the start of the page. */
function ofEachRank(range: EntryRange, after: Continuation | undefined): EntryRange[] {
  const [first] = after?.position ?? [];
  const isLeft = (rank: number) =>
    isAttentionBucket(range.bucket) === rank > 0 && (first === undefined || (after?.backwards ? -rank <= first : -rank >= first));
  return ranks.filter(isLeft).map((rank) => ({ ...range, rank }));
}

/** Returns the selection of a query without its page. */
function selectionOf({ scope, overriding, filter }: ArrivalSelection): ArrivalSelection {
  return { scope, overriding, filter };
}

function scopesOf({ scope, overriding }: ArrivalSelection): string[] {
  return overriding === undefined || overriding === scope ? [scope] : [scope, overriding];
}

function hasDays({ bestDayFrom, bestDayTo }: ArrivalFilter): boolean {
  return bestDayFrom !== undefined || bestDayTo !== undefined;
}

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
  const { sql, values } = accessPath.table;
  const source = { sql: `${sql} candidates CROSS JOIN arrival_entries e ON e.arrival = candidates.arrival`, values };
  // The unary plus keeps the planner from using the index of an order to find single arrivals.
  return { source, conditions: [{ sql: 'e.scope = ? AND +e.bucket = ?', values: [scope, bucket] }, ...conditions] };
}

/** The position after which a page starts, and its direction. */
interface Continuation {
  readonly position: Position;
  readonly backwards: boolean;
}

/** The start of the page in a range. */
interface Start extends Continuation {
  /**
   * The columns by which the range is sorted, and whose values are in the position. The last column of the position,
   * the arrival, is not included.
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
 * Returns the conditions of a filter except its flags. The terms of `accessPath` are omitted, because all entries found
 * by it meet that condition.
 */
function checksOf(filter: ArrivalFilter, accessPath: AccessPath, start: Start | undefined): Statement[] {
  const checks = termSetsOf(filter).flatMap((set) =>
    typeof accessPath !== 'string' && accessPath.met.has(set.key) ? [] : [set.check('e.arrival')],
  );
  const ranges = timeConditionsOf(filter).flatMap((condition) => condition.ranges);
  if (start === undefined) return [...ranges.map(rangeCheck), ...checks];
  const [first] = start.columns;
  const rest = ranges.filter(({ column }) => column !== first).map(rangeCheck);
  const bounded = ranges.find(({ column }) => column === first);
  return [...startConditions(start, bounded), ...rest, ...checks];
}

/**
 * Returns the conditions for the start of a page, and for the range of its first column. Only one condition limits the
 * column on the side of the position, because with two, SQLite's planner might enter the index at the wider one.
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

function columnsOf(order: ArrivalOrder): string[] {
  return [...orderColumns[order].map((column) => columnNames[column]), 'arrival'];
}

/** @throws {LandfallError} CURSOR_INVALID for a string that is not a position in this order */
function positionOf(order: ArrivalOrder, from: string): Position {
  const [name, ...values] = partsOf(from);
  const isValid = name === order && values.length === columnsOf(order).length && values.every((value) => Number.isSafeInteger(value));
  if (!isValid) throw wrongPosition();
  return values as number[];
}
