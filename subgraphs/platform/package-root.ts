import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the package, with a slash-less end: the same from the sources and from the compiled program. */
export const packageRoot = findPackageRoot(import.meta.dirname);

/** The version of this program, as its package says. */
export function readPackageVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version;
}

function findPackageRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the program');
  return findPackageRoot(parent);
}
