import { expect, test } from 'vitest';
import { urgentFromMs } from './alerts.ts';
import type { AlertSeverity } from './generated/schema.ts';
import type { StatedArrivalTime } from './model.ts';

const bestTimeMs = Date.UTC(2026, 2, 20, 12);
const alert = (severity: AlertSeverity, before?: string) => {
  const time = { source: 'NOTICE', localDate: before, zone: 'Asia/Singapore' } as StatedArrivalTime;
  return { severity, ...(before === undefined ? {} : { before: { text: before, source: 'NOTICE' as const, time } }) };
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
