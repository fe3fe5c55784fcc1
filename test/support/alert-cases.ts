import { describe, expect, test } from 'vitest';
import type { AlertKind } from '../../subgraphs/arrivals/alerts.ts';
import type { NoticeEvidence, PortEvent } from '../../subgraphs/arrivals/model.ts';
import { evaluateScenario, noticeIssued, portOf, type ScenarioStep, scheduleOf } from './arrival-evidence.ts';

/** A sequence of steps, and what it raises and closes of one kind: `RAISED 1 3`, `CLOSED SUPERSEDED 1 3`. */
export type AlertCase = readonly [name: string, scenario: readonly ScenarioStep[], expected: readonly string[]];

/** The columns of a kind in docs/alerts.md. */
export interface AlertCases {
  readonly raised: readonly AlertCase[];
  readonly notRaised: readonly AlertCase[];
  readonly closed: readonly AlertCase[];
}

/** Kinds whose facts depend on the notice only. */
export type NoticeAlertKind =
  | 'VESSEL_CHANGED'
  | 'VOYAGE_CHANGED'
  | 'PORT_CHANGED'
  | 'TERMINAL_CHANGED'
  | 'RELEASED'
  | 'RELEASE_WITHDRAWN'
  | 'FREE_TIME_CHANGED'
  | 'LAST_FREE_DAY_NEAR'
  | 'LAST_FREE_DAY_PASSED'
  | 'CHARGES_CHANGED';

/** The first evaluation: a notice, and no other side. */
export const firstStep: ScenarioStep = { hours: 0 };
/** Three days and some hours later, without any change. */
export const after72h: ScenarioStep = { hours: 76 };

/** Creates a version of the notice, issued this many hours after the start. */
export function version(hours: number, changes: Partial<NoticeEvidence> = {}): ScenarioStep {
  return { hours, notice: noticeIssued(hours, changes) };
}

/** Creates an answer of the schedule with the arrival of the matched call. */
export function schedule(hours: number, dateTime: string, changes: Parameters<typeof scheduleOf>[2] = {}): ScenarioStep {
  return { hours, schedule: scheduleOf(hours, dateTime, changes) };
}

/** Creates the events of the matched visit. */
export function port(hours: number, ...events: PortEvent[]): ScenarioStep {
  return { hours, port: portOf(...events) };
}

/** Creates the arrival date of a notice. */
export function arrival(value: string, classifier = 'EST'): Partial<NoticeEvidence> {
  return { portOfDischargeArrivalDate: { value, classifier } };
}

/** Defines the tests of some kinds. */
export function testAlertKinds(cases: Readonly<Partial<Record<AlertKind, AlertCases>>>): void {
  describe.each(Object.entries(cases) as [AlertKind, AlertCases][])('%s', (kind, { raised, notRaised, closed }) => {
    const check = (_: string, scenario: readonly ScenarioStep[], expected: readonly string[]) =>
      expect(transitionsOf(kind, scenario)).toEqual(expected);
    test.each([...raised])('is raised by %s', check);
    test.each([...notRaised])('is not raised by %s', check);
    test.each([...closed])('is closed by %s', check);
  });
}

function transitionsOf(kind: AlertKind, scenario: readonly ScenarioStep[]): string[] {
  return evaluateScenario(scenario)
    .transitions.filter((one) => one.kind === kind)
    .map(({ transition, steps }) => {
      const reasons = new Set(steps.flatMap(({ closeReason }) => (transition === 'CLOSED' ? (closeReason ?? []) : [])));
      return [transition, ...reasons, ...steps.flatMap(({ step }) => step ?? [])].join(' ');
    });
}
