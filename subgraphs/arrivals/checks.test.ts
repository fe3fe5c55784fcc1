import { describe, expect, test } from 'vitest';
import { type AlertThresholds, defaultAlertThresholds } from '#platform/access/access-file.ts';
import {
  collectedIf,
  evaluateScenario,
  hoursLater,
  noticeIssued,
  type ScenarioStep,
  scheduleOf,
  startMs,
} from '../../test/support/arrival-evidence.ts';
import { type AlertKind, alertKinds } from './alerts.ts';
import { type Check, checksOf, textOfCheck } from './checks.ts';
import { portNotAsked } from './statements/port.ts';
import { scheduleNotAsked } from './statements/schedule.ts';

const hourMs = 3_600_000;
const version = (hours: number, more: Parameters<typeof noticeIssued>[1] = {}): ScenarioStep => ({
  hours,
  notice: noticeIssued(hours, more),
});

/** Explains one kind after a sequence of versions, to a tenant with thresholds, at a later time. */
function check(
  kind: AlertKind,
  scenario: readonly ScenarioStep[],
  given: { readonly thresholds?: Partial<AlertThresholds>; readonly hours?: number; readonly isCollected?: boolean } = {},
): (Check & { readonly reason: string }) | undefined {
  const last = evaluateScenario(scenario).evaluations.at(-1);
  const notice = scenario.at(-1)?.notice ?? noticeIssued(0);
  if (last === undefined) throw new Error('the scenario is empty');
  const shown = { schedule: scheduleNotAsked, port: portNotAsked, ...last, changedAtMs: startMs };
  const { thresholds = {}, hours = scenario.at(-1)?.hours ?? 0, isCollected = false } = given;
  const reader = { view: 'all', thresholds: { ...defaultAlertThresholds, ...thresholds }, charges: true };
  const checks = checksOf({ ...last.snapshot, arrivalId: 'arrival-1', notice, shown, changedAtMs: startMs }, reader, {
    nowMs: startMs + hours * hourMs,
    collected: collectedIf(isCollected),
  });
  expect(checks.map((one) => one.kind)).toEqual([...alertKinds]);
  const found = checks.find((one) => one.kind === kind);
  return found && { ...found, reason: textOfCheck(found) };
}

const moved = [version(0), version(1, { portOfDischargeArrivalDate: { value: '2026-03-10', classifier: 'EST' } })];
const inFiveDays = {
  freeTimes: [{ typeCodes: ['DEM'], ISOEquipmentCodes: [], equipmentReferences: [], lastFreeDate: { value: '2026-03-07' } }],
};

describe('an explanation', () => {
  test('uses the thresholds of the tenant that sends the query', () => {
    expect(check('ETA_CHANGED', moved)).toMatchObject({
      outcome: 'RAISED',
      threshold: 6,
      reasons: [{ code: 'ALERT_OPEN', since: hoursLater(1) }],
      reason: `An alert has been open since ${hoursLater(1)}: 2026-03-09 became 2026-03-10.`,
    });
    expect(check('ETA_CHANGED', moved, { thresholds: { etaChangedHours: 48 } })).toMatchObject({
      outcome: 'NOT_RAISED',
      threshold: 48,
      reasons: [{ code: 'MOVED', time: { localDate: '2026-03-10' }, comparedTime: { localDate: '2026-03-09' }, hours: 24 }],
      reason:
        'The best known time is 2026-03-10, from the notice: 24 h later than 2026-03-09, which it stated when it was last reported or became the best known time. Moves are reported from 48 h on.',
    });
  });

  test('is given for the time of the query, not of the last evaluation', () => {
    const scenario = [version(0, inFiveDays)];
    expect(check('LAST_FREE_DAY_NEAR', scenario)?.reason).toBe(
      'Until the last free day of pickup, 2026-03-07, 5 days are left. It is reported from 2 days before.',
    );
    expect(check('LAST_FREE_DAY_NEAR', scenario, { hours: 48 })?.reason).toMatch(/3 days are left/);
    expect(check('LAST_FREE_DAY_NEAR', scenario, { hours: 96 })).toMatchObject({ outcome: 'NOT_RAISED' });
    expect(check('LAST_FREE_DAY_NEAR', scenario, { hours: 96, isCollected: true })?.reason).toMatch(/the arrival is not open/);
  });

  test('of an open alert names its values, and the sides that differ', () => {
    expect(check('SOURCES_DISAGREE', [{ ...version(0), schedule: scheduleOf(0, '2026-03-12T10:00:00+08:00') }])).toMatchObject({
      outcome: 'RAISED',
      reason: `An alert has been open since ${hoursLater(0)}: the notice stated 2026-03-09, the schedule stated 2026-03-12 10:00.`,
    });
    const other = version(1, { arrivalLeg: { vesselIMONumber: '9074729', vesselName: 'FARO' } });
    expect(check('VESSEL_CHANGED', [version(0), other])?.reason).toMatch(/: EMMA \(9321483\) became FARO \(9074729\)\.$/);
  });

  test('states since when a value has been the same, and what is missing', () => {
    expect(check('VESSEL_CHANGED', [version(0), version(1)])?.reason).toBe(
      `The ship is EMMA (IMO 9321483) since the version of ${hoursLater(0)}.`,
    );
    const nameless = version(0, { arrivalLeg: undefined });
    expect(check('VOYAGE_CHANGED', [nameless])?.reason).toBe('No version of the notice names the import voyage.');
    expect(check('SOURCES_DISAGREE', moved)).toMatchObject({
      outcome: 'NOT_CHECKED',
      reason:
        'Fewer than two sides state an arrival time: the schedule was not queried, or is not visible; the port was not queried, or is not visible.',
    });
  });
});
