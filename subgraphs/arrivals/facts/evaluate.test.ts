import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultAlertThresholds } from '#platform/access/access-file.ts';
import { firstStep, version } from '../../../test/support/alert-cases.ts';
import {
  collectedIf,
  evaluateScenario,
  hoursLater,
  noticeIssued,
  type ScenarioStep,
  scheduleOf,
  startMs,
} from '../../../test/support/arrival-evidence.ts';
import { casesOf } from '../../../test/support/random-cases.ts';
import { scenarios } from '../../../test/support/random-scenarios.ts';
import { alertKinds, alertSteps, ruleOf, type SteppedKind, stepOf, type Transition } from '../alerts.ts';
import { textOfCheck } from '../checks.ts';
import type { ArrivalEvidence, NoticeEvidence } from '../model.ts';
import { portNotAsked } from '../statements/port.ts';
import { scheduleNotAsked } from '../statements/schedule.ts';
import { type Evaluate, evaluate } from './evaluate.ts';
import { createVisitEvaluations } from './evaluate-visit.ts';

const steppedKinds = Object.keys(alertSteps) as SteppedKind[];
const hourMs = 3_600_000;
const runs = casesOf(100);

/** Returns the evidence after each of the given steps. */
function evidenceAfter(scenario: readonly ScenarioStep[]): ArrivalEvidence[] {
  let evidence: ArrivalEvidence = { notice: noticeIssued(0), schedule: scheduleNotAsked, port: portNotAsked };
  return scenario.map(({ hours: _, isCollected: __, collected: ___, ...sides }) => {
    evidence = { ...evidence, ...sides };
    return evidence;
  });
}

