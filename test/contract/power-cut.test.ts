import { execFileSync, spawnSync } from 'node:child_process';
import { copyFile, mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { temporaryFolder } from '../support/landfall.ts';
import { arrivalOf } from './arrival-samples.ts';
import { logName, readWholeLog, versionsOf } from './version-store-samples.ts';

/** Requirements for mounting a separate disk. */
const needs = { 'root, who may mount': 'unshare --mount true', 'loop devices': 'test -e /dev/loop-control', mke2fs: 'command -v mke2fs' };
const missing = Object.entries(needs).flatMap(([need, command]) => (spawnSync('sh', ['-c', command]).status === 0 ? [] : [need]));

if (missing.length > 0) {
  const reason = `it needs a disk of its own, and here is no ${missing.join(', no ')}`;
  if (process.env['CI']) throw new Error(`The test of a power failure cannot run: ${reason}.`);
  process.stderr.write(`\n*** NO POWER FAILURE: the test that every confirmed version is on the disk is left out, as ${reason}. ***\n\n`);
}

const diskBytes = 32 * 1024 * 1024;
const [rounds, perRound] = [10, 5];

describe.runIf(missing.length === 0)('when the power fails', () => {
  it('every version and every arrival whose write was confirmed is on the disk, while unflushed data is lost', async () => {
    await using folder = await temporaryFolder();
    const image = join(folder.path, 'disk');
    await writeFile(image, '');
    await truncate(image, diskBytes);
    run('mke2fs', '-q', '-t', 'ext4', image);
    {
      await using disk = await mounted(image, join(folder.path, 'before'));
      await using store = await createSqliteStore({ path: join(disk.path, 'landfall.db') });
      for (let round = 0; round < rounds; round += 1) {
        await store.versions(logName).append(versionsOf(perRound, (index) => ({ entityId: `${round} ${index}` })));
        await store.arrivals.write([{ row: arrivalOf({ document: JSON.stringify({ round }) }), revision: round }]);
        await store.arrivals.advance(logName, round);
      }
      // Data that is only in memory has not reached the device, and is not in the copy.
      await writeFile(join(disk.path, 'unsynced'), 'x'.repeat(100_000));
      await copyFile(image, `${image}-after`);
    }
    await using disk = await mounted(`${image}-after`, join(folder.path, 'after'));
    expect(spawnSync('cat', [join(disk.path, 'unsynced')]).stdout.length).toBe(0);
    await using store = await createSqliteStore({ path: join(disk.path, 'landfall.db') });
    expect(await readWholeLog(store.versions(logName))).toHaveLength(rounds * perRound);
    const [arrival] = await store.arrivals.find([arrivalOf().arrivalId]);
    expect(arrival).toMatchObject({ revision: rounds, document: JSON.stringify({ round: rounds - 1 }) });
    expect(await store.arrivals.position(logName)).toBe(rounds - 1);
  });
});

/** Mounts a disk that writes by itself only after minutes, so that until then only a flush writes to the device. */
async function mounted(image: string, path: string): Promise<AsyncDisposable & { readonly path: string }> {
  await mkdir(path);
  run('mount', '-t', 'ext4', '-o', 'loop,commit=600', image, path);
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      // Lazily, because a connection that was not closed completely may still hold a file.
      run('umount', '--lazy', path);
    },
  };
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: 'pipe' });
}
