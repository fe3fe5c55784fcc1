import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Builds `@landfall/client` and `@landfall/client/operations`, one ES module each, without imports. */
export default defineConfig({
  root: pathOf('.'),
  logLevel: 'warn',
  plugins: [
    {
      name: 'served-by-landfall',
      writeBundle({ dir = '' }) {
        const served = pathOf('../../dist/gateway/web/client');
        mkdirSync(served, { recursive: true });
        copyFileSync(join(dir, 'landfall-client.js'), join(served, 'landfall-client.js'));
      },
    },
  ],
  build: {
    outDir: pathOf('dist'),
    emptyOutDir: true,
    target: 'es2023',
    minify: 'esbuild',
    lib: {
      entry: { 'landfall-client': pathOf('client.ts'), operations: pathOf('generated/operations.ts') },
      formats: ['es'],
    },
  },
});
