import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot, readPackageVersion } from '#platform/package-root.ts';
import { temporaryFolder } from '../../support/landfall.ts';

const run = promisify(execFile);

test('in a clone, npx landfall runs the existing build and does not build the program again', async () => {
  const program = join(packageRoot, 'dist', 'gateway', 'cli', 'landfall.js');
  const { ino } = await stat(program);
  // npx links the clone into its cache, which runs the script `prepare`, when it is used there for the first time.
  await using cache = await temporaryFolder();
  const environment = { ...process.env, npm_config_cache: cache.path, npm_config_update_notifier: 'false' };
  const { stdout } = await run('npx', ['landfall', '--version'], { cwd: packageRoot, env: environment });
  expect(stdout.trim()).toBe(readPackageVersion());
  expect((await stat(program)).ino).toBe(ino);
});
