import fs from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { watchFolder } from './folder-watch.ts';

/** Watches the YAML files of a folder. `next` resolves with the next call of `onChange`. */
function watchYaml(folder: string) {
  let onNext = () => {};
  const watching = watchFolder(folder, {
    isOfInterest: (name) => name.endsWith('.yaml'),
    onChange: () => onNext(),
    onError: (error) => {
      throw error;
    },
  });
  const next = () =>
    new Promise<void>((resolve) => {
      onNext = resolve;
    });
  return { next, [Symbol.dispose]: () => watching[Symbol.dispose]() };
}

async function openFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'landfall-watch-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

it('changes of other files cost no access to the file system', async () => {
  await using folder = await openFolder();
  using watched = watchYaml(folder.path);
  const stat = vi.spyOn(fs, 'statSync');
  syncBuiltinESMExports();
  try {
    const changed = watched.next();
    for (let index = 0; index < 20; index += 1) await writeFile(join(folder.path, `data-${index}.db-wal`), 'x');
    await writeFile(join(folder.path, 'acme.yaml'), 'x');
    await changed;
    // Writing a file causes two events.
    expect(stat.mock.calls.filter(([path]) => path === folder.path).length).toBeLessThanOrEqual(2);
  } finally {
    stat.mockRestore();
    syncBuiltinESMExports();
  }
});

it('detects a folder whose parents are created later, and its replacement by another folder', async () => {
  await using folder = await openFolder();
  const path = join(folder.path, 'mounts', 'landfall', 'partners');
  using watched = watchYaml(path);
  for (const parent of ['mounts', 'mounts/landfall', 'mounts/landfall/partners', 'next']) {
    const changed = watched.next();
    await mkdir(join(folder.path, parent));
    if (parent !== 'next') await changed;
  }
  await writeFile(join(folder.path, 'next', 'acme.yaml'), 'x');
  const moved = watched.next();
  await rename(path, join(folder.path, 'former'));
  await moved;
  const replaced = watched.next();
  await rename(join(folder.path, 'next'), path);
  await replaced;
  const changed = watched.next();
  await writeFile(join(path, 'other.yaml'), 'x');
  await changed;
});
