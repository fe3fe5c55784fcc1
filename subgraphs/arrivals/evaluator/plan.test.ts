import { describe, expect, it } from 'vitest';
import { intervalMsOf, nextQueryMs, plannedMaxAgeSeconds } from './plan.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const nowMs = Date.UTC(2026, 2, 2);

describe('the plan of queries of schedules', () => {
  it.each([
    ['in an hour', nowMs + hourMs, 15 * minuteMs],
    ['in exactly a day', nowMs + dayMs, 15 * minuteMs],
    ['in two days', nowMs + 2 * dayMs, 2 * hourMs],
    ['in a week and an hour', nowMs + 7 * dayMs + hourMs, dayMs],
    ['two hours ago', nowMs - 2 * hourMs, 15 * minuteMs],
    ['at an unknown time', undefined, dayMs],
  ])('queries an arrival %s often enough', (_, bestTimeMs, interval) => {
    expect(intervalMsOf(bestTimeMs, { nowMs })).toBe(interval);
  });

  it('is replaced by the interval of a trial', () => {
    expect(intervalMsOf(nowMs + 30 * dayMs, { nowMs, scheduleSeconds: 1 })).toBe(1_000);
  });

  it.each([1, 60, 900, 7_200, 86_400])('does not let an answer become older than %s s', (seconds) => {
    const intervalMs = seconds * 1_000;
    expect(nextQueryMs(intervalMs) + plannedMaxAgeSeconds(intervalMs) * 1_000).toBeLessThanOrEqual(intervalMs + 1);
  });

  it.each([
    ['a minute after the first failure', 0, dayMs, minuteMs],
    ['less often the longer a partner does not answer', 20 * minuteMs, dayMs, 5 * minuteMs],
    ['every quarter of an hour in a long outage', 3 * dayMs, dayMs, 15 * minuteMs],
    ['as planned where that is sooner', 3 * dayMs, 15 * minuteMs, 10 * minuteMs],
  ])('queries again %s', (_, unansweredMs, intervalMs, expected) => {
    expect(nextQueryMs(intervalMs, unansweredMs)).toBe(expected);
  });
});
