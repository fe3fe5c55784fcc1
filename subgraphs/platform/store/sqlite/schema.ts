import { LandfallError } from '../../errors.ts';
import { type LogName, logNames, receivedLogNames } from '../version-store.ts';
import type { SqlRow, Writer } from './connection.ts';

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

/** The layout that this program reads and writes. Those between that of 0.2.0 and this one belonged to no release. */
export const knownLayout = 14;
/** The layout of 0.2.0, the oldest one that is upgraded. */
const releasedLayout = 4;

/** Returns the layout of a file; 0 for a new one. */
export function layoutOf(get: (sql: string) => SqlRow | undefined): number {
  return Number(get('SELECT user_version FROM pragma_user_version')?.['user_version']);
}

/**
 * @param remedy what to do about a newer layout
 * @throws {LandfallError} CONFIG_INVALID for a layout that this program can neither read nor upgrade
 */
export function requireSupported(layout: number, place: string, remedy: string): void {
  if ([0, releasedLayout, knownLayout].includes(layout)) return;
  const why = layout < knownLayout ? 'which belongs to no release since 0.2.0' : `this program supports layouts up to ${knownLayout}`;
  throw new LandfallError('CONFIG_INVALID', `${place} has layout ${layout}; ${why}. ${remedy}`);
}

/**
 * Creates the tables of a new file, or upgrades the file to the layout of this program, in one transaction, so that only one
 * process does it.
 *
 * @throws {LandfallError} CONFIG_INVALID when the file was written by a newer program
 */
export function migrate(writer: Writer): void {
  writer.exec('BEGIN IMMEDIATE');
  try {
    const layout = layoutOf((sql) => writer.prepare(sql).get());
    requireSupported(layout, 'The store', 'Start the program that wrote it, or restore a backup.');
    // A file that already has this layout is not written, because `landfall migrate` detects changes by the file's
    // modification time.
    if (layout < knownLayout) {
      const { before, after } = layout === 0 ? { before: '', after: '' } : fromReleased;
      writer.exec(`${before} ${tables} ${after} PRAGMA user_version = ${knownLayout}`);
    }
    writer.exec('COMMIT');
  } catch (error) {
    writer.exec('ROLLBACK');
    throw error;
  }
}

/** The sequence number of a version is its row number, assigned in the transaction that makes the version durable. */
function logTables(log: LogName): string {
  const prefix = tablePrefix(log);
  // No query asks for the newest alert of a partner that has stopped sending.
  const byPartner = `CREATE INDEX IF NOT EXISTS ${prefix}_current_rows_partner ON ${prefix}_current_rows (partner, received_at, id);`;
  return `
    CREATE TABLE IF NOT EXISTS ${prefix}_current_rows (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      entity_id TEXT NOT NULL UNIQUE,
      partner TEXT NOT NULL,
      first_received_at TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      sort_key TEXT NOT NULL,
      received_at TEXT NOT NULL,
      day TEXT
    );
    CREATE INDEX IF NOT EXISTS ${prefix}_current_rows_changed ON ${prefix}_current_rows (received_at, id);
    CREATE INDEX IF NOT EXISTS ${prefix}_current_rows_day ON ${prefix}_current_rows (day) WHERE day IS NOT NULL;
    ${receivedLogNames.some((name) => name === log) ? byPartner : ''}
    CREATE TABLE IF NOT EXISTS ${prefix}_terms (term TEXT NOT NULL, current_row INTEGER NOT NULL, PRIMARY KEY (term, current_row)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS ${prefix}_versions (
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
      shared INTEGER,
      UNIQUE (current_row, sort_key)
    );
    CREATE TABLE IF NOT EXISTS ${prefix}_lines (id INTEGER PRIMARY KEY, uses INTEGER NOT NULL, hash TEXT NOT NULL UNIQUE, lines BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS ${prefix}_blobs (sequence INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS ${prefix}_clashes (
      sequence INTEGER NOT NULL,
      hash TEXT NOT NULL,
      received_at TEXT NOT NULL,
      received_by TEXT NOT NULL,
      document BLOB NOT NULL,
      PRIMARY KEY (sequence, hash)
    );
    INSERT OR IGNORE INTO log_bounds (log, trimmed_through) VALUES ('${log}', 0);
  `;
}

