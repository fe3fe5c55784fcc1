import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Packages in CommonJS load graphql's CommonJS files; its modules would be a second graphql that knows no type of the first.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['gateway/**/*.test.ts', 'subgraphs/**/*.test.ts', 'partners/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/servers.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Loading all modules anew for each of two hundred files would take a quarter of the time.
    isolate: false,
  },
});
