import { createHash, randomBytes } from 'node:crypto';
import { serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { LandfallError } from '../../errors.ts';
import { type LogName, logNames } from '../version-store.ts';
import { createLogWriter, type LogWriter } from './append.ts';
import { openWriter, type Writer } from './connection.ts';
import { type SqliteFailure, sqliteFailureOf } from './failure.ts';
import { checkFiles, checkTables } from './file-check.ts';
import { createRemover } from './remove.ts';
import { bytes } from './rows.ts';
import { migrate } from './schema.ts';
import type { WriterOptions } from './thread.ts';
import { createArrivalWriter } from './write-arrivals.ts';
import { createDeliveryWriter } from './write-deliveries.ts';
import type { WriteKind, WriteMessage, WriteReply, WriteRequests } from './write-requests.ts';

/**
 * The writing thread of the SQLite store. All requests that wait when a transaction begins share it and its flush to
 * the disk. Meanwhile the main thread reads, parses and responds.
 */

/** Maximum number of requests in one transaction. In a larger one, all requests would wait for the slowest. */
const maxRequests = 500;

/** How long the shutdown waits for processes that still read the write-ahead log. */
const closeTimeoutMs = 1_000;

const { path, maxUnindexed }: WriterOptions = workerData;
const writer = openFile();
const logs = new Map<LogName, LogWriter>(logNames.map((log) => [log, createLogWriter(log, writer)]));
const remover = createRemover(writer, logNames);
const deliveries = createDeliveryWriter(writer, logNames);
const arrivals = createArrivalWriter(writer);
const sql = {
  ping: writer.prepare('INSERT INTO pings (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at'),
  reserveRoom: writer.prepare('INSERT INTO pings (id, at) VALUES (2, zeroblob(?)) ON CONFLICT (id) DO UPDATE SET at = excluded.at'),
  makeSecret: writer.prepare('INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)'),
  findSecret: writer.prepare('SELECT value FROM secrets WHERE name = ?'),
  takeLease: writer.prepare(
    'INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at WHERE holder = excluded.holder OR expires_at <= ? RETURNING holder',
  ),
  releaseLease: writer.prepare('DELETE FROM leases WHERE name = ? AND holder = ?'),
  addDeadLetter: writer.prepare(
    'INSERT OR IGNORE INTO dead_letters (partner, log, hash, received_at, reason, path, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  removeDeadLetter: writer.prepare('DELETE FROM dead_letters WHERE id = ?'),
  beginRemoval: writer.prepare('INSERT INTO removals (id, started_at, reason, requested_by) VALUES (?, ?, ?, ?)'),
  finishRemoval: writer.prepare('UPDATE removals SET finished_at = ? WHERE id = ?'),
};

const handlers: { readonly [K in WriteKind]: (request: WriteRequests[K]['request']) => WriteRequests[K]['response'] } = {
  append: ({ log, versions }) => versions.map((version) => logOf(log).append(withBuffers(version))),
  complete: ({ log, version }) => void logOf(log).complete(withBuffers(version)),
  addClash: ({ log, clash }) => void logOf(log).addClash(withBuffers(clash)),
  trim: ({ log, receivedBefore }) => void logOf(log).trim(receivedBefore),
  addDeadLetters: ({ deadLetters }) => {
    for (const { partner, log, receivedAt, reason, path: jsonPath, bytes: content } of deadLetters) {
      const hash = createHash('sha256').update(content).digest('hex');
      sql.addDeadLetter.run(partner, log, hash, receivedAt, reason, jsonPath, asBuffer(content));
    }
    return undefined;
  },
  removeDeadLetter: ({ id }) => void sql.removeDeadLetter.run(id),
  writeQueue: (write) => deliveries.writeQueue(write),
  removeDeliveryDeadLetters: ({ ids }) => void deliveries.removeDeadLetters(ids),
  writeArrivals: ({ writes }) => writes.map((write) => arrivals.write(write)),
  removeArrivals: ({ arrivalIds }) => {
    for (const arrivalId of arrivalIds) arrivals.remove(arrivalId);
    return undefined;
  },
  advance: ({ log, position }) => void arrivals.advance(log, position),
  beginRemoval: ({ removal: { id, startedAt, reason, by } }) =>
    void sql.beginRemoval.run(id, startedAt, JSON.stringify(reason), by ?? null),
  eraseVersions: ({ removal, log, keys }) => remover.versions(removal, log, keys),
  eraseDeadLetters: ({ removal, ids }) => remover.deadLetters(removal, ids),
  eraseDeliveryDeadLetters: ({ removal, ids }) => remover.deliveryDeadLetters(removal, ids),
  finishRemoval: ({ removal, finishedAt }) => void sql.finishRemoval.run(finishedAt, removal),
  secret: ({ name }) => {
    sql.makeSecret.run(name, randomBytes(32));
    return bytes(sql.findSecret.get(name) ?? {}, 'value');
  },
  takeLease: ({ name, holder, ttlMs }) => {
    const now = Date.now();
    return sql.takeLease.get(name, holder, now + ttlMs, now) !== undefined;
  },
  releaseLease: ({ name, holder }) => void sql.releaseLease.run(name, holder),
  ping: () => {
    sql.ping.run(new Date().toISOString());
    // A full disk often has room for a ping, which fits into the reused part of the write-ahead log.
    if (failedBytes > 0) sql.reserveRoom.run(failedBytes);
    return undefined;
  },
};

/** Size of the largest failed transaction, in bytes; 0 after a transaction of that size has succeeded. */
let failedBytes = 0;

let waiting: WriteMessage[] = [];

/** Errors lose their class between threads, so code and detail are copied into a plain error. */
function openFile(): Writer {
  try {
    checkFiles(path);
    const opened = openWriter(path);
    checkTables((sql, ...values) => opened.prepare(sql).get(...values));
    migrate(opened);
    return opened;
  } catch (error) {
    if (error instanceof LandfallError) throw error;
    const { code, detail } = failureOf(error);
    throw Object.assign(new Error(detail), { code });
  }
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
    for (const log of logs.values()) log.begin();
    const responses = messages.map((message) => ({ id: message.id, response: handle(message) }));
    writer.exec('COMMIT');
    send({ kind: 'committed', responses, hasRoom: hasRoomNow(messages) });
    planIndexing();
  } catch (error) {
    rollBack();
    failedBytes = Math.max(failedBytes, Math.min(sizeOf(messages), maxReservedBytes));
    send({ kind: 'failed', ids: messages.map(({ id }) => id), failure: failureOf(error) });
  }
}

/** How long the index entries of few new current rows wait for more. */
const indexingDelayMs = 500;

let indexingTimer: NodeJS.Timeout | undefined;

/** Indexes new current rows after their transaction, so that no request waits for their index entries. */
function planIndexing(): void {
  const unindexed = [...logs.values()].reduce((sum, log) => sum + log.unindexedRows(), 0);
  if (unindexed >= maxUnindexed) writeIndex();
  else if (unindexed > 0) indexingTimer ??= setTimeout(writeIndex, indexingDelayMs);
}

function writeIndex(): void {
  clearTimeout(indexingTimer);
  indexingTimer = undefined;
  try {
    writer.exec('BEGIN IMMEDIATE');
    for (const log of logs.values()) if (log.unindexedRows() > 0) log.writeIndex();
    writer.exec('COMMIT');
  } catch {
    // Queries find the rows nevertheless, and the next transaction plans the next attempt.
    rollBack();
  }
}

/** Maximum number of bytes that a ping writes to find out whether there is room for a failed transaction. */
const maxReservedBytes = 16 * 1024 * 1024;

/** Returns whether the success of these messages proves that there is room for the transaction that failed before. */
function hasRoomNow(messages: readonly WriteMessage[]): boolean {
  if (failedBytes === 0) return true;
  const isPing = messages.some(({ kind }) => kind === 'ping');
  if (!isPing && sizeOf(messages) < failedBytes) return false;
  failedBytes = 0;
  try {
    if (isPing) writer.exec('DELETE FROM pings WHERE id = 2');
  } catch {
    // The messages are on the disk; the next ping replaces the row.
  }
  return true;
}

function sizeOf(messages: readonly WriteMessage[]): number {
  return messages.reduce((sum, { request }) => sum + serialize(request).length, 0);
}

function rollBack(): void {
  try {
    writer.exec('ROLLBACK');
  } catch {
    // The transaction did not begin, or SQLite has already rolled it back.
  }
}

function handle<K extends WriteKind>({ kind, request }: { readonly kind: K; readonly request: WriteRequests[K]['request'] }): unknown {
  return handlers[kind](request);
}

function logOf(log: LogName): LogWriter {
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
    if (indexingTimer !== undefined) writeIndex();
    closeFile();
    parentPort?.close();
    return;
  }
  if (waiting.length === 0) setImmediate(runTransaction);
  waiting = waiting.concat(message);
});
send({ kind: 'ready' });
