import { rarestOf } from '../rarest-condition.ts';
import {
  type CurrentOrder,
  type CurrentRow,
  partsOfPosition,
  positionNumber,
  type VersionFilter,
  type VersionStore,
  wrongPosition,
} from '../version-store.ts';
import { joined, parseBytes, type SqlPart, type SqlValue } from './connection.ts';
import type { CachedRow, SqliteLog } from './read-log.ts';
import { integer } from './rows.ts';

/**
 * Up to this many rows, looking each one up and sorting them is cheaper than scanning an order and checking each row.
 */
const fewRows = 1_000;
/** The same for a larger limit, which usually asks for all rows, so that a scan would not end earlier. */
const fewRowsOfAll = 100_000;
/** Maximum number of terms whose index entries are merged. A statement of SQLite may have at most 500 parts. */
const maxMerged = 200;

/** Lists entities with their current versions. The versions of pages that are read again come from a cache. */
export function createSqliteCurrentRows(log: Pick<SqliteLog, 'prefix' | 'reader' | 'cache'>) {
  const { reader, prefix, cache } = log;
  const byEntity = `SELECT v.sequence, v.completeness FROM ${prefix}_current_rows c
    JOIN ${prefix}_versions v ON v.sequence = c.sequence WHERE c.entity_id = ?`;
  const oneOf = `SELECT 1 FROM ${prefix}_current_rows WHERE entity_id = ?`;

  /** Returns the tables and conditions that select the rows of a list. */
  const plan = async (filter: VersionFilter, list: ListQuery): Promise<Source> => {
    const conditions = conditionsOf(prefix, filter);
    const scannable = list.order === 'RECENTLY_CHANGED' ? undefined : scannedOf(conditions);
    const isOnly = conditions.length === 1 && scannable !== undefined;
    const most = list.limit > fewRows ? fewRowsOfAll : fewRows;
    const countRows = ({ rows: { sql, values } }: RowCondition, limit: number) =>
      integer(reader.get(`SELECT count(*) AS rows FROM (${sql} LIMIT ?)`, ...values, limit), 'rows');
    const leading = isOnly ? undefined : await rarestOf(conditions, most, countRows);
    const scanned = leading === undefined ? scannable : undefined;
    const checks = conditions
      .filter((condition) => condition !== scanned)
      .map(({ rows, check, ofPartner }) => {
        if (rows === leading?.rows) return { sql: `c.id IN (${rows.sql})`, values: rows.values };
        // The rows of a partner are indexed in the order of changes, so those of others are not read.
        return leading === undefined && list.order === 'RECENTLY_CHANGED' ? (ofPartner ?? check) : check;
      });
    const where = [...checks, ...sameGroupCondition(filter.sameGroup)];
    if (scanned?.terms === undefined) return { tables: { sql: `${prefix}_current_rows c`, values: [] }, where, isOrdered: false };
    return { tables: scanOf(prefix, scanned.terms, list), where, isOrdered: true };
  };

  /** Finds the numbers and the completeness of the current versions of a page. */
  const findPage = async (query: ListQuery): Promise<readonly (readonly [sequence: number, completeness: number])[]> => {
    const { order, filter = {}, from, limit } = query;
    const { tables, where, isOrdered } = await plan(filter, query);
    const conditions = whereOf(from === undefined ? where : [...where, afterPosition(from, query, 'c.id')]);
    const columns = order === 'RECENTLY_CHANGED' ? ['c.received_at', 'c.id'] : ['c.id'];
    const sorted = isOrdered ? '' : `ORDER BY ${columns.map((column) => `${column} ${directionOf(query)}`).join(', ')}`;
    const rows = `SELECT v.sequence, v.completeness FROM ${tables.sql} CROSS JOIN ${prefix}_versions v ON v.sequence = c.sequence
      ${conditions.sql} ${sorted} LIMIT ?`;
    // One JSON text instead of many rows, because transferring a row costs more than finding it. As a string, it would
    // be encoded twice.
    const list = 'CAST(json_group_array(json_array(sequence, completeness)) AS BLOB)';
    const found = reader.get(`SELECT ${list} AS bytes FROM (${rows})`, ...tables.values, ...conditions.values, limit);
    return parseBytes(found?.['bytes']) as (readonly [number, number])[];
  };

  const listCurrent = async (query: ListQuery): Promise<CurrentRow[]> => {
    const { order, backwards = false, maxBytes = Number.POSITIVE_INFINITY } = query;
    for (;;) {
      const rows: CurrentRow[] = [];
      let [bytes, isComplete] = [0, true];
      for (const [sequence, completeness] of await findPage(query)) {
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
  };

  return {
    listCurrent,
    countCurrent: async ({ limit, filter = {} }) => {
      const { tables, where: checks } = await plan(filter, { order: 'OLDEST_FIRST', limit });
      const where = whereOf(checks);
      // Only versions have groups.
      const versions = filter.sameGroup === undefined ? '' : `CROSS JOIN ${prefix}_versions v ON v.sequence = c.sequence`;
      const sql = `SELECT count(*) AS rows FROM (SELECT 1 FROM ${tables.sql} ${versions} ${where.sql} LIMIT ?)`;
      return integer(reader.get(sql, ...tables.values, ...where.values, limit), 'rows');
    },
    findCurrent: async (entityIds) =>
      entityIds.map((entityId) => {
        const row = reader.get(byEntity, entityId);
        const found = row && cache.find(integer(row, 'sequence'), integer(row, 'completeness'));
        return found && currentRowOf(found, 'NEWEST_FIRST');
      }),
    hasCurrent: async (entityIds) => entityIds.map((entityId) => reader.get(oneOf, entityId) !== undefined),
  } satisfies Partial<VersionStore>;
}

type ListQuery = Parameters<VersionStore['listCurrent']>[0];

/** Where the rows of a list are read. */
interface Source {
  readonly tables: SqlPart;
  readonly where: readonly SqlPart[];
  /** Whether the rows are read in the order of the list. Otherwise they are sorted. */
  readonly isOrdered: boolean;
}

/** One condition on current rows. */
interface RowCondition {
  /** Selects the ids of the rows that meet the condition. */
  readonly rows: SqlPart;
  /** Checks one row. The unary plus keeps SQLite from looking rows up by it, because without statistics it would guess. */
  readonly check: SqlPart;
  /** Terms whose index entries can be scanned in the order of the list. */
  readonly terms?: readonly string[] | undefined;
  /** Looks the rows of one partner up. */
  readonly ofPartner?: SqlPart | undefined;
}

function conditionsOf(prefix: string, { all = [], dateMin, dateMax, receivedAfter, receivedBefore }: VersionFilter): RowCondition[] {
  const withTerm = (terms: readonly string[]): RowCondition => {
    const values = [JSON.stringify(terms)];
    const isOne = 'term IN (SELECT value FROM json_each(?))';
    return {
      rows: { sql: `SELECT current_row AS id FROM ${prefix}_terms WHERE ${isOne}`, values },
      check: { sql: `EXISTS (SELECT 1 FROM ${prefix}_terms o WHERE o.current_row = +c.id AND o.${isOne})`, values },
      terms: terms.length > 0 && terms.length <= maxMerged ? terms : undefined,
      ofPartner:
        terms.length === 1 && terms[0]?.startsWith('partner:')
          ? { sql: 'c.partner = ?', values: [terms[0].slice('partner:'.length)] }
          : undefined,
    };
  };
  const within = (column: string, bounds: Readonly<Record<string, string | undefined>>): RowCondition[] => {
    const given = Object.entries(bounds).filter((bound): bound is [string, string] => bound[1] !== undefined);
    const values = given.map(([, value]) => value);
    const compared = (name: string) => given.map(([comparison]) => `${name} ${comparison} ?`).join(' AND ');
    if (given.length === 0) return [];
    const rows = { sql: `SELECT id FROM ${prefix}_current_rows WHERE ${compared(column)}`, values };
    return [{ rows, check: { sql: compared(`+c.${column}`), values } }];
  };
  return [
    ...all.map((terms) => withTerm([...new Set(terms)])),
    ...within('day', { '>=': dateMin, '<=': dateMax }),
    ...within('received_at', { '>': receivedAfter, '<': receivedBefore }),
  ];
}

/**
 * Returns the set of terms to scan. A single term usually selects a smaller part of the log than several, and of equal
 * ones the last is taken, because it is the caller's rights.
 */
function scannedOf(conditions: readonly RowCondition[]): RowCondition | undefined {
  return conditions.findLast(({ terms }) => terms?.length === 1) ?? conditions.findLast(({ terms }) => terms !== undefined);
}

/**
 * Scans the rows with one of the terms, in the order of the list. The index has the rows of each term in this order, and
 * SQLite merges them while they are read. It keeps the order of a subquery that has a limit.
 */
function scanOf(prefix: string, terms: readonly string[], list: ListQuery): SqlPart {
  const after = list.from === undefined ? [] : [afterPosition(list.from, list, 'current_row')];
  const entries = terms.map((term) => {
    const { sql, values } = whereOf([{ sql: 'term = ?', values: [term] }, ...after]);
    return { sql: `SELECT current_row AS id FROM ${prefix}_terms ${sql}`, values };
  });
  // A row may have several of the terms.
  const ids = joined(entries, ' UNION ');
  const sql = `(${ids.sql} ORDER BY id ${directionOf(list)} LIMIT -1) s CROSS JOIN ${prefix}_current_rows c ON c.id = s.id`;
  return { sql, values: ids.values };
}

function sameGroupCondition(sameGroup: VersionFilter['sameGroup']): SqlPart[] {
  const attributes = Object.entries(sameGroup ?? {});
  if (attributes.length === 0) return [];
  // Attribute names are constants of the program, so they cannot inject SQL.
  const equal = attributes.map(([name]) => `g.value ->> '${name}' = ?`).join(' AND ');
  const sql = `EXISTS (SELECT 1 FROM json_each(v.search_index, '$.groups') g WHERE ${equal})`;
  return [{ sql, values: attributes.map(([, value]) => value) }];
}

function whereOf(conditions: readonly SqlPart[]): SqlPart {
  const { sql, values } = joined(conditions, ' AND ');
  return { sql: sql && `WHERE ${sql}`, values };
}

function directionOf({ order, backwards = false }: ListQuery): 'ASC' | 'DESC' {
  return (order !== 'OLDEST_FIRST') !== backwards ? 'DESC' : 'ASC';
}

/** @param id the column with the id of the row */
function afterPosition(position: string, list: ListQuery, id: string): SqlPart {
  const comparison = directionOf(list) === 'DESC' ? '<' : '>';
  const parts = partsOfPosition(position);
  const isValid =
    list.order === 'RECENTLY_CHANGED' ? typeof parts[0] === 'string' && typeof parts[1] === 'number' : typeof parts[0] === 'number';
  if (!isValid) throw wrongPosition();
  if (list.order !== 'RECENTLY_CHANGED') return { sql: `${id} ${comparison} ?`, values: [parts[0] as number] };
  return { sql: `(c.received_at, c.id) ${comparison} (?, ?)`, values: parts.slice(0, 2) as SqlValue[] };
}

function currentRowOf({ version: current, id, firstReceivedAt }: CachedRow, order: CurrentOrder): CurrentRow {
  return {
    entityId: current.entityId,
    current,
    firstReceivedAt,
    position: order === 'RECENTLY_CHANGED' ? `["${current.receivedAt}",${positionNumber(id)}]` : `[${positionNumber(id)}]`,
  };
}
