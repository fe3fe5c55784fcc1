import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LandfallError, StoreUnavailableError } from '../errors.ts';
import { createLogWriter, type LogWriter, type RunSteps, type WriteStep } from './embedded-append.ts';
import { openReader, openWriter, type Reader, type Writer } from './embedded-connection.ts';
import { createEmbeddedDeadLetters } from './embedded-dead-letters.ts';
import { createLogReader } from './embedded-read.ts';
import { bytes, integer } from './embedded-rows.ts';
import { logNames, migrate, tablePrefix } from './embedded-schema.ts';
import { createGroupCommit } from './group-commit.ts';
import type { LogName, Store, VersionStore } from './version-store.ts';

/** Upper bounds of one transaction: a larger one would hold up the event loop and everybody waiting for the flush. */
const maxTransactionSteps = 500;
const maxTransactionBytes = 4 * 1024 * 1024;

/**
 * Opens the store that lives in one SQLite file: for one process, with no server beside it. Calls that write at the
 * same time share a transaction and its flush to the disk.
 *
 * @param options.path the file; it and its folder are made if they are missing
 * @throws {LandfallError} CONFIG_INVALID when the file was written by a newer program
 */
export async function createEmbeddedStore(options: { path: string }): Promise<Store> {
  await mkdir(dirname(options.path), { recursive: true });
  const writer = await openWriter(options.path);
  await migrate(writer);
  const reader = openReader(options.path);
  const writers = new Map<LogName, LogWriter>();
  const runSteps = createRunSteps(writer, writers);
  for (const log of logNames) writers.set(log, await createLogWriter(log, writer, runSteps));
  const stores = new Map<LogName, VersionStore>();
  for (const [log, logWriter] of writers) stores.set(log, await createVersionStore(log, { reader, writer, logWriter, runSteps }));
  const sql = {
    ping: await writer.prepare('INSERT INTO pings (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at'),
    makeSecret: await writer.prepare('INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)'),
    findSecret: await writer.prepare('SELECT value FROM secrets WHERE name = ?'),
    takeLease: await writer.prepare(
      'INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at WHERE holder = excluded.holder OR expires_at <= ? RETURNING holder',
    ),
    releaseLease: await writer.prepare('DELETE FROM leases WHERE name = ? AND holder = ?'),
  };
  const write = async <R>(run: () => R): Promise<R> => {
    const [result] = await runSteps([{ bytes: 100, run }]);
    return result as R;
  };

  return {
    versions: (log) => {
      const store = stores.get(log);
      if (store === undefined) throw new LandfallError('CONFIG_INVALID', `There is no log named ${log}.`);
      return store;
    },
    deadLetters: await createEmbeddedDeadLetters({ reader, writer, runSteps }),
    secret: (name) =>
      write(() => {
        sql.makeSecret.run(name, randomBytes(32));
        return Buffer.from(bytes(sql.findSecret.get(name) ?? {}, 'value'));
      }),
    takeLease: (name, holder, ttlMs) =>
      write(() => {
        const now = Date.now();
        return sql.takeLease.get(name, holder, now + ttlMs, now) !== undefined;
      }),
    releaseLease: (name, holder) => write(() => sql.releaseLease.run(name, holder)),
    ping: () => write(() => sql.ping.run(new Date().toISOString())),
    [Symbol.asyncDispose]: async () => {
      // A last empty step waits for the transactions under way.
      await write(() => undefined).catch(() => undefined);
      reader.close();
      writer.close();
    },
  };
}

interface LogParts {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly logWriter: LogWriter;
  readonly runSteps: RunSteps;
}

async function createVersionStore(log: LogName, { reader, writer, logWriter, runSteps }: LogParts): Promise<VersionStore> {
  const prefix = tablePrefix(log);
  const logReader = createLogReader(log, reader);
  const raiseFloor = await writer.prepare(
    `UPDATE floors SET floor = max(floor, coalesce((SELECT sequence FROM ${prefix}_versions WHERE sequence > floor AND received_at < ? ORDER BY sequence DESC LIMIT 1), 0)) WHERE log = '${log}' RETURNING floor`,
  );
  return {
    ...logReader,
    append: logWriter.append,
    complete: logWriter.complete,
    addClash: logWriter.addClash,
    announce: async () => 0,
    trimLog: async (receivedBefore) => {
      await runSteps([{ bytes: 100, run: () => integer(raiseFloor.get(receivedBefore), 'floor') }]);
      return logReader.extent();
    },
  };
}

/**
 * Steps run on the main thread, each some ten microseconds; the flush to the disk does not. A transaction that fails
 * is rolled back as a whole and all its callers learn that nothing was written.
 */
function createRunSteps(writer: Writer, writers: ReadonlyMap<LogName, LogWriter>): RunSteps {
  const commit = async (steps: readonly WriteStep<unknown>[]): Promise<unknown[]> => {
    try {
      await writer.exec('BEGIN IMMEDIATE');
      for (const log of writers.values()) log.begin();
      const results = steps.map((step) => step.run());
      for (const log of writers.values()) log.finish();
      await writer.exec('COMMIT');
      return results;
    } catch (error) {
      await writer.exec('ROLLBACK').catch(() => undefined);
      throw new StoreUnavailableError(error);
    }
  };
  const group = createGroupCommit<WriteStep<unknown>, unknown>({
    maxItems: maxTransactionSteps,
    maxBytes: maxTransactionBytes,
    sizeOf: (step) => step.bytes,
    commit,
  });
  return (steps) => group.add([...steps]) as Promise<never[]>;
}
