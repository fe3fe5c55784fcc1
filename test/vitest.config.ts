import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/longest-first.ts';

const everywhere = ['gateway/**/*.test.ts', 'subgraphs/**/*.test.ts', 'packages/**/*.test.ts', 'test/**/*.test.ts'];
/** Tests that assert durations. They run last and alone, because other load on the machine would make them fail. */
const timed = ['test/**/*.timed.test.ts'];
/** Tests that measure the heap. Each runs in a separate worker, so that its heap contains nothing of other tests. */
const measured = ['test/**/*.heap.test.ts'];

const root = new URL('..', import.meta.url).pathname;
const each = {
  root,
  // Reached only by tests that hang, even on a machine with one slow core. A limit close to normal durations would fail
  // occasionally.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // The same as for `until` of test/support; the default would be a second.
  expect: { poll: { timeout: 60_000, interval: 50 } },
  // Loading all modules again for each of two hundred files would take a quarter of the time.
  isolate: false,
  setupFiles: ['test/support/equality.ts'],
};
/** Three times as many as a small machine has cores, because a worker waits for processes, servers or timers for two thirds of its time. */
const workers = 6;
/**
 * Most objects of tests are short-lived, and a larger young generation copies fewer of them. Most code runs only a few
 * times, so optimizing later saves a tenth of the CPU.
 */
const execArgv = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--interrupt-budget=1000000'];

// CommonJS packages load graphql's CommonJS files; its ES modules would be a second graphql that does not recognize
// types of the first.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

export default defineConfig({
  test: {
    root,
    // Configured here and not in the projects, so that all of them share one MongoDB and one Redis.
    globalSetup: ['test/support/memory-folder.ts', 'test/support/servers.ts', 'test/support/packed.ts'],
    sequence: { sequencer: LongestFirst },
    // Each project compiles its files, and reuses what another one, or an earlier run, has compiled.
    experimental: { fsModuleCache: true },
    projects: [
      {
        resolve,
        test: { ...each, name: 'promises', include: everywhere, exclude: [...timed, ...measured], maxWorkers: workers, execArgv },
      },
      { resolve, test: { ...each, name: 'times', include: timed, maxWorkers: 1, sequence: { groupOrder: 1 } } },
      { resolve, test: { ...each, name: 'heap', include: measured, isolate: true, maxWorkers: workers } },
    ],
  },
});