describe('an evaluation', () => {
  test('raises and closes at each step what an evaluation with only that threshold raises and closes', () => {
    fc.assert(
      fc.property(scenarios, fc.constantFrom(...steppedKinds), fc.nat(), (scenario, kind, place) => {
        const step = alertSteps[kind][place % alertSteps[kind].length] ?? 0;
        const factsOf = (transitions: readonly Transition[]) =>
          transitions.flatMap(({ kind: own, transition, at, subject, steps }) =>
            own === kind ? steps.filter((one) => one.step === step).map((one) => ({ transition, at, subject, ...one })) : [],
          );
        const alone: Evaluate = (input) => evaluate(input, { ...alertSteps, [kind]: [step] });
        expect(factsOf(evaluateScenario(scenario).transitions)).toEqual(
          factsOf(evaluateScenario(scenario, { evaluate: alone }).transitions),
        );
      }),
      runs,
    );
  });

  test('continues with the alerts in the log if its memory is lost: none is raised twice, and those that still apply stay open', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { evaluations, transitions } = evaluateScenario(scenario);
        const last = evaluations.at(-1);
        const sides = evidenceAfter(scenario).at(-1);
        if (sides === undefined || last === undefined) return;
        // The arrival does not keep a version that arrived late.
        const evidence = { ...sides, notice: last.memory['notice'] as ArrivalEvidence['notice'] };
        const latest = new Map(transitions.map((transition) => [transition.alertId, transition]));
        const { hours, isCollected = false } = scenario.at(-1) ?? { hours: 0 };
        const nowMs = startMs + hours * hourMs;
        const rebuilt = evaluate({
          arrivalId: 'arrival-1',
          evidence,
          memory: undefined,
          history: [...latest.values()],
          nowMs,
          collected: collectedIf(isCollected),
        });
        const keysOf = ({ alertId, steps }: Pick<Transition, 'alertId' | 'steps'>) => steps.map(({ step }) => `${alertId} ${step}`);
        const raised = transitions.filter(({ transition }) => transition === 'RAISED').flatMap(keysOf);
        const again = rebuilt.transitions.filter(({ transition }) => transition === 'RAISED').flatMap(keysOf);
        expect(again.filter((key) => raised.includes(key))).toEqual([]);
        const closed = rebuilt.transitions.filter(({ transition }) => transition === 'CLOSED');
        expect(closed).toEqual([]);
        expect(rebuilt.openAlerts.map(({ alertId }) => alertId)).toEqual(
          expect.arrayContaining(last.openAlerts.map(({ alertId }) => alertId)),
        );
      }),
      runs,
    );
  });

  test('of the same evidence raises and closes nothing, and explains it with the same words, even if the memory was stored as JSON', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { evaluations } = evaluateScenario(scenario);
        for (const [place, evidence] of evidenceAfter(scenario).entries()) {
          const { hours, isCollected = false } = scenario[place] ?? { hours: 0 };
          const memory = evaluations[place]?.memory;
          const stored = JSON.parse(JSON.stringify(memory));
          const checks: unknown[] = [];
          const [nowMs, collected] = [startMs + hours * hourMs, collectedIf(isCollected)];
          const input = { arrivalId: 'arrival-1', evidence, memory: stored, nowMs, collected };
          const again = evaluate(input, alertSteps, (kind, reason) => checks.push([kind, reason]));
          expect(again.transitions).toEqual([]);
          expect(again.memory).toEqual(JSON.parse(JSON.stringify(memory)));
          expect(again.snapshot).toEqual(evaluations[place]?.snapshot);
          expect(checks).toEqual(evaluations[place]?.checks);
        }
        expect(evaluateScenario(scenario, { isStored: true }).transitions).toEqual(evaluateScenario(scenario).transitions);
      }),
      runs,
    );
  });

  test('does not change when an older version of the notice arrives late, or with the order of the events', () => {
    fc.assert(
      fc.property(scenarios, fc.integer({ min: 1, max: 100 }), (scenario, hours) => {
        const late = scenario.flatMap((step) => [
          step,
          { ...step, notice: { ...noticeIssued(-hours), portOfDischargeArrivalDate: { value: '2026-04-01' } } },
        ]);
        const reversed = scenario.map((step) =>
          step.port === undefined ? step : { ...step, port: { ...step.port, events: step.port.events.toReversed() } },
        );
        const { transitions } = evaluateScenario([firstStep, ...scenario]);
        expect(evaluateScenario([firstStep, ...late]).transitions).toEqual(transitions);
        expect(evaluateScenario([firstStep, ...reversed]).transitions).toEqual(transitions);
      }),
      runs,
    );
  });

  test('names only evidence that it was given, and never a side that is not visible in the view', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const given = new Set<string>();
        const { evaluations } = evaluateScenario(scenario);
        for (const [place, { notice, schedule, port }] of evidenceAfter(scenario).entries()) {
          given.add(`NOTICE ${notice.versionId}`);
          for (const { recordKey, retrievedAt } of [schedule.call, schedule.lost].flatMap((record) => record ?? []))
            given.add(`SCHEDULE ${recordKey} ${retrievedAt}`);
          for (const { versionId } of port.events) given.add(`PORT ${versionId}`);
          const { snapshot, transitions, openAlerts } = evaluations[place] ?? {};
          const named = referencesIn({ snapshot, transitions, openAlerts });
          expect(named.filter((one) => !given.has(one))).toEqual([]);
          for (const { evidence } of transitions ?? []) expect(evidence.length).toBeGreaterThan(0);
        }
        const hidden = evaluateScenario(scenario.map(({ port: _, schedule: __, ...step }) => step));
        expect(JSON.stringify([hidden.evaluations.map(({ memory: _, ...rest }) => rest)])).not.toMatch(/"source":"(PORT|SCHEDULE)"/);
      }),
      runs,
    );
  });

  test('raises a step of an alert once, closes it at most once, and returns the alerts that are open', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { evaluations } = evaluateScenario(scenario);
        const open = new Map<string, number>();
        const states = new Map<string, string>();
        for (const { transitions, openAlerts } of evaluations) {
          for (const { alertId, ordinal, transition, steps } of transitions) {
            expect(ordinal).toBe(open.get(alertId) ?? 0);
            open.set(alertId, ordinal + 1);
            for (const { step, closedAt } of steps) {
              const key = `${alertId} ${step}`;
              expect(states.get(key)).toBe(transition === 'RAISED' ? undefined : 'RAISED');
              expect(closedAt === undefined).toBe(transition === 'RAISED');
              states.set(key, transition);
            }
          }
          const openNow = openAlerts.flatMap(({ alertId, steps }) =>
            steps.filter(({ closedAt }) => closedAt === undefined).map(({ step }) => `${alertId} ${step}`),
          );
          expect(openNow.toSorted()).toEqual([...states].flatMap(([key, state]) => (state === 'RAISED' ? [key] : [])).toSorted());
        }
      }),
      runs,
    );
  });

  test('names the record that closed an alert, unless the clock or a mark did', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        for (const { transition, kind, steps, closingEvidence } of evaluateScenario(scenario).transitions) {
          const byClock = ['MAX_AGE', 'COLLECTED', 'ARRIVAL_CLOSED', 'STEADY', ...(ruleOf(kind).isByClock === true ? ['SUPERSEDED'] : [])];
          const byRecord = steps.filter(({ closeReason }) => !byClock.includes(`${closeReason}`));
          if (transition === 'CLOSED' && byRecord.length > 0) expect([kind, byRecord, closingEvidence]).not.toEqual([kind, byRecord, []]);
        }
      }),
      runs,
    );
  });

  test('changes only with the evidence before its wake-up time', () => {
    fc.assert(
      fc.property(scenarios, fc.double({ min: 0, max: 1, noNaN: true }), (scenario, part) => {
        const { evaluations } = evaluateScenario(scenario);
        for (const [place, evidence] of evidenceAfter(scenario).entries()) {
          const { hours, isCollected = false } = scenario[place] ?? { hours: 0 };
          const { memory, wakeAtMs, snapshot } = evaluations[place] ?? {};
          const fromMs = startMs + hours * hourMs;
          const lastMs = (wakeAtMs ?? fromMs + 1000 * hourMs) - 1;
          for (const nowMs of [lastMs, Math.floor(fromMs + (lastMs - fromMs) * part)]) {
            const later = evaluate({ arrivalId: 'arrival-1', evidence, memory, nowMs, collected: collectedIf(isCollected) });
            expect(later.transitions).toEqual([]);
            expect(later.snapshot).toEqual(snapshot);
          }
          expect(wakeAtMs === undefined || wakeAtMs > fromMs).toBe(true);
        }
      }),
      runs,
    );
  });

  test('explains every kind in full sentences', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        for (const { checks } of evaluateScenario(scenario).evaluations) {
          for (const kind of alertKinds) {
            const reasons = checks.flatMap(([of, reason]) => (of === kind ? [reason] : []));
            const text = textOfCheck({ kind, reasons, outcome: 'NOT_RAISED', threshold: stepOf(kind, defaultAlertThresholds) });
            expect(text).toMatch(/^[A-Z].*\.$/);
            expect(text).not.toMatch(/undefined|NaN| {2}/);
          }
        }
      }),
      runs,
    );
  });
});

