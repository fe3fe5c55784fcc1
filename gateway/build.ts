import { readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { writeNotices } from './web/third-party-notices.ts';

/**
 * Builds the executable program under `dist/program`: the command, the store and signing threads, each named after its
 * source file, and the modules they load. Modules that are loaded together share one file: hundreds of small files
 * would slow the start of a process.
 */
const root = join(import.meta.dirname, '..');
const chunks = 'program';

/**
 * Packages that are installed with the package are loaded from there; all others are bundled, in the versions of the
 * lockfile.
 */
const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
const bundleTheRest: Plugin = {
  name: 'bundle-the-rest',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      // The dependencies of a bundled package are bundled in the version that it requires; only `graphql` must exist
      // once.
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
  // Bundled CommonJS packages call `require` for the modules of Node.
  banner: {
    js: "import { createRequire as createRequireOfModule } from 'node:module'; const require = createRequireOfModule(import.meta.url);",
  },
  metafile: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Used by a start with --enable-source-maps.
  sourcemap: true,
  logLevel: 'warning',
});
writeNotices(join(root, 'dist'), Object.keys(metafile.inputs));
