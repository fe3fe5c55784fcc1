import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
