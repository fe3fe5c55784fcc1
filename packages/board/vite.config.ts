import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { noticesName, writeNotices } from '../third-party-notices.ts';

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** The folder from which the server serves the files. */
const served = fileOf('../../dist/gateway/web/board');

/**
 * Removes the white space around braces, semicolons and commas of a stylesheet, and after the colons of its
 * declarations.
 */
function withoutBlanks(css: string): string {
  return css
    .replaceAll(/\s*([{};,>])\s*/g, '$1')
    .replaceAll(/: +/g, ':')
    .replaceAll(';}', '}');
}

/** The component is one file with a stable name, because other pages load it; the board's own page uses the same file. */
export default defineConfig({
  root: fileOf('.'),
  base: './',
  logLevel: 'warn',
  publicDir: false,
  esbuild: {
    // Calls of `h` are shorter than those of the automatic runtime.
    jsx: 'transform',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    jsxInject: "import { Fragment, h } from 'preact';",
    legalComments: 'none',
  },
  plugins: [
    {
      // The styles are strings, which the minifier does not change.
      name: 'styles-without-blanks',
      transform: (code, id) => (/board\/styles\/.*-styles|\/base\.ts/.test(id) ? withoutBlanks(code) : undefined),
    },
    {
      name: 'third-party-notices',
      writeBundle: ({ dir = '.' }, chunks) =>
        writeNotices(
          dir,
          Object.values(chunks).flatMap((chunk) => ('modules' in chunk ? Object.keys(chunk.modules) : [])),
        ),
    },
    {
      name: 'package-of-the-component',
      // The tests of the package load this file too, and must not remove what was built.
      apply: 'build',
      closeBundle() {
        const packed = fileOf('dist');
        rmSync(packed, { recursive: true, force: true });
        mkdirSync(packed);
        for (const name of ['landfall-arrivals.js', noticesName]) copyFileSync(join(served, name), join(packed, name));
      },
    },
  ],
  build: {
    outDir: served,
    emptyOutDir: true,
    target: 'es2023',
    // Two percent smaller than what esbuild writes, after gzip.
    minify: 'terser',
    terserOptions: { module: true, compress: { passes: 2, reduce_funcs: false } },
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        'landfall-arrivals': fileOf('landfall-arrivals.ts'),
        index: fileOf('index.html'),
        'sign-in': fileOf('sign-in.html'),
      },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
});
