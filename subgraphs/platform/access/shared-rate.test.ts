import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../../../test/support/random-cases.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import { createSharedRate, type SharedRate } from './shared-rate.ts';

/** Opens three processes that share one Redis, which is simulated by the same rules. */
function openProcesses(perMinute: number, processes = 3) {
  const clock = { time: 1_000_000, now: () => clock.time };
  let bucket = { left: perMinute, at: clock.time };
  const redis = { isThere: true, requested: 0 };
  const take: SharedCounts['take'] = async (_bucket, { perMinute, amount, isRefusable }) => {
    redis.requested += 1;
    if (!redis.isThere) return undefined;
    const perMs = perMinute / 60_000;
    const left = Math.min(perMinute, bucket.left + (clock.time - bucket.at) * perMs);
    if (isRefusable && left < amount) return (amount - left) / perMs;
    bucket = { left: Math.min(perMinute, left - amount), at: clock.time };
    return Math.max(0, -bucket.left / perMs);
  };
  const counts = { processes, take };
  const rates = Array.from({ length: processes }, () => rateOfBlue(createSharedRate({ name: 'test', clock, counts }), perMinute));
  return { clock, redis, rates };
}

/** Uses a rate as one tenant does until its limit changes. */
function rateOfBlue(rate: SharedRate, first: number) {
  let perMinute = first;
  const blue = () => ({ tenant: 'blue', perMinute });
  return {
    begin: () => rate.begin(blue()),
    refund: () => rate.refund(blue()),
    spend: (amount: number) => rate.spend(blue(), amount),
    waitOf: () => rate.waitOf(blue()),
    change: (next: number) => {
      perMinute = next;
    },
  };
}

/** Returns how many operations are admitted if `each` of them begin at each of the processes at the same time. */
async function admitted(rates: readonly Pick<ReturnType<typeof rateOfBlue>, 'begin'>[], each: number): Promise<number> {
  const begun = await Promise.all(rates.flatMap((rate) => Array.from({ length: each }, () => rate.begin())));
  return begun.filter((seconds) => seconds === undefined).length;
}

describe('a rate of several processes', () => {
  it.each([1, 6, 100, 6_000])('of %d a minute admits as many at all of them together', async (perMinute) => {
    const { rates, clock } = openProcesses(perMinute);
    expect(await admitted(rates, perMinute)).toBe(perMinute);
    clock.time += 60_000;
    expect(await admitted(rates, perMinute)).toBe(perMinute);
  });

  it('returns the seconds to wait, without another request to Redis', async () => {
    const { rates, clock, redis } = openProcesses(6);
    await admitted(rates, 6);
    const { requested } = redis;
    for (const rate of rates) expect(await rate.begin()).toBe(10);
    expect(redis.requested - requested).toBeLessThanOrEqual(3);
    clock.time += 10_000;
    expect(await admitted(rates, 1)).toBe(1);
  });

  it('gives what one process did not use to the others', async () => {
    const { rates, clock } = openProcesses(600);
    const [first, second] = rates;
    for (let place = 0; place < 50; place += 1) {
      clock.time += 2_000;
      expect([await first?.begin(), await second?.begin()]).toEqual([undefined, undefined]);
    }
    expect(await admitted(rates, 600)).toBeGreaterThanOrEqual(600 - 2);
  });

  it('takes back what did not begin', async () => {
    const { rates } = openProcesses(3);
    for (let place = 0; place < 10; place += 1) {
      for (const rate of rates) {
        if ((await rate.begin()) === undefined) rate.refund();
      }
    }
    expect(await admitted(rates, 3)).toBe(3);
  });

  it('follows a limit that changes, without waiting until the time that the former limit required', async () => {
    const { rates } = openProcesses(6);
    expect(await admitted(rates, 6)).toBe(6);
    expect(await rates[0]?.begin()).toBe(10);
    for (const rate of rates) rate.change(0);
    expect(await admitted(rates, 100)).toBe(300);
    for (const rate of rates) rate.change(60);
    expect(await rates[0]?.begin()).toBe(1);
  });

  it('makes all of them owe what one of them spent', async () => {
    const { rates, clock } = openProcesses(600);
    const [first, second] = rates;
    first?.spend(700);
    await new Promise((resolve) => setImmediate(resolve));
    expect(first?.waitOf()).toBe(10);
    second?.spend(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(second?.waitOf()).toBe(11);
    clock.time += 11_000;
    expect([first?.waitOf(), second?.waitOf()]).toEqual([undefined, undefined]);
  });
});

describe('while Redis is unavailable, a rate of several processes', () => {
  it('is divided among them', async () => {
    const { rates, clock, redis } = openProcesses(300);
    redis.isThere = false;
    expect(await admitted(rates, 300)).toBe(300);
    clock.time += 6_000;
    expect(await admitted(rates, 300)).toBe(30);
  });

  it('starts once with a full quota, and counts in Redis again afterwards', async () => {
    const { rates, redis } = openProcesses(300);
    expect(await admitted(rates.slice(0, 1), 300)).toBe(300);
    redis.isThere = false;
    expect(await admitted(rates, 300)).toBe(300);
    expect(await admitted(rates, 300)).toBe(0);
    redis.isThere = true;
    expect(await admitted(rates, 300)).toBe(0);
  });

  it('lets each of them begin one if the share is less than one', async () => {
    const { rates, clock, redis } = openProcesses(1);
    redis.isThere = false;
    expect(await admitted(rates, 2)).toBe(3);
    clock.time += 60_000;
    expect(await admitted(rates, 2)).toBe(0);
    clock.time += 120_000;
    expect(await admitted(rates, 2)).toBe(3);
  });
});

it('never lets more than three quotas begin within a minute, one with Redis, one without it and one that refills, whatever happens to Redis', async () => {
  const step = fc.record({ pass: fc.nat(3_000), each: fc.nat(40), isThere: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { rates, clock, redis } = openProcesses(60);
      const begun: { readonly at: number; readonly count: number }[] = [];
      let isThere = true;
      for (const { pass, each, isThere: next } of steps) {
        clock.time += pass;
        // Counts are not exact across changes of the availability of Redis.
        if (next && !isThere) clock.time += 60_000;
        isThere = next;
        redis.isThere = isThere;
        begun.push({ at: clock.time, count: await admitted(rates, each) });
      }
      for (const { at } of begun) {
        const within = begun.filter((other) => other.at >= at && other.at < at + 60_000).reduce((sum, { count }) => sum + count, 0);
        // One more per process, because shares are rounded up.
        expect(within).toBeLessThanOrEqual(180 + rates.length);
      }
    }),
    casesOf(100),
  );
});
