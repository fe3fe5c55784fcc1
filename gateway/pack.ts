import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Packs a package without its scripts. @returns the path of the tarball */
function pack(from: string, to: string): string {
  const options = ['--ignore-scripts', '--json', '--pack-destination', to];
  const [packed] = JSON.parse(execFileSync('npm', ['pack', from, ...options], { encoding: 'utf8' })) as { filename: string }[];
  return join(to, packed?.filename ?? '');
}

try {
  const whole = pack(join(import.meta.dirname, '..'), folder);
  execFileSync('tar', ['-xzf', whole, '-C', folder]);
  const manifestPath = join(folder, 'package', 'package.json');
  const { scripts, devDependencies, overrides, workspaces, dependencies, ...manifest } = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const external = Object.fromEntries(externalPackages.map((name) => [name, dependencies[name]]));
  writeFileSync(manifestPath, `${JSON.stringify({ ...manifest, dependencies: external }, undefined, 2)}\n`);
  process.stdout.write(`${pack(join(folder, 'package'), destination)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
