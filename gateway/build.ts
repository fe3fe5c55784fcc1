import { readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';
import { settings } from '#platform/config.ts';
import { writeNotices } from '../packages/third-party-notices.ts';
import { externalPackages } from './external-packages.ts';

/**
 * Builds the executable program: the command, the modules of embedding programs and the modules that they load, under
 * `dist/program`, and the thread of the store and the process of the query planner, each named after its source file.
 * Modules that are loaded together share one file: hundreds of small files would slow the start of a process.
 */
const root = join(import.meta.dirname, '..');
const chunks = 'program';

/**
 * Bundles the packages that our modules load when they are first needed, and gives them the exports and the functions that Node
 * gives them.
 */
const bundledPackages: Plugin = {
  name: 'bundled-packages',
  setup({ onLoad, onResolve }) {
    // The bundler knows `require`, which ES modules have to create.
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll("createRequire(import.meta.url)('", "require('"),
      loader: 'ts',
    }));
    // The bundler gives a CommonJS package that is loaded by `import()` no named exports.
    onResolve({ filter: /^[^./#]/ }, ({ path, kind }) => {
      const isExternal = isBuiltin(path) || externalPackages.includes(path);
      return kind === 'dynamic-import' && !isExternal ? { path, namespace: 'lazy' } : undefined;
    });
    // Outside of a CommonJS file of Node this package finds no `require`, and would hash each query in JavaScript.
    onLoad({ filter: /utils\.createhash\/dist\/index\.js$/ }, () => ({
      contents: "exports.createHash = require('node:crypto').createHash;",
    }));
    // Our server has no schemas: `createHttpServer` replaces the compilers.
    onLoad({ filter: /@fastify\/(ajv|fast-json-stringify)-compiler\/index\.js$/ }, () => ({ contents: '' }));
    onLoad({ filter: /.*/, namespace: 'lazy' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => /^\w+$/.test(name));
      return { contents: `export { ${names.join(', ')} } from '${path}';`, resolveDir: root };
    });
  },
};

const common = {
  absWorkingDir: root,
  outbase: '.',
  outdir: 'dist',
  bundle: true,
  external: [...externalPackages],
  plugins: [bundledPackages],
  metafile: true,
  platform: 'node',
  target: 'node20.19',
  // Used by a start with --enable-source-maps.
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
} satisfies BuildOptions;

await rm(join(root, 'dist', chunks), { recursive: true, force: true });
const command = await build({
  ...common,
  entryPoints: ['gateway/cli/landfall.ts', 'gateway/start-landfall.ts', 'gateway/apollo.ts'],
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
  entryPoints: ['subgraphs/platform/store/sqlite/writer.ts', 'gateway/engines/planner-process.ts'],
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
});
await writeTypes(join(root, 'dist', 'gateway'));
writeNotices(
  join(root, 'dist'),
  [command, threads].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
);

/**
 * Writes the declarations of the modules `landfall` and `landfall/apollo` to a folder. They contain those of the bundled
 * packages, because another version of a package, or none, may be installed beside ours.
 */
async function writeTypes(folder: string): Promise<void> {
  const bundle = await rollup({
    input: join(root, 'gateway/apollo.ts'),
    plugins: [dts({ tsconfig: join(root, 'tsconfig.json'), respectExternal: true })],
    onwarn: ({ code, message }) => {
      if (code !== 'UNRESOLVED_IMPORT' && code !== 'CIRCULAR_DEPENDENCY') throw new Error(message);
    },
  });
  await bundle.write({ file: join(folder, 'apollo.d.ts') });
  await bundle.close();
  await writeFile(join(folder, 'settings.d.ts'), settingsTypes());
  const source = await readFile(join(root, 'gateway/start-landfall.ts'), 'utf8');
  const { outputText } = ts.transpileDeclaration(source, { fileName: 'start-landfall.ts' });
  const published = outputText.replace("'#platform/config.ts'", "'./settings.js'").replace("'./apollo.ts'", "'./apollo.js'");
  await writeFile(join(folder, 'start-landfall.d.ts'), published);
}

/** Returns the declaration of the settings, with their descriptions and without the types of zod. */
function settingsTypes(): string {
  const path = join(root, 'subgraphs/platform/config.ts');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram([path], options);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const symbol = file && checker.getSymbolAtLocation(file);
  const alias = symbol && checker.getExportsOfModule(symbol).find(({ name }) => name === 'Settings');
  if (alias === undefined) throw new Error(`expected ${path} to export Settings`);
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(alias)).map((member) => {
    const type = checker.typeToString(checker.getTypeOfSymbol(member), undefined, ts.TypeFormatFlags.NoTruncation);
    const description = settings.shape[member.name as keyof typeof settings.shape].description;
    return `  /** ${description} */\n  readonly ${member.name}?: ${type};\n`;
  });
  return `/** The settings as a program gives them; strings have the syntax of the environment. */\nexport interface Settings {\n${members.join('')}}\n`;
}
