import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Builds the program that runs: the command and the threads that write and sign, each under the name of its source, and what
 * they load under `dist/program`. One file for what is loaded together, since each of hundreds of small ones costs a
 * process some of its start.
 */
const root = join(import.meta.dirname, '..');
const chunks = 'program';

await rm(join(root, 'dist', chunks), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ['gateway/landfall.ts', 'subgraphs/shared/store/embedded-writer.ts', 'subgraphs/shared/upstream/signing-thread.ts'],
  outbase: '.',
  outdir: 'dist',
  chunkNames: `${chunks}/[name]-[hash]`,
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // For those who start it with --enable-source-maps.
  sourcemap: true,
  logLevel: 'warning',
});
