import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { casesOf } from '../../../test/support/random-cases.ts';
import type { Clock } from '../time/clock.ts';
import { type LogMessages, LogReadError } from './log-reader.ts';
import { type Subscriber, SubscriptionGroup } from './subscription-hub.ts';

const timing = { paceMs: 1_000, firstRetryMs: 100, maxRetryMs: 400, maxFailures: 4 };

/** Waits by the timers that the tests replace. */
const clock: Clock = { now: () => Date.now(), wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Creates a log whose reads end when the test permits it, each seeing the log as it was at any moment of the read. */
function scriptLog(pageSize = 2) {
  const entries: { readonly matches: boolean }[] = [];
  const pending: {
    readonly after: string | undefined;
    readonly length: number;
    resolve(page: LogMessages): void;
    reject(error: unknown): void;
    seen?: number;
  }[] = [];
  let reads = 0;
  const pageOf = (after: string | undefined, head: number): LogMessages => {
    if (after === undefined) return { messages: [], cursor: `c${head}`, hasMore: false };
    const messages = [];
    let through = after === '0' ? 0 : Number(after.slice(1));
    while (through < head && messages.length < pageSize) {
      through += 1;
      if (entries[through - 1]?.matches) messages.push({ cursor: `c${through}`, payload: Buffer.from(String(through)) });
    }
    return { messages, cursor: `c${through}`, hasMore: through < head };
  };
  return {
    entries,
    pending,
    /** Makes the oldest read fail. */
    async fail(error: unknown): Promise<void> {
      await settle();
      pending.shift()?.reject(error);
      await settle();
    },
    get reads() {
      return reads;
    },
    read: (after: string | undefined) => {
      reads += 1;
      return new Promise<LogMessages>((resolve, reject) => pending.push({ after, length: entries.length, resolve, reject }));
    },
    /** Ends the read with the given number. @param late whether it sees what was appended after it began */
    async release(number: number, late: boolean): Promise<void> {
      await settle();
      const [read] = pending.splice(number % Math.max(1, pending.length), 1);
      if (read === undefined) return;
      const head = Math.max(late ? entries.length : read.length, Number(read.after?.slice(1) || 0));
      read.seen = head;
      read.resolve(pageOf(read.after, head));
      await settle();
    },
  };
}

/** Runs everything that is ready: a read starts one turn after its wake-up. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await vi.advanceTimersByTimeAsync(0);
}

interface ScriptedSubscriber extends Subscriber {
  readonly received: string[];
  readonly errors: unknown[];
  slow: boolean;
  drain(): void;
}

function createSubscriber(): ScriptedSubscriber {
  let waiting: (() => void)[] = [];
  let undrained = false;
  const subscriber: ScriptedSubscriber = {
    received: [],
    errors: [],
    slow: false,
    deliver: (messages) => {
      subscriber.received.push(...messages.map(({ cursor }) => cursor));
      if (subscriber.slow) undrained = true;
    },
    isDrained: () => !undrained,
    whenDrained: () => (undrained ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
    drain: () => {
      subscriber.slow = false;
      undrained = false;
      for (const resolve of waiting.splice(0)) resolve();
      waiting = [];
    },
    fail: (error) => subscriber.errors.push(error),
  };
  return subscriber;
}

function openGroup(read: (after: string | undefined) => Promise<LogMessages>, onEmpty = () => undefined): SubscriptionGroup {
  return new SubscriptionGroup({ read, timing, inTurn: (task) => task(), onEmpty, onError: () => undefined, clock });
}

type Step =
  | { readonly do: 'append'; readonly matches: boolean }
  | { readonly do: 'wake' }
  | { readonly do: 'join'; readonly after: number | undefined }
  | { readonly do: 'leave' | 'slow' | 'drain'; readonly who: number }
  | { readonly do: 'release'; readonly which: number; readonly late: boolean }
  | { readonly do: 'pass'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const), matches: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wake' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('join' as const), after: fc.option(fc.nat(30), { nil: undefined }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('leave' as const, 'slow' as const, 'drain' as const), who: fc.nat(20) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('release' as const), which: fc.nat(9), late: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(10, 1_000) }) },
);

describe('a group', () => {
  it('delivers the log after each subscriber’s cursor without gaps or duplicates, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const log = scriptLog();
        const group = openGroup(log.read);
        const members: { subscriber: ScriptedSubscriber; start: () => number; leave: () => void; left: boolean }[] = [];
        for (const each of steps) {
          const member = 'who' in each ? members[each.who % Math.max(1, members.length)] : undefined;
          if (each.do === 'append') log.entries.push({ matches: each.matches });
          else if (each.do === 'wake') group.wake();
          else if (each.do === 'release') await log.release(each.which, each.late);
          else if (each.do === 'pass') await vi.advanceTimersByTimeAsync(each.ms);
          else if (each.do === 'join') {
            const subscriber = createSubscriber();
            const after = each.after === undefined ? undefined : Math.min(each.after, log.entries.length);
            const leave = group.join(subscriber, after === undefined ? undefined : after === 0 ? '0' : `c${after}`);
            await settle();
            const headRead = after === undefined ? log.pending.at(-1) : undefined;
            members.push({ subscriber, start: () => after ?? headRead?.seen ?? Number.POSITIVE_INFINITY, leave, left: false });
          } else if (member !== undefined) {
            if (each.do === 'slow') member.subscriber.slow = true;
            if (each.do === 'drain') member.subscriber.drain();
            if (each.do === 'leave') {
              member.leave();
              member.left = true;
            }
          }
        }
        const quieten = async () => {
          for (const { subscriber } of members) subscriber.drain();
          group.wake();
          await settle();
          while (log.pending.length > 0) await log.release(0, true);
        };
        await quieten();
        await quieten();
        for (const { subscriber, start, left } of members) {
          const all = log.entries.flatMap(({ matches }, index) => (matches && index + 1 > start() ? [`c${index + 1}`] : []));
          expect(subscriber.received).toEqual(left ? all.slice(0, subscriber.received.length) : all);
          expect(subscriber.errors).toEqual([]);
        }
        // All subscribers are now at the same position: one read serves all of them.
        const before = log.reads;
        log.entries.push({ matches: true });
        await quieten();
        expect(log.reads - before).toBe(members.some(({ left }) => !left) ? 1 : 0);
      }),
      casesOf(600),
    );
  });

  it('reads nothing for a subscriber that resumes at the position of others', async () => {
    const log = scriptLog();
    const group = openGroup(log.read);
    const [first, second] = [createSubscriber(), createSubscriber()];
    log.entries.push({ matches: true }, { matches: false });
    group.join(first, '0');
    await log.release(0, true);
    await log.release(0, true);
    const { reads } = log;
    group.join(second, 'c1');
    expect(log.reads).toBe(reads);
    log.entries.push({ matches: true });
    group.wake();
    await log.release(0, true);
    expect([first.received, second.received]).toEqual([['c1', 'c3'], ['c3']]);
  });

  it('continues to read immediately if a new subscriber is ahead of the last wake-up of the others', async () => {
    const log = scriptLog();
    const group = openGroup(log.read);
    const [first, second] = [createSubscriber(), createSubscriber()];
    log.entries.push({ matches: true });
    group.join(first, '0');
    await log.release(0, true);
    log.entries.push({ matches: true });
    group.join(second, '0');
    await log.release(0, true);
    await log.release(0, true);
    expect([first.received, second.received]).toEqual([
      ['c1', 'c2'],
      ['c1', 'c2'],
    ]);
  });

  it('lets fast subscribers continue without the slow ones, which receive everything later', async () => {
    const log = scriptLog(1);
    const group = openGroup(log.read);
    const [quick, slow] = [createSubscriber(), createSubscriber()];
    slow.slow = true;
    for (let count = 0; count < 4; count++) log.entries.push({ matches: true });
    group.join(quick, '0');
    group.join(slow, '0');
    await log.release(0, true);
    expect(log.pending).toEqual([]);
    await vi.advanceTimersByTimeAsync(timing.paceMs + 1);
    while (log.pending.length > 0) await log.release(0, true);
    expect([quick.received.length, slow.received.length]).toEqual([4, 1]);
    slow.drain();
    await vi.advanceTimersByTimeAsync(1);
    while (log.pending.length > 0) await log.release(0, true);
    expect(slow.received).toEqual(quick.received);
  });

  it('waits for the only reader of a replay as long as necessary', async () => {
    const log = scriptLog(1);
    const group = openGroup(log.read);
    const only = createSubscriber();
    only.slow = true;
    log.entries.push({ matches: true }, { matches: true });
    group.join(only, '0');
    await log.release(0, true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log.pending).toEqual([]);
    only.drain();
    await settle();
    await log.release(0, true);
    expect(only.received).toEqual(['c1', 'c2']);
  });
});

describe('a read that fails', () => {
  const away = new LogReadError([{ message: 'away', extensions: { code: 'STORE_UNAVAILABLE' } }]);
  const forged = new LogReadError([{ message: 'forged', extensions: { code: 'CURSOR_INVALID' } }]);

  it('is repeated after a growing delay that wake-ups do not shorten', async () => {
    const log = scriptLog();
    const group = openGroup(log.read);
    const subscriber = createSubscriber();
    log.entries.push({ matches: true });
    group.join(subscriber, '0');
    // Makes the jitter, and so the delays, as long as possible.
    vi.spyOn(Math, 'random').mockReturnValue(1);
    for (const waitMs of [100, 200]) {
      await log.fail(away);
      group.wake();
      await vi.advanceTimersByTimeAsync(waitMs - 1);
      expect(log.pending).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
    }
    await log.release(0, true);
    expect([subscriber.received, subscriber.errors]).toEqual([['c1'], []]);
  });

  it('too many times in a row ends the subscriptions with its error', async () => {
    const log = scriptLog();
    const onEmpty = vi.fn();
    const group = openGroup(log.read, onEmpty);
    const subscriber = createSubscriber();
    group.join(subscriber, 'c0');
    for (let attempt = 0; attempt < timing.maxFailures; attempt++) {
      await log.fail(away);
      await vi.advanceTimersByTimeAsync(timing.maxRetryMs);
    }
    expect([subscriber.errors, group.size]).toEqual([[away], 0]);
    expect(onEmpty).toHaveBeenCalledOnce();
  });

  it('because of an error of the client immediately ends its subscription and no other', async () => {
    const log = scriptLog();
    const group = openGroup(log.read);
    const [honest, forger] = [createSubscriber(), createSubscriber()];
    group.join(honest, undefined);
    await log.release(0, true);
    group.join(forger, 'c999');
    await log.fail(forged);
    expect([honest.errors, forger.errors, group.size]).toEqual([[], [forged], 1]);
  });
});
