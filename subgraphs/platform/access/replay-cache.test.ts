import { describe, expect, it } from 'vitest';
import { createReplayCache } from './request-signatures.ts';

describe('the replay cache', () => {
  it('knows each request for the whole window', () => {
    let now = 1_000;
    const memory = createReplayCache(100, 1_000, () => now);
    for (let index = 0; index < 50; index += 1) {
      now += 10;
      expect([index, memory.isFirst(`nonce-${index}`, now)]).toEqual([index, true]);
      for (let known = Math.max(0, index - 10); known <= index; known += 1) {
        expect([index, known, memory.isFirst(`nonce-${known}`, now)]).toEqual([index, known, false]);
      }
    }
  });

  it('rejects signatures that are as old as those it had to evict', () => {
    const now = 1_000;
    const memory = createReplayCache(100, 10, () => now);
    const sentAt = (index: number) => now + index;
    for (let index = 0; index < 100; index += 1) expect(memory.isFirst(`nonce-${index}`, sentAt(index))).toBe(true);
    for (let index = 0; index < 100; index += 1) expect(memory.isFirst(`nonce-${index}`, sentAt(index))).toBe(false);
  });
});
