import { describe, expect, it } from 'vitest';
import { createNewTexts } from './new-texts.ts';

describe('time for new texts', () => {
  const open = (msPerMinute: number) => {
    const clock = { time: 1_000, now: () => clock.time };
    return { clock, texts: createNewTexts(msPerMinute, clock) };
  };

  it('is there at once for a minute, then comes back evenly, and what one took too long is owed', () => {
    const { clock, texts } = open(600);
    texts.spent('a', 599);
    expect(texts.admit('a')).toBeUndefined();
    texts.spent('a', 101);
    expect(texts.admit('a')?.extensions).toEqual({ code: 'RATE_LIMITED', retryAfter: 10 });
    clock.time += 10_000;
    expect(texts.admit('a')).toBeUndefined();
  });

  it('is kept for each tenant by itself', () => {
    const { texts } = open(100);
    texts.spent('a', 1_000);
    expect([texts.admit('a')?.extensions['code'], texts.admit('b')]).toEqual(['RATE_LIMITED', undefined]);
  });

  it('of 0 has no end', () => {
    const { texts } = open(0);
    texts.spent('a', 1_000_000);
    expect(texts.admit('a')).toBeUndefined();
  });
});
