import { LandfallError } from '../../errors.ts';
import type { CurrentOrder, CurrentRow, StoredVersion, VersionFilter, VersionStore } from '../version-store.ts';
import type { Reader, SqlRow, SqlValue } from './connection.ts';
import type { SqliteLog } from './read-log.ts';
import { integer, json, text } from './rows.ts';

/**
 * Up to this many rows, looking each one up and sorting them is cheaper than scanning an order and checking each row.
 */
const fewRows = 1_000;

/** Lists entities with their current versions. The versions of pages that are read again come from a cache. */
export function createSqliteCurrentRows(log: SqliteLog): Pick<VersionStore, 'listCurrent' | 'countCurrent' | 'findCurrent'> {
  const { reader, prefix, cache } = log;
  const byEntity = `SELECT c.id, c.first_received_at, v.sequence, v.hash FROM ${prefix}_current_rows c
    JOIN ${prefix}_versions v ON v.sequence = c.sequence WHERE c.entity_id = ?`;
  return {
    listCurrent: async (query) => listCurrent(log, query),
    countCurrent: async (query) => countCurrent(log, query),
    findCurrent: async (entityIds) =>
      entityIds.map((entityId) => {
        const row = reader.get(byEntity, entityId);
        const current = row && cache.find(row);
        return row && current && currentRowOf(row, current, 'NEWEST_FIRST');
      }),
  };
}

function listCurrent(log: SqliteLog, query: Parameters<VersionStore['listCurrent']>[0]): CurrentRow[] {
  const { reader, cache } = log;
  const { order, backwards = false, maxBytes = Number.POSITIVE_INFINITY } = query;
  const { sql, values } = pageStatement(log, query);
  for (;;) {
    const found = json(reader.get(sql, ...values) ?? {}, 'found') as FoundRow[];
    const rows: CurrentRow[] = [];
    let [bytes, isComplete] = [0, true];
    for (const [id, firstReceivedAt, sequence, hash] of found) {
      const row = { id, first_received_at: firstReceivedAt, sequence, hash };
      const current = cache.find(row);
      isComplete = current !== undefined;
      if (current === undefined) break;
      rows.push(currentRowOf(row, current, order));
      bytes += current.document.length;
      if (bytes > maxBytes && rows.length > 1) break;
    }
    // Another process has removed a version meanwhile, which makes the page too short. Callers would take it for the
    // last one.
    if (isComplete) return backwards ? rows.reverse() : rows;
  }
}

type FoundRow = readonly [id: number, firstReceivedAt: string, sequence: number, hash: string];

function pageStatement(
  { reader, prefix }: SqliteLog,
  { order, filter = {}, from, backwards = false, limit }: Parameters<VersionStore['listCurrent']>[0],
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const descending = (order !== 'OLDEST_FIRST') !== backwards;
  const { scannedTerm, conditions } = planConditions(reader, prefix, { order, filter });
  const where = from === undefined ? conditions : [...conditions, afterPosition(order, from, descending)];
  const direction = descending ? 'DESC' : 'ASC';
  const rowId = scannedTerm === undefined ? 'c.id' : 't.current_row';
  const sorted = order === 'RECENTLY_CHANGED' ? `c.received_at ${direction}, c.id ${direction}` : `${rowId} ${direction}`;
  const rows = `SELECT c.id, c.first_received_at, v.sequence, v.hash FROM ${sourceOf(prefix, scannedTerm)} CROSS JOIN ${prefix}_versions v ON v.sequence = c.sequence
    ${where.length === 0 ? '' : `WHERE ${where.map((condition) => condition.sql).join(' AND ')}`} ORDER BY ${sorted} LIMIT ?`;
  // Returns one string instead of many rows, because transferring a row costs more than finding it.
  const sql = `SELECT json_group_array(json_array(id, first_received_at, sequence, hash)) AS found FROM (${rows})`;
  return { sql, values: [...(scannedTerm === undefined ? [] : [scannedTerm]), ...where.flatMap(({ values }) => values), limit] };
}

