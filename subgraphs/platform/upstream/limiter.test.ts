import { describe, expect, it } from 'vitest';
import { LandfallError } from '../errors.ts';
import { createLimiter, type Slot, type SlotRequest } from './limiter.ts';
import type { LimiterLimits, Permission } from './shared-limits.ts';

const second = 1_000;
const start = Date.UTC(2026, 2, 2, 13, 5);

function open(limits: Partial<LimiterLimits> = {}, permit?: () => Promise<Permission>) {
  const pauses: number[] = [];
  let now = start;
  const clock = {
    now: () => now,
    // Time passes only during waits, and only when nothing else is ready.
    wait: async (ms: number, signal?: AbortSignal) => {
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      pauses.push(ms);
      now += ms;
    },
  };
  const limiter = createLimiter('acme', {
    limits: { concurrency: 1, requestsPerSecond: 1_000, timeoutMs: 10_000, ...limits },
    clock,
    shared: permit && { permit, shareOf: (own) => own, pause: () => undefined },
  });
  const begun: string[] = [];
  const slots: Slot[] = [];
  /** Resolves with the name once the request may begin. */
  const begin = async (name: string, request: Partial<SlotRequest> = {}) => {
    slots.push(await limiter.acquire({ standard: 'PORT_CALL', deadline: clock.now() + 60 * second, ...request }));
    begun.push(name);
    return name;
  };
  /** Releases the slot of the request that began first. */
  const release = () => slots.shift()?.release();
  return { clock, pauses, limiter, begun, begin, release };
}

describe('concurrency', () => {
  it('lets requests begin immediately while slots are free', async () => {
    const { begin, release, begun } = open();
    await begin('a');
    const waiting = begin('b');
    expect(begun).toEqual(['a']);
    release();
    expect(await waiting).toBe('b');
  });

  it('admits other requests one by one in the order of their arrival, whatever their standard', async () => {
    const { begun, begin, release } = open({ concurrency: 2 });
    const all = ['a', 'b', 'c', 'd', 'e'].map((name, place) => begin(name, place % 2 === 0 ? { standard: 'ARRIVAL_NOTICE' } : {}));
    await Promise.all(all.slice(0, 2));
    expect(begun).toEqual(['a', 'b']);
    release();
    await all[2];
    expect(begun).toEqual(['a', 'b', 'c']);
    release();
    release();
    await Promise.all(all);
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('counts a request without a standard like any other, and no breaker rejects it', async () => {
    const { limiter, begun, begin, release } = open();
    await begin('a');
    const [b, c] = [begin('b'), begin('c', { standard: undefined })];
    limiter.rejectAll(new LandfallError('UPSTREAM_UNREACHABLE', 'The breaker is open.'), 'PORT_CALL');
    await expect(b).rejects.toThrow('The breaker is open.');
    expect(begun).toEqual(['a']);
    release();
    await c;
    expect(begun).toEqual(['a', 'c']);
  });

  it('that is raised admits waiting requests', async () => {
    const { limiter, begin } = open();
    await begin('a');
    const waiting = [begin('b'), begin('c')];
    limiter.adjust({ concurrency: 3, requestsPerSecond: 1_000, timeoutMs: 10_000 });
    expect(await Promise.all(waiting)).toEqual(['b', 'c']);
  });

  it('that is lowered waits until enough slots are released', async () => {
    const { limiter, begun, begin, release } = open({ concurrency: 3 });
    await Promise.all(['a', 'b', 'c'].map((name) => begin(name)));
    limiter.adjust({ concurrency: 1, requestsPerSecond: 1_000, timeoutMs: 10_000 });
    const waiting = begin('d');
    release();
    release();
    expect(begun).toEqual(['a', 'b', 'c']);
    release();
    expect(await waiting).toBe('d');
  });
});

describe('time', () => {
  it('passes between requests as the rate requires', async () => {
    const { clock, pauses, begin, release } = open({ concurrency: 10, requestsPerSecond: 2 });
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async (name) => {
        await begin(name);
        release();
      }),
    );
    expect([clock.now() - start, pauses]).toEqual([2 * second, [second, second]]);
  });

  it('is not waited for after the rate is raised', async () => {
    const { limiter, pauses, begin } = open({ concurrency: 10, requestsPerSecond: 1 });
    await begin('a');
    const waiting = begin('b');
    limiter.adjust({ concurrency: 10, requestsPerSecond: 100, timeoutMs: 10_000 });
    await waiting;
    expect(pauses).toEqual([]);
  });

  it('is spent by all requests when the partner requests a pause', async () => {
    const { limiter, clock, pauses, begun, begin } = open({ concurrency: 10 });
    limiter.pauseUntil(clock.now() + 5 * second);
    const waiting = [begin('a'), begin('b', { standard: 'ARRIVAL_NOTICE' })];
    expect(begun).toEqual([]);
    await Promise.all(waiting);
    expect(pauses).toEqual([5 * second]);
  });

  it('of one retry’s pause lets later requests begin', async () => {
    const { clock, pauses, begun, begin } = open({ concurrency: 10 });
    await Promise.all([begin('again', { notBefore: clock.now() + second }), begin('other')]);
    expect([begun, pauses]).toEqual([['other', 'again'], [second]]);
  });
});

