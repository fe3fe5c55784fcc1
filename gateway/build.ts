import { readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { writeNotices } from './web/third-party-notices.ts';

/**
 * Builds the executable program: the command with the modules that it loads, under `dist/program`, and the store and
 * signing threads and the process of the query planner, each named after its source file. Modules that are loaded together share one file: hundreds of small
 * files would slow the start of a process.
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

const common = {
  absWorkingDir: root,
  outbase: '.',
  outdir: 'dist',
  bundle: true,
  plugins: [bundleTheRest],
  metafile: true,
  platform: 'node',
  target: 'node20.19',
  // Used by a start with --enable-source-maps.
  sourcemap: true,
  logLevel: 'warning',
} satisfies BuildOptions;

await rm(join(root, 'dist', chunks), { recursive: true, force: true });
const command = await build({
  ...common,
  entryPoints: ['gateway/cli/landfall.ts'],
  chunkNames: `${chunks}/[name]-[hash]`,
  splitting: true,
  // Bundled CommonJS packages call `require` for the modules of Node.
  banner: {
    js: "import { createRequire as createRequireOfModule } from 'node:module'; const require = createRequireOfModule(import.meta.url);",
  },
  format: 'esm',
});
// One CommonJS file each: a thread or process that loads ES modules takes a third more CPU to start.
const threads = await build({
  ...common,
  entryPoints: [
    'subgraphs/platform/store/sqlite/writer.ts',
    'subgraphs/platform/upstream/signing-thread.ts',
    'gateway/engines/planner-process.ts',
  ],
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
});
writeNotices(
  join(root, 'dist'),
  [command, threads].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
);
