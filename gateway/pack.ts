import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { externalPackages } from './external-packages.ts';

/**
 * Writes the tarball of the package `landfall`, which `npm publish` takes, to a folder, and prints its path. Usage:
 * `npx tsx gateway/pack.ts <folder>`, after `npm run build`. Of the dependencies, its manifest has only those that are
 * not bundled.
 */
const destination = resolve(process.argv[2] ?? '.');
const folder = mkdtempSync(join(tmpdir(), 'landfall-pack-'));

try {
  const root = join(import.meta.dirname, '..');
  const { scripts, devDependencies, overrides, workspaces, dependencies, ...manifest } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  for (const path of manifest.files) if (!path.startsWith('!')) cpSync(join(root, path), join(folder, path), { recursive: true });
  const external = Object.fromEntries(externalPackages.map((name) => [name, dependencies[name]]));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, dependencies: external }, undefined, 2)}\n`);
  const options = ['--ignore-scripts', '--json', '--pack-destination', destination];
  const [packed] = JSON.parse(execFileSync('npm', ['pack', folder, ...options], { encoding: 'utf8' })) as { filename: string }[];
  process.stdout.write(`${join(destination, packed?.filename ?? '')}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
