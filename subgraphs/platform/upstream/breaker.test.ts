import { describe, expect, it } from 'vitest';
import { CoolingDownError, createBreaker } from './breaker.ts';

type Outcome = 'answered' | 'failed';

function open() {
  let now = Date.UTC(2026, 2, 2, 13, 5);
  const clock = { now: () => now, wait: async () => undefined };
  const opened: string[] = [];
  const breaker = createBreaker({
    partner: 'acme',
    clock,
    onOpen: ({ message }) => opened.push(message),
  });
  let attempts = 0;
  const run = (outcome: Outcome | Promise<Outcome>) =>
    breaker.run(
      async () => {
        attempts += 1;
        return outcome;
      },
      (found) => found === 'failed',
    );
  const fail = async (times: number) => {
    for (let time = 0; time < times; time += 1) await run('failed');
  };
  const advance = (ms: number) => {
    now += ms;
  };
  return { clock, advance, breaker, opened, run, fail, attempts: () => attempts };
}

/** Creates an outcome and the function that resolves it. */
function pending(): [Promise<Outcome>, (outcome: Outcome) => void] {
  let resolveOutcome: (outcome: Outcome) => void = () => undefined;
  const outcome = new Promise<Outcome>((resolve) => {
    resolveOutcome = resolve;
  });
  return [outcome, (answered) => resolveOutcome(answered)];
}

const refused = { code: 'UPSTREAM_BUSY' };

describe('a breaker', () => {
  it('opens after ten failures in a row and makes no attempts until its cool-down ends', async () => {
    const { breaker, opened, run, fail, attempts, clock } = open();
    await fail(9);
    await run('answered');
    await fail(9);
    expect([breaker.state, breaker.coolDownUntil]).toEqual(['CLOSED', undefined]);
    await fail(1);
    expect([breaker.state, breaker.coolDownUntil]).toEqual(['OPEN', clock.now() + 10_000]);
    const message = 'Partner acme is not queried, because it failed several times in a row: next try 2026-03-02T13:05:10.000Z.';
    expect(opened).toEqual([message]);
    await expect(run('answered')).rejects.toMatchObject({ ...refused, message });
    expect(attempts()).toBe(20);
  });

  it('admits one trial after ten seconds, and all requests after its success', async () => {
    const { breaker, run, fail, advance } = open();
    await fail(10);
    advance(9_999);
    await expect(run('answered')).rejects.toMatchObject(refused);
    advance(1);
    const [answer, resolve] = pending();
    const probing = run(answer);
    expect(breaker.state).toBe('HALF_OPEN');
    await expect(run('answered')).rejects.toMatchObject({ ...refused, message: expect.stringContaining('a trial request is in progress') });
    resolve('answered');
    expect(await probing).toBe('answered');
    expect(breaker.state).toBe('CLOSED');
    expect(await Promise.all([run('answered'), run('answered')])).toEqual(['answered', 'answered']);
  });

  it('admits a trial every thirty seconds while the partner keeps failing', async () => {
    const { breaker, run, fail, clock, advance } = open();
    await fail(10);
    for (const coolDownMs of [10_000, 30_000, 30_000]) {
      expect(breaker.coolDownUntil).toBe(clock.now() + coolDownMs);
      advance(coolDownMs);
      expect(await run('failed')).toBe('failed');
    }
    advance(30_000);
    await run('answered');
    await fail(10);
    expect(breaker.coolDownUntil).toBe(clock.now() + 10_000);
  });

  it('does not count an attempt that throws', async () => {
    const { breaker, run, fail, advance } = open();
    await fail(9);
    await expect(run(Promise.reject(new Error('given up')))).rejects.toThrow('given up');
    expect(breaker.state).toBe('CLOSED');
    await fail(1);
    advance(10_000);
    await expect(run(Promise.reject(new Error('given up')))).rejects.toThrow('given up');
    expect(breaker.state).toBe('OPEN');
  });

  it('opens for the cool-down that another replica has begun, and then admits a trial', async () => {
    const { breaker, run, clock, advance } = open();
    const until = clock.now() + 5_000;
    await expect(run(Promise.reject(new CoolingDownError('acme', until)))).rejects.toMatchObject(refused);
    expect([breaker.state, breaker.coolDownUntil]).toEqual(['OPEN', until]);
    advance(5_000);
    await run('answered');
    expect(breaker.state).toBe('CLOSED');
  });

  it('is not closed by the response to a request that began before it opened', async () => {
    const { breaker, run, fail } = open();
    const [answer, resolve] = pending();
    const answering = run(answer);
    await fail(10);
    resolve('answered');
    await answering;
    expect(breaker.state).toBe('OPEN');
  });
});
