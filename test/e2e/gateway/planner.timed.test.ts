import { expect, it } from 'vitest';
import { expectWithin } from '../../support/promised-time.ts';
import { crashingOf, openProductPlanner, plannableOf } from './product-planner.ts';

/** How often one caller tries to end the planner's process. */
const attempts = 100;

it('a caller that ends the planner a hundred times delays 99 of 100 plans of its neighbours by less than half a second', async () => {
  await using planner = openProductPlanner();
  await planner.plan(plannableOf(0), 'neighbour');
  const killing = Promise.all(
    Array.from({ length: attempts }, (_, number) => planner.plan(crashingOf(number), 'killer').catch((error: unknown) => error)),
  ).then((errors) => ({ errors }));
  const times: number[] = [];
  let killed: Awaited<typeof killing> | undefined;
  void killing.then((result) => {
    killed = result;
  });
  for (let number = 1; killed === undefined || number <= attempts; number += 1) {
    const start = performance.now();
    await planner.plan(plannableOf(number), 'neighbour');
    times.push(performance.now() - start);
  }
  expect(new Set(killed.errors.map((error) => (error as { code: string }).code))).toEqual(new Set(['PLAN_FAILED', 'RATE_LIMITED']));
  expect(planner.ends.length).toBeLessThan(5);
  const p99 = times.toSorted((a, b) => b - a)[Math.floor(times.length / 100)] ?? 0;
  expectWithin('p99 of plans beside a caller that ends the planner', p99, { promisedMs: 500, atMostMs: 10_000 });
});
