import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/longest-first.ts';

const everywhere = ['gateway/**/*.test.ts', 'subgraphs/**/*.test.ts', 'partners/**/*.test.ts', 'test/**/*.test.ts'];
/** Promises of a time: a machine that does other things meanwhile would break them for us, so they are kept alone, last. */
const timed = ['test/**/*.timed.test.ts'];
/** Tests that measure the heap: each has a worker of its own, whose heap holds nothing of other tests. */
const measured = ['test/**/*.heap.test.ts'];

const root = new URL('..', import.meta.url).pathname;
const each = {
  root,
  // Only what hangs takes this long, also on a machine of one slow core: a limit that a test comes near fails now and then.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // As long as `until` of test/support waits; by default it would be a second.
  expect: { poll: { timeout: 60_000, interval: 20 } },
  // Loading all modules anew for each of two hundred files would take a quarter of the time.
  isolate: false,
  setupFiles: ['test/support/equality.ts'],
};
/** One more than a small machine has cores: half of its time a worker waits for a process, a server or a timer. */
const workers = 3;
/**
 * Most of what tests make is garbage soon: with room for it, less is copied until then. And most of their code runs a few times
 * only: optimizing what has run as often as this, and nothing sooner, takes a tenth less of the machine.
 */
const execArgv = ['--max-semi-space-size=64', '--interrupt-budget=1000000'];

// Packages in CommonJS load graphql's CommonJS files; its modules would be a second graphql that knows no type of the first.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

export default defineConfig({
  test: {
    root,
    // Here and not in the projects: one MongoDB and one Redis for all of them.
    globalSetup: ['test/support/memory-folder.ts', 'test/support/servers.ts'],
    sequence: { sequencer: LongestFirst },
    // Each project compiles its files; what another one has compiled, in this run or an earlier one, it reads.
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
