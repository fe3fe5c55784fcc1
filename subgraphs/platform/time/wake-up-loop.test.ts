import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Clock } from './clock.ts';
import { startWakeUpLoop } from './wake-up-loop.ts';

/** Creates a clock that does not advance by itself. */
function createStoppedClock() {
  const waits = new Set<{ readonly until: number; readonly end: () => void }>();
  let now = 0;
  const clock: Clock = {
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const wait = { until: now + ms, end: resolve };
        waits.add(wait);
        signal?.addEventListener('abort', () => {
          waits.delete(wait);
          reject(signal.reason);
        });
      }),
  };
  const advance = async (ms: number) => {
    now += ms;
    for (const wait of waits) if (wait.until <= now && waits.delete(wait)) wait.end();
    await settle();
  };
  return { clock, advance };
}

/** Lets a requested round run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

const onError = () => undefined;

test('the first round runs immediately, and simultaneous wake-ups lead to one round', async () => {
  let rounds = 0;
  const loop = startWakeUpLoop({
    round: async () => {
      rounds += 1;
    },
    onError,
  });
  await loop.firstRound;
  expect(rounds).toBe(1);
  loop.wake();
  loop.wake();
  await settle();
  expect(rounds).toBe(2);
  await loop.stop();
});

test('a wake-up during a round leads to another round after it, never to two concurrent ones', async () => {
  const ends: (() => void)[] = [];
  let [running, most] = [0, 0];
  const loop = startWakeUpLoop({
    round: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
      return undefined;
    },
    onError,
  });
  await settle();
  loop.wake();
  await settle();
  expect([ends.length, most]).toEqual([1, 1]);
  ends[0]?.();
  await settle();
  expect([ends.length, most]).toEqual([2, 1]);
  ends[1]?.();
  await loop.stop();
});

test('without a wake-up a round runs after the time that the last one returned, otherwise after pollMs', async () => {
  const { clock, advance } = createStoppedClock();
  const waits = [20, undefined, undefined];
  let rounds = 0;
  const loop = startWakeUpLoop({ round: async () => waits[rounds++], onError, pollMs: 100, clock });
  await settle();
  await advance(19);
  expect(rounds).toBe(1);
  await advance(1);
  expect(rounds).toBe(2);
  await advance(99);
  expect(rounds).toBe(2);
  await advance(1);
  expect(rounds).toBe(3);
  await loop.stop();
});

test('after a failure the next round waits for a pause that doubles, and wake-ups do not shorten it', async () => {
  const { clock, advance } = createStoppedClock();
  const failures: number[] = [];
  let isFailing = true;
  let rounds = 0;
  const loop = startWakeUpLoop({
    round: async () => {
      rounds += 1;
      if (isFailing) throw new Error('away');
      return undefined;
    },
    onError: (_error, count) => failures.push(count),
    backoff: { firstRetryMs: 100, maxRetryMs: 1_000 },
    clock,
  });
  await settle();
  loop.wake();
  await advance(49);
  expect(failures).toEqual([1]);
  await advance(51);
  expect(failures).toEqual([1, 2]);
  await advance(99);
  expect(failures).toEqual([1, 2]);
  isFailing = false;
  await advance(101);
  expect([rounds, failures]).toEqual([3, [1, 2]]);
  loop.wake();
  await settle();
  expect(rounds).toBe(4);
  await loop.stop();
});

test('stopping aborts the signal of the current round, waits for its end and starts no other', async () => {
  let rounds = 0;
  let isAborted = false;
  const loop = startWakeUpLoop({
    round: async (signal) => {
      rounds += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      isAborted = true;
      return 0;
    },
    onError,
    pollMs: 1,
  });
  await settle();
  await loop.stop();
  loop.wake();
  await settle();
  expect([rounds, isAborted]).toEqual([1, true]);
});

test('stopping ends the pause after a failure', async () => {
  const { clock } = createStoppedClock();
  const loop = startWakeUpLoop({ round: () => Promise.reject<undefined>(new Error('away')), onError, clock });
  await loop.firstRound;
  await loop.stop();
});

test('with a minimum interval the first wake-up is served immediately, and those that follow share a round at its end', async () => {
  const { clock, advance } = createStoppedClock();
  const rounds: number[] = [];
  const loop = startWakeUpLoop({
    round: async () => {
      rounds.push(clock.now());
    },
    onError,
    minIntervalMs: 100,
    clock,
  });
  await settle();
  expect(rounds).toEqual([0]);
  await advance(10);
  for (let wakeUp = 0; wakeUp < 3; wakeUp += 1) {
    loop.wake();
    await settle();
  }
  expect(rounds).toEqual([0, 10]);
  await advance(99);
  expect(rounds).toEqual([0, 10]);
  await advance(1);
  expect(rounds).toEqual([0, 10, 110]);
  loop.wake();
  await advance(100);
  expect(rounds).toEqual([0, 10, 110, 210]);
  // After a pause the next one is served immediately again.
  await advance(300);
  loop.wake();
  await settle();
  expect(rounds).toEqual([0, 10, 110, 210, 510]);
  await loop.stop();
});

test('with a minimum interval a round that requests the next one immediately is not delayed', async () => {
  const { clock, advance } = createStoppedClock();
  let rounds = 0;
  const loop = startWakeUpLoop({
    round: async () => {
      rounds += 1;
      return rounds < 4 ? 0 : undefined;
    },
    onError,
    minIntervalMs: 100,
    clock,
  });
  await advance(1);
  await settle();
  expect(rounds).toBe(4);
  await loop.stop();
});
