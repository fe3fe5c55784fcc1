import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LandfallError } from '../errors.ts';
import { openReader, type Reader } from './embedded-connection.ts';
import { createEmbeddedDeadLetters } from './embedded-dead-letters.ts';
import { createEmbeddedDeliveries } from './embedded-deliveries.ts';
import { createLogReader } from './embedded-read.ts';
import { createEmbeddedRemovals } from './embedded-removals.ts';
import { addTerms } from './embedded-term-rules.ts';
import { startWriteThread, type WriteThread } from './embedded-thread.ts';
import { type AppendOutcome, type LogName, logNames, type NewVersion, type Store, type VersionStore } from './version-store.ts';

/** Versions of one request to the writing thread. A longer list is several, each durable by itself. */
const maxVersions = 500;

/**
 * Opens the store that lives in one SQLite file: for one process, with no server beside it. One thread writes, with one
 * flush to the disk for all who wait for it; this thread reads.
 *
 * @param options.path the file; it and its folder are made if they are missing
 * @throws {LandfallError} CONFIG_INVALID when the file was written by a newer program
 */
export async function createEmbeddedStore(options: { path: string }): Promise<Store> {
  await mkdir(dirname(options.path), { recursive: true });
  const thread = await startWriteThread(options.path);
  const reader = openReader(options.path);
  const stores = new Map<LogName, VersionStore>(logNames.map((log) => [log, createVersionStore(log, { thread, reader })]));
  return {
    versions: (log) => {
      const store = stores.get(log);
      if (store === undefined) throw new LandfallError('CONFIG_INVALID', `There is no log named ${log}.`);
      return store;
    },
    deadLetters: createEmbeddedDeadLetters({ thread, reader }),
    deliveries: createEmbeddedDeliveries({ thread, reader }),
    removals: createEmbeddedRemovals({ thread, reader, path: options.path }),
    secret: async (name) => Buffer.from(await thread.write('secret', { name })),
    takeLease: (name, holder, ttlMs) => thread.write('takeLease', { name, holder, ttlMs }),
    releaseLease: (name, holder) => thread.write('releaseLease', { name, holder }),
    ping: () => thread.write('ping', {}),
    [Symbol.asyncDispose]: async () => {
      await thread[Symbol.asyncDispose]();
      reader.close();
    },
  };
}

function createVersionStore(log: LogName, { thread, reader }: { thread: WriteThread; reader: Reader }): VersionStore {
  const logReader = createLogReader(log, reader, thread);
  return {
    ...logReader,
    append: async (versions) => {
      const outcomes: Promise<AppendOutcome[]>[] = [];
      for (let from = 0; from < versions.length; from += maxVersions) {
        outcomes.push(thread.write('append', { log, versions: versions.slice(from, from + maxVersions) as NewVersion[] }));
      }
      return (await Promise.all(outcomes)).flat().map(withBuffer);
    },
    complete: (version) => thread.write('complete', { log, version }),
    addClash: (clash) => thread.write('addClash', { log, clash }),
    // Numbers are given in the transaction that makes a version durable.
    announce: async () => 0,
    addTerms: (rule) => addTerms(log, rule, { thread, reader }),
    trimLog: async (receivedBefore) => {
      await thread.write('trim', { log, receivedBefore });
      return logReader.extent();
    },
  };
}

/** Buffers come over as plain byte arrays. */
function withBuffer(outcome: AppendOutcome): AppendOutcome {
  if (outcome.kind !== 'HELD') return outcome;
  const { buffer, byteOffset, byteLength } = outcome.held.document;
  return { kind: 'HELD', held: { ...outcome.held, document: Buffer.from(buffer, byteOffset, byteLength) } };
}
