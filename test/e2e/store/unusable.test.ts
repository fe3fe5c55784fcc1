import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openBackends } from '#platform/process/backends.ts';
import { runLandfall, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { type PushedNotice, pushNotices } from '../../support/push.ts';
import { readinessThat } from '../../support/readiness.ts';

const noticeOf = (reference: string, text = ''): PushedNotice => ({
  transportDocumentReference: reference,
  issueDateTime: '2026-03-02T13:05:00Z',
  carrierContactInformation: [{ name: text }],
});

const open = (folder: string) => openBackends(readConfig({ DATA_DIR: folder }));
/** What an operator must learn: where, why, and what to do. */
const saying = (code: string, name: string, why: string) => ({ code, message: expect.stringMatching(new RegExp(`${name}: ${why}`, 's')) });

describe('a store that cannot be used reports at the start where, why and what to do', () => {
  test.each([
    ['is no database', 'none at all '.repeat(1_000), 'SQLITE_NOTADB'],
    ['is shorter than a header', 'short', 'SQLITE_NOTADB'],
    ['lost its header', `${'\0'.repeat(100)}${'x'.repeat(8_092)}`, 'SQLITE_NOTADB'],
  ])('a file that %s', async (_, content, why) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'landfall.db'), content);
    await expect(open(folder.path)).rejects.toMatchObject(
      saying('STORE_DAMAGED', join(folder.path, 'landfall.db'), `${why} \\(.*\\)\\. Stop Landfall, restore a backup`),
    );
  });

  test('a file that was lost while its write-ahead log was not', async () => {
    await using folder = await temporaryFolder();
    await using landfall = await startOn(folder.path);
    expect((await pushNotices(landfall.url, noticeOf('A'))).status).toBe(200);
    await landfall.kill('SIGKILL');
    await rm(join(folder.path, 'landfall.db'));
    await expect(open(folder.path)).rejects.toMatchObject(saying('STORE_DAMAGED', 'landfall.db', 'SQLITE_NOTADB \\(the file is missing'));
  });

  test('a folder instead of the file, and a file instead of the folder', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'landfall.db'));
    await expect(open(folder.path)).rejects.toMatchObject({
      code: expect.stringMatching(/^STORE_/),
      message: expect.stringContaining('landfall.db'),
    });
    await writeFile(join(folder.path, 'file'), '');
    await expect(open(join(folder.path, 'file'))).rejects.toMatchObject(
      saying('STORE_UNAVAILABLE', 'file/landfall.db', 'EEXIST .*Name a folder'),
    );
  });

  test('on the command line, in one line, with exit status 1', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'landfall.db'), 'none at all '.repeat(1_000));
    await writeFile(join(folder.path, 'file'), '');
    const run = (args: string[], dataDir: string) =>
      runLandfall(args, { environment: { DATA_DIR: dataDir, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'access.yaml') } });
    const [serve, command] = await Promise.all([run(['serve'], join(folder.path, 'file')), run(['dead-letters', 'list'], folder.path)]);
    expect([serve.code, serve.stderr]).toEqual([
      1,
      expect.stringMatching(/^STORE_UNAVAILABLE: .*landfall\.db: EEXIST \(.*\)\. Name .*\n$/),
    ]);
    expect([command.code, command.stderr]).toEqual([
      1,
      expect.stringMatching(/^STORE_DAMAGED: .*landfall\.db: SQLITE_NOTADB \(.*\)\. Stop Landfall, .*\n$/),
    ]);
  });

  test('a damaged file in the log of the server, once, while the process stays, because restarting it would not help', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'landfall.db'), 'none at all '.repeat(1_000));
    await using landfall = await startOn(folder.path);
    const { missing } = await readinessThat(landfall.url, ({ code }) => code === 503);
    expect(missing?.['store']).toMatch(/landfall\.db: SQLITE_NOTADB/);
    expect(await landfall.kill('SIGTERM')).toBe(0);
    const lines = landfall.output().split('\n');
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([
      expect.stringMatching(/the store cannot be used: .*SQLITE_NOTADB/),
    ]);
  });
});

/** Separate file systems, which only root may mount. */
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

describe.runIf(mayMount)('on a disk that', () => {
  test('is mounted read-only, the store reports EROFS', async () => {
    await using disk = await mountDisk('8m');
    await expect((await open(disk.path))[Symbol.asyncDispose]()).resolves.toBeUndefined();
    disk.remount('ro');
    await expect(open(disk.path)).rejects.toMatchObject(
      saying('STORE_UNAVAILABLE', join(disk.path, 'landfall.db'), 'EROFS .* Mount its folder'),
    );
    await expect(open(join(disk.path, 'new'))).rejects.toMatchObject(
      saying('STORE_UNAVAILABLE', 'new/landfall.db', 'EROFS .* Mount its folder'),
    );
  });

  test('is full, readiness is 503 with the cause for as long as pushes are rejected, and the cause is logged once', async () => {
    await using disk = await mountDisk('4m');
    await using landfall = await startOn(disk.path);
    const list = Array.from({ length: 20 }, (_, index) => noticeOf(`L${index}`, 'x'.repeat(10_000)));
    expect((await pushNotices(landfall.url, noticeOf('A'))).status).toBe(200);
    await disk.fill();

    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await pushNotices(landfall.url, ...list)).status).toBe(503);
      const { code, missing } = await readinessThat(landfall.url, (readiness) => readiness.code === 503);
      expect([code, missing?.['store']]).toEqual([503, expect.stringMatching(/landfall\.db: SQLITE_FULL \(.*\)\. Free space on its disk/)]);
    }
    await disk.free();
    await readinessThat(landfall.url, ({ code }) => code === 200);
    expect((await pushNotices(landfall.url, ...list)).status).toBe(200);
    expect(await landfall.kill('SIGTERM')).toBe(0);
    const lines = landfall.output().split('\n');
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([expect.stringMatching(/the store cannot be used: .*SQLITE_FULL/)]);
    expect(lines.filter((line) => line.includes('the store can be used again'))).toHaveLength(1);
  });
});

async function startOn(dataDir: string) {
  await writePartners(dataDir);
  return startLandfall(['serve'], {
    environment: { DATA_DIR: dataDir, PARTNERS_DIR: dataDir, ACCESS_FILE: join(dataDir, 'access.yaml'), AUDIT: 'off' },
  });
}

/** Mounts a small file system in memory. */
async function mountDisk(size: string) {
  const folder = await temporaryFolder();
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' });
  run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder.path);
  const filling = join(folder.path, 'filling');
  return {
    path: folder.path,
    remount: (how: 'ro' | 'rw') => run('mount', '-o', `remount,${how}`, folder.path),
    /** Leaves room for a ping, but not for a push. */
    fill: async () => {
      await writeFile(filling, Buffer.alloc(64 * 1024 * 1024)).catch(() => undefined);
      await truncate(filling, (await stat(filling)).size - 64 * 1024);
    },
    free: () => rm(filling),
    [Symbol.asyncDispose]: async () => {
      // Lazily, because a connection that was not closed completely may still hold a file.
      run('umount', '--lazy', folder.path);
      await folder[Symbol.asyncDispose]();
    },
  };
}
