import { LandfallError } from '../../errors.ts';
import { type LogName, logNames } from '../version-store.ts';
import type { Writer } from './connection.ts';

/** Prefix of the tables of a log; each log has its own. */
export function tablePrefix(log: LogName): string {
  return log.replaceAll('-', '_');
}

/**
 * Upgrades the file to the layout this program knows, in one transaction, so that two processes never both do it.
 *
 * @throws {LandfallError} CONFIG_INVALID when the file was written by a newer program
 */
export function migrate(writer: Writer): void {
  writer.exec('BEGIN IMMEDIATE');
  try {
    const version = writer.prepare('PRAGMA user_version').get()?.['user_version'];
    const from = typeof version === 'number' ? version : 0;
    if (from > migrations.length) {
      throw new LandfallError('CONFIG_INVALID', `The store has layout ${from}, this program knows layouts up to ${migrations.length}.`);
    }
    for (const statements of migrations.slice(from)) writer.exec(statements);
    writer.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
  } catch (error) {
    writer.exec('ROLLBACK');
    throw error;
  }
}

/**
 * The number of a version in its log is its row number, given in the transaction that makes it durable: in one file
 * with one writer the durable write and the announcement are one step, and there is nothing left to announce.
 */
function logTables(log: LogName): string {
  const prefix = tablePrefix(log);
  return `
    CREATE TABLE ${prefix}_heads (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      thing TEXT NOT NULL UNIQUE,
      first_received_at TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      ord TEXT NOT NULL,
      received_at TEXT NOT NULL,
      day TEXT,
      terms TEXT NOT NULL
    );
    CREATE INDEX ${prefix}_heads_changed ON ${prefix}_heads (received_at, id);
    CREATE INDEX ${prefix}_heads_day ON ${prefix}_heads (day) WHERE day IS NOT NULL;
    CREATE TABLE ${prefix}_terms (term TEXT NOT NULL, head INTEGER NOT NULL, PRIMARY KEY (term, head)) WITHOUT ROWID;
    CREATE TABLE ${prefix}_versions (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      head INTEGER NOT NULL,
      ord TEXT NOT NULL,
      thing TEXT NOT NULL,
      partner TEXT NOT NULL,
      received_at TEXT NOT NULL,
      received_by TEXT NOT NULL,
      hash TEXT NOT NULL,
      richness INTEGER NOT NULL,
      found_by TEXT NOT NULL,
      faults TEXT,
      blob TEXT,
      document BLOB NOT NULL,
      UNIQUE (head, ord)
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
    INSERT INTO floors (log, floor) VALUES ('${log}', 0);
  `;
}

/** Names of the tables that a file of a layout has; none of a layout that only a newer program knows. */
export function layoutTables(layout: number): readonly string[] {
  return migrations
    .slice(0, layout > migrations.length ? 0 : layout)
    .flatMap((sql) => [...sql.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = '']) => name));
}

const migrations: readonly string[] = [
  `
    CREATE TABLE floors (log TEXT PRIMARY KEY, floor INTEGER NOT NULL);
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
    ${logNames.map(logTables).join('')}
  `,
  // How far the versions of a log have got the terms of a rule that came after them.
  'CREATE TABLE term_rules (log TEXT NOT NULL, name TEXT NOT NULL, through INTEGER NOT NULL, is_done INTEGER NOT NULL, PRIMARY KEY (log, name));',
  // What was removed, why and how much of whom; and how often, which the questions' memories are told by.
  `
    CREATE TABLE removals (id TEXT PRIMARY KEY, started_at TEXT NOT NULL, finished_at TEXT, reason TEXT NOT NULL, asked_by TEXT);
    CREATE TABLE removed (
      removal TEXT NOT NULL,
      log TEXT NOT NULL,
      partner TEXT NOT NULL,
      kind TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (removal, log, partner, kind)
    ) WITHOUT ROWID;
    ALTER TABLE floors ADD COLUMN removals INTEGER NOT NULL DEFAULT 0;
  `,
  // How far subscribers have come in the logs, in which order operators have changed that, and what subscribers did not take.
  `
    CREATE TABLE lanes (
      id INTEGER PRIMARY KEY,
      log TEXT NOT NULL,
      subscriber TEXT NOT NULL,
      version INTEGER NOT NULL,
      ordered INTEGER UNIQUE,
      state TEXT NOT NULL,
      UNIQUE (log, subscriber)
    );
    CREATE TABLE delivery_letters (
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
    CREATE INDEX delivery_letters_lane ON delivery_letters (subscriber, log, id);
    CREATE INDEX delivery_letters_version ON delivery_letters (log, sequence);
  `,
];
