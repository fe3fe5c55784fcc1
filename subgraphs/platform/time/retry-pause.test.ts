import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryPauseMs } from './retry-pause.ts';

test('The pause doubles with each failure, with jitter of up to a half, and is never longer than the longest one', () => {
  const limits = fc.record({ firstRetryMs: fc.integer({ min: 2, max: 10_000 }), maxRetryMs: fc.integer({ min: 10_000, max: 3_600_000 }) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), limits, (failures, { firstRetryMs, maxRetryMs }) => {
      const pauseMs = retryPauseMs(failures, { firstRetryMs, maxRetryMs });
      const whole = Math.min(maxRetryMs, firstRetryMs * 2 ** (failures - 1));
      expect(pauseMs).toBeLessThanOrEqual(whole);
      expect(pauseMs).toBeGreaterThanOrEqual(Math.floor(whole / 2));
    }),
  );
});
