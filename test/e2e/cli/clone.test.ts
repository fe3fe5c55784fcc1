import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot, readPackageVersion } from '#platform/package-root.ts';

test('in a clone, npm run landfall passes its arguments to the program and prints nothing else', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'landfall', '--', '--version'], { cwd: packageRoot });
  expect(stdout).toBe(`${readPackageVersion()}\n`);
});
