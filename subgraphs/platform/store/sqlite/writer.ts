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
import { createDeliveryWriter } from './write-deliveries.ts';
import type { WriteAnswer, WriteKind, WriteMessage, WriteRequests } from './write-requests.ts';

/**
 * The writing thread of the embedded store. All requests that wait when a transaction begins share it and its flush to
 * the disk; meanwhile the main thread reads, parses and answers.
 */

/** Requests of one transaction. A larger one would keep everybody waiting for the slowest. */
const maxRequests = 500;

/** How long the end of the process waits for others that still read the write-ahead log. */
const lastWaitMs = 1_000;

const path: string = workerData.path;
const writer = openFile();
const logs = new Map<LogName, LogWriter>(logNames.map((log) => [log, createLogWriter(log, writer)]));
const remover = createRemover(writer, logNames);
const deliveries = createDeliveryWriter(writer, logNames);
const sql = {
  ping: writer.prepare('INSERT INTO pings (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at'),
  takeRoom: writer.prepare('INSERT INTO pings (id, at) VALUES (2, zeroblob(?)) ON CONFLICT (id) DO UPDATE SET at = excluded.at'),
  makeSecret: writer.prepare('INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)'),
  findSecret: writer.prepare('SELECT value FROM secrets WHERE name = ?'),
  takeLease: writer.prepare(
    'INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at WHERE holder = excluded.holder OR expires_at <= ? RETURNING holder',
  ),
  releaseLease: writer.prepare('DELETE FROM leases WHERE name = ? AND holder = ?'),
  addLetter: writer.prepare(
    'INSERT OR IGNORE INTO dead_letters (partner, log, hash, received_at, reason, path, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  removeLetter: writer.prepare('DELETE FROM dead_letters WHERE id = ?'),
  beginRemoval: writer.prepare('INSERT INTO removals (id, started_at, reason, requested_by) VALUES (?, ?, ?, ?)'),
  finishRemoval: writer.prepare('UPDATE removals SET finished_at = ? WHERE id = ?'),
};

const handlers: { readonly [K in WriteKind]: (asks: WriteRequests[K]['asks']) => WriteRequests[K]['answers'] } = {
  append: ({ log, versions }) => versions.map((version) => logOf(log).append(revived(version))),
  complete: ({ log, version }) => void logOf(log).complete(revived(version)),
  addClash: ({ log, clash }) => void logOf(log).addClash(revived(clash)),
  trim: ({ log, receivedBefore }) => void logOf(log).trim(receivedBefore),
  addLetters: ({ letters }) => {
    for (const letter of letters) {
      const content = asBuffer(letter.bytes);
      const hash = createHash('sha256').update(content).digest('hex');
      sql.addLetter.run(letter.partner, letter.log, hash, letter.receivedAt, letter.reason, letter.path, content);
    }
    return undefined;
  },
  removeLetter: ({ id }) => void sql.removeLetter.run(id),
  writeQueue: (write) => deliveries.writeQueue(write),
  removeDeliveryLetters: ({ ids }) => void deliveries.removeLetters(ids),
  beginRemoval: ({ removal: { id, startedAt, reason, by } }) =>
    void sql.beginRemoval.run(id, startedAt, JSON.stringify(reason), by ?? null),
  removeVersions: ({ removal, log, keys }) => {
    // What this transaction has added may be among what goes.
    logOf(log).finish();
    return remover.versions(removal, log, keys);
  },
  removeLetters: ({ removal, ids }) => remover.deadLetters(removal, ids),
  eraseDeliveryLetters: ({ removal, ids }) => remover.deliveryDeadLetters(removal, ids),
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
    // On a full disk there is often room for a ping, in the part of the log that is written over.
    if (bytesRefused > 0) sql.takeRoom.run(bytesRefused);
    return undefined;
  },
};

/** Size of the largest transaction that failed since one of that size succeeded. */
let bytesRefused = 0;

let waiting: WriteMessage[] = [];

/** Errors lose their class on the way between threads, so what they say goes into a plain one. */
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
  // A fault of this program; the transaction did not happen all the same.
  return error instanceof Error ? { code: error.name, detail: error.stack ?? error.message } : { code: 'Error', detail: String(error) };
}

function runTransaction(): void {
  const messages = waiting.slice(0, maxRequests);
  waiting = waiting.slice(maxRequests);
  if (waiting.length > 0) setImmediate(runTransaction);
  try {
    writer.exec('BEGIN IMMEDIATE');
    for (const log of logs.values()) log.begin();
    const answers = messages.map((message) => ({ id: message.id, answer: handle(message) }));
    for (const log of logs.values()) log.finish();
    writer.exec('COMMIT');
    send({ kind: 'committed', answers, hasRoom: hasRoomNow(messages) });
  } catch (error) {
    rollBack();
    bytesRefused = Math.max(bytesRefused, Math.min(sizeOf(messages), maxBytesTaken));
    send({ kind: 'failed', ids: messages.map(({ id }) => id), failure: failureOf(error) });
  }
}

/** Most bytes of a transaction that a ping writes to see whether there is room for them again. */
const maxBytesTaken = 16 * 1024 * 1024;

/** Whether it is known, now that these have succeeded, that there is room for what failed before. */
function hasRoomNow(messages: readonly WriteMessage[]): boolean {
  if (bytesRefused === 0) return true;
  const isPing = messages.some(({ kind }) => kind === 'ping');
  if (!isPing && sizeOf(messages) < bytesRefused) return false;
  bytesRefused = 0;
  try {
    if (isPing) writer.exec('DELETE FROM pings WHERE id = 2');
  } catch {
    // What was asked for is on the disk; the row is replaced by the next one.
  }
  return true;
}

function sizeOf(messages: readonly WriteMessage[]): number {
  return messages.reduce((sum, { asks }) => sum + serialize(asks).length, 0);
}

function rollBack(): void {
  try {
    writer.exec('ROLLBACK');
  } catch {
    // The transaction was never begun, or SQLite has rolled it back by itself.
  }
}

function handle<K extends WriteKind>({ kind, asks }: { readonly kind: K; readonly asks: WriteRequests[K]['asks'] }): unknown {
  return handlers[kind](asks);
}

function logOf(log: LogName): LogWriter {
  const found = logs.get(log);
  if (found === undefined) throw new Error(`there is no log named ${log}`);
  return found;
}

/** Buffers arrive as plain byte arrays. */
function revived<T extends { readonly document: Buffer; readonly blob?: { readonly bytes: Buffer } | undefined }>(value: T): T {
  const { document, blob } = value;
  return { ...value, document: asBuffer(document), ...(blob === undefined ? {} : { blob: { ...blob, bytes: asBuffer(blob.bytes) } }) };
}

function asBuffer(view: Uint8Array): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}

/** Leaves all data in the file alone, so that a copy of it is a copy of everything. */
function closeFile(): void {
  try {
    writer.truncateLog(lastWaitMs);
  } catch {
    // The log stays beside the file, and the next start reads it.
  }
  writer.close();
}

function send(answer: WriteAnswer): void {
  parentPort?.postMessage(answer);
}

parentPort?.on('message', (message: readonly WriteMessage[] | 'close') => {
  if (message === 'close') {
    // Behind the transactions of everything that came before it.
    while (waiting.length > 0) runTransaction();
    closeFile();
    parentPort?.close();
    return;
  }
  if (waiting.length === 0) setImmediate(runTransaction);
  waiting = waiting.concat(message);
});
send({ kind: 'ready' });
