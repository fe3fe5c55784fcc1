import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { casesOf } from '../support/random-cases.ts';

const run = promisify(execFile);

/** Seeds that once differed. */
const fixed: readonly number[] = [49, 422, 424, 440, 480, 502, 804, 913, 1115, 1254, 1723, 1894, 950_188, 692_297_741, 55_437_384];

/** A small part of what `npm run test:equality` compares. */
const { numRuns: count } = casesOf(1_000);

test(`both engines return what graphql-js returns, for seeds that once differed and ${count} new operations over new schemas in three subgraphs`, async () => {
  // In a process of its own, because graphql-js 16 leaves rejections unhandled. Its last line says what differs.
  const options = ['--seeds', fixed.join(), '--count', String(count)];
  const comparison = run(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'run.ts'), ...options], { maxBuffer: 1e8 });
  const { stdout } = await comparison.catch((error: unknown) => error as { stdout: string });
  process.stdout.write(stdout);
  expect(stdout).toMatch(/^seeds .* 0 differ/m);
}, 600_000);
