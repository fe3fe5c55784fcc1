import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultAlertThresholds } from '#platform/access/access-file.ts';
import { type AlertKind, alertKinds, alertRules, alertSteps, alertTermsOf, readTermsOf, severitiesOf, urgentFromMs } from './alerts.ts';
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

test('an alert is found by the steps, kinds and severities that it has, and by no others', () => {
  const raisedAt = '2026-03-01T12:00:00.000Z';
  const kindsWithSteps = Object.keys(alertSteps) as (keyof typeof alertSteps)[];
  const ofKind = fc.constantFrom(...kindsWithSteps).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      severity: fc.constantFrom(...severitiesOf(kind)),
      reached: fc.subarray([...alertSteps[kind]]),
      read: fc.constantFrom(...alertSteps[kind]),
      other: fc.constantFrom<AlertKind>(...alertKinds),
    }),
  );
  fc.assert(
    fc.property(ofKind, ({ kind, severity, reached, read, other }) => {
      const steps = reached.map((step) => ({ step, raisedAt }));
      const terms = new Set(alertTermsOf('open', ['v1'], { kind, severity, steps }));
      const thresholds = { ...defaultAlertThresholds, [alertRules[kind].threshold]: read };
      const isFound = (view: string, of: Parameters<typeof readTermsOf>[2]) =>
        readTermsOf('open', { view, thresholds, charges: true }, of).some((term) => terms.has(term));
      expect(isFound('v1', {})).toBe(reached.includes(read));
      expect(isFound('v1', { kinds: [other] })).toBe(reached.includes(read) && other === kind);
      expect(isFound('v1', { severities: ['ACT_NOW'] })).toBe(reached.includes(read) && severity === 'ACT_NOW');
      expect(isFound('v2', {})).toBe(false);
      // Entries of version 0.2.0 have a term for each step.
      const earlier = new Set(
        reached.map((step) => ['open', 'v1', kind, step, ...(severitiesOf(kind).length > 1 ? [severity] : [])].join(':')),
      );
      expect(readTermsOf('open', { view: 'v1', thresholds, charges: true }).some((term) => earlier.has(term))).toBe(reached.includes(read));
    }),
  );
});

test('an alert without steps is found as long as it is in the state that is read', () => {
  const reader = { view: 'v1', thresholds: defaultAlertThresholds, charges: true };
  const terms = alertTermsOf('open', ['v1'], { kind: 'BERTHED', severity: 'INFO', steps: [{ raisedAt: '2026-03-01T12:00:00.000Z' }] });
  expect(readTermsOf('open', reader, { kinds: ['BERTHED'] })).toEqual(terms);
  expect(alertTermsOf('closed', ['v1'], { kind: 'BERTHED', severity: 'INFO', steps: [] })).toEqual([]);
});
