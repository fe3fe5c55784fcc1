import { LandfallError } from '../../errors.ts';
import { positionNumber } from '../position-number.ts';
import type { CurrentOrder, CurrentRow, VersionFilter, VersionStore } from '../version-store.ts';
import { parseBytes, type Reader, type SqlValue } from './connection.ts';
import type { SqliteLog } from './read-log.ts';
import type { CachedRow, CachedVersion } from './row-cache.ts';
import { integer } from './rows.ts';

/**
 * Up to this many rows, looking each one up and sorting them is cheaper than scanning an order and checking each row.
 */
const fewRows = 1_000;
/** The same for a larger limit, which usually asks for all rows, so that a scan would not end earlier. */
const fewRowsOfAll = 100_000;
/** Maximum number of terms whose index entries are merged. A statement of SQLite may have at most 500 parts. */
const maxMerged = 200;

/** The parts of a log that its current rows are read with. */
type CurrentRowsLog = Pick<SqliteLog, 'name' | 'prefix' | 'reader' | 'cache'>;

/** Lists entities with their current versions. The versions of pages that are read again come from a cache. */
export function createSqliteCurrentRows(
  log: CurrentRowsLog,
): Pick<VersionStore, 'listCurrent' | 'countCurrent' | 'findCurrent' | 'hasCurrent'> {
  const { reader, prefix, cache } = log;
  const byEntity = `SELECT v.sequence, v.completeness FROM ${prefix}_current_rows c
    JOIN ${prefix}_versions v ON v.sequence = c.sequence WHERE c.entity_id = ?`;
  const oneOf = `SELECT 1 FROM ${prefix}_current_rows WHERE entity_id = ?`;
  return {
    listCurrent: async (query) => listCurrent(log, query),
    countCurrent: async (query) => countCurrent(log, query),
    findCurrent: async (entityIds) =>
      entityIds.map((entityId) => {
        const row = reader.get(byEntity, entityId);
        const found = row && cache.find(integer(row, 'sequence'), integer(row, 'completeness'));
        return found && currentRowOf(found, 'NEWEST_FIRST');
      }),
    hasCurrent: async (entityIds) => entityIds.map((entityId) => reader.get(oneOf, entityId) !== undefined),
  };
}

function listCurrent(log: CurrentRowsLog, query: ListQuery): CurrentRow[] {
  const { cache } = log;
  const { order, backwards = false, maxBytes = Number.POSITIVE_INFINITY } = query;
  for (;;) {
    const rows: CurrentRow[] = [];
    let [bytes, isComplete] = [0, true];
    for (const { sequence, completeness } of findPage(log, query)) {
      const found = cache.find(sequence, completeness);
      isComplete = found !== undefined;
      if (found === undefined) break;
      rows.push(currentRowOf(found, order));
      bytes += found.version.document.length;
      if (bytes > maxBytes && rows.length > 1) break;
    }
    // Another process has removed a version meanwhile, which makes the page too short. Callers would take it for the
    // last one.
    if (isComplete) return backwards ? rows.reverse() : rows;
  }
}

type ListQuery = Parameters<VersionStore['listCurrent']>[0];
type FoundVersion = Pick<CachedVersion, 'sequence' | 'completeness'>;

function findPage({ name, reader, prefix }: CurrentRowsLog, query: ListQuery): FoundVersion[] {
  const { order, filter = {}, from, backwards = false, limit } = query;
  const descending = (order !== 'OLDEST_FIRST') !== backwards;
  const { source, conditions } = planConditions(reader, { name, prefix }, { order, filter, descending, from, limit });
  const where = from === undefined ? conditions : [...conditions, afterPosition(from, { order, descending, id: 'c.id' })];
  const direction = descending ? 'DESC' : 'ASC';
  const columns = order === 'RECENTLY_CHANGED' ? ['c.received_at', 'c.id'] : ['c.id'];
  const sorted = source.isOrdered ? '' : `ORDER BY ${columns.map((column) => `${column} ${direction}`).join(', ')}`;
  const rows = `SELECT v.sequence, v.completeness FROM ${source.sql} CROSS JOIN ${prefix}_versions v ON v.sequence = c.sequence
    ${whereOf(where)} ${sorted} LIMIT ?`;
  // Returns two lists instead of many rows, because transferring a row costs more than finding it. As a string, their
  // JSON would be encoded twice.
  const lists = 'json_array(json_group_array(sequence), json_group_array(completeness))';
  const found = reader.get(`SELECT CAST(${lists} AS BLOB) AS bytes FROM (${rows})`, ...source.values, ...valuesOf(where), limit);
  const [sequences = [], completeness = []] = parseBytes(found?.['bytes']) as number[][];
  return sequences.map((sequence, index) => ({ sequence, completeness: completeness[index] ?? Number.NaN }));
}

