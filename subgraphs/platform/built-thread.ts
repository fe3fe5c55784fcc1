import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from './package-root.ts';

/**
 * Starts a thread. It cannot be started from TypeScript: whatever runs, it is the built program that is started.
 *
 * @param program path of its source below the package's root, without `.ts`; one of the build's entry points
 */
export function startBuiltThread(program: string, workerData: unknown): Worker {
  return new Worker(join(packageRoot, 'dist', `${program}.js`), { workerData });
}
