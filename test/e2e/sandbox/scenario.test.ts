import { containerNumberOf, imoNumberOf } from '@landfall/sandbox/check-digits.ts';
import { coralLine } from '@landfall/sandbox/coral-line.ts';
import { hourMs } from '@landfall/sandbox/fleet/times.ts';
import { northernStar } from '@landfall/sandbox/northern-star.ts';
import { type Notice, notificationOf } from '@landfall/sandbox/notice.ts';
import type { SandboxProfile, StepKind } from '@landfall/sandbox/profile.ts';
import { createScenario, openingLength, type ScenarioStep } from '@landfall/sandbox/scenario.ts';
import { expect, it } from 'vitest';
import { failedChecks, failedNotificationChecks } from '../../support/an-conformance.ts';

const start = Date.UTC(2026, 2, 2, 13, 5);
const profiles = [northernStar, coralLine];

it.each(profiles)('the steps of $carrierName are the same for the same time, and different for another seed', (profile) => {
  const first = JSON.stringify(stepsOf(profile, { seed: 'a' }));
  expect(JSON.stringify(stepsOf(profile, { seed: 'a' }))).toBe(first);
  expect(JSON.stringify(stepsOf(profile, { seed: 'b' }))).not.toBe(first);
});

it.each(profiles)('$carrierName shows every case in its opening', (profile) => {
  const opening = stepsOf(profile).slice(0, openingLength);
  const kinds: StepKind[] = [
    'FIRST_NOTICE',
    'SECOND_LABEL',
    'ETA_CHANGED',
    'TERMINAL_CHANGED',
    'LEG_CANCELLED',
    'CARGO_RELEASED',
    'LATE_OLD_VERSION',
    'DUPLICATE',
    'FAULTY_NO_TIME',
    'FAULTY_NULLS',
  ];
  expect(new Set(opening.map(({ kind }) => kind))).toEqual(new Set(kinds));
  const notices = opening.flatMap((step) => step.notices);
  expect(notices.length).toBeGreaterThanOrEqual(20);
  expect(notices.filter((notice) => 'arrivalNoticeVisualization' in notice)).not.toHaveLength(0);
  expect(notices.filter((notice) => !('carrierCode' in notice))).toHaveLength(1);
  const labels = notices.filter(({ transportDocumentReference }) => transportDocumentReference === opening[0]?.reference);
  expect(new Set(labels.map((notice) => notice['typeLabel']))).toEqual(new Set(profile.typeLabels));
});

it.each(profiles)('$carrierName finds a ship for every step at any time of the year, although steps move ships', (profile) => {
  // Not a whole number of hours, so that each run begins at another time of another day.
  for (let run = 0; run < 60; run += 1) {
    const at = start + run * 147.3 * hourMs;
    const scenario = createScenario(profile, 'demo');
    for (let step = 0; step < openingLength + 16; step += 1) scenario.next(at + step * 1_000);
  }
});

it.each(profiles)('complete notices of $carrierName conform to all profiles and have a typical size', (profile) => {
  for (const notice of completeNoticesOf(profile)) {
    expect(failedChecks([notice])).toEqual([]);
    expect(failedNotificationChecks([notificationOf(notice)])).toEqual([]);
    const { arrivalNoticeVisualization: _, ...withoutFile } = notice;
    const { length } = JSON.stringify(withoutFile);
    expect(length).toBeGreaterThan(3_000);
    expect(length).toBeLessThan(5_700);
  }
});