function countCurrent(
  { name, reader, prefix }: CurrentRowsLog,
  { limit, filter = {} }: Parameters<VersionStore['countCurrent']>[0],
): number {
  const { source, conditions } = planConditions(reader, { name, prefix }, { order: 'OLDEST_FIRST', filter, descending: false, limit });
  // Only versions have groups.
  const versions = filter.sameGroup === undefined ? '' : `CROSS JOIN ${prefix}_versions v ON v.sequence = c.sequence`;
  const sql = `SELECT count(*) AS rows FROM (SELECT 1 FROM ${source.sql} ${versions} ${whereOf(conditions)} LIMIT ?)`;
  return integer(reader.get(sql, ...source.values, ...valuesOf(conditions), limit), 'rows');
}

/** Tables that current rows `c` are read from. */
interface Source {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** Whether the rows are read in the order of the list. Otherwise they are sorted. */
  readonly isOrdered: boolean;
}

/** How a list is read. */
interface Reading {
  readonly order: CurrentOrder;
  readonly descending: boolean;
  /** Position after which the rows are read. */
  readonly from?: string | undefined;
  /** Maximum number of rows. */
  readonly limit: number;
}

/**
 * Scans the rows with one of the terms, in the order of the list. The index has the rows of each term in this order, and
 * SQLite merges them while they are read. It keeps the order of a subquery that has a limit.
 */
function scanOf(terms: readonly string[], { prefix, unindexedAfter }: TermIndex, { order, from, descending }: Reading): Source {
  const after = (id: string) => (from === undefined ? [] : [afterPosition(from, { order, descending, id })]);
  const [entryAfter, rowAfter] = [after('current_row'), after('n.id')];
  const entriesOf = (term: string): Condition => {
    const conditions = [{ sql: 'term = ?', values: [term] }, ...entryAfter];
    return { sql: `SELECT current_row AS id FROM ${prefix}_terms ${whereOf(conditions)}`, values: valuesOf(conditions) };
  };
  // A row may have several of the terms, and its entries may have been written since the bound was read.
  const ids = joined(
    [...terms.map(entriesOf), ...(unindexedAfter === undefined ? [] : [unindexedRows(terms, prefix, unindexedAfter, rowAfter)])],
    ' UNION ',
  );
  const sql = `(${ids.sql} ORDER BY id ${descending ? 'DESC' : 'ASC'} LIMIT -1) s CROSS JOIN ${prefix}_current_rows c ON c.id = s.id`;
  return { sql, values: ids.values, isOrdered: true };
}

function currentRowOf({ version: current, id, firstReceivedAt }: CachedRow, order: CurrentOrder): CurrentRow {
  return {
    entityId: current.entityId,
    current,
    firstReceivedAt,
    position: order === 'RECENTLY_CHANGED' ? `["${current.receivedAt}",${positionNumber(id)}]` : `[${positionNumber(id)}]`,
  };
}

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * The index of terms of a log. The entries of new rows are written later, so that a transaction has fewer pages; until
 * then, the terms in the rows themselves are read.
 */
interface TermIndex {
  readonly prefix: string;
  /** Rows with greater ids are not indexed yet; undefined if all rows are. */
  readonly unindexedAfter: number | undefined;
}

function findTermIndex(reader: Reader, { name, prefix }: Pick<SqliteLog, 'name' | 'prefix'>): TermIndex {
  const sql = `SELECT indexed_through, coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${prefix}_current_rows'), 0) AS last
    FROM log_bounds WHERE log = ?`;
  const row = reader.get(sql, name);
  const indexedThrough = integer(row, 'indexed_through');
  return { prefix, unindexedAfter: indexedThrough < integer(row, 'last') ? indexedThrough : undefined };
}

