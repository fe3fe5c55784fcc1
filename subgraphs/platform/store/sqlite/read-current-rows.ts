import { LandfallError } from '../../errors.ts';
import type { CurrentOrder, CurrentRow, PageQuery, StoredVersion, VersionFilter } from '../version-store.ts';
import type { Reader, SqlRow, SqlValue } from './connection.ts';
import type { RowCache } from './row-cache.ts';
import { integer, json, text } from './rows.ts';

/** Up to so many rows, going to them one by one and sorting is cheaper than walking an order and checking each row. */
const fewRows = 1_000;

/** What heads are read from. */
export interface CurrentRowParts {
  readonly reader: Reader;
  /** Of the log's tables. */
  readonly prefix: string;
  readonly versions: RowCache;
}

/** Lists the heads of a log. Pages that are shown again find their versions in memory. */
export function listCurrent(
  { reader, prefix, versions }: CurrentRowParts,
  query: PageQuery & { order: CurrentOrder; filter?: VersionFilter | undefined },
): CurrentRow[] {
  const { order, filter = {}, backwards = false, maxBytes = Number.POSITIVE_INFINITY } = query;
  const descending = (order !== 'OLDEST_FIRST') !== backwards;
  const { walked, conditions } = planConditions(reader, prefix, { order, filter });
  const where = query.from === undefined ? conditions : [...conditions, after(order, query.from, descending)];
  const direction = descending ? 'DESC' : 'ASC';
  const rowId = walked === undefined ? 'h.id' : 't.current_row';
  const sorted = order === 'RECENTLY_CHANGED' ? `h.received_at ${direction}, h.id ${direction}` : `${rowId} ${direction}`;
  const rowsSql = `SELECT h.id, h.first_received_at, v.sequence, v.hash FROM ${sourceOf(prefix, walked)} CROSS JOIN ${prefix}_versions v ON v.sequence = h.sequence
    ${where.length === 0 ? '' : `WHERE ${where.map((condition) => condition.sql).join(' AND ')}`} ORDER BY ${sorted} LIMIT ?`;
  // One text instead of many rows: handing over a row costs more than finding it.
  const sql = `SELECT json_group_array(json_array(id, first_received_at, sequence, hash)) AS found FROM (${rowsSql})`;
  const values = [...(walked === undefined ? [] : [walked]), ...where.flatMap((condition) => condition.values), query.limit];
  for (;;) {
    const rows = (json(reader.get(sql, ...values) ?? {}, 'found') as FoundRow[]).map(rowOf);
    const heads: CurrentRow[] = [];
    let [bytes, isWhole] = [0, true];
    for (const row of rows) {
      const current = versions.find(row);
      isWhole = current !== undefined;
      if (current === undefined) break;
      heads.push(currentRowOf(row, current, order));
      bytes += current.document.length;
      if (bytes > maxBytes && heads.length > 1) break;
    }
    // Another process has removed one meanwhile: a page that is too short would look like the last one.
    if (isWhole) return backwards ? heads.reverse() : heads;
  }
}

/** Counts the current rows of a log, up to a limit. */
export function countCurrent(
  { reader, prefix }: Pick<CurrentRowParts, 'reader' | 'prefix'>,
  { limit, filter = {} }: { readonly limit: number; readonly filter?: VersionFilter | undefined },
): number {
  const { walked, conditions } = planConditions(reader, prefix, { order: 'NEWEST_FIRST', filter });
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  // What stands together in a version is in its row only.
  const versions = filter.sameGroup === undefined ? '' : `CROSS JOIN ${prefix}_versions v ON v.sequence = h.sequence`;
  const sql = `SELECT count(*) AS rows FROM (SELECT 1 FROM ${sourceOf(prefix, walked)} ${versions} ${where} LIMIT ?)`;
  const values = [...(walked === undefined ? [] : [walked]), ...conditions.flatMap((condition) => condition.values), limit];
  return integer(reader.get(sql, ...values), 'rows');
}

/** Returns the tables from which current rows are read. @param walked the term whose rows are walked; its value is a parameter */
function sourceOf(prefix: string, walked: string | undefined): string {
  if (walked === undefined) return `${prefix}_current_rows h`;
  return `${prefix}_terms t CROSS JOIN ${prefix}_current_rows h ON h.id = t.current_row AND t.term = ?`;
}

type FoundRow = readonly [id: number, firstReceivedAt: string, sequence: number, hash: string];

function rowOf([id, firstReceivedAt, sequence, hash]: FoundRow): SqlRow {
  return { id, first_received_at: firstReceivedAt, sequence, hash };
}

/** Reads a row with the columns of a head. */
export function currentRowOf(row: SqlRow, current: StoredVersion, order: CurrentOrder): CurrentRow {
  const id = integer(row, 'id');
  return {
    entityId: current.entityId,
    current,
    firstReceivedAt: text(row, 'first_received_at'),
    position: order === 'RECENTLY_CHANGED' ? JSON.stringify([current.receivedAt, id]) : `[${id}]`,
  };
}

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * Decides where the rows come from. A single term can be walked in the order of the rows. Of several conditions the one
 * that the fewest rows meet leads, if those are few; all others are only checked on each row, which the unary plus tells
 * the planner: it keeps no statistics and would guess. With no such condition a single term is walked or, without one,
 * the order itself.
 */
