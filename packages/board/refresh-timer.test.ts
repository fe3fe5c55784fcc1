import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RefreshTimer } from './refresh-timer.ts';

const startMs = Date.UTC(2026, 2, 9, 8);

beforeEach(() => {
  vi.useFakeTimers({ now: startMs });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a timer that records the milliseconds after the start of each read. */
function timerOf(read: () => Promise<void> = async () => undefined) {
  const reads: number[] = [];
  const idle: number[] = [];
  const timer = new RefreshTimer((isIdle) => {
    (isIdle ? idle : reads).push(Date.now() - startMs);
    return read();
  });
  return { timer, reads, idle };
}

it.each([0, 100, 360, 900, 1_700])(
  'reads an arrival that follows its record after %d ms at most half of that time and 80 ms later',
  async (delayMs) => {
    const { timer, reads } = timerOf();
    timer.wake();
    await vi.advanceTimersByTimeAsync(3_000);
    const foundAtMs = reads.find((passedMs) => passedMs >= delayMs) ?? Number.POSITIVE_INFINITY;
    expect(foundAtMs).toBeLessThanOrEqual(delayMs * 1.5 + 80);
    timer[Symbol.dispose]();
  },
);

it('reads fourteen times in the minute after a record, and then once a minute', async () => {
  const { timer, reads, idle } = timerOf();
  timer.wake();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(reads).toHaveLength(14);
  expect(idle).toEqual([]);
  await vi.advanceTimersByTimeAsync(250_000);
  expect(idle).toHaveLength(2);
  timer[Symbol.dispose]();
});

it('reads at most four times a second while hundreds of changes arrive', async () => {
  const { timer, reads } = timerOf();
  for (let passedMs = 0; passedMs < 2_000; passedMs += 10) {
    timer.wake();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(reads.length).toBeGreaterThan(6);
  expect(reads.length).toBeLessThanOrEqual(9);
  timer[Symbol.dispose]();
});

it('reads again after a change that arrives during a read', async () => {
  let finish = (): void => undefined;
  const { timer, reads } = timerOf(() => new Promise((resolve) => (finish = resolve)));
  timer.wake();
  await vi.advanceTimersByTimeAsync(80);
  timer.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toHaveLength(1);
  finish();
  await vi.advanceTimersByTimeAsync(250);
  expect(reads).toHaveLength(2);
  timer[Symbol.dispose]();
});

it('continues after a read that never ends, and stops when it is disposed of', async () => {
  const { timer, reads } = timerOf(() => new Promise(() => undefined));
  timer.wake();
  await vi.advanceTimersByTimeAsync(30_500);
  expect(reads).toHaveLength(2);
  timer[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(reads).toHaveLength(2);
});