test('two facts of one version are two alerts with the same evidence', () => {
  const { transitions } = evaluateScenario([
    firstStep,
    version(1, { portOfDischargeArrivalDate: { value: '2026-03-12' }, arrivalLeg: { vesselIMONumber: '7' } }),
  ]);
  expect(transitions.map(({ kind, evidence }) => [kind, evidence.map(({ id }) => id)])).toEqual([
    ['VESSEL_CHANGED', ['notice-1', 'notice-0']],
    ['ETA_CHANGED', ['notice-1', 'notice-0']],
  ]);
  expect(new Set(transitions.map(({ alertId }) => alertId)).size).toBe(2);
});

test('the first evaluation raises only what applies now and requires action', () => {
  const due = {
    freeTimes: [{ typeCodes: ['DEM'], ISOEquipmentCodes: [], equipmentReferences: [], lastFreeDate: { value: '2026-03-03' } }],
  };
  const notice = noticeIssued(0, { ...due, isFreightReleased: true });
  const { transitions } = evaluateScenario([
    { hours: 1, notice, schedule: scheduleOf(1, '2026-03-12T12:00:00+08:00', { classifier: 'ACT' }) },
  ]);
  expect(transitions.map(({ kind }) => kind)).toEqual(['SOURCES_DISAGREE', 'LAST_FREE_DAY_NEAR']);
});