/** Selects terms that text searches compare, as the index of words does. */
export function isWord(column: string): string {
  return `substr(${column}, 1, 5) IN ('word:', 'party')`;
}

/** Creates the tables, indexes and views that are missing. */
const tables = `
  CREATE TABLE IF NOT EXISTS log_bounds (
    log TEXT PRIMARY KEY,
    trimmed_through INTEGER NOT NULL,
    removals INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS pings (id INTEGER PRIMARY KEY, at TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS dead_letters (
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
  CREATE TABLE IF NOT EXISTS removals (id TEXT PRIMARY KEY, started_at TEXT NOT NULL, finished_at TEXT, reason TEXT NOT NULL, requested_by TEXT);
  CREATE TABLE IF NOT EXISTS removed (
    removal TEXT NOT NULL,
    log TEXT NOT NULL,
    partner TEXT NOT NULL,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (removal, log, partner, kind)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS delivery_queues (
    id INTEGER PRIMARY KEY,
    log TEXT NOT NULL,
    subscriber TEXT NOT NULL,
    version INTEGER NOT NULL,
    command_number INTEGER UNIQUE,
    state TEXT NOT NULL,
    UNIQUE (log, subscriber)
  );
  CREATE TABLE IF NOT EXISTS delivery_dead_letters (
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
  CREATE INDEX IF NOT EXISTS delivery_dead_letters_queue ON delivery_dead_letters (subscriber, log, id);
  CREATE INDEX IF NOT EXISTS delivery_dead_letters_version ON delivery_dead_letters (log, sequence);
  ${logNames.map(logTables).join('')}
  CREATE TABLE IF NOT EXISTS arrivals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    arrival_id TEXT NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    wake_at INTEGER,
    query_at INTEGER,
    queried_at INTEGER,
    shared INTEGER
  );
  CREATE INDEX IF NOT EXISTS arrivals_wake ON arrivals (wake_at) WHERE wake_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS arrivals_query ON arrivals (query_at) WHERE query_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS arrivals_queried ON arrivals (queried_at) WHERE queried_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS arrivals_shared ON arrivals (shared);
  -- What changes with the clock is apart from what is large.
  CREATE TABLE IF NOT EXISTS arrival_documents (
    id INTEGER PRIMARY KEY,
    partner TEXT NOT NULL,
    has_pending INTEGER NOT NULL,
    terms TEXT NOT NULL,
    document BLOB NOT NULL,
    hash TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS arrival_terms (term TEXT NOT NULL, arrival INTEGER NOT NULL, PRIMARY KEY (term, arrival)) WITHOUT ROWID;
  -- Only words are searched by their beginnings in the terms of an arrival. Its other terms change with each fact.
  CREATE INDEX IF NOT EXISTS arrival_words ON arrival_terms (arrival, term) WHERE ${isWord('term')};
  -- Arrivals of a group share the lines of their documents after the first one, their entries and the terms that change with them.
  CREATE TABLE IF NOT EXISTS arrival_lines (
    id INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    grouping TEXT NOT NULL,
    hash TEXT NOT NULL,
    lines TEXT NOT NULL,
    lines_hash TEXT NOT NULL,
    terms TEXT NOT NULL DEFAULT '[]',
    entries TEXT NOT NULL,
    first INTEGER NOT NULL,
    UNIQUE (grouping, hash)
  );
  CREATE TABLE IF NOT EXISTS line_terms (term TEXT NOT NULL, lines INTEGER NOT NULL, PRIMARY KEY (term, lines)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS line_entries (
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
  CREATE UNIQUE INDEX IF NOT EXISTS line_entries_attention ON line_entries (scope, bucket, attention, best_time, first, lines);
  CREATE UNIQUE INDEX IF NOT EXISTS line_entries_best_time ON line_entries (scope, bucket, best_time, first, lines);
  CREATE UNIQUE INDEX IF NOT EXISTS line_entries_last_change ON line_entries (scope, bucket, last_change, first, lines);
  CREATE UNIQUE INDEX IF NOT EXISTS line_entries_last_free ON line_entries (scope, bucket, last_free, best_time, first, lines);
  CREATE UNIQUE INDEX IF NOT EXISTS line_entries_visit ON line_entries (scope, bucket, visit, attention, best_time, first, lines, last_free);
  CREATE VIEW IF NOT EXISTS stored_arrivals AS
    SELECT a.id, a.arrival_id, a.revision + l.revision AS revision, a.wake_at, a.query_at, a.queried_at, d.partner, d.has_pending, d.terms,
      l.terms AS shared_terms, l.entries, CASE l.lines WHEN '' THEN NULL ELSE l.grouping END AS grouping,
      CASE l.lines WHEN '' THEN d.hash ELSE d.hash || ' ' || l.lines_hash END AS hash,
      CASE l.lines WHEN '' THEN d.document ELSE CAST(d.document || char(10) || l.lines AS BLOB) END AS document
    FROM arrivals a JOIN arrival_documents d ON d.id = a.id JOIN arrival_lines l ON l.id = a.shared;
  CREATE TABLE IF NOT EXISTS arrival_marks (
    arrival_id TEXT NOT NULL,
    tenant TEXT NOT NULL,
    target TEXT NOT NULL,
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    until TEXT,
    set_by TEXT,
    PRIMARY KEY (arrival_id, tenant, target, kind)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS followed_logs (log TEXT PRIMARY KEY, position INTEGER NOT NULL);
`;

