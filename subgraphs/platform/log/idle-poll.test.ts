import { expect, test } from 'vitest';
import { createTestClock } from '../../../test/support/test-clock.ts';
import { createIdlePoll, idleLookMs } from './idle-poll.ts';

const [activeMs, tickMs] = [8_000, 1_000];

/** Runs a round each second. @returns in how many of them the store is looked at */
function open({ shared = true } = {}) {
  const clock = createTestClock();
  const bus = { connected: true };
  const poll = createIdlePoll({ bus, shared, clock, activeMs });
  const looksIn = (ms: number): number => {
    let looks = 0;
    for (let elapsedMs = 0; elapsedMs < ms; elapsedMs += tickMs) {
      clock.advance(tickMs);
      if (poll.isDue()) looks += 1;
    }
    return looks;
  };
  return { bus, poll, clock, looksIn };
}

test('looks in every round after a wake-up, once more when it becomes idle, and then rarely', () => {
  const { poll, looksIn } = open();
  expect(looksIn(activeMs)).toBe(activeMs / tickMs);
  expect(looksIn(3 * idleLookMs)).toBe(3);
  poll.wake();
  expect(looksIn(activeMs)).toBe(activeMs / tickMs);
});

test('looks in every round while the bus is disconnected, and once more when it is connected again', () => {
  const { bus, looksIn } = open();
  looksIn(activeMs);
  bus.connected = false;
  expect(looksIn(idleLookMs)).toBe(idleLookMs / tickMs);
  bus.connected = true;
  expect(looksIn(2 * tickMs)).toBe(1);
});

test('looks at once after the clock was set back, and in every round of a process that is alone with its store', () => {
  const { clock, looksIn } = open();
  looksIn(2 * activeMs);
  clock.advance(-3_600_000);
  expect(looksIn(tickMs)).toBe(1);
  expect(open({ shared: false }).looksIn(idleLookMs)).toBe(idleLookMs / tickMs);
});
