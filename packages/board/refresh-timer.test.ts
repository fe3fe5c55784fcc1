import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Refresh, type RefreshRequest, RefreshTimer } from './refresh-timer.ts';

const startMs = Date.UTC(2026, 2, 9, 8);
const start = new Date(startMs).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: startMs });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a timer that records the milliseconds after the start of each read, and the requests. */
function timerOf(refresh: (passedMs: number) => boolean | Promise<boolean> = () => true) {
  const reads: number[] = [];
  const requests: RefreshRequest[] = [];
  const read: Refresh = async (request) => {
    const passedMs = Date.now() - startMs;
    reads.push(passedMs);
    requests.push(request);
    return refresh(passedMs);
  };
  return { timer: new RefreshTimer(read), reads, requests };
}

/**
 * Simulates a server whose arrivals follow a record after some milliseconds: the first read after that time finds it.
 */
function followingAfter(delayMs: number) {
  let isFound = false;
  return (passedMs: number) => {
    const isNews = !isFound && passedMs >= delayMs;
    isFound ||= isNews;
    return isNews;
  };
}

it.each([0, 100, 360, 900, 1_700])(
  'finds an arrival that follows its record after %d ms, at most a quarter of that time later',
  async (delayMs) => {
    const { timer, reads } = timerOf(followingAfter(delayMs));
    timer.received(start);
    await vi.advanceTimersByTimeAsync(2_500);
    const foundAtMs = reads.find((passedMs) => passedMs >= delayMs) ?? Number.POSITIVE_INFINITY;
    expect(foundAtMs).toBeLessThanOrEqual(Math.max(delayMs * 1.25, delayMs + 80));
    timer[Symbol.dispose]();
  },
);

it('reads at most seventeen times after a record that no arrival follows', async () => {
  const { timer, reads } = timerOf(() => false);
  timer.received(start);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(reads.length).toBeLessThanOrEqual(17);
  timer[Symbol.dispose]();
});

it('reads an already changed arrival once at first, and again after growing delays', async () => {
  const { timer, reads, requests } = timerOf();
  timer.changed(['A1'], start);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reads).toEqual([60, 360, 1_560, 6_560, 21_560]);
  expect(requests.every(({ named }) => named.includes('A1'))).toBe(true);
  timer[Symbol.dispose]();
});

it('reads at most four times a second while hundreds of changes arrive', async () => {
  const { timer, reads } = timerOf(() => false);
  for (let passedMs = 0; passedMs < 2_000; passedMs += 10) {
    timer.received(new Date().toISOString());
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(reads.length).toBeLessThanOrEqual(9);
  timer[Symbol.dispose]();
});

it('requests what has changed since the earliest pending change, with a margin for clock differences', async () => {
  const { timer, requests } = timerOf();
  timer.received(new Date(startMs + 5_000).toISOString());
  timer.received(start);
  await vi.advanceTimersByTimeAsync(60);
  expect(requests).toEqual([{ since: new Date(startMs - 2_000).toISOString(), named: [] }]);
  timer[Symbol.dispose]();
});

it('forgets a change after its last read, and then reads once a minute what changes without a record', async () => {
  const { timer, requests } = timerOf();
  timer.changed(['A1'], start);
  await vi.advanceTimersByTimeAsync(22_000);
  requests.length = 0;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests).toEqual([
    { since: undefined, named: [] },
    { since: undefined, named: [] },
  ]);
  timer[Symbol.dispose]();
});

it('reads again after a change that arrives during a read', async () => {
  let finish = (_hasNews: boolean): void => undefined;
  const { timer, requests } = timerOf(() => new Promise((resolve) => (finish = resolve)));
  timer.changed(['A1'], start);
  await vi.advanceTimersByTimeAsync(60);
  timer.changed(['A2'], start);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests).toHaveLength(1);
  finish(true);
  await vi.advanceTimersByTimeAsync(250);
  expect(requests.map(({ named }) => named)).toEqual([['A1'], ['A1', 'A2']]);
  timer[Symbol.dispose]();
});

it('continues after a read that never ends, and stops when it is disposed of', async () => {
  const { timer, reads } = timerOf(() => new Promise<boolean>(() => undefined));
  timer.changed(['A1'], start);
  await vi.advanceTimersByTimeAsync(30_500);
  expect(reads).toHaveLength(2);
  timer[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(reads).toHaveLength(2);
});
