import { createHash, randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { LandfallError } from '../errors.ts';
import { createLogWriter, type LogWriter } from './embedded-append.ts';
import { openWriter, type Writer } from './embedded-connection.ts';
import { createDeliveryWriter } from './embedded-deliver.ts';
import { createRemover } from './embedded-remove.ts';
import type { WriteAnswer, WriteKind, WriteMessage, WriteRequests } from './embedded-requests.ts';
import { bytes } from './embedded-rows.ts';
import { migrate } from './embedded-schema.ts';
import { type LogName, logNames } from './version-store.ts';

/**
 * The writing thread of the embedded store. All requests that wait when a transaction begins share it and its flush to
 * the disk; meanwhile the main thread reads, parses and answers.
 */

/** Requests of one transaction. A larger one would keep everybody waiting for the slowest. */
const maxRequests = 500;

const writer = openFile(workerData.path);
const logs = new Map<LogName, LogWriter>(logNames.map((log) => [log, createLogWriter(log, writer)]));
const remover = createRemover(writer, logNames);
const deliveries = createDeliveryWriter(writer, logNames);
const sql = {
  ping: writer.prepare('INSERT INTO pings (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at'),
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
  beginRemoval: writer.prepare('INSERT INTO removals (id, started_at, reason, asked_by) VALUES (?, ?, ?, ?)'),
  finishRemoval: writer.prepare('UPDATE removals SET finished_at = ? WHERE id = ?'),
};

const handlers: { readonly [K in WriteKind]: (asks: WriteRequests[K]['asks']) => WriteRequests[K]['answers'] } = {
  append: ({ log, versions }) => versions.map((version) => logOf(log).append(revived(version))),
  complete: ({ log, version }) => void logOf(log).complete(revived(version)),
  addClash: ({ log, clash }) => void logOf(log).addClash(revived(clash)),
  addTerms: (added) => void logOf(added.log).addTerms(added),
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
  writeLane: (write) => deliveries.writeLane(write),
  removeDeliveryLetters: ({ ids }) => void deliveries.removeLetters(ids),
  beginRemoval: ({ removal: { id, startedAt, reason, by } }) =>
    void sql.beginRemoval.run(id, startedAt, JSON.stringify(reason), by ?? null),
  removeVersions: ({ removal, log, keys }) => {
    // What this transaction has added may be among what goes.
    logOf(log).finish();
    return remover.versions(removal, log, keys);
  },
  removeLetters: ({ removal, ids }) => remover.deadLetters(removal, ids),
  eraseDeliveryLetters: ({ removal, ids }) => remover.deliveryLetters(removal, ids),
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
  ping: () => void sql.ping.run(new Date().toISOString()),
};

let waiting: WriteMessage[] = [];

/** Errors lose their class on the way between threads, so a refusal is sent as what it says. */
function openFile(path: string): Writer {
  const opened = openWriter(path);
  try {
    migrate(opened);
  } catch (error) {
    if (error instanceof LandfallError) send({ kind: 'refused', message: error.message });
    throw error;
  }
  return opened;
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
    send({ kind: 'committed', answers });
  } catch (error) {
    rollBack();
    send({ kind: 'failed', ids: messages.map(({ id }) => id), error });
  }
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

function send(answer: WriteAnswer): void {
  parentPort?.postMessage(answer);
}

parentPort?.on('message', (message: readonly WriteMessage[] | 'close') => {
  if (message === 'close') {
    // Behind the transactions of everything that came before it.
    while (waiting.length > 0) runTransaction();
    writer.close();
    parentPort?.close();
    return;
  }
  if (waiting.length === 0) setImmediate(runTransaction);
  waiting = waiting.concat(message);
});
send({ kind: 'ready' });
