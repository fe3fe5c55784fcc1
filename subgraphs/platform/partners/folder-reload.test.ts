import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { reloadFolder } from './folder-reload.ts';

/** Reloads the YAML files of a folder. `reloadedBy` makes a change, and resolves when it has led to a reload. */
function reloadYaml(folder: string) {
  let reloads = 0;
  const read = async () => {
    reloads += 1;
    return [];
  };
  const isOfInterest = (name: string) => name.endsWith('.yaml');
  const files = reloadFolder(folder, { what: 'files', isOfInterest, read, logger: pino({ level: 'silent' }) });
  const until = (count: number) => vi.waitFor(() => expect(reloads).toBeGreaterThanOrEqual(count), { timeout: 10_000, interval: 20 });
  return {
    reloads: () => reloads,
    until,
    reloadedBy: async (change: () => Promise<unknown>) => {
      const before = reloads;
      await change();
      await until(before + 1);
    },
    [Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
  };
}

async function openFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'landfall-reload-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

it('changes of other files in the folder lead to no reload', async () => {
  await using folder = await openFolder();
  await using watched = reloadYaml(folder.path);
  await watched.until(1);
  for (let index = 0; index < 20; index += 1) await writeFile(join(folder.path, `data-${index}.db-wal`), 'x');
  await watched.reloadedBy(() => writeFile(join(folder.path, 'acme.yaml'), 'x'));
  expect(watched.reloads()).toBe(2);
});

it('detects a folder that is created later, its replacement by another folder, and every change of a file in it', async () => {
  await using folder = await openFolder();
  const path = join(folder.path, 'mounts', 'partners');
  await using watched = reloadYaml(path);
  await watched.until(1);
  await watched.reloadedBy(() => mkdir(path, { recursive: true }));
  await mkdir(join(folder.path, 'next'));
  await watched.reloadedBy(() => rename(path, join(folder.path, 'former')));
  await watched.reloadedBy(() => rename(join(folder.path, 'next'), path));
  await watched.reloadedBy(() => writeFile(join(path, 'acme.yaml'), 'x'));
  await watched.reloadedBy(() => writeFile(join(path, 'acme.yaml'), 'xy'));
  await watched.reloadedBy(() => utimes(join(path, 'acme.yaml'), 1, 1));
  await watched.reloadedBy(() => rm(join(path, 'acme.yaml')));
});

it('detects mounted configuration that is replaced through a link', async () => {
  await using folder = await openFolder();
  for (const version of ['one', 'two']) {
    await mkdir(join(folder.path, version));
    await writeFile(join(folder.path, version, 'acme.yaml'), version);
  }
  await symlink('one', join(folder.path, '..data'));
  await symlink('..data/acme.yaml', join(folder.path, 'acme.yaml'));
  await using watched = reloadYaml(folder.path);
  await watched.until(1);
  await symlink('two', join(folder.path, '..next'));
  await watched.reloadedBy(() => rename(join(folder.path, '..next'), join(folder.path, '..data')));
});
