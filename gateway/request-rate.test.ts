import { describe, expect, it } from 'vitest';
import { createRequestRate, retryAfterOf } from './request-rate.ts';

describe('a rate', () => {
  const open = (perMinute: number) => {
    const clock = { time: 1_000, now: () => clock.time };
    return { clock, rate: createRequestRate(perMinute, clock) };
  };

  it('admits a minute of requests at once, then one for each that time has freed', () => {
    const { clock, rate } = open(6);
    expect(Array.from({ length: 7 }, () => rate.admit('a') === undefined)).toEqual([true, true, true, true, true, true, false]);
    clock.time += 10_000;
    expect([rate.admit('a'), rate.admit('a')?.extensions]).toEqual([undefined, { code: 'RATE_LIMITED', retryAfter: 10 }]);
    clock.time += 3_600_000;
    expect(Array.from({ length: 7 }, () => rate.admit('a') === undefined).filter(Boolean)).toHaveLength(6);
  });

  it('says how many seconds to wait, and a client that waits as long is admitted', () => {
    const { clock, rate } = open(7);
    for (let round = 0; round < 50; round++) {
      const refused = rate.admit('a');
      if (refused === undefined) continue;
      clock.time += (retryAfterOf([refused]) ?? 0) * 1_000;
      expect(rate.admit('a')).toBeUndefined();
    }
  });

  it('is kept for each tenant by itself', () => {
    const { rate } = open(1);
    expect([rate.admit('a'), rate.admit('b')]).toEqual([undefined, undefined]);
    expect(rate.admit('a')?.message).toBe('At most 1 requests a minute are allowed. Try again in 60 s.');
  });

  it('gives nothing back when the clock is set back', () => {
    const { clock, rate } = open(1);
    rate.admit('a');
    clock.time -= 600_000;
    expect(rate.admit('a')?.extensions['retryAfter']).toBe(60);
  });

  it('of 0 admits everything', () => {
    const { rate } = open(0);
    expect(Array.from({ length: 1_000 }, () => rate.admit('a')).every((refused) => refused === undefined)).toBe(true);
  });
});
