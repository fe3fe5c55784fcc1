import { expect, test } from 'vitest';
import { createTestClock } from '../../../test/support/test-clock.ts';
import { createBacklogPause } from './evaluator.ts';

const usualMs = 40;

/** Creates a function that runs a round, and the pauses of its rounds. */
function createRounds() {
  const clock = createTestClock();
  const backlogPause = createBacklogPause(clock);
  const { signal } = new AbortController();
  const run = ({ grows, hasMore, roundMs = usualMs }: { grows: boolean; hasMore: boolean; roundMs?: number }) => {
    const round = async () => {
      if (grows) backlogPause.logGrew();
      clock.advance(roundMs);
      return hasMore ? 0 : undefined;
    };
    return backlogPause.run(round, signal);
  };
  return { clock, run };
}

test('The evaluator pauses after each round of a backlog while a log grows', async () => {
  const { clock, run } = createRounds();
  await run({ grows: true, hasMore: true });
  await run({ grows: true, hasMore: true });
  expect(clock.pauses).toEqual([3 * usualMs, 3 * usualMs]);
});

test('The evaluator does not pause without a backlog, or when no log grows', async () => {
  const { clock, run } = createRounds();
  await run({ grows: true, hasMore: false });
  await run({ grows: false, hasMore: true });
  expect(clock.pauses).toEqual([]);
});

test('The evaluator pauses briefly after a round that waits for partners', async () => {
  const { clock, run } = createRounds();
  await run({ grows: true, hasMore: true, roundMs: 2_000 });
  expect(clock.pauses).toEqual([300]);
});

test('The evaluator stops pausing after ten seconds of a backlog, until it has caught up', async () => {
  const { clock, run } = createRounds();
  await run({ grows: true, hasMore: true });
  clock.advance(10_000);
  await run({ grows: true, hasMore: true });
  expect(clock.pauses).toHaveLength(1);
  await run({ grows: true, hasMore: false });
  await run({ grows: true, hasMore: true });
  expect(clock.pauses).toHaveLength(2);
});