it.each(profiles)('ships and containers of $carrierName have correct check digits', (profile) => {
  const text = JSON.stringify(completeNoticesOf(profile));
  const numbersOf = (name: string) => [...text.matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'))].map(([, number]) => number ?? '');
  expect(numbersOf('vesselIMONumber').filter((number) => number !== imoNumberOf(Number(number.slice(0, 6))))).toEqual([]);
  expect(
    numbersOf('equipmentReference').filter((number) => number !== containerNumberOf(number.slice(0, 4), Number(number.slice(4, 10)))),
  ).toEqual([]);
  expect(new Set(numbersOf('equipmentReference')).size).toBeGreaterThan(50);
});

it('one document names ship and port but no voyage, from its first notice to its last', () => {
  const steps = stepsOf(northernStar, { count: 200 });
  const silent = steps.filter(({ notices }) => notices.some((notice) => !namesVoyage(notice)));
  const [reference, ...others] = new Set(silent.map((step) => step.reference));
  expect(others).toEqual([]);
  expect(silent).toEqual(steps.filter((step) => step.reference === reference));
  expect(silent.length).toBeGreaterThan(2);
});

it('the notice for a ship that was replaced is corrected later', () => {
  const steps = stepsOf(northernStar, { count: 60 });
  const corrected = steps.findIndex(({ kind }) => kind === 'VESSEL_CHANGED');
  const { reference } = steps[corrected] ?? {};
  const named = steps
    .filter((step) => step.reference === reference)
    .map(({ notices }) => JSON.stringify(notices).includes('NSL WOLVERINE'));
  expect(corrected).toBeGreaterThanOrEqual(openingLength);
  expect(named[0]).toBe(true);
  expect(named.slice(1)).not.toContain(true);
});

it('a changed arrival is on a different day than the previous one', () => {
  const changes = stepsOf(coralLine, { count: 2_000 }).filter(({ kind }) => kind === 'ETA_CHANGED');
  expect(changes.length).toBeGreaterThan(20);
  for (const { detail } of changes) {
    const [before, after] = detail.replace('arrival ', '').split(' -> ');
    expect(after).not.toBe(before);
  }
});

it('the steps of a document go from its first notice to its release, each version issued later than the one before', () => {
  const steps = stepsOf(northernStar, { count: 300 });
  for (const reference of new Set(steps.map((step) => step.reference))) {
    const all = steps.filter((step) => step.reference === reference);
    const versions = all.filter(({ kind }) => !['FAULTY_NO_TIME', 'LATE_OLD_VERSION', 'DUPLICATE'].includes(kind));
    const issued = versions.map(({ notices }) => Date.parse(String(notices[0]?.['issueDateTime'])));
    expect(issued).toEqual([...new Set(issued)].sort((left, right) => left - right));
    const released = all.findIndex(({ kind }) => kind === 'CARGO_RELEASED');
    // Customs may stop cargo after its release.
    if (released !== -1) expect(all.slice(released + 1).filter(({ kind }) => kind !== 'RELEASE_WITHDRAWN')).toEqual([]);
  }
  expect(steps.filter(({ kind }) => kind === 'CARGO_RELEASED').length).toBeGreaterThan(40);
});

it('the late version is older than the one received before it and newer than the first', () => {
  const steps = stepsOf(northernStar);
  const late = steps.find(({ kind }) => kind === 'LATE_OLD_VERSION');
  const [first, eta] = steps.filter(({ reference }) => reference === late?.reference).map(issueTimeOf);
  const time = late === undefined ? Number.NaN : issueTimeOf(late);
  expect(time).toBeGreaterThan(first ?? Number.NaN);
  expect(time).toBeLessThan(eta ?? Number.NaN);
});

it('the duplicate is identical, byte for byte', () => {
  const steps = stepsOf(northernStar);
  const index = steps.findIndex(({ kind }) => kind === 'DUPLICATE');
  expect(JSON.stringify(steps[index]?.notices)).toBe(JSON.stringify(steps[index - 1]?.notices));
});

it('a scenario that is started later has other documents and later times', () => {
  const before = stepsOf(northernStar, { count: 200 });
  const after = stepsOf(northernStar, { count: 200, from: start + 200 * stepMs });
  const references = new Set(before.map(({ reference }) => reference));
  expect(after.filter(({ reference }) => references.has(reference))).toEqual([]);
  const last = Math.max(...before.map(issueTimeOf).filter(Number.isFinite));
  expect(Math.min(...after.map(issueTimeOf).filter(Number.isFinite))).toBeGreaterThan(last);
});

it('continues indefinitely with a limited number of documents in progress', () => {
  const steps = stepsOf(coralLine, { count: 2_000 });
  const open = new Set<string>();
  for (const { kind, reference } of steps) {
    if (kind === 'CARGO_RELEASED') open.delete(reference);
    else open.add(reference);
  }
  expect(open.size).toBeLessThan(10);
});

const stepMs = 1_500;

function stepsOf(profile: SandboxProfile, { seed = 'demo', count = 60, from = start } = {}): ScenarioStep[] {
  const scenario = createScenario(profile, seed);
  return Array.from({ length: count }, (_, index) => scenario.next(from + index * stepMs));
}

function completeNoticesOf(profile: SandboxProfile): Notice[] {
  const validSteps = stepsOf(profile, { count: 200 }).filter(({ filed }) => filed === undefined);
  return validSteps.flatMap(({ notices }) => notices).filter((notice) => 'carrierCode' in notice && namesVoyage(notice));
}

function namesVoyage(notice: Notice): boolean {
  return JSON.stringify(notice).includes('"carrierImportVoyageNumber"');
}

function issueTimeOf({ notices }: ScenarioStep): number {
  return Date.parse(String(notices[0]?.['issueDateTime']));
}
