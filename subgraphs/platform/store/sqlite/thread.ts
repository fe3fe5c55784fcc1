import { LandfallError } from '../../errors.ts';
import { startBuiltThread } from '../../package-root.ts';
import { type StoreCondition, storeErrorOf } from '../store-failure.ts';
import { type SqliteFailure, sqliteStoreFailureOf } from './failure.ts';
import type { WriteHandlers, WriteMessage, WriteReply } from './writer.ts';

/** The writing thread, as the main thread uses it. */
export type WriteThread = Awaited<ReturnType<typeof startWriteThread>>;

interface PendingWrite {
  readonly resolve: (response: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Starts the thread and waits until the file is checked, open and migrated.
 *
 * @param condition is notified of every failure and every recovery
 * @throws {LandfallError} CONFIG_INVALID, STORE_UNAVAILABLE, STORE_DAMAGED
 */
export async function startWriteThread(path: string, condition: StoreCondition) {
  const worker = startBuiltThread('subgraphs/platform/store/sqlite/writer', path);
  const pending = new Map<number, PendingWrite>();
  let unsent: WriteMessage[] = [];
  let nextId = 1;
  let revision = 0;
  let ended: LandfallError | undefined;
  let isClosing = false;
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const errorOf = (failure: SqliteFailure): LandfallError => {
    const storeFailure = sqliteStoreFailureOf(failure, path);
    if (!isClosing) condition.failed(storeFailure);
    return storeErrorOf(storeFailure);
  };
  const failAll = (detail: string) => {
    ended ??= errorOf({ code: 'WRITER_ENDED', detail });
    for (const { reject } of pending.values()) reject(ended);
    pending.clear();
  };
  const settle = (id: number, use: (write: PendingWrite) => void): void => {
    const write = pending.get(id);
    pending.delete(id);
    if (write !== undefined) use(write);
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
  worker.on('error', (error: Error) => failAll(error.message));
  worker.on('exit', () => failAll('the writing thread has ended'));
  worker.on('message', (reply: WriteReply) => {
    revision += 1;
    if (reply.kind === 'committed') {
      if (reply.hasRoom) condition.recovered();
      for (const { id, response } of reply.responses) settle(id, ({ resolve }) => resolve(response as never));
    }
    if (reply.kind === 'failed') {
      const error = errorOf(reply.failure);
      for (const id of reply.ids) settle(id, ({ reject }) => reject(error));
    }
  });

  // All writes of one turn of the event loop are sent together, because waking another thread costs more than a small
  // write.
  const send = () => {
    if (unsent.length > 0) worker.postMessage(unsent);
    unsent = [];
  };

  return {
    /**
     * Resolves when the write is on the disk. @throws {StoreUnavailableError | StoreDamagedError} when nothing was
     * written
     */
    write: <K extends keyof WriteHandlers>(kind: K, ...parameters: Parameters<WriteHandlers[K]>): Promise<ReturnType<WriteHandlers[K]>> =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended);
        const id = nextId++;
        pending.set(id, { resolve, reject });
        if (unsent.length === 0) setImmediate(send);
        unsent.push({ id, kind, parameters });
      }),
    /** Grows with each reply of the thread, which means that data read before may have changed. */
    get revision(): number {
      return revision;
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      isClosing = true;
      send();
      worker.postMessage('close');
      await exited;
    },
  };
}