/**
 * Plans how the rows are found. If the only condition is a set of terms, their index entries are scanned. Of several
 * conditions, the one that the fewest rows meet becomes the leading one if those rows are few; all others are checked
 * on each row. The unary plus tells the planner so, because it keeps no statistics and would have to guess. Without a
 * leading condition, the entries of one set of terms are scanned, or the order itself.
 */
function planConditions(
  reader: Reader,
  log: Pick<SqliteLog, 'name' | 'prefix'>,
  { filter, ...reading }: Reading & { readonly filter: VersionFilter },
): { source: Source; conditions: Condition[] } {
  const { prefix } = log;
  const all = filter.all ?? [];
  const index = all.length === 0 ? { prefix, unindexedAfter: undefined } : findTermIndex(reader, log);
  const options: Option[] = [
    ...all.map((terms) => termOption([...new Set(terms)], index)),
    ...rangeOption(prefix, 'day', [
      ['>=', filter.dateMin],
      ['<=', filter.dateMax],
    ]),
    ...rangeOption(prefix, 'received_at', [
      ['>', filter.receivedAfter],
      ['<', filter.receivedBefore],
    ]),
  ];
  const sameGroup = sameGroupCondition(filter.sameGroup);
  const inOrder: Source = { sql: `${prefix}_current_rows c`, values: [], isOrdered: false };
  const scannable = reading.order === 'RECENTLY_CHANGED' ? undefined : scannedOf(options);
  const isOnly = options.length === 1 && scannable !== undefined;
  const leading = isOnly ? undefined : leadingOf(reader, options, reading.limit > fewRows ? fewRowsOfAll : fewRows);
  const scanned = leading === undefined ? scannable : undefined;
  const others = options.filter((option) => option !== scanned);
  return {
    source: scanned?.scanned === undefined ? inOrder : scanOf(scanned.scanned, index, reading),
    conditions: [...others.map((option) => (option === leading ? option.leading : option.checked)), ...sameGroup],
  };
}

/** Returns the condition that the fewest rows meet; undefined if each is met by more than `most` rows. */
function leadingOf(reader: Reader, options: readonly Option[], most: number): Option | undefined {
  let [leading, fewest]: [Option | undefined, number] = [undefined, most + 1];
  for (const option of options) {
    const { sql, values } = option.rows;
    const rows = integer(reader.get(`SELECT count(*) AS rows FROM (${sql} LIMIT ?)`, ...values, fewest), 'rows');
    if (rows < fewest) [leading, fewest] = [option, rows];
  }
  return leading;
}

/**
 * Returns the set of terms to scan. A single term usually selects a smaller part of the log than several, and of equal
 * ones the last is taken, because it is the caller's rights.
 */
function scannedOf(options: readonly Option[]): Option | undefined {
  return options.findLast(({ scanned }) => scanned?.length === 1) ?? options.findLast(({ scanned }) => scanned !== undefined);
}

/** One condition, in all forms in which it can be used. */
interface Option {
  /** Terms whose index entries can be scanned. */
  readonly scanned?: readonly string[] | undefined;
  /** Selects the ids of the rows that meet the condition. */
  readonly rows: Condition;
  readonly leading: Condition;
  readonly checked: Condition;
}

function termOption(terms: readonly string[], { prefix, unindexedAfter }: TermIndex): Option {
  const values = [JSON.stringify(terms)];
  const indexed = { sql: `SELECT current_row AS id FROM ${prefix}_terms WHERE term IN (SELECT value FROM json_each(?))`, values };
  const checked = {
    sql: `EXISTS (SELECT 1 FROM ${prefix}_terms o WHERE o.current_row = +c.id AND o.term IN (SELECT value FROM json_each(?)))`,
    values,
  };
  const scanned = terms.length > 0 && terms.length <= maxMerged ? terms : undefined;
  if (unindexedAfter === undefined) return { scanned, rows: indexed, leading: rowIn(indexed), checked };
  const rows = joined([indexed, unindexedRows(terms, prefix, unindexedAfter)], ' UNION ALL ');
  const named = joined([{ sql: '+c.id > ?', values: [unindexedAfter] }, namesTerm('c.terms', terms)], ' AND ');
  const either = joined([checked, named], ' OR ');
  return { scanned, rows, leading: rowIn(rows), checked: { ...either, sql: `(${either.sql})` } };
}

