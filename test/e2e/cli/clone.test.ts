import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot, readPackageVersion } from '#platform/package-root.ts';
import { temporaryFolder, writePartners } from '../../support/landfall.ts';

test('in a clone, npm run landfall passes its arguments to the program and prints nothing else', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'landfall', '--', '--version'], { cwd: packageRoot });
  expect(stdout).toBe(`${readPackageVersion()}\n`);
});

test('npm start passes SIGTERM on to the program, which ends', async () => {
  await using folder = await temporaryFolder();
  await writePartners(folder.path);
  const env = { ...process.env, PORT: '0', DATA_DIR: folder.path, PARTNERS_DIR: folder.path };
  // In a process group of its own, so that nothing remains if the test fails.
  const npm = spawn('npm', ['start', '-s'], { cwd: packageRoot, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const line = await new Promise<string>((resolve) => {
      createInterface({ input: npm.stdout }).on('line', (text) => text.includes('"listening"') && resolve(text));
    });
    const { url } = JSON.parse(line);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    await ended;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  } finally {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {
      // All of its processes have ended.
    }
  }
});
