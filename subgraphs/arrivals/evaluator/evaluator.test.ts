import { expect, test, vi } from 'vitest';
import { createTestClock } from '../../../test/support/test-clock.ts';
import { createBacklogPause, type EvaluatorOptions, startEvaluator } from './evaluator.ts';

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

test('A rebuild waits until events are followed again, because it would take what they changed for what was known', async () => {
  const log = { bounds: async () => ({ head: 1 }), assignSequences: async () => 0 };
  const failures = Array.from({ length: 30 }, (_, index) => new Error(`failure ${index}`));
  const asked: string[] = [];
  const positions = new Map(Object.entries({ 'arrivals-baseline': 1, 'arrival-notice-versions': 1, 'arrivals-rebuild-requested': 1 }));
  const row = {
    arrivalId: '["acme","1"]',
    document: JSON.stringify({ notice: { partner: 'acme' }, positions: {}, partyTerms: [], views: {} }),
    revision: 1,
    entries: [],
  };
  const options = {
    store: {
      takeLease: async () => true,
      releaseLease: async () => undefined,
      versions: () => log,
      arrivals: {
        position: async (name: string) => positions.get(name) ?? 0,
        dueBy: async () => [],
        findMarks: async () => [],
        scan: async () => {
          asked.push('rebuild');
          return [row];
        },
      },
    },
    bus: { subscribe: () => () => undefined, connected: true, isLossless: true },
    clock: createTestClock(),
    signer: { sign: () => '1', read: () => ({ position: '1' }) },
    executeQuery: async () => {
      asked.push('events');
      const failure = failures.shift();
      throw failure ?? new Error('the test is over');
    },
    update: async () => undefined,
    views: () => [],
    tenants: () => [],
    logger: { warn: () => undefined, error: () => undefined },
  };
  await using _ = startEvaluator(options as unknown as EvaluatorOptions);
  await vi.waitUntil(() => failures.length === 0);
  // The pass at the start reads the arrivals, too, once.
  expect(asked.filter((name) => name === 'rebuild')).toHaveLength(1);
});
