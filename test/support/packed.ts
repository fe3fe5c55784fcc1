import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { packageRoot } from '#platform/package-root.ts';
import { until } from './until.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the packages of this test run. */
    readonly packFolder: string;
  }
}

/** Creates the folder in which tests pack the program. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-packed-'));
  project.provide('packFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Packs the program for `npm publish`, once in a test run, because that takes eight seconds of CPU.
 *
 * @param folder `packFolder` of the run
 * @returns the path of the tarball
 */
export async function packedProgram(folder: string): Promise<string> {
  const [lock, packing, complete] = ['lock', 'packing', 'complete'].map((name) => join(folder, name)) as [string, string, string];
  const isFirst = await mkdir(lock).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await mkdir(packing);
    await promisify(execFile)('npx', ['tsx', 'gateway/pack.ts', packing], { cwd: packageRoot });
    await rename(packing, complete);
  }
  await until(() => existsSync(complete));
  return join(complete, readdirSync(complete)[0] ?? '');
}
