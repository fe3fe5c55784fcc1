import { parentPort, workerData } from 'node:worker_threads';
import { type SignatureTask, signaturesOf } from './signature.ts';

/** What the thread is asked: the body lies in the memory that it shares with who asks. */
export type ThreadTask = Omit<SignatureTask, 'body'> & { readonly offset: number; readonly length: number };

const memory: SharedArrayBuffer = workerData;

/** Signs what was asked for together, and gives the signatures in the same order. */
parentPort?.on('message', (tasks: readonly ThreadTask[]) => {
  const signed = tasks.map(({ offset, length, ...task }) => signaturesOf({ ...task, body: new Uint8Array(memory, offset, length) }));
  parentPort?.postMessage(signed);
});