function countCurrent({ reader, prefix }: SqliteLog, { limit, filter = {} }: Parameters<VersionStore['countCurrent']>[0]): number {
  const { scannedTerm, conditions } = planConditions(reader, prefix, { order: 'NEWEST_FIRST', filter });
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  // Only versions have groups.
  const versions = filter.sameGroup === undefined ? '' : `CROSS JOIN ${prefix}_versions v ON v.sequence = c.sequence`;
  const sql = `SELECT count(*) AS rows FROM (SELECT 1 FROM ${sourceOf(prefix, scannedTerm)} ${versions} ${where} LIMIT ?)`;
  const values = [...(scannedTerm === undefined ? [] : [scannedTerm]), ...conditions.flatMap((condition) => condition.values), limit];
  return integer(reader.get(sql, ...values), 'rows');
}

/**
 * Returns the tables that current rows are read from. @param scannedTerm the term whose index entries are scanned; its
 * value is a parameter
 */
function sourceOf(prefix: string, scannedTerm: string | undefined): string {
  if (scannedTerm === undefined) return `${prefix}_current_rows c`;
  return `${prefix}_terms t CROSS JOIN ${prefix}_current_rows c ON c.id = t.current_row AND t.term = ?`;
}

function currentRowOf(row: SqlRow, current: StoredVersion, order: CurrentOrder): CurrentRow {
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
 * Plans how the rows are found. If the only condition is a single term, its index entries are scanned in the order of
 * the rows. Of several conditions, the one that the fewest rows meet becomes the leading one if those rows are few; all
 * others are checked on each row. The unary plus tells the planner so, because it keeps no statistics and would have to
 * guess. Without a leading condition, a single term or the order itself is scanned.
 */
function planConditions(
  reader: Reader,
  prefix: string,
  { order, filter }: { order: CurrentOrder; filter: VersionFilter },
): { scannedTerm: string | undefined; conditions: Condition[] } {
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
  const sameGroup = sameGroupCondition(filter.sameGroup);
  const [only] = options;
  if (options.length === 1 && only?.term !== undefined && order !== 'RECENTLY_CHANGED') {
    return { scannedTerm: only.term, conditions: sameGroup };
  }
  const counts = options.map(({ rows }) =>
    integer(reader.get(`SELECT count(*) AS rows FROM (${rows.sql} LIMIT ${fewRows + 1})`, ...rows.values), 'rows'),
  );
  const fewest = Math.min(...counts);
  const leadingIndex = fewest <= fewRows ? counts.indexOf(fewest) : -1;
  // The caller's rights are the last term, and often select a small part of the log.
  const scanned = leadingIndex === -1 && order !== 'RECENTLY_CHANGED' ? options.findLast(({ term }) => term !== undefined) : undefined;
  const others = options.filter((option) => option !== scanned);
  return {
    scannedTerm: scanned?.term,
    conditions: [...others.map((option) => (option === options[leadingIndex] ? option.leading : option.checked)), ...sameGroup],
  };
}

/** One condition, in all forms in which it can be used. */
interface Option {
  /** Set for a condition on a single term. */
  readonly term?: string | undefined;
  /** Selects the ids of the rows that meet the condition. */
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
    leading: { sql: `c.id IN (${rows})`, values },
    checked: {
      sql: `EXISTS (SELECT 1 FROM ${prefix}_terms o WHERE o.current_row = +c.id AND o.term IN (SELECT value FROM json_each(?)))`,
      values,
    },
  };
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
      leading: { sql: `c.id IN (${rows})`, values },
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

function afterPosition(order: CurrentOrder, position: string, descending: boolean): Condition {
  const comparison = descending ? '<' : '>';
  const parts = partsOf(position);
  if (order === 'RECENTLY_CHANGED') {
    const [receivedAt, id] = parts;
    if (typeof receivedAt !== 'string' || typeof id !== 'number') throw wrongPosition();
    return { sql: `(c.received_at, c.id) ${comparison} (?, ?)`, values: [receivedAt, id] };
  }
  const [id] = parts;
  if (typeof id !== 'number') throw wrongPosition();
  return { sql: `c.id ${comparison} ?`, values: [id] };
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
