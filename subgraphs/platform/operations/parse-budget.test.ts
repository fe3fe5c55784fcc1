import { describe, expect, it } from 'vitest';
import { defaultCallerLimits } from '../access/entitlement.ts';
import { createParseBudget } from './request-policy.ts';

const sessionsOf = (parseMsPerMinute: number) => {
  const limits = { ...defaultCallerLimits, parseMsPerMinute };
  return { a: { tenant: 'a', limits }, b: { tenant: 'b', limits } };
};

describe('the time budget for new documents', () => {
  const open = (msPerMinute: number) => {
    const clock = { time: 1_000, now: () => clock.time };
    return { clock, texts: createParseBudget(clock), ...sessionsOf(msPerMinute) };
  };

  it('starts with the quota of a minute, refills evenly, and carries over the excess of a slow document', () => {
    const { clock, texts, a } = open(600);
    texts.spent(a, 599);
    expect(texts.admit(a)).toBeUndefined();
    texts.spent(a, 101);
    expect(texts.admit(a)?.extensions).toEqual({ code: 'RATE_LIMITED', retryAfter: 10 });
    clock.time += 10_000;
    expect(texts.admit(a)).toBeUndefined();
  });

  it('is separate for each tenant', () => {
    const { texts, a, b } = open(100);
    texts.spent(a, 1_000);
    expect([texts.admit(a)?.extensions['code'], texts.admit(b)]).toEqual(['RATE_LIMITED', undefined]);
  });

  it('of 0 is unlimited', () => {
    const { texts, a } = open(0);
    texts.spent(a, 1_000_000);
    expect(texts.admit(a)).toBeUndefined();
  });
});