test('equal facts have the same id in every view, and different facts have different ids', () => {
  const scenario = [firstStep, version(1, { portOfDischargeArrivalDate: { value: '2026-03-12' } })];
  const idsOf = (steps: readonly ScenarioStep[], arrivalId = 'arrival-1') =>
    evaluateScenario(steps, { arrivalId }).transitions.map(({ alertId }) => alertId);
  expect(idsOf(scenario)).toEqual(idsOf(scenario.map((step) => ({ ...step, port: portNotAsked }))));
  expect(idsOf(scenario)).not.toEqual(idsOf(scenario, 'arrival-2'));
});

test('an evaluation with a memory of another format is a first evaluation', () => {
  const [evidence] = evidenceAfter([firstStep]);
  if (evidence === undefined) throw new Error('the scenario has one step');
  const { snapshot, transitions } = evaluate({ arrivalId: 'arrival-1', evidence, memory: { format: 0 }, nowMs: startMs });
  expect([snapshot.state, transitions]).toEqual(['EXPECTED', []]);
});

test('an evaluation that shares the visit of the ship with other documents is the same as alone', () => {
  fc.assert(
    fc.property(scenarios, fc.array(fc.nat({ max: 2 }), { minLength: 3, maxLength: 3 }), (scenario, versions) => {
      const visits = scenario.map(() => createVisitEvaluations());
      const documents = versions.map((earlier, document) => {
        const own = (notice: NoticeEvidence, number: number): NoticeEvidence => ({
          ...notice,
          ...{ versionId: `${document}-${notice.versionId}`, transportDocumentReference: `document ${document}` },
          ...{ issueDateTime: hoursLater(number - document), containers: [{ equipmentReference: `FARU100002${document}` }] },
        });
        // Some documents have had versions before that the others have not.
        const before = Array.from({ length: earlier }, (_, number) => ({
          hours: -9 + number,
          notice: own(noticeIssued(-9 + number), number - 9),
        }));
        return [...before, ...scenario.map((step) => ({ ...step, ...(step.notice && { notice: own(step.notice, step.hours) }) }))];
      });
      for (const [document, steps] of documents.entries()) {
        const of = { arrivalId: `arrival-${document}` };
        let place = 0;
        const shared: Evaluate = (input) => evaluate({ ...input, visits: visits[place++ - (versions[document] ?? 0)] });
        const [alone, together] = [
          evaluateScenario(steps, { ...of, evaluate: (input) => evaluate(input) }),
          evaluateScenario(steps, { ...of, evaluate: shared }),
        ];
        expect(together).toEqual(alone);
      }
    }),
    runs,
  );
});

test('a memory refers to few versions of a notice, however many there have been', () => {
  const days = ['2026-03-09', '2026-03-10', '2026-03-12'];
  const steps = Array.from({ length: 200 }, (_, number) =>
    version(number, { portOfDischargeArrivalDate: { value: days[number % 3] ?? '', classifier: 'EST' } }),
  );
  const last = evaluateScenario(steps).evaluations.at(-1);
  expect(Object.keys(last?.memory['versions'] as object).length).toBeLessThan(10);
  expect(referencesIn([last?.snapshot, last?.openAlerts]).filter((reference) => reference === 'NOTICE ')).toEqual([]);
});

/** Returns every reference to evidence in a value, at any depth. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = value as Record<string, unknown>;
  if (typeof own['source'] === 'string' && typeof own['id'] === 'string') {
    return [own['source'] === 'SCHEDULE' ? `SCHEDULE ${own['id']} ${own['at']}` : `${own['source']} ${own['id']}`];
  }
  return Object.values(own).flatMap(referencesIn);
}
