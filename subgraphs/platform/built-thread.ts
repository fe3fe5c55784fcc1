import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from './package-root.ts';

/**
 * Starts a thread, always from the built program, because a thread cannot run TypeScript.
 *
 * @param program path of its source below the package's root, without `.ts`; must be an entry point of the build
 */
export function startBuiltThread(program: string, workerData: unknown): Worker {
  return new Worker(join(packageRoot, 'dist', `${program}.cjs`), { workerData });
}
