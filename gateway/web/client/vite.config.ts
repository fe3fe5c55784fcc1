import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Builds `landfall/client` and `landfall/operations`: one ES module each, with nothing to import. */
export default defineConfig({
  root: pathOf('.'),
  logLevel: 'warn',
  build: {
    outDir: pathOf('../../../dist/gateway/web/client'),
    // The declarations are there already.
    emptyOutDir: false,
    target: 'es2023',
    sourcemap: true,
    minify: 'esbuild',
    lib: {
      entry: { 'landfall-client': pathOf('client.ts'), operations: pathOf('generated/operations.ts') },
      formats: ['es'],
    },
  },
});
