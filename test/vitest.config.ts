import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['gateway/**/*.test.ts', 'subgraphs/**/*.test.ts', 'partners/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/servers.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
