import { expect, test } from 'vitest';
import type { Severity } from './alerts.ts';
import type { StatedArrivalTime } from './model.ts';
import { urgentFromMs } from './urgency.ts';

const [raisedAt, bestTimeMs] = ['2026-03-01T00:00:00.000Z', Date.UTC(2026, 2, 20, 12)];
const alert = (severity: Severity, before?: string) => {
  const time = { source: 'NOTICE', localDate: before, zone: 'Asia/Singapore' } as StatedArrivalTime;
  return { severity, step: { raisedAt, ...(before === undefined ? {} : { before: { text: before, source: 'NOTICE' as const, time } }) } };
};

test('an alert that requires action is urgent from the start, and an informational one never', () => {
  expect(urgentFromMs(alert('ACT_NOW'), { bestTimeMs })).toBe(Number.NEGATIVE_INFINITY);
  expect(urgentFromMs(alert('INFO'), { bestTimeMs })).toBe(Number.POSITIVE_INFINITY);
});

test('an alert that requires a look is urgent from five days before the arrival', () => {
  expect(urgentFromMs(alert('LOOK'), { bestTimeMs })).toBe(Date.UTC(2026, 2, 15, 12));
});

test('an alert about a near arrival that was postponed far is urgent now', () => {
  expect(urgentFromMs(alert('LOOK', '2026-03-10'), { bestTimeMs })).toBe(Date.UTC(2026, 2, 4, 16));
  expect(urgentFromMs(alert('LOOK', '2026-03-30'), { bestTimeMs })).toBe(Date.UTC(2026, 2, 15, 12));
});

test('an arrival without a time counts as near', () => {
  expect(urgentFromMs(alert('LOOK'), { bestTimeMs: undefined })).toBeLessThan(0);
});
