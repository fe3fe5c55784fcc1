import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Folder of the package, the same for the sources and the built program. */
export const packageRoot = findPackageRoot(import.meta.dirname);

/** Returns the version in `package.json`. */
export function readPackageVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version;
}

function findPackageRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the program');
  return findPackageRoot(parent);
}

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
