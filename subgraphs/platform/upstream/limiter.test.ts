import { describe, expect, it } from 'vitest';
import { LandfallError } from '../errors.ts';
import { createLimiter, type Entrant, type LimiterLimits, type Permission, type Permit } from './limiter.ts';

const second = 1_000;
const start = Date.UTC(2026, 2, 2, 13, 5);

function open(limits: Partial<LimiterLimits> = {}, permit?: Permit) {
  const pauses: number[] = [];
  let now = start;
  const clock = {
    now: () => now,
    // Time passes by pauses alone, once all else that is ready has gone first.
    wait: async (ms: number, signal?: AbortSignal) => {
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      pauses.push(ms);
      now += ms;
    },
  };
  const gate = createLimiter('acme', { limits: { concurrency: 1, requestsPerSecond: 1_000, timeoutMs: 10_000, ...limits }, clock, permit });
  const begun: string[] = [];
  /** Resolves with the name once the call may begin. */
  const enter = async (name: string, entrant: Partial<Entrant> = {}) => {
    await gate.enter({ standard: 'PORT_CALL', deadline: clock.now() + 60 * second, notBefore: 0, ...entrant });
    begun.push(name);
    return name;
  };
  return { clock, pauses, gate, begun, enter };
}

describe('concurrency', () => {
  it('lets a call begin at once, without a promise, where there is room', async () => {
    const { gate, clock } = open();
    const entrant = { standard: 'PORT_CALL', deadline: clock.now() + second, notBefore: 0 } as const;
    expect(gate.enter(entrant)).toBeUndefined();
    const waiting = gate.enter(entrant);
    expect(waiting).toBeInstanceOf(Promise);
    gate.leave();
    await waiting;
  });

  it('lets the others in one by one in the order in which they came, whatever their standard', async () => {
    const { gate, begun, enter } = open({ concurrency: 2 });
    const all = ['a', 'b', 'c', 'd', 'e'].map((name, place) => enter(name, place % 2 === 0 ? { standard: 'ARRIVAL_NOTICE' } : {}));
    await Promise.all(all.slice(0, 2));
    expect(begun).toEqual(['a', 'b']);
    gate.leave();
    await all[2];
    expect(begun).toEqual(['a', 'b', 'c']);
    gate.leave();
    gate.leave();
    await Promise.all(all);
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('counts a call of no standard like any other, and lets no breaker refuse it', async () => {
    const { gate, begun, enter } = open();
    await enter('a');
    const [b, c] = [enter('b'), enter('c', { standard: undefined })];
    gate.refuse(new LandfallError('UPSTREAM_UNREACHABLE', 'The breaker is open.'), 'PORT_CALL');
    await expect(b).rejects.toThrow('The breaker is open.');
    expect(begun).toEqual(['a']);
    gate.leave();
    await c;
    expect(begun).toEqual(['a', 'c']);
  });

  it('that is raised lets those in who wait', async () => {
    const { gate, enter } = open();
    await enter('a');
    const waiting = [enter('b'), enter('c')];
    gate.adjust({ concurrency: 3, requestsPerSecond: 1_000, timeoutMs: 10_000 });
    expect(await Promise.all(waiting)).toEqual(['b', 'c']);
  });

  it('that is lowered waits until enough have left', async () => {
    const { gate, begun, enter } = open({ concurrency: 3 });
    await Promise.all(['a', 'b', 'c'].map((name) => enter(name)));
    gate.adjust({ concurrency: 1, requestsPerSecond: 1_000, timeoutMs: 10_000 });
    const waiting = enter('d');
    gate.leave();
    gate.leave();
    expect(begun).toEqual(['a', 'b', 'c']);
    gate.leave();
    expect(await waiting).toBe('d');
  });
});

describe('time', () => {
  it('passes between calls as the rate wants', async () => {
    const { clock, gate, pauses, enter } = open({ concurrency: 10, requestsPerSecond: 2 });
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async (name) => {
        await enter(name);
        gate.leave();
      }),
    );
    expect([clock.now() - start, pauses]).toEqual([2 * second, [second, second]]);
  });

  it('is not waited for in vain when the rate is raised', async () => {
    const { gate, pauses, enter } = open({ concurrency: 10, requestsPerSecond: 1 });
    await enter('a');
    const waiting = enter('b');
    gate.adjust({ concurrency: 10, requestsPerSecond: 100, timeoutMs: 10_000 });
    await waiting;
    expect(pauses).toEqual([]);
  });

  it('is waited for by all when the partner wants to be left alone', async () => {
    const { gate, clock, pauses, begun, enter } = open({ concurrency: 10 });
    gate.hold(clock.now() + 5 * second);
    const waiting = [enter('a'), enter('b', { standard: 'ARRIVAL_NOTICE' })];
    expect(begun).toEqual([]);
    await Promise.all(waiting);
    expect(pauses).toEqual([5 * second]);
  });

  it('of the pause of one call lets those behind it begin', async () => {
    const { clock, pauses, begun, enter } = open({ concurrency: 10 });
    await Promise.all([enter('again', { notBefore: clock.now() + second }), enter('other')]);
    expect([begun, pauses]).toEqual([['other', 'again'], [second]]);
  });
});

