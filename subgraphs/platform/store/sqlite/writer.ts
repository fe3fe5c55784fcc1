import { createHash, randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { LandfallError } from '../../errors.ts';
import type { DeliveryQueueWrite } from '../delivery-store.ts';
import type { DeadLetterKind, Removal } from '../removal-store.ts';
import { type Clash, type DeadLetter, type LogName, logNames, type NewVersion, type VersionKey } from '../version-store.ts';
import { openWriter, type Writer } from './connection.ts';
import { type SqliteFailure, sqliteFailureOf } from './failure.ts';
import { checkFiles, checkTables } from './file-check.ts';
import { bytes, text } from './rows.ts';
import { migrate } from './schema.ts';
import { createArrivalWriter, type WrittenArrival, type WrittenChange } from './write-arrivals.ts';
import { createLogWriter } from './write-log.ts';

/**
 * The writing thread of the SQLite store. All requests that wait when a transaction begins share it and its flush to
 * the disk. Meanwhile the main thread reads, parses and responds.
 */

/** Maximum number of requests in one transaction. In a larger one, all requests would wait for the slowest. */
const maxRequests = 500;

/** How long the shutdown waits for processes that still read the write-ahead log. */
const closeTimeoutMs = 1_000;

/** The path of the file. */
const path: string = workerData;
/** Queues are never removed, and a later command on a queue gets a greater number, so no number is used twice. */
const nextCommandNumber = '(SELECT coalesce(max(command_number), 0) + 1 FROM delivery_queues)';
const { writer, logs, arrivals, sql } = openFile();
/** The tables of dead letters, and the columns of the log and the partner of a dead letter. */
const deadLetterTables = {
  deadLetters: ['dead_letters', 'partner'],
  deliveryDeadLetters: ['delivery_dead_letters', 'subscriber'],
} as const satisfies Readonly<Record<DeadLetterKind, readonly [table: string, partner: string]>>;

function removeDeadLetters(kind: DeadLetterKind, ids: readonly (number | string)[]): void {
  const [table] = deadLetterTables[kind];
  writer.prepare(`DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`).run(JSON.stringify(ids));
}

/** Removes dead letters and counts them in the record of a removal. */
function eraseDeadLetters(removal: string, kind: DeadLetterKind, ids: readonly (number | string)[]): number {
  const [table, partner] = deadLetterTables[kind];
  const found = writer.prepare(`SELECT log, ${partner} AS partner FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`);
  const rows = found.all(JSON.stringify(ids));
  for (const row of rows) sql.countRemoved.run(removal, text(row, 'log'), text(row, 'partner'), kind, 1);
  removeDeadLetters(kind, ids);
  return rows.length;
}

/** The requests to the thread. Only plain data crosses to it and back. */
const handlers = {
  append: (log: LogName, versions: readonly NewVersion[]) => versions.map((version) => logOf(log).append(withBuffers(version))),
  complete: (log: LogName, version: NewVersion) => logOf(log).complete(withBuffers(version)),
  addClash: (log: LogName, clash: Clash) => logOf(log).addClash(withBuffers(clash)),
  trim: (log: LogName, receivedBefore: string) => logOf(log).trim(receivedBefore),
  addDeadLetters: (deadLetters: readonly Omit<DeadLetter, 'id'>[]): void => {
    for (const { partner, log, receivedAt, reason, path: jsonPath, bytes: content } of deadLetters) {
      const hash = createHash('sha256').update(content).digest('hex');
      sql.addDeadLetter.run(partner, log, hash, receivedAt, reason, jsonPath, asBuffer(content));
    }
  },
  removeDeadLetters,
  /** @returns false, having written nothing, when the queue has changed since it was read */
  writeQueue: ({ log, subscriber, version, state, deadLetters = [], isCommand = false }: DeliveryQueueWrite): boolean => {
    const [command, json] = [Number(isCommand), JSON.stringify(state)];
    const written =
      version === 0 ? sql.insertQueue.get(log, subscriber, command, json) : sql.updateQueue.get(command, json, log, subscriber, version);
    if (written === undefined) return false;
    for (const { id, messageID, sequence, at, attempts, reason, message } of deadLetters) {
      // The version may have been removed while it was delivered.
      if (logOf(log).hasVersion(sequence))
        sql.addDeliveryDeadLetter.run(id, subscriber, log, messageID, sequence, at, attempts, reason, message);
    }
    return true;
  },
  writeArrivals: (writes: readonly WrittenArrival[]): boolean[] =>
    arrivals.countingLines(() =>
      writes.map((write) => {
        if (!arrivals.write(write)) return false;
        for (const alert of write.alerts ?? []) logOf('arrival-alerts').append(withBuffers(alert));
        return true;
      }),
    ),
  changeAlike: ({ arrivals: changed, ...change }: WrittenChange): boolean[] =>
    arrivals.countingLines(() =>
      changed.map(({ alerts = [], ...arrival }) => {
        if (!arrivals.changeAlike(arrival, change)) return false;
        for (const alert of alerts) logOf('arrival-alerts').append(withBuffers(alert));
        return true;
      }),
    ),
  replaceShared: (...replaced: Parameters<typeof arrivals.replaceShared>): boolean => arrivals.replaceShared(...replaced),
  removeArrivals: (arrivalIds: readonly string[]): void =>
    arrivals.countingLines(() => {
      for (const arrivalId of arrivalIds) arrivals.remove(arrivalId);
    }),
  advance: (log: string, position: number) => arrivals.advance(log, position),
  beginRemoval: ({ id, startedAt, reason, by }: Pick<Removal, 'id' | 'startedAt' | 'reason' | 'by'>) =>
    sql.beginRemoval.run(id, startedAt, JSON.stringify(reason), by ?? null),
  eraseVersions: (removal: string, log: LogName, keys: readonly VersionKey[]): number => {
    const removed = logOf(log).remove(keys);
    for (const { partner, counts } of removed) {
      for (const [kind, count] of Object.entries(counts)) if (count > 0) sql.countRemoved.run(removal, log, partner, kind, count);
    }
    const sequences = removed.flatMap((entity) => entity.sequences);
    const row = sql.findDeadLettersOfVersions.get(log, JSON.stringify(sequences));
    eraseDeadLetters(removal, 'deliveryDeadLetters', JSON.parse(text(row ?? {}, 'ids')));
    return sequences.length;
  },
  eraseDeadLetters,
  finishRemoval: (removal: string, finishedAt: string) => sql.finishRemoval.run(finishedAt, removal),
  secret: (name: string): Uint8Array => {
    sql.makeSecret.run(name, randomBytes(32));
    return bytes(sql.findSecret.get(name) ?? {}, 'value');
  },
  ping: (): void => {
    sql.ping.run(new Date().toISOString());
    // A full disk often has room for a ping, which fits into the reused part of the write-ahead log.
    if (hasFailed) sql.reserveRoom.run(reservedBytes);
  },
};

/** The requests by name, with their parameters and results. */
export type WriteHandlers = typeof handlers;

/** One request to the thread; `id` identifies the caller. */
export interface WriteMessage {
  readonly id: number;
  readonly kind: keyof WriteHandlers;
  readonly parameters: readonly unknown[];
}

/** Sent back when the transaction is on the disk, or has failed. */
export type WriteReply =
  | { readonly kind: 'ready' }
  /** `hasRoom`: the disk has room again for the transactions that failed before. */
  | {
      readonly kind: 'committed';
      readonly responses: readonly { readonly id: number; readonly response: unknown }[];
      readonly hasRoom: boolean;
    }
  | { readonly kind: 'failed'; readonly ids: readonly number[]; readonly failure: SqliteFailure };

/** Whether a transaction has failed since the last ping with room. */
let hasFailed = false;

/** How much a ping then writes. With less room a large transaction would fail again, and the store be lost and found in turn. */
const reservedBytes = 1024 * 1024;

let waiting: WriteMessage[] = [];

/** Errors lose their class between threads, so code and detail are copied into a plain error. */
function openFile() {
  try {
    checkFiles(path);
    const writer = openWriter(path);
    checkTables((query, ...values) => writer.prepare(query).get(...values));
    migrate(writer);
    const logs = new Map(logNames.map((log) => [log, createLogWriter(log, writer)]));
    return { writer, logs, arrivals: createArrivalWriter(writer), sql: prepareStatements(writer) };
  } catch (error) {
    if (error instanceof LandfallError) throw error;
    const { code, detail } = failureOf(error);
    throw Object.assign(new Error(detail), { code });
  }
}

function prepareStatements(writer: Writer) {
  return {
    ping: writer.prepare('INSERT INTO pings (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at'),
    reserveRoom: writer.prepare('INSERT INTO pings (id, at) VALUES (2, zeroblob(?)) ON CONFLICT (id) DO UPDATE SET at = excluded.at'),
    makeSecret: writer.prepare('INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)'),
    findSecret: writer.prepare('SELECT value FROM secrets WHERE name = ?'),
    addDeadLetter: writer.prepare(
      'INSERT OR IGNORE INTO dead_letters (partner, log, hash, received_at, reason, path, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    insertQueue: writer.prepare(
      `INSERT OR IGNORE INTO delivery_queues (log, subscriber, version, command_number, state) VALUES (?, ?, 1, iif(?, ${nextCommandNumber}, NULL), ?) RETURNING version`,
    ),
    updateQueue: writer.prepare(
      `UPDATE delivery_queues SET version = version + 1, command_number = iif(?, ${nextCommandNumber}, command_number), state = ? WHERE log = ? AND subscriber = ? AND version = ? RETURNING version`,
    ),
    addDeliveryDeadLetter: writer.prepare(
      'INSERT OR IGNORE INTO delivery_dead_letters (id, subscriber, log, message_id, sequence, at, attempts, reason, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    beginRemoval: writer.prepare('INSERT INTO removals (id, started_at, reason, requested_by) VALUES (?, ?, ?, ?)'),
    finishRemoval: writer.prepare('UPDATE removals SET finished_at = ? WHERE id = ?'),
    countRemoved: writer.prepare(
      'INSERT INTO removed (removal, log, partner, kind, count) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
    ),
    findDeadLettersOfVersions: writer.prepare(
      'SELECT json_group_array(id) AS ids FROM delivery_dead_letters WHERE log = ? AND sequence IN (SELECT value FROM json_each(?))',
    ),
  };
}

function failureOf(error: unknown): SqliteFailure {
  const failure = sqliteFailureOf(error, path);
  if (failure !== undefined) return failure;
  // This is a bug of this program. The transaction was rolled back nevertheless.
  return error instanceof Error ? { code: error.name, detail: error.stack ?? error.message } : { code: 'Error', detail: String(error) };
}

function runTransaction(): void {
  const messages = waiting.slice(0, maxRequests);
  waiting = waiting.slice(maxRequests);
  if (waiting.length > 0) setImmediate(runTransaction);
  try {
    writer.exec('BEGIN IMMEDIATE');
    const responses = messages.map(({ id, kind, parameters }) => {
      const handler = handlers[kind] as (...parameters: readonly unknown[]) => unknown;
      return { id, response: handler(...parameters) };
    });
    writer.exec('COMMIT');
    send({ kind: 'committed', responses, hasRoom: hasRoomNow(messages) });
  } catch (error) {
    rollBack();
    hasFailed = true;
    send({ kind: 'failed', ids: messages.map(({ id }) => id), failure: failureOf(error) });
  }
}

/** Returns whether the disk has room again: after a failure only a ping that has reserved some proves it. */
function hasRoomNow(messages: readonly WriteMessage[]): boolean {
  if (!hasFailed) return true;
  if (!messages.some(({ kind }) => kind === 'ping')) return false;
  hasFailed = false;
  try {
    writer.exec('DELETE FROM pings WHERE id = 2');
  } catch {
    // The messages are on the disk; the next ping replaces the row.
  }
  return true;
}

function rollBack(): void {
  try {
    writer.exec('ROLLBACK');
  } catch {
    // The transaction did not begin, or SQLite has already rolled it back.
  }
}

function logOf(log: LogName) {
  const found = logs.get(log);
  if (found === undefined) throw new Error(`there is no log named ${log}`);
  return found;
}

/** Restores buffers, which become plain byte arrays between threads. */
function withBuffers<T extends { readonly document: Buffer; readonly blob?: { readonly bytes: Buffer } | undefined }>(value: T): T {
  const { document, blob } = value;
  return { ...value, document: asBuffer(document), ...(blob === undefined ? {} : { blob: { ...blob, bytes: asBuffer(blob.bytes) } }) };
}

function asBuffer(view: Uint8Array): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}

/** Moves all data into the file, so that a copy of the file is complete. */
function closeFile(): void {
  try {
    writer.truncateLog(closeTimeoutMs);
  } catch {
    // The write-ahead log stays beside the file, and the next start reads it.
  }
  writer.close();
}

function send(reply: WriteReply): void {
  parentPort?.postMessage(reply);
}

parentPort?.on('message', (message: readonly WriteMessage[] | 'close') => {
  if (message === 'close') {
    // Runs after the transactions of all previous messages.
    while (waiting.length > 0) runTransaction();
    closeFile();
    parentPort?.close();
    return;
  }
  if (waiting.length === 0) setImmediate(runTransaction);
  waiting = waiting.concat(message);
});
send({ kind: 'ready' });
