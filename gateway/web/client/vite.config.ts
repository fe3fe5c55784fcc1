import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Builds `landfall/client` and `landfall/operations`: one ES module each, without imports. */
export default defineConfig({
  root: pathOf('.'),
  logLevel: 'warn',
  build: {
    outDir: pathOf('../../../dist/gateway/web/client'),
    // `tsc` has written the declarations already.
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
