import { expect, it } from 'vitest';
import { daysTooFarApart } from './agreement.ts';

it.each([
  ['2026-12-01', 'EST', '2026-12-04T23:00:00+08:00', 'EST', undefined],
  ['2026-12-01', 'EST', '2026-12-05T01:00:00+08:00', 'EST', 4],
  ['2026-12-01', 'EST', '2026-12-08T01:00:00+08:00', 'PLN', undefined],
  ['2026-12-01', 'ACT', '2026-12-03T01:00:00+08:00', 'ACT', 2],
  ['2026-12-01', 'ACT', '2026-12-09T01:00:00+08:00', undefined, 8],
  ['2026-12-05', 'EST', '2026-12-01T16:00:00Z', 'EST', undefined],
  ['2026-12-06', 'EST', '2026-12-01T16:00:00Z', 'EST', 4],
  ['unknown', 'EST', '2026-12-01T16:00:00Z', 'EST', undefined],
])('%s (%s) and %s (%s) lie too far apart by %s', (left, classifier, right, other, days) => {
  expect(daysTooFarApart({ at: left, classifier }, { at: right, classifier: other }, '+08:00')).toBe(days);
});
