import { readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { writeNotices } from './web/third-party-notices.ts';

/**
 * Builds the program that runs: the command and the threads that write and sign, each under the name of its source, and what
 * they load under `dist/program`. One file for what is loaded together, since each of hundreds of small ones costs a
 * process some of its start.
 */
const root = join(import.meta.dirname, '..');
const chunks = 'program';

/**
 * Packages that come with the package are loaded from there; all others become part of the program. So are those of the
 * query planner's runtime: the newest versions of what they depend on cannot be installed together, and only the lockfile
 * here says which can.
 */
const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
const bundleTheRest: Plugin = {
  name: 'bundle-the-rest',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      // What a bundled package asks for is bundled in the version that it asks for; there can be only one `graphql`.
      const isOurs = importer.includes('node_modules/') ? name === 'graphql' : Object.hasOwn(dependencies, name);
      return isBuiltin(path) || isOurs ? { path, external: true } : undefined;
    }),
};

await rm(join(root, 'dist', chunks), { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['gateway/cli/landfall.ts', 'subgraphs/platform/store/sqlite/writer.ts', 'subgraphs/platform/upstream/signing-thread.ts'],
  outbase: '.',
  outdir: 'dist',
  chunkNames: `${chunks}/[name]-[hash]`,
  bundle: true,
  splitting: true,
  plugins: [bundleTheRest],
  // Bundled packages in CommonJS call `require` for what Node brings.
  banner: {
    js: "import { createRequire as createRequireOfModule } from 'node:module'; const require = createRequireOfModule(import.meta.url);",
  },
  metafile: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // For those who start it with --enable-source-maps.
  sourcemap: true,
  logLevel: 'warning',
});
writeNotices(join(root, 'dist'), Object.keys(metafile.inputs));