describe('the permission of other replicas', () => {
  const granted = (): Permission => ({ kind: 'GRANTED', markSent: () => {} });

  it('is requested for one request at a time, in the order of their arrival', async () => {
    const answers: ((answer: Permission) => void)[] = [];
    const { begun, begin } = open({ concurrency: 10 }, () => new Promise((resolve) => answers.push(resolve)));
    const all = ['a', 'b', 'c'].map((name) => begin(name));
    expect(answers).toHaveLength(1);
    for (const [place, started] of all.entries()) {
      answers[place]?.(granted());
      await started;
    }
    expect([begun, answers.length]).toEqual([['a', 'b', 'c'], 3]);
  });

  it('that comes too late begins nothing', async () => {
    let answer: (permission: Permission) => void = () => {};
    const { begun, begin } = open(
      {},
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const abort = new AbortController();
    const waiting = begin('a', { signal: abort.signal });
    abort.abort(new Error('not needed any more'));
    await expect(waiting).rejects.toThrow('not needed any more');
    answer(granted());
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([]);
  });

  it('that is postponed is requested again at that time', async () => {
    const answers: Permission[] = [{ kind: 'LATER', ms: second, reason: 'RATE' }];
    const { clock, pauses, begin } = open({}, async () => answers.shift() ?? granted());
    const waits: unknown[] = [];
    await begin('a', { onBusy: (busy) => waits.push(busy), deadline: start + 600 * second });
    expect([clock.now() - start, pauses]).toEqual([second, [second]]);
    expect(waits).toEqual([{ until: start + second, isOwnLimit: true }]);
  });

  it('that is refused fails one request only', async () => {
    const answers: Permission[] = [{ kind: 'COOLING', ms: 1_000 }];
    const { begin } = open({}, async () => answers.shift() ?? granted());
    const [first, second] = [begin('a'), begin('b')];
    await expect(first).rejects.toThrow('failed several times in a row: next try 2026-03-02T13:05:01.000Z');
    expect(await second).toBe('b');
  });
});

describe('waiting', () => {
  it('ends with the deadline, and the next request moves up', async () => {
    const { clock, begin, release } = open();
    await begin('a');
    const late = begin('b', { deadline: clock.now() + 5 });
    const patient = begin('c');
    await expect(late).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT', message: expect.stringContaining('acme') });
    release();
    expect(await patient).toBe('c');
  });

  it('ends with the signal of the caller', async () => {
    const { begin } = open();
    await begin('a');
    const abort = new AbortController();
    const waiting = begin('b', { signal: abort.signal });
    abort.abort(new Error('not needed any more'));
    await expect(waiting).rejects.toThrow('not needed any more');
    await expect(begin('c', { signal: abort.signal })).rejects.toThrow('not needed any more');
  });

  it('does not start when the partner is paused beyond the deadline', async () => {
    const { limiter, clock, begin } = open();
    await begin('a');
    const waiting = begin('b', { deadline: clock.now() + second });
    limiter.pauseUntil(clock.now() + 2 * second);
    const expected = { code: 'UPSTREAM_BUSY', message: 'Partner acme accepts no requests before 2026-03-02T13:05:02.000Z.' };
    await expect(waiting).rejects.toMatchObject(expected);
    await expect(begin('c', { deadline: clock.now() + second })).rejects.toMatchObject(expected);
  });

  it('does not start when the limits of the file are used up until after the deadline', async () => {
    const { clock, begin, release } = open({ concurrency: 10, requestsPerMinute: 2 });
    await Promise.all([begin('a'), begin('b')]);
    release();
    release();
    await expect(begin('c', { deadline: clock.now() + 20 * second })).rejects.toMatchObject({
      code: 'UPSTREAM_BUSY',
      message: 'Partner acme is not queried before 2026-03-02T13:06:00.000Z: the limits in its file are used up.',
      retryAt: start + 60 * second,
    });
    expect(await begin('d', { deadline: clock.now() + 61 * second })).toBe('d');
    expect(clock.now() - start).toBe(60 * second);
  });

  it('ends when the other replicas have used up the limits until after the deadline', async () => {
    const { clock, begin } = open({}, async () => ({ kind: 'LATER', ms: 60 * second, reason: 'RATE' }));
    const refused = { code: 'UPSTREAM_BUSY', retryAt: start + 60 * second };
    await expect(begin('a', { deadline: clock.now() + 20 * second })).rejects.toMatchObject(refused);
    await expect(begin('b', { deadline: clock.now() + 20 * second })).rejects.toMatchObject(refused);
  });

  it('is limited to 300 requests', async () => {
    const { begin, release } = open();
    await begin('first');
    const waiting = Array.from({ length: 300 }, (_, number) => begin(`${number}`));
    await expect(begin('one more')).rejects.toMatchObject({
      code: 'UPSTREAM_BUSY',
      message: expect.stringContaining('300 requests to it are already waiting'),
    });
    for (const next of waiting) {
      release();
      await next;
    }
  });

  it('ends only for the standard whose breaker opens', async () => {
    const { limiter, begin, release } = open();
    await begin('a');
    const [refused, other] = [begin('b'), begin('c', { standard: 'ARRIVAL_NOTICE' })];
    limiter.rejectAll(new LandfallError('UPSTREAM_UNREACHABLE', 'not asked'), 'PORT_CALL');
    await expect(refused).rejects.toThrow('not asked');
    release();
    expect(await other).toBe('c');
  });
});