/** Selects the ids of the rows with one of the terms, among the rows that are not indexed yet. */
function unindexedRows(terms: readonly string[], prefix: string, unindexedAfter: number, further: readonly Condition[] = []): Condition {
  const conditions = [{ sql: 'n.id > ?', values: [unindexedAfter] }, ...further, namesTerm('n.terms', terms)];
  return { sql: `SELECT n.id FROM ${prefix}_current_rows n ${whereOf(conditions)}`, values: valuesOf(conditions) };
}

/** Compares the terms in a column with a list of terms. */
function namesTerm(column: string, terms: readonly string[]): Condition {
  const named = `EXISTS (SELECT 1 FROM json_each(${column}) j WHERE j.value IN (SELECT value FROM json_each(?)))`;
  const values = [JSON.stringify(terms)];
  if (terms.length !== 1) return { sql: named, values };
  // Searching the text first is faster than parsing it. It can also match within another term.
  return { sql: `instr(${column}, ?) > 0 AND ${named}`, values: [JSON.stringify(terms[0]), ...values] };
}

function rowIn({ sql, values }: Condition): Condition {
  return { sql: `c.id IN (${sql})`, values };
}

function joined(conditions: readonly Condition[], operator: string): Condition {
  return { sql: conditions.map(({ sql }) => sql).join(operator), values: valuesOf(conditions) };
}

function whereOf(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${joined(conditions, ' AND ').sql}`;
}

function valuesOf(conditions: readonly Condition[]): SqlValue[] {
  return conditions.flatMap(({ values }) => values);
}

function rangeOption(prefix: string, column: string, bounds: readonly (readonly [string, string | undefined])[]): Option[] {
  const given = bounds.filter((bound): bound is readonly [string, string] => bound[1] !== undefined);
  if (given.length === 0) return [];
  const values = given.map(([, value]) => value);
  const comparisons = (name: string) => given.map(([comparison]) => `${name} ${comparison} ?`).join(' AND ');
  const rows = `SELECT id FROM ${prefix}_current_rows WHERE ${comparisons(column)}`;
  return [
    {
      rows: { sql: rows, values },
      leading: rowIn({ sql: rows, values }),
      checked: { sql: comparisons(`+c.${column}`), values },
    },
  ];
}

function sameGroupCondition(sameGroup: VersionFilter['sameGroup']): Condition[] {
  const attributes = Object.entries(sameGroup ?? {});
  if (attributes.length === 0) return [];
  // Attribute names are constants of the program, so they cannot inject SQL.
  const equal = attributes.map(([name]) => `g.value ->> '${name}' = ?`).join(' AND ');
  const sql = `EXISTS (SELECT 1 FROM json_each(v.search_index, '$.groups') g WHERE ${equal})`;
  return [{ sql, values: attributes.map(([, value]) => value) }];
}

/** @param id the column with the id of the row */
function afterPosition(
  position: string,
  { order, descending, id: column }: Pick<Reading, 'order' | 'descending'> & { readonly id: string },
): Condition {
  const comparison = descending ? '<' : '>';
  const parts = partsOf(position);
  if (order === 'RECENTLY_CHANGED') {
    const [receivedAt, id] = parts;
    if (typeof receivedAt !== 'string' || typeof id !== 'number') throw wrongPosition();
    return { sql: `(c.received_at, c.id) ${comparison} (?, ?)`, values: [receivedAt, id] };
  }
  const [id] = parts;
  if (typeof id !== 'number') throw wrongPosition();
  return { sql: `${column} ${comparison} ?`, values: [id] };
}

/** Splits a position into its parts. @throws {LandfallError} CURSOR_INVALID */
export function partsOf(position: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(position);
    if (Array.isArray(parts)) return parts;
  } catch {
    // Reported below, like every other invalid position.
  }
  throw wrongPosition();
}

export function wrongPosition(): LandfallError {
  return new LandfallError('CURSOR_INVALID', 'The cursor belongs to another sort order.');
}
