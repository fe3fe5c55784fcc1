import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from './package-root.ts';

/**
 * Returns the built file of a program that runs in a thread or process of its own, which cannot run TypeScript.
 *
 * @param program path of its source below the package's root, without `.ts`; must be an entry point of the build
 */
export function builtPathOf(program: string): string {
  return join(packageRoot, 'dist', `${program}.cjs`);
}

/** Starts a thread, always from the built program. @param program as of {@link builtPathOf} */
export function startBuiltThread(program: string, workerData: unknown): Worker {
  return new Worker(builtPathOf(program), { workerData });
}
