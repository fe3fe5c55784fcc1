import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from './partner-share.ts';

const limits = { requestsPerSecond: 10, concurrency: 4, timeoutMs: 1_000 };
const sharesOf = (count: number, of = limits) => Array.from({ length: count }, (_, rank) => shareOf(of, { rank, count }));

describe('the share of a replica', () => {
  it('is the whole limit for a single replica', () => {
    expect(sharesOf(1)).toEqual([limits]);
  });

  it('differs by at most one between replicas', () => {
    expect(sharesOf(3).map((share) => [share?.requestsPerSecond, share?.concurrency])).toEqual([
      [4, 2],
      [3, 1],
      [3, 1],
    ]);
  });

  it('is nothing for replicas beyond the limit', () => {
    expect(sharesOf(3, { ...limits, concurrency: 1 }).map((share) => share?.concurrency)).toEqual([1, undefined, undefined]);
  });

  it('of a rate below one request per second goes to one replica', () => {
    const slow = { ...limits, requestsPerSecond: 0.5 };
    expect(sharesOf(2, slow).map((share) => share?.requestsPerSecond)).toEqual([0.5, undefined]);
  });

  it('never adds up to more than the limit, even when replicas disagree about which others have left', () => {
    const amounts = fc.record({
      requestsPerSecond: fc.double({ min: 0.1, max: 50, noNaN: true }),
      concurrency: fc.integer({ min: 1, max: 50 }),
    });
    // For ten replicas: which of them are running, and which stopped ones each of them still sees.
    const views = fc.array(fc.record({ queries: fc.boolean(), sees: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }) }), {
      minLength: 10,
      maxLength: 10,
    });
    fc.assert(
      fc.property(amounts, views, (amount, replicas) => {
        let [rate, concurrency] = [0, 0];
        for (const [place, { queries, sees }] of replicas.entries()) {
          if (!queries) continue;
          const seen = [...replicas.keys()].filter((other) => replicas[other]?.queries || sees[other]);
          const share = shareOf({ ...amount, timeoutMs: 1 }, { rank: seen.indexOf(place), count: seen.length });
          rate += share?.requestsPerSecond ?? 0;
          concurrency += share?.concurrency ?? 0;
        }
        expect(rate).toBeLessThanOrEqual(amount.requestsPerSecond);
        expect(concurrency).toBeLessThanOrEqual(amount.concurrency);
      }),
    );
  });
});
