import { LandfallError } from '../../errors.ts';
import { noTimeMs } from '../arrival-lists.ts';
import { type LogName, logNames, receivedLogNames } from '../version-store.ts';
import type { Writer } from './connection.ts';

/** Returns the prefix of a log's tables; each log has tables of its own. */
export function tablePrefix(log: LogName): string {
  return log.replaceAll('-', '_');
}

/** Prepares statements for the tables of a log, whose prefix replaces `$`. */
export function prepareLogStatements<Name extends string>(
  statements: Readonly<Record<Name, string>>,
  log: LogName,
  writer: Writer,
): Record<Name, ReturnType<Writer['prepare']>> {
  const prepared = Object.entries<string>(statements).map(([name, sql]) => [name, writer.prepare(sql.replaceAll('$', tablePrefix(log)))]);
  return Object.fromEntries(prepared);
}

/**
 * Upgrades the file to the layout of this program, in one transaction, so that only one process does it.
 *
 * @throws {LandfallError} CONFIG_INVALID when the file was written by a newer program
 */
export function migrate(writer: Writer): void {
  writer.exec('BEGIN IMMEDIATE');
  try {
    const version = writer.prepare('PRAGMA user_version').get()?.['user_version'];
    const from = typeof version === 'number' ? version : 0;
    if (from > knownLayout) {
      const message = `The store has layout ${from}; this program supports layouts up to ${knownLayout}. Start the newer program, or restore a backup.`;
      throw new LandfallError('CONFIG_INVALID', message);
    }
    for (const statements of migrations.slice(from)) writer.exec(statements);
    // A file that already has this layout is not written, because `landfall migrate` detects changes by the file's
    // modification time.
    if (from < knownLayout) writer.exec(`PRAGMA user_version = ${knownLayout}`);
    writer.exec('COMMIT');
  } catch (error) {
    writer.exec('ROLLBACK');
    throw error;
  }
}

/** The sequence number of a version is its row number, assigned in the transaction that makes the version durable. */
function logTables(log: LogName): string {
  const prefix = tablePrefix(log);
  return `
    CREATE TABLE ${prefix}_current_rows (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      entity_id TEXT NOT NULL UNIQUE,
      first_received_at TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      sort_key TEXT NOT NULL,
      received_at TEXT NOT NULL,
      day TEXT,
      terms TEXT NOT NULL
    );
    CREATE INDEX ${prefix}_current_rows_changed ON ${prefix}_current_rows (received_at, id);
    CREATE INDEX ${prefix}_current_rows_day ON ${prefix}_current_rows (day) WHERE day IS NOT NULL;
    CREATE TABLE ${prefix}_terms (term TEXT NOT NULL, current_row INTEGER NOT NULL, PRIMARY KEY (term, current_row)) WITHOUT ROWID;
    CREATE TABLE ${prefix}_versions (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      current_row INTEGER NOT NULL,
      sort_key TEXT NOT NULL,
      entity_id TEXT NOT NULL,
      partner TEXT NOT NULL,
      received_at TEXT NOT NULL,
      received_by TEXT NOT NULL,
      hash TEXT NOT NULL,
      completeness INTEGER NOT NULL,
      search_index TEXT NOT NULL,
      violations TEXT,
      blob TEXT,
      document BLOB NOT NULL,
      UNIQUE (current_row, sort_key)
    );
    CREATE TABLE ${prefix}_blobs (sequence INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
    CREATE TABLE ${prefix}_clashes (
      sequence INTEGER NOT NULL,
      hash TEXT NOT NULL,
      received_at TEXT NOT NULL,
      received_by TEXT NOT NULL,
      document BLOB NOT NULL,
      PRIMARY KEY (sequence, hash)
    );
    INSERT INTO log_bounds (log, trimmed_through) VALUES ('${log}', 0);
  `;
}

/** Returns the names of a layout's tables; none for a layout that only a newer program knows. */
export function layoutTables(layout: number): readonly string[] {
  const tables = new Set<string>();
  for (const sql of migrations.slice(0, layout > migrations.length ? 0 : layout)) {
    for (const [, step, name = ''] of sql.matchAll(/(CREATE|DROP) TABLE (\w+)/g)) {
      if (step === 'CREATE') tables.add(name);
      else tables.delete(name);
    }
  }
  return [...tables];
}