/** The names of the tables of this layout. */
export const tableNames: readonly string[] = [...tables.matchAll(/CREATE TABLE IF NOT EXISTS (\w+)/g)].map(([, name = '']) => name);

/** What upgrades a file of 0.2.0, before and after the missing tables are created. */
const fromReleased = {
  before: logNames
    .map(tablePrefix)
    .map(
      (prefix) => `
      ALTER TABLE ${prefix}_versions ADD COLUMN shared INTEGER;
      ALTER TABLE ${prefix}_current_rows ADD COLUMN partner TEXT NOT NULL DEFAULT '';
      UPDATE ${prefix}_current_rows SET partner = substr(terms ->> '$[0]', ${'partner:'.length + 1});
    `,
    )
    .concat('ALTER TABLE arrivals ADD COLUMN shared INTEGER;')
    .join(''),
  // The terms of a ship at a port in a quarter of a year are those that the model of port calls also writes. Each arrival has lines of its
  // own until it is evaluated again, which is due at once.
  after: `
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
      WHERE substr(t.value, 1, 3) = 'at:' ORDER BY t.value, c.id;
    ${logNames
      .map(tablePrefix)
      .map(
        (prefix) => `
      UPDATE ${prefix}_versions AS v SET search_index = json_set(v.search_index, '$.terms', json(c.terms))
        FROM ${prefix}_current_rows c WHERE c.sequence = v.sequence AND c.terms <> v.search_index -> '$.terms';
      ALTER TABLE ${prefix}_current_rows DROP COLUMN terms;
    `,
      )
      .join('')}
    INSERT INTO arrival_documents (id, partner, has_pending, terms, document, hash)
      SELECT id, partner, has_pending, terms, document, hash FROM arrivals;
    INSERT INTO arrival_lines (revision, uses, grouping, hash, lines, lines_hash, entries, first)
      SELECT 0, 1, 'arrival ' || arrival_id, '', '', '', entries, id FROM arrivals;
    UPDATE arrivals SET wake_at = 0, shared = (SELECT l.id FROM arrival_lines l WHERE l.grouping = 'arrival ' || arrival_id AND l.hash = '');
    INSERT INTO line_entries
      SELECT a.shared, a.id, e.scope, e.bucket, e.attention, e.best_time, e.last_change, e.last_free, e.best_day, '', ''
      FROM arrival_entries e JOIN arrivals a ON a.id = e.arrival;
    DROP TABLE arrival_entries;
    DROP TABLE leases;
    DROP INDEX arrivals_pending;
    DROP INDEX arrival_terms_arrival;
    ${['partner', 'has_pending', 'terms', 'entries', 'hash', 'document'].map((column) => `ALTER TABLE arrivals DROP COLUMN ${column};`).join(' ')}
  `,
};
