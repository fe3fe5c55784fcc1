import { expect, it } from 'vitest';
import { casesOf } from '../../support/random-cases.ts';
import { planRandomOperations } from './random-plans.ts';

/** Number of plans in a test run; `npm run random:plans` makes more. */
const { numRuns: count } = casesOf(1_000);
/** A seed that failed is added here. */
const formerSeeds: readonly number[] = [];

it('no random operation of a client ends the query planner', async () => {
  const firstSeed = Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`planning ${count} random operations from seed ${firstSeed}\n`);
  expect(await planRandomOperations(firstSeed, count)).toEqual([]);
  for (const seed of formerSeeds) expect(await planRandomOperations(seed, 1)).toEqual([]);
});