/** Selects terms that text searches compare, as the index of words does. */
export function isWord(column: string): string {
  return `substr(${column}, 1, 5) IN ('word:', 'party')`;
}

/** The steps from each layout to the next one. */
const migrations: readonly string[] = [
  `
    CREATE TABLE log_bounds (
      log TEXT PRIMARY KEY,
      trimmed_through INTEGER NOT NULL,
      removals INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL);
    CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_at INTEGER NOT NULL);
    CREATE TABLE pings (id INTEGER PRIMARY KEY, at TEXT NOT NULL);
    CREATE TABLE dead_letters (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      partner TEXT NOT NULL,
      log TEXT NOT NULL,
      hash TEXT NOT NULL,
      received_at TEXT NOT NULL,
      reason TEXT NOT NULL,
      path TEXT NOT NULL,
      bytes BLOB NOT NULL,
      UNIQUE (partner, log, hash)
    );
    CREATE TABLE removals (id TEXT PRIMARY KEY, started_at TEXT NOT NULL, finished_at TEXT, reason TEXT NOT NULL, requested_by TEXT);
    CREATE TABLE removed (
      removal TEXT NOT NULL,
      log TEXT NOT NULL,
      partner TEXT NOT NULL,
      kind TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (removal, log, partner, kind)
    ) WITHOUT ROWID;
    CREATE TABLE delivery_queues (
      id INTEGER PRIMARY KEY,
      log TEXT NOT NULL,
      subscriber TEXT NOT NULL,
      version INTEGER NOT NULL,
      command_number INTEGER UNIQUE,
      state TEXT NOT NULL,
      UNIQUE (log, subscriber)
    );
    CREATE TABLE delivery_dead_letters (
      id TEXT PRIMARY KEY,
      subscriber TEXT NOT NULL,
      log TEXT NOT NULL,
      message_id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      at TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      reason TEXT NOT NULL,
      message TEXT NOT NULL
    );
    CREATE INDEX delivery_dead_letters_queue ON delivery_dead_letters (subscriber, log, id);
    CREATE INDEX delivery_dead_letters_version ON delivery_dead_letters (log, sequence);
    ${(['arrival-notice-versions', 'arrival-notice-notifications', 'port-call-events'] as const).map(logTables).join('')}
  `,
  `
    ${logTables('arrival-alerts')}
    CREATE TABLE arrivals (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      arrival_id TEXT NOT NULL UNIQUE,
      revision INTEGER NOT NULL,
      partner TEXT NOT NULL,
      has_pending INTEGER NOT NULL,
      wake_at INTEGER,
      query_at INTEGER,
      terms TEXT NOT NULL,
      entries TEXT NOT NULL,
      hash TEXT NOT NULL,
      document BLOB NOT NULL
    );
    CREATE INDEX arrivals_pending ON arrivals (arrival_id) WHERE has_pending = 1;
    CREATE INDEX arrivals_wake ON arrivals (wake_at) WHERE wake_at IS NOT NULL;
    CREATE INDEX arrivals_query ON arrivals (query_at) WHERE query_at IS NOT NULL;
    CREATE TABLE arrival_terms (term TEXT NOT NULL, arrival INTEGER NOT NULL, PRIMARY KEY (term, arrival)) WITHOUT ROWID;
    CREATE TABLE arrival_entries (
      arrival INTEGER NOT NULL,
      scope TEXT NOT NULL,
      bucket INTEGER NOT NULL,
      attention INTEGER NOT NULL,
      best_time INTEGER NOT NULL,
      last_change INTEGER NOT NULL,
      PRIMARY KEY (arrival, scope)
    ) WITHOUT ROWID;
    CREATE INDEX arrival_entries_attention ON arrival_entries (scope, bucket, attention, best_time, arrival);
    CREATE INDEX arrival_entries_best_time ON arrival_entries (scope, bucket, best_time, arrival);
    CREATE INDEX arrival_entries_last_change ON arrival_entries (scope, bucket, last_change, arrival);
    CREATE TABLE arrival_marks (
      arrival_id TEXT NOT NULL,
      tenant TEXT NOT NULL,
      target TEXT NOT NULL,
      kind TEXT NOT NULL,
      at TEXT NOT NULL,
      until TEXT,
      set_by TEXT,
      PRIMARY KEY (arrival_id, tenant, target, kind)
    ) WITHOUT ROWID;
    CREATE TABLE followed_logs (log TEXT PRIMARY KEY, position INTEGER NOT NULL);
  `,
  // Marks each arrival for a new evaluation, which completes its terms and entries.
  `
    ALTER TABLE arrival_entries ADD COLUMN last_free INTEGER NOT NULL DEFAULT ${noTimeMs};
    ALTER TABLE arrival_entries ADD COLUMN best_day INTEGER NOT NULL DEFAULT ${noTimeMs};
    CREATE INDEX arrival_entries_last_free ON arrival_entries (scope, bucket, last_free, best_time, arrival);
    CREATE INDEX arrival_terms_arrival ON arrival_terms (arrival, term);
    UPDATE arrivals SET wake_at = 0;
  `,
  // Marks each arrival for a new evaluation, which fills the column.
  `
    ALTER TABLE arrivals ADD COLUMN queried_at INTEGER;
    CREATE INDEX arrivals_queried ON arrivals (queried_at) WHERE queried_at IS NOT NULL;
    UPDATE arrivals SET wake_at = 0;
  `,
  // All current rows are indexed; those of later transactions are indexed after them.
  `
    ALTER TABLE log_bounds ADD COLUMN indexed_through INTEGER NOT NULL DEFAULT 0;
    ${logNames.map((log) => `UPDATE log_bounds SET indexed_through = coalesce((SELECT max(id) FROM ${tablePrefix(log)}_current_rows), 0) WHERE log = '${log}';`).join('\n    ')}
  `,
  // What changes with the clock is apart from what is large. Documents that were written before are moved when they change.
  `
    CREATE TABLE arrival_documents (id INTEGER PRIMARY KEY, terms TEXT NOT NULL, document BLOB NOT NULL);
    CREATE VIEW stored_arrivals AS
      SELECT a.id, a.arrival_id, a.revision, a.partner, a.has_pending, a.wake_at, a.query_at, a.queried_at, a.entries, a.hash,
        coalesce(d.terms, a.terms) AS terms, coalesce(d.document, a.document) AS document
      FROM arrivals a LEFT JOIN arrival_documents d ON d.id = a.id;
  `,
  // Marks each arrival for a new evaluation, which fills the columns.
  `
    ALTER TABLE arrival_entries ADD COLUMN visit TEXT NOT NULL DEFAULT '';
    ALTER TABLE arrival_entries ADD COLUMN stats TEXT NOT NULL DEFAULT '';
    CREATE INDEX arrival_entries_visit ON arrival_entries (scope, bucket, visit, attention, best_time, arrival, last_free);
    UPDATE arrivals SET wake_at = 0;
  `,
  // The newest row of a partner, and the terms of a ship at a port in a quarter of a year, which the model of port calls
  // also writes.
  `
    ${logNames.map((log) => `CREATE INDEX ${tablePrefix(log)}_current_rows_partner ON ${tablePrefix(log)}_current_rows (terms ->> '$[0]', received_at, id);`).join('\n    ')}
    UPDATE port_call_events_current_rows AS c SET terms = (
      SELECT json_group_array(value) FROM (
        SELECT value FROM json_each(c.terms) UNION ALL
        SELECT 'at:' || s.value || ' ' || substr(p.value, 16) || ' ' || substr(c.day, 1, 4) || '-' || ((substr(c.day, 6, 2) + 2) / 3)
          FROM json_each(c.terms) s JOIN json_each(c.terms) p ON substr(p.value, 1, 15) = 'UNLocationCode:'
          WHERE substr(s.value, 1, 16) = 'vesselIMONumber:' OR substr(s.value, 1, 11) = 'vesselName:'
      )
    ) WHERE day IS NOT NULL;
    INSERT OR IGNORE INTO port_call_events_terms (term, current_row)
      SELECT t.value, c.id FROM port_call_events_current_rows c CROSS JOIN json_each(c.terms) t
      WHERE substr(t.value, 1, 3) = 'at:' AND c.id <= (SELECT indexed_through FROM log_bounds WHERE log = 'port-call-events')
      ORDER BY t.value, c.id;
  `,
  // Arrivals of a group share the lines of their documents after the first one. Terms change more often than the first line. What
  // was written before is moved when it changes.
  `
    CREATE TABLE arrival_lines (
      id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, uses INTEGER NOT NULL, grouping TEXT NOT NULL, hash TEXT NOT NULL, lines TEXT NOT NULL,
      UNIQUE (grouping, hash)
    );
    ALTER TABLE arrivals ADD COLUMN shared INTEGER;
    ALTER TABLE arrival_documents ADD COLUMN hash TEXT NOT NULL DEFAULT '';
    DROP VIEW stored_arrivals;
    CREATE VIEW stored_arrivals AS
      SELECT a.id, a.arrival_id, a.revision + coalesce(l.revision, 0) AS revision, a.partner, a.has_pending, a.wake_at, a.query_at, a.queried_at,
        a.entries, l.grouping,
        CASE a.terms WHEN '' THEN coalesce(d.terms, '') ELSE a.terms END AS terms,
        CASE WHEN l.id IS NULL THEN a.hash ELSE d.hash || ' ' || l.hash END AS hash,
        CASE WHEN l.id IS NULL THEN coalesce(d.document, a.document) ELSE CAST(d.document || char(10) || l.lines AS BLOB) END AS document
      FROM arrivals a LEFT JOIN arrival_documents d ON d.id = a.id LEFT JOIN arrival_lines l ON l.id = a.shared;
  `,
  // Only words are searched by their beginnings in the terms of an arrival. Its other terms change with each fact.
  `
    DROP INDEX arrival_terms_arrival;
    CREATE INDEX arrival_words ON arrival_terms (arrival, term) WHERE ${isWord('term')};
  `,
  // Versions share the lines of their documents after the first one. Those that were written before are stored whole.
  logNames
    .map(tablePrefix)
    .map(
      (prefix) => `
    CREATE TABLE ${prefix}_lines (id INTEGER PRIMARY KEY, uses INTEGER NOT NULL, hash TEXT NOT NULL UNIQUE, lines BLOB NOT NULL);
    ALTER TABLE ${prefix}_versions ADD COLUMN shared INTEGER;
  `,
    )
    .join(''),
  // Arrivals that share lines also share their entries and the terms that change with them. Each arrival has lines of its own until
  // it is evaluated again.
  `
    DROP VIEW stored_arrivals;
    ALTER TABLE arrival_documents ADD COLUMN partner TEXT NOT NULL DEFAULT '';
    ALTER TABLE arrival_documents ADD COLUMN has_pending INTEGER NOT NULL DEFAULT 0;
    INSERT INTO arrival_documents (id, terms, document)
      SELECT id, terms, document FROM arrivals WHERE id NOT IN (SELECT id FROM arrival_documents);
    UPDATE arrival_documents AS d SET partner = a.partner, has_pending = a.has_pending,
      terms = CASE a.terms WHEN '' THEN d.terms ELSE a.terms END, hash = CASE d.hash WHEN '' THEN a.hash ELSE d.hash END
      FROM arrivals a WHERE a.id = d.id;
    ALTER TABLE arrival_lines ADD COLUMN lines_hash TEXT NOT NULL DEFAULT '';
    ALTER TABLE arrival_lines ADD COLUMN terms TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE arrival_lines ADD COLUMN entries TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE arrival_lines ADD COLUMN first INTEGER NOT NULL DEFAULT 0;
    INSERT INTO arrival_lines (revision, uses, grouping, hash, lines_hash, lines, entries, first)
      SELECT 0, 1, 'arrival ' || a.arrival_id, '', coalesce(l.hash, ''), coalesce(l.lines, ''), a.entries, a.id
      FROM arrivals a LEFT JOIN arrival_lines l ON l.id = a.shared;
    UPDATE arrivals SET wake_at = 0, revision = revision + coalesce((SELECT l.revision FROM arrival_lines l WHERE l.id = shared), 0),
      shared = (SELECT l.id FROM arrival_lines l WHERE l.grouping = 'arrival ' || arrival_id AND l.hash = '');
    DELETE FROM arrival_lines WHERE hash <> '';
    CREATE INDEX arrivals_shared ON arrivals (shared);
    CREATE TABLE line_terms (term TEXT NOT NULL, lines INTEGER NOT NULL, PRIMARY KEY (term, lines)) WITHOUT ROWID;
    CREATE TABLE line_entries (
      lines INTEGER NOT NULL,
      first INTEGER NOT NULL,
      scope TEXT NOT NULL,
      bucket INTEGER NOT NULL,
      attention INTEGER NOT NULL,
      best_time INTEGER NOT NULL,
      last_change INTEGER NOT NULL,
      last_free INTEGER NOT NULL,
      best_day INTEGER NOT NULL,
      visit TEXT NOT NULL,
      stats TEXT NOT NULL,
      PRIMARY KEY (lines, scope)
    ) WITHOUT ROWID;
    INSERT INTO line_entries
      SELECT a.shared, a.id, e.scope, e.bucket, e.attention, e.best_time, e.last_change, e.last_free, e.best_day, e.visit, e.stats
      FROM arrival_entries e JOIN arrivals a ON a.id = e.arrival;
    DROP TABLE arrival_entries;
    CREATE UNIQUE INDEX line_entries_attention ON line_entries (scope, bucket, attention, best_time, first, lines);
    CREATE UNIQUE INDEX line_entries_best_time ON line_entries (scope, bucket, best_time, first, lines);
    CREATE UNIQUE INDEX line_entries_last_change ON line_entries (scope, bucket, last_change, first, lines);
    CREATE UNIQUE INDEX line_entries_last_free ON line_entries (scope, bucket, last_free, best_time, first, lines);
    CREATE UNIQUE INDEX line_entries_visit ON line_entries (scope, bucket, visit, attention, best_time, first, lines, last_free);
    DROP INDEX arrivals_pending;
    ${['partner', 'has_pending', 'terms', 'entries', 'hash', 'document'].map((column) => `ALTER TABLE arrivals DROP COLUMN ${column};`).join(' ')}
    CREATE VIEW stored_arrivals AS
      SELECT a.id, a.arrival_id, a.revision + l.revision AS revision, a.wake_at, a.query_at, a.queried_at, d.partner, d.has_pending, d.terms,
        l.terms AS shared_terms, l.entries, CASE l.lines WHEN '' THEN NULL ELSE l.grouping END AS grouping,
        CASE l.lines WHEN '' THEN d.hash ELSE d.hash || ' ' || l.lines_hash END AS hash,
        CASE l.lines WHEN '' THEN d.document ELSE CAST(d.document || char(10) || l.lines AS BLOB) END AS document
      FROM arrivals a JOIN arrival_documents d ON d.id = a.id JOIN arrival_lines l ON l.id = a.shared;
  `,
  // Terms are stored once, with the version. Only rows had those that an earlier step has added. No query asks for the newest alert of
  // a partner that has stopped sending.
  logNames
    .map(tablePrefix)
    .map(
      (prefix) => `
    UPDATE ${prefix}_versions AS v SET search_index = json_set(v.search_index, '$.terms', json(c.terms))
      FROM ${prefix}_current_rows c WHERE c.sequence = v.sequence AND c.terms <> v.search_index -> '$.terms';
    ALTER TABLE ${prefix}_current_rows ADD COLUMN partner TEXT NOT NULL DEFAULT '';
    UPDATE ${prefix}_current_rows SET partner = substr(terms ->> '$[0]', ${'partner:'.length + 1});
    DROP INDEX ${prefix}_current_rows_partner;
    ALTER TABLE ${prefix}_current_rows DROP COLUMN terms;
  `,
    )
    .concat(
      receivedLogNames
        .map(tablePrefix)
        .map((prefix) => `CREATE INDEX ${prefix}_current_rows_partner ON ${prefix}_current_rows (partner, received_at, id);`),
    )
    .join('\n'),
];

/** The layout that this program reads and writes. */
export const knownLayout = migrations.length;
