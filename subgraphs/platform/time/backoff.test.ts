import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffMs } from './wake-up-loop.ts';

test('the pause doubles with each failure, is shortened randomly by up to a half, and never exceeds the maximum', () => {
  const limits = fc.record({ firstRetryMs: fc.integer({ min: 2, max: 10_000 }), maxRetryMs: fc.integer({ min: 10_000, max: 3_600_000 }) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), limits, (failures, { firstRetryMs, maxRetryMs }) => {
      const pauseMs = backoffMs(failures, { firstRetryMs, maxRetryMs });
      const longest = Math.min(maxRetryMs, firstRetryMs * 2 ** (failures - 1));
      expect(pauseMs).toBeLessThanOrEqual(longest);
      expect(pauseMs).toBeGreaterThanOrEqual(Math.floor(longest / 2));
    }),
  );
});
