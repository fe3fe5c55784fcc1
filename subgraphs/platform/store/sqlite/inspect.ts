import { existsSync } from 'node:fs';
import { hashOf } from '../content-hash.ts';
import { type LogName, logNames, wholeDocument } from '../version-store.ts';
import { openReader, type Reader, type SqlRow } from './connection.ts';
import { DamagedRowError, sqliteFailureOf } from './failure.ts';
import { checkFiles, checkTables } from './file-check.ts';
import { bytes, integer, isArrivalIntact, json, storedVersionOf, text, versionColumnsOf } from './rows.ts';
import { tablePrefix } from './schema.ts';

/** Number of versions in one read. */
const batchSize = 500;

/** Returns whether there is a file to check, or the write-ahead log of a lost file. */
export function hasData(path: string): boolean {
  return existsSync(path) || existsSync(`${path}-wal`);
}

/**
 * Checks a file completely: everything that a start checks, every page and every index entry, and the bytes of every
 * version against its hash. A server may run at the same time. Changes nothing.
 *
 * @returns one sentence for each damaged part
 */
export function* inspectFile(path: string): Generator<string> {
  yield* reporting(path, 'file', function* () {
    checkFiles(path);
    const reader = openReader(path);
    try {
      checkTables(reader.get);
      const tables = reader.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name");
      for (const table of tables) yield* reporting(path, `table ${table['name']}`, () => inspectTable(reader, text(table, 'name')));
      // A file that no server of this version has opened yet lacks the tables of later layouts.
      const names = new Set(tables.map((table) => table['name']));
      for (const log of logNames) {
        const prefix = tablePrefix(log);
        const isDivided = names.has(`${prefix}_lines`);
        if (names.has(`${prefix}_versions`)) yield* reporting(path, log, () => inspectLog(reader, log, isDivided));
      }
      if (names.has('arrivals')) yield* reporting(path, 'arrivals', () => inspectArrivals(reader));
    } finally {
      reader.close();
    }
  });
}

/** Reports an error that ends one part of the check, so that the other parts continue. */
function* reporting(path: string, part: string, check: () => Generator<string>): Generator<string> {
  try {
    yield* check();
  } catch (error) {
    const failure = sqliteFailureOf(error, path);
    if (failure === undefined) throw error;
    yield `${part}: ${failure.code} (${failure.detail}).`;
  }
}

/** Checks pages, index entries and constraints. */
function* inspectTable(reader: Reader, name: string): Generator<string> {
  for (const row of reader.all(`SELECT integrity_check AS finding FROM pragma_integrity_check('${name}')`)) {
    if (row['finding'] !== 'ok') yield `table ${name}: ${text(row, 'finding')}.`;
  }
}

/** @param isDivided whether the layout has lines that versions share */
function* inspectLog(reader: Reader, log: LogName, isDivided: boolean): Generator<string> {
  const prefix = tablePrefix(log);
  const columns = versionColumnsOf(isDivided ? prefix : undefined);
  const select = `SELECT ${columns}, b.bytes FROM ${prefix}_versions v LEFT JOIN ${prefix}_blobs b ON b.sequence = v.sequence`;
  for (let after = 0; ; ) {
    const rows = reader.all(`${select} WHERE v.sequence > ? ORDER BY v.sequence LIMIT ${batchSize}`, after);
    for (const row of rows) {
      const finding = damageOf(row);
      if (finding !== undefined) yield `${log}, number ${row['sequence']}: ${finding}.`;
    }
    if (rows.length < batchSize) break;
    after = integer(rows.at(-1), 'sequence');
  }
  const lost = `SELECT count(*) AS count FROM ${prefix}_current_rows h LEFT JOIN ${prefix}_versions v ON v.sequence = h.sequence AND v.current_row = h.id`;
  const count = integer(reader.get(`${lost} WHERE v.sequence IS NULL`), 'count');
  if (count > 0) yield `${log}: the current version of ${count} rows is missing.`;
  if (!isDivided) return;
  const counted = `SELECT shared, count(*) AS uses FROM ${prefix}_versions WHERE shared IS NOT NULL GROUP BY shared`;
  const miscounted = `SELECT count(*) AS count FROM ${prefix}_lines l LEFT JOIN (${counted}) v ON v.shared = l.id`;
  const wrong = integer(reader.get(`${miscounted} WHERE l.uses IS NOT v.uses`), 'count');
  if (wrong > 0) yield `${log}: the number of versions that share lines is wrong for ${wrong} of them.`;
}

/** Checks the columns that all layouts have, because a backup may be of an older version. */
function* inspectArrivals(reader: Reader): Generator<string> {
  const columns = 'a.id, a.terms, a.entries, a.hash, a.document';
  const isDivided = reader.get("SELECT 1 FROM sqlite_schema WHERE name = 'stored_arrivals'") !== undefined;
  for (let after = 0; ; ) {
    const rows = reader.all(
      `SELECT ${columns} FROM ${isDivided ? 'stored_arrivals' : 'arrivals'} a WHERE a.id > ? ORDER BY a.id LIMIT ${batchSize}`,
      after,
    );
    for (const row of rows) {
      const finding = findingOf(() => {
        for (const column of ['terms', 'entries']) json(row, column);
        return isArrivalIntact(bytes(row, 'document').toString(), text(row, 'hash'))
          ? undefined
          : 'the bytes of its document do not match their hash';
      });
      if (finding !== undefined) yield `arrivals, row ${row['id']}: ${finding}.`;
    }
    if (rows.length < batchSize) return;
    after = integer(rows.at(-1), 'id');
  }
}

function damageOf(row: SqlRow): string | undefined {
  return findingOf(() => {
    const { document, blob, contentHash } = storedVersionOf(row);
    if (blob === undefined) return undefined;
    const whole = wholeDocument(document, { ...blob, bytes: bytes(row, 'bytes') });
    return hashOf(whole) === contentHash ? undefined : 'the bytes of its document or embedded file do not match their hash';
  });
}

/** Returns the result of a check, or the message of the error that it throws. */
function findingOf(check: () => string | undefined): string | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof DamagedRowError) return error.message;
    throw error;
  }
}
