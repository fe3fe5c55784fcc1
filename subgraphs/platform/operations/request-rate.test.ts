import { describe, expect, it } from 'vitest';
import { defaultCallerLimits } from '../access/entitlement.ts';
import { createRequestRate, retryAfterOf } from './request-policy.ts';

/** Creates a rate that admits so many requests of a tenant per minute. */
const openRate = (perMinute: number, clock: { readonly now: () => number }) => {
  const rate = createRequestRate(clock);
  const limits = { ...defaultCallerLimits, requestsPerMinute: perMinute };
  return { admit: (tenant: string, own = limits) => rate.admit({ tenant, limits: own }) };
};

describe('a rate', () => {
  const open = (perMinute: number) => {
    const clock = { time: 1_000, now: () => clock.time };
    return { clock, rate: openRate(perMinute, clock) };
  };

  const admitted = async (rate: ReturnType<typeof openRate>, count: number) => {
    let sum = 0;
    for (let place = 0; place < count; place += 1) if ((await rate.admit('a')) === undefined) sum += 1;
    return sum;
  };

  it('admits a minute’s requests immediately, then one whenever enough time has passed', async () => {
    const { clock, rate } = open(6);
    expect(await admitted(rate, 7)).toBe(6);
    clock.time += 10_000;
    expect([await rate.admit('a'), (await rate.admit('a'))?.extensions]).toEqual([undefined, { code: 'RATE_LIMITED', retryAfter: 10 }]);
    clock.time += 3_600_000;
    expect(await admitted(rate, 7)).toBe(6);
  });

  it('returns the seconds to wait, and admits a client that waits that long', async () => {
    const { clock, rate } = open(7);
    for (let round = 0; round < 50; round++) {
      const refused = await rate.admit('a');
      if (refused === undefined) continue;
      clock.time += (retryAfterOf(refused) ?? 0) * 1_000;
      expect(await rate.admit('a')).toBeUndefined();
    }
  });

  it('is separate for each tenant', async () => {
    const { rate } = open(1);
    expect([await rate.admit('a'), await rate.admit('b')]).toEqual([undefined, undefined]);
    expect((await rate.admit('a'))?.message).toBe('At most 1 requests a minute are allowed. Try again in 60 s.');
  });

  it('follows a limit that changes: a higher one admits more as time passes, and a lower one applies immediately', async () => {
    const { clock, rate } = open(1);
    const more = { ...defaultCallerLimits, requestsPerMinute: 60 };
    expect([await rate.admit('a'), (await rate.admit('a'))?.extensions['retryAfter']]).toEqual([undefined, 60]);
    expect((await rate.admit('a', more))?.extensions['retryAfter']).toBe(1);
    clock.time += 1_000;
    expect(await rate.admit('a', more)).toBeUndefined();
    clock.time += 60_000;
    expect([await rate.admit('a'), (await rate.admit('a'))?.extensions['retryAfter']]).toEqual([undefined, 60]);
  });

  it('refunds nothing when the clock is set back', async () => {
    const { clock, rate } = open(1);
    await rate.admit('a');
    clock.time -= 600_000;
    expect((await rate.admit('a'))?.extensions['retryAfter']).toBe(60);
  });

  it('of 0 admits everything', async () => {
    const { rate } = open(0);
    expect(await admitted(rate, 1_000)).toBe(1_000);
  });
});
