import { expect, test } from 'vitest';
import { createTestClock } from '../../../test/support/test-clock.ts';
import { createIdlePoll, idlePollMs } from './background-task.ts';

const [activeMs, tickMs] = [8_000, 1_000];

/** Creates a poll and a function that runs a round each second. @returns the number of rounds that were due */
function open() {
  const clock = createTestClock();
  const bus = { connected: true };
  const poll = createIdlePoll({ bus, clock, activeMs });
  const dueRoundsIn = (ms: number): number => {
    let dueRounds = 0;
    for (let elapsedMs = 0; elapsedMs < ms; elapsedMs += tickMs) {
      clock.advance(tickMs);
      if (poll.isDue()) dueRounds += 1;
    }
    return dueRounds;
  };
  return { bus, poll, clock, dueRoundsIn };
}

test('is due in every round after a wake-up, once more when it becomes idle, and then rarely', () => {
  const { poll, dueRoundsIn } = open();
  expect(dueRoundsIn(activeMs)).toBe(activeMs / tickMs);
  expect(dueRoundsIn(3 * idlePollMs)).toBe(3);
  poll.wake();
  expect(dueRoundsIn(activeMs)).toBe(activeMs / tickMs);
});

test('is due in every round while the bus is disconnected, and once more when it is connected again', () => {
  const { bus, dueRoundsIn } = open();
  dueRoundsIn(activeMs);
  bus.connected = false;
  expect(dueRoundsIn(idlePollMs)).toBe(idlePollMs / tickMs);
  bus.connected = true;
  expect(dueRoundsIn(2 * tickMs)).toBe(1);
});

test('is due immediately after the clock was set back', () => {
  const { clock, dueRoundsIn } = open();
  dueRoundsIn(2 * activeMs);
  clock.advance(-3_600_000);
  expect(dueRoundsIn(tickMs)).toBe(1);
});
