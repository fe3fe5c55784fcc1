import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { writeNotices } from '../../../packages/third-party-notices.ts';
import type { Example } from './examples.tsx';

// esbuild is used because Vite takes six times as long for the two thousand modules of the editor.
const here = import.meta.dirname;
const root = join(here, '..', '..', '..');
const outdir = join(root, 'dist', 'gateway', 'web', 'graphiql');

const operations = join(root, 'schema', 'operations');
const files = (await readdir(operations)).filter((file) => file.endsWith('.graphql')).sort();
const examples: readonly Example[] = await Promise.all(
  files.map(async (file) => ({ name: basename(file, '.graphql'), text: await readFile(join(operations, file), 'utf8') })),
);

await rm(outdir, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  // The page and the editor refer to these files by name. The names of all others contain a hash of the content.
  entryPoints: {
    page: join(here, 'page.tsx'),
    'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
    'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
    'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
  },
  chunkNames: 'assets/[name]-[hash]',
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"', EXAMPLES: JSON.stringify(examples) },
  // The editor's modules import their styles, which the style sheet of GraphiQL already contains.
  plugins: [
    { name: 'styles-once', setup: ({ onLoad }) => onLoad({ filter: /monaco-editor.*\.css$/ }, () => ({ contents: '', loader: 'css' })) },
  ],
  metafile: true,
  logLevel: 'warning',
});
writeNotices(outdir, Object.keys(metafile.inputs));
await copyFile(join(here, 'index.html'), join(outdir, 'index.html'));
