import { parentPort, workerData } from 'node:worker_threads';
import { type SignatureTask, signaturesOf } from './signature.ts';

/** A task for the thread. The body is in the shared memory. */
export type ThreadTask = Omit<SignatureTask, 'body'> & { readonly offset: number; readonly length: number };

const memory: SharedArrayBuffer = workerData;

/** Signs a batch and returns the signatures in the same order. */
parentPort?.on('message', (tasks: readonly ThreadTask[]) => {
  const signed = tasks.map(({ offset, length, ...task }) => signaturesOf({ ...task, body: new Uint8Array(memory, offset, length) }));
  parentPort?.postMessage(signed);
});