function planConditions(
  reader: Reader,
  prefix: string,
  { order, filter }: { order: CurrentOrder; filter: VersionFilter },
): { walked: string | undefined; conditions: Condition[] } {
  const options: Option[] = [
    ...(filter.all ?? []).map((terms) => termOption(prefix, [...new Set(terms)])),
    ...rangeOption(prefix, 'day', [
      ['>=', filter.dateMin],
      ['<=', filter.dateMax],
    ]),
    ...rangeOption(prefix, 'received_at', [
      ['>', filter.receivedAfter],
      ['<', filter.receivedBefore],
    ]),
  ];
  const together = togetherCondition(filter.sameGroup);
  const [only] = options;
  if (options.length === 1 && only?.term !== undefined && order !== 'RECENTLY_CHANGED') return { walked: only.term, conditions: together };
  const counts = options.map(({ rows }) =>
    integer(reader.get(`SELECT count(*) AS rows FROM (${rows.sql} LIMIT ${fewRows + 1})`, ...rows.values), 'rows'),
  );
  const fewest = Math.min(...counts);
  const leader = fewest <= fewRows ? counts.indexOf(fewest) : -1;
  // What the caller may see stands last, and is often a small part of all.
  const walked = leader === -1 && order !== 'RECENTLY_CHANGED' ? options.findLast(({ term }) => term !== undefined) : undefined;
  const others = options.filter((option) => option !== walked);
  return {
    walked: walked?.term,
    conditions: [...others.map((option) => (option === options[leader] ? option.leading : option.checked)), ...together],
  };
}

/** One condition in the ways it can be used. */
interface Option {
  /** The term, when it is a single one. */
  readonly term?: string | undefined;
  /** The rows that meet it. */
  readonly rows: Condition;
  readonly leading: Condition;
  readonly checked: Condition;
}

function termOption(prefix: string, terms: readonly string[]): Option {
  const values = [JSON.stringify(terms)];
  const rows = `SELECT current_row FROM ${prefix}_terms WHERE term IN (SELECT value FROM json_each(?))`;
  return {
    term: terms.length === 1 ? terms[0] : undefined,
    rows: { sql: rows, values },
    leading: { sql: `h.id IN (${rows})`, values },
    checked: {
      sql: `EXISTS (SELECT 1 FROM ${prefix}_terms o WHERE o.current_row = +h.id AND o.term IN (SELECT value FROM json_each(?)))`,
      values,
    },
  };
}

function rangeOption(prefix: string, column: string, bounds: readonly (readonly [string, string | undefined])[]): Option[] {
  const given = bounds.filter((bound): bound is readonly [string, string] => bound[1] !== undefined);
  if (given.length === 0) return [];
  const values = given.map(([, value]) => value);
  const spelled = (name: string) => given.map(([comparison]) => `${name} ${comparison} ?`).join(' AND ');
  const rows = `SELECT id FROM ${prefix}_current_rows WHERE ${spelled(column)}`;
  return [
    {
      rows: { sql: rows, values },
      leading: { sql: `h.id IN (${rows})`, values },
      checked: { sql: spelled(`+h.${column}`), values },
    },
  ];
}

function togetherCondition(together: VersionFilter['sameGroup']): Condition[] {
  const attributes = Object.entries(together ?? {});
  if (attributes.length === 0) return [];
  // Attribute names are ours, never a caller's.
  const equal = attributes.map(([name]) => `g.value ->> '${name}' = ?`).join(' AND ');
  const sql = `EXISTS (SELECT 1 FROM json_each(v.search_index, '$.groups') g WHERE ${equal})`;
  return [{ sql, values: attributes.map(([, value]) => value) }];
}

function after(order: CurrentOrder, position: string, descending: boolean): Condition {
  const comparison = descending ? '<' : '>';
  const parts = partsOf(position);
  if (order === 'RECENTLY_CHANGED') {
    const [receivedAt, id] = parts;
    if (typeof receivedAt !== 'string' || typeof id !== 'number') throw wrongPosition();
    return { sql: `(h.received_at, h.id) ${comparison} (?, ?)`, values: [receivedAt, id] };
  }
  const [id] = parts;
  if (typeof id !== 'number') throw wrongPosition();
  return { sql: `h.id ${comparison} ?`, values: [id] };
}

/** Splits a position into its parts. @throws {LandfallError} CURSOR_INVALID */
export function partsOf(position: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(position);
    if (Array.isArray(parts)) return parts;
  } catch {
    // Not a position of ours: answered below like every other wrong one.
  }
  throw wrongPosition();
}

export function wrongPosition(): LandfallError {
  return new LandfallError('CURSOR_INVALID', 'The cursor belongs to another sort order.');
}
