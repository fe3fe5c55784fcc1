import { startBuiltThread } from '../../built-thread.ts';
import { LandfallError } from '../../errors.ts';
import type { StoreCondition } from '../store-condition.ts';
import { storeErrorOf } from '../store-failure.ts';
import { type SqliteFailure, sqliteStoreFailureOf } from './failure.ts';
import type { WriteAnswer, WriteKind, WriteMessage, WriteRequests } from './write-requests.ts';

/** The writing thread, seen from the main one. */
export interface WriteThread extends AsyncDisposable {
  /** Resolves when the write is on the disk. @throws {StoreUnavailableError | StoreDamagedError} when nothing of it was written */
  write<K extends WriteKind>(kind: K, asks: WriteRequests[K]['asks']): Promise<WriteRequests[K]['answers']>;
  /** How often it has told what it wrote: what was read before may be different now. */
  readonly revision: number;
}

interface Waiting {
  readonly done: (answer: never) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Starts the thread and waits until the file is checked, open and migrated.
 *
 * @param condition is told what fails and what works again
 * @throws {LandfallError} CONFIG_INVALID, STORE_UNAVAILABLE, STORE_DAMAGED
 */
export async function startWriteThread(path: string, condition: StoreCondition): Promise<WriteThread> {
  const worker = startBuiltThread('subgraphs/platform/store/sqlite/writer', { path });
  const waiting = new Map<number, Waiting>();
  let unsent: WriteMessage[] = [];
  let nextId = 1;
  let tidings = 0;
  let gone: LandfallError | undefined;
  let isClosing = false;
  const gonePromise = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const errorOf = (failure: SqliteFailure): LandfallError => {
    const fault = sqliteStoreFailureOf(failure, path);
    if (!isClosing) condition.failed(fault);
    return storeErrorOf(fault);
  };
  const fail = (detail: string) => {
    gone ??= errorOf({ code: 'WRITER_ENDED', detail });
    for (const { failed } of waiting.values()) failed(gone);
    waiting.clear();
  };

  await new Promise<void>((resolve, reject) => {
    worker.once('error', (error: Error & { readonly code?: string }) => {
      const { code = error.name, message } = error;
      reject(
        code === 'CONFIG_INVALID' ? new LandfallError(code, message) : storeErrorOf(sqliteStoreFailureOf({ code, detail: message }, path)),
      );
    });
    worker.once('message', () => resolve());
  });
  worker.on('error', (error: Error) => fail(error.message));
  worker.on('exit', () => fail('the writing thread has ended'));
  worker.on('message', (message: WriteAnswer) => {
    tidings += 1;
    if (message.kind === 'committed') {
      if (message.hasRoom) condition.recovered();
      for (const { id, answer } of message.answers) take(id)?.done(answer as never);
    }
    if (message.kind === 'failed') {
      const error = errorOf(message.failure);
      for (const id of message.ids) take(id)?.failed(error);
    }
  });
  const take = (id: number): Waiting | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  };

  // All that is asked for in one turn goes at once: waking another thread costs more than a small write.
  const send = () => {
    if (unsent.length > 0) worker.postMessage(unsent);
    unsent = [];
  };

  return {
    write: (kind, asks) =>
      new Promise((done, failed) => {
        if (gone !== undefined) return failed(gone);
        const id = nextId++;
        waiting.set(id, { done, failed });
        if (unsent.length === 0) setImmediate(send);
        unsent.push({ id, kind, asks } as WriteMessage);
      }),
    get revision() {
      return tidings;
    },
    [Symbol.asyncDispose]: async () => {
      isClosing = true;
      send();
      worker.postMessage('close');
      await gonePromise;
    },
  };
}
