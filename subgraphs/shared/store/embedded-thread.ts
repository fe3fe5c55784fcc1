import { startBuiltThread } from '../built-thread.ts';
import { LandfallError, StoreUnavailableError } from '../errors.ts';
import type { WriteAnswer, WriteKind, WriteMessage, WriteRequests } from './embedded-requests.ts';

/** The writing thread, seen from the main one. */
export interface WriteThread extends AsyncDisposable {
  /** Resolves when the write is on the disk. @throws {StoreUnavailableError} when nothing of it was written */
  write<K extends WriteKind>(kind: K, asks: WriteRequests[K]['asks']): Promise<WriteRequests[K]['answers']>;
  /** How often it has told what it wrote: what was read before may be different now. */
  readonly tidings: number;
}

interface Waiting {
  readonly done: (answer: never) => void;
  readonly failed: (error: unknown) => void;
}

/** Starts the thread and waits until the file is open and migrated. @throws {LandfallError} CONFIG_INVALID */
export async function startWriteThread(path: string): Promise<WriteThread> {
  const worker = startBuiltThread('subgraphs/shared/store/embedded-writer', { path });
  const waiting = new Map<number, Waiting>();
  let unsent: WriteMessage[] = [];
  let nextId = 1;
  let tidings = 0;
  let gone: unknown;
  const gonePromise = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const fail = (error: unknown) => {
    gone = error;
    for (const { failed } of waiting.values()) failed(new StoreUnavailableError(error));
    waiting.clear();
  };

  await new Promise<void>((resolve, reject) => {
    worker.once('error', (error) => reject(new StoreUnavailableError(error)));
    worker.once('message', (message: WriteAnswer) => {
      if (message.kind === 'refused') reject(new LandfallError('CONFIG_INVALID', message.message));
      else resolve();
    });
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(gone ?? new Error('the writing thread has ended')));
  worker.on('message', (message: WriteAnswer) => {
    tidings += 1;
    if (message.kind === 'committed') for (const { id, answer } of message.answers) take(id)?.done(answer as never);
    if (message.kind === 'failed') for (const id of message.ids) take(id)?.failed(new StoreUnavailableError(message.error));
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
        if (gone !== undefined) return failed(new StoreUnavailableError(gone));
        const id = nextId++;
        waiting.set(id, { done, failed });
        if (unsent.length === 0) setImmediate(send);
        unsent.push({ id, kind, asks } as WriteMessage);
      }),
    get tidings() {
      return tidings;
    },
    [Symbol.asyncDispose]: async () => {
      send();
      worker.postMessage('close');
      await gonePromise;
    },
  };
}