describe('a permission that others give', () => {
  const granted = (withdraw = () => {}): Permission => ({ kind: 'GRANTED', withdraw });

  it('is asked for one call at a time, in the order in which they came', async () => {
    const answers: ((answer: Permission) => void)[] = [];
    const { begun, enter } = open({ concurrency: 10 }, () => new Promise((resolve) => answers.push(resolve)));
    const all = ['a', 'b', 'c'].map((name) => enter(name));
    expect(answers).toHaveLength(1);
    for (const [place, entered] of all.entries()) {
      answers[place]?.(granted());
      await entered;
    }
    expect([begun, answers.length]).toEqual([['a', 'b', 'c'], 3]);
  });

  it('that comes too late is given back', async () => {
    let answer: (permission: Permission) => void = () => {};
    const { enter } = open(
      {},
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const abort = new AbortController();
    const waiting = enter('a', { signal: abort.signal });
    abort.abort(new Error('not needed any more'));
    await expect(waiting).rejects.toThrow('not needed any more');
    await new Promise<void>((resolve) => answer(granted(resolve)));
  });

  it('that is put off is asked for again when that time has come, or when a slot is free', async () => {
    const answers: Permission[] = [
      { kind: 'LATER', until: start + second, reason: 'RATE' },
      { kind: 'LATER', until: start + 60 * second, reason: 'SLOTS' },
    ];
    const { gate, clock, pauses, enter } = open({}, async () => {
      if (answers.length === 1) setImmediate(() => expect(gate.askNow()).toBe(true));
      return answers.shift() ?? granted();
    });
    const told: unknown[] = [];
    await enter('a', { onBusy: (busy) => told.push(busy), deadline: start + 600 * second });
    expect([clock.now() - start, pauses]).toEqual([second, [second]]);
    expect(told).toEqual([{ until: start + second, isOwnLimit: true }]);
    expect(gate.askNow()).toBe(false);
  });

  it('that is refused fails the one call, and the next one asks for itself', async () => {
    const answers: Permission[] = [{ kind: 'REFUSED', error: new Error('cooling down') }];
    const { enter } = open({}, async () => answers.shift() ?? granted());
    const [first, second] = [enter('a'), enter('b')];
    await expect(first).rejects.toThrow('cooling down');
    expect(await second).toBe('b');
  });
});

describe('waiting', () => {
  it('ends with the deadline, and the next one moves up', async () => {
    const { gate, clock, enter } = open();
    await enter('a');
    const late = enter('b', { deadline: clock.now() + 5 });
    const patient = enter('c');
    await expect(late).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT', message: expect.stringContaining('acme') });
    gate.leave();
    expect(await patient).toBe('c');
  });

  it('ends with the signal of the caller', async () => {
    const { enter } = open();
    await enter('a');
    const abort = new AbortController();
    const waiting = enter('b', { signal: abort.signal });
    abort.abort(new Error('not needed any more'));
    await expect(waiting).rejects.toThrow('not needed any more');
    await expect(enter('c', { signal: abort.signal })).rejects.toThrow('not needed any more');
  });

  it('does not begin where the partner wants to be left alone until after the deadline', async () => {
    const { gate, clock, enter } = open();
    await enter('a');
    const waiting = enter('b', { deadline: clock.now() + second });
    gate.hold(clock.now() + 2 * second);
    const expected = { code: 'UPSTREAM_BUSY', message: 'Partner acme accepts no requests before 2026-03-02T13:05:02.000Z.' };
    await expect(waiting).rejects.toMatchObject(expected);
    await expect(enter('c', { deadline: clock.now() + second })).rejects.toMatchObject(expected);
  });

  it('is for some hundred calls and no more', async () => {
    const { gate, enter } = open();
    await enter('first');
    const waiting = Array.from({ length: 300 }, (_, number) => enter(`${number}`));
    await expect(enter('one more')).rejects.toMatchObject({
      code: 'UPSTREAM_BUSY',
      message: expect.stringContaining('300 requests to it are already waiting'),
    });
    for (const _ of waiting) gate.leave();
    expect(await Promise.all(waiting)).toHaveLength(300);
  });

  it('ends for one standard alone when that is not asked any more', async () => {
    const { gate, enter } = open();
    await enter('a');
    const [refused, other] = [enter('b'), enter('c', { standard: 'ARRIVAL_NOTICE' })];
    gate.refuse(new LandfallError('UPSTREAM_UNREACHABLE', 'not asked'), 'PORT_CALL');
    await expect(refused).rejects.toThrow('not asked');
    gate.leave();
    expect(await other).toBe('c');
  });
});
