import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schedule, version } from '../../../test/support/alert-cases.ts';
import {
  evaluateScenario,
  hoursLater,
  noticeIssued,
  portEvent,
  portOf,
  type ScenarioStep,
  scheduleOf,
  startMs,
} from '../../../test/support/arrival-evidence.ts';
import { createDeadlineJudge, openStepsOf } from '../../../test/support/deadline-judge.ts';
import { casesOf } from '../../../test/support/random-cases.ts';
import { scenarios } from '../../../test/support/random-scenarios.ts';
import { targetOfContainer } from '../collected.ts';
import type { ArrivalEvidence, NoticeEvidence } from '../model.ts';
import { portNotAsked } from '../statements/port.ts';
import { scheduleNotAsked } from '../statements/schedule.ts';
import { evaluate } from './evaluate.ts';

const freeUntil = (day: string): Pick<NoticeEvidence, 'freeTimes'> => ({
  freeTimes: [{ typeCodes: ['DEM'], ISOEquipmentCodes: [], equipmentReferences: [], lastFreeDate: { value: day } }],
});
/** Returns the day so many days after the start, in Singapore. */
const dayAfter = (days: number) => new Date(startMs + days * 86_400_000).toISOString().slice(0, 10);
const unstated = { portOfDischargeArrivalDate: undefined };

test('of 55 open arrivals past their last free day none is silent, also of those that are released and discharged', () => {
  const silent = Array.from({ length: 55 }, (_, number) => {
    const days = -1 - (number % 14);
    const notice = noticeIssued(0, {
      ...freeUntil(dayAfter(days)),
      portOfDischargeArrivalDate: { value: dayAfter(days - 5), classifier: number % 2 === 0 ? 'ACT' : 'EST' },
      isFreightReleased: number % 3 === 0,
      isCustomsReleased: number % 3 !== 1,
      containers: number % 5 === 0 ? [] : [{ equipmentReference: 'FARU1000027' }],
    });
    // Some are known from the start, others pass their last free day while they are known.
    const known = noticeIssued(-20 * 24, { ...freeUntil(dayAfter(days)) });
    const scenario =
      number % 4 === 0
        ? [
            { hours: -20 * 24, notice: known },
            { hours: 0, notice },
          ]
        : [{ hours: 0, notice }];
    const { snapshot, openAlerts } = evaluateScenario(scenario).evaluations.at(-1) ?? {};
    expect(snapshot?.isOpen).toBe(true);
    return openAlerts?.some(({ kind, subject }) => kind === 'LAST_FREE_DAY_PASSED' && subject === dayAfter(days)) ? [] : [days];
  }).flat();
  expect(silent).toEqual([]);
});

test('a last free day that was acknowledged at 2 days left is another alert at 1 day, on the day itself and after it', () => {
  const steps = [version(0, freeUntil(dayAfter(2))), ...[24, 48, 72].map((hours) => ({ hours }))];
  const open = evaluateScenario(steps).evaluations.map(({ openAlerts }) => openAlerts.filter(({ kind }) => kind !== 'NO_NEWS'));
  expect(open.map((alerts) => alerts.map(({ kind, steps: own }) => [kind, own[0]?.daysLeft]))).toEqual([
    [['LAST_FREE_DAY_NEAR', 2]],
    [['LAST_FREE_DAY_NEAR', 1]],
    [['LAST_FREE_DAY_NEAR', 0]],
    [['LAST_FREE_DAY_PASSED', undefined]],
  ]);
  expect(new Set(open.flatMap((alerts) => alerts.map(({ alertId }) => alertId))).size).toBe(4);
});

test('an alert about a last free day names its containers', () => {
  const containers = ['FARU1000027', 'FARU1000032', 'FARU1000048'].map((equipmentReference) => ({ equipmentReference }));
  const [days] = [freeUntil(dayAfter(1)).freeTimes, freeUntil(dayAfter(2)).freeTimes];
  const later = { ...freeUntil(dayAfter(2)).freeTimes[0], equipmentReferences: ['FARU1000032'] };
  const freeTimes = [...days, later] as NoticeEvidence['freeTimes'];
  const { openAlerts } = evaluateScenario([version(0, { containers, freeTimes })]).evaluations[0] ?? {};
  expect(openAlerts?.map(({ subject, equipmentReferences }) => [subject, equipmentReferences])).toEqual([
    [dayAfter(1), ['FARU1000027', 'FARU1000048']],
    [dayAfter(2), ['FARU1000032']],
  ]);
});

describe('containers that are collected one after the other', () => {
  const [early, late] = ['FARU1000027', 'FARU1000032'];
  const containers = [early, late, 'FARU1000048'].map((equipmentReference) => ({ equipmentReference }));
  const ofDay = (equipmentReferences: string[], value: string) => ({
    ...{ typeCodes: ['DEM'], ISOEquipmentCodes: [], equipmentReferences, lastFreeDate: { value } },
  });
  const freeTimes = [ofDay([early, 'FARU1000048'], dayAfter(1)), ofDay([late], dayAfter(2))];
  const first = version(0, { containers, freeTimes, ...unstated });
  const collect = (...references: string[]) => references.map(targetOfContainer).toSorted();
  const resultOf = (...collected: readonly (readonly string[])[]) => {
    const steps = collected.map((each, index) => ({ ...(index === 0 && first), hours: index, collected: each }));
    const { evaluations, transitions } = evaluateScenario(steps);
    const { snapshot, openAlerts } = evaluations.at(-1) ?? {};
    const open = openAlerts?.map(({ kind, subject, equipmentReferences }) => [kind, subject, equipmentReferences]);
    const closed = transitions.filter(({ transition }) => transition === 'CLOSED').map(({ steps: own }) => own[0]?.closeReason);
    return { lastFree: snapshot?.lastFree?.localDate, isOpen: snapshot?.isOpen, open, closed };
  };
  const near = (days: number, ...references: string[]) => ['LAST_FREE_DAY_NEAR', dayAfter(days), references];

  test('keep the alert of their day until the last one of it, and the arrival has the earliest day of the others', () => {
    const all = [near(1, early, 'FARU1000048'), near(2, late)];
    expect(resultOf([], collect(early))).toEqual({ lastFree: dayAfter(1), isOpen: true, open: all, closed: [] });
    const onlyLate = { lastFree: dayAfter(2), isOpen: true, open: [near(2, late)] };
    expect(resultOf([], collect(early), collect(early, 'FARU1000048'))).toEqual({ ...onlyLate, closed: ['COLLECTED'] });
  });

  test('end the arrival with the last one, and a mark that is removed raises the alert again', () => {
    const all = collect(early, late, 'FARU1000048');
    expect(resultOf([], all)).toEqual({ lastFree: dayAfter(1), isOpen: false, open: [], closed: ['COLLECTED', 'COLLECTED'] });
    expect(resultOf([], all, collect(early, 'FARU1000048'))).toMatchObject({ isOpen: true, open: [near(2, late)] });
  });

  test('are not named by alerts that are raised later, until their mark is removed', () => {
    const steps = [{ ...first, collected: collect(early) }, { hours: 24, collected: collect(early) }, { hours: 25 }];
    const named = evaluateScenario(steps).evaluations.map(({ openAlerts }) =>
      openAlerts.filter(({ subject }) => subject === dayAfter(1)).map(({ equipmentReferences }) => equipmentReferences),
    );
    expect(named).toEqual([[['FARU1000048']], [['FARU1000048']], [[early, 'FARU1000048']]]);
  });

  test('do not end an arrival to which a container is added later', () => {
    const [one, two] = containers;
    const notice = noticeIssued(0, { containers: [one, two] as NoticeEvidence['containers'], freeTimes, ...unstated });
    const added = { ...notice, ...noticeIssued(2, { containers, freeTimes, ...unstated }) };
    const collected = collect(early, late);
    const { evaluations } = evaluateScenario([
      { hours: 0, notice },
      { hours: 1, collected },
      { hours: 2, notice: added, collected },
    ]);
    expect(evaluations.map(({ snapshot }) => snapshot.isOpen)).toEqual([true, false, true]);
    expect(evaluations.at(-1)?.openAlerts.map(({ equipmentReferences }) => equipmentReferences)).toEqual([['FARU1000048']]);
  });
});

test('a ship that is overdue for days is reported, and from 72 hours on requires an action, whatever was acknowledged', () => {
  const steps = [
    { ...schedule(0, hoursLater(10)), notice: noticeIssued(0, unstated) },
    ...[34, 58, 82, 106].map((hours) => schedule(hours, hoursLater(10))),
  ];
  const open = evaluateScenario(steps).evaluations.map(({ openAlerts }) => openAlerts.filter(({ kind }) => kind === 'OVERDUE'));
  expect(open.map((alerts) => alerts.map(({ severity }) => severity))).toEqual([
    [],
    ['LOOK'],
    expect.arrayContaining(['LOOK']),
    ['ACT_NOW'],
    ['ACT_NOW'],
  ]);
  const [acknowledged, escalated] = [open[2], open[3]].map((alerts) => alerts?.map(({ alertId }) => alertId) ?? []);
  expect(escalated?.some((id) => acknowledged?.includes(id))).toBe(false);
});

test('repeated answers of a schedule are no news once their time has passed', () => {
  const answered = (hours: number) => schedule(hours, hoursLater(40));
  const steps = [{ ...answered(0), notice: noticeIssued(0, unstated) }, answered(20), { hours: 39 }, ...[45, 50, 55].map(answered)];
  const news = evaluateScenario(steps).evaluations.map(({ checks }) => checks.find(([kind]) => kind === 'NO_NEWS')?.[1].since);
  expect(news).toEqual([0, 20, 20, 20, 20, 20].map(hoursLater));
});

test('no lack of news is raised, and ended again, at the very moment at which the best known time passes', () => {
  // The notice of another day counts again, because the schedule has not been answered since; its day ends after 148 hours.
  const plan = (hours: number) => ({ hours, schedule: scheduleOf(hours, hoursLater(24), { classifier: 'PLN' }) });
  const moved = noticeIssued(35, { ...unstated, portOfDischargeArrivalDate: { value: '2026-03-08', classifier: 'PLN' } });
  const steps = [
    { hours: 1, notice: noticeIssued(1, unstated) },
    plan(4),
    { hours: 35, notice: moved },
    plan(38),
    plan(118),
    { hours: 148 },
  ];
  const { evaluations } = evaluateScenario([...steps, { hours: 148 }, { hours: 148 }]);
  expect(evaluations.slice(-2).map(({ transitions }) => transitions)).toEqual([[], []]);
});

test('a backfill of closed arrivals raises nothing, whatever their sides state', () => {
  const notice = noticeIssued(0, { ...freeUntil('2026-01-20'), portOfDischargeArrivalDate: { value: '2026-01-10', classifier: 'EST' } });
  const omitted = portOf(portEvent(-24 * 50, { isPortCallOmitted: true }));
  const silent = portOf(portEvent(-24 * 50, { serviceDateTime: '2026-01-14T02:00:00Z' }));
  for (const port of [omitted, silent, portNotAsked]) {
    const steps = [{ hours: 0, notice, port, schedule: scheduleOf(0, '2026-01-18T12:00:00+08:00') }, { hours: 1 }];
    expect(evaluateScenario(steps).transitions.map(({ kind }) => kind)).toEqual([]);
  }
});

test('an arrival stays open for the configured days', () => {
  const evidence = { notice: noticeIssued(0, freeUntil('2026-02-20')), schedule: scheduleNotAsked, port: portNotAsked };
  const notice = { ...evidence.notice, ...unstated };
  const isOpenFor = (openDays: number | undefined) =>
    evaluate({ arrivalId: 'arrival-1', evidence: { ...evidence, notice }, memory: undefined, nowMs: startMs, openDays }).snapshot.isOpen;
  expect([9, 10, undefined].map(isOpenFor)).toEqual([false, true, true]);
});

describe('the reasons why an alert is not raised', () => {
  const reasonOf = (kind: string, ...steps: readonly ScenarioStep[]) =>
    evaluateScenario(steps)
      .evaluations.at(-1)
      ?.checks.find(([of]) => of === kind)?.[1];

  test('of a date that has passed never state that something is not reported yet', () => {
    const passed = version(0, { portOfDischargeArrivalDate: { value: '2026-02-28', classifier: 'EST' }, ...freeUntil('2026-02-28') });
    const time = { localDate: '2026-02-28' };
    expect(reasonOf('NO_NEWS', passed)).toMatchObject({ code: 'NEWS_BEFORE_PASSED_TIME', since: hoursLater(0), time });
    expect(reasonOf('LAST_FREE_DAY_NEAR', passed)).toEqual({ code: 'DAYS_LEFT', day: '2026-02-28', daysLeft: -2, isOpen: true });
    expect(reasonOf('OVERDUE', passed)).toMatchObject({ code: 'ACTUAL_TIMES_NOT_STATED', time, hours: 44 });
  });

  test('are never that a date is ahead, or that a report is to come, when its time has passed', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        for (const [place, { checks, snapshot }] of evaluateScenario(scenario).evaluations.entries()) {
          const nowMs = startMs + (scenario[place]?.hours ?? 0) * 3_600_000;
          const { bestTime } = snapshot;
          if (bestTime === undefined || nowMs < (snapshot.bestTimeMs ?? 0) + 2 * 86_400_000) continue;
          const untrue = checks.filter(([, { code }]) => ['RECENT_NEWS', 'NEWS_BEFORE_DISTANT_TIME', 'TIME_AHEAD'].includes(code));
          expect(untrue).toEqual([]);
        }
      }),
      casesOf(300),
    );
  });
});

describe('the alerts of the clock', () => {
  test('are those of a judge that follows the standard, for random scenarios and every hour between', () => {
    const figures = { expected: 0, open: 0, both: 0 };
    const runs = Number(process.env['JUDGE_RUNS'] ?? casesOf(200).numRuns);
    fc.assert(
      fc.property(scenarios, fc.array(fc.constantFrom(1, 5, 11, 24, 71), { minLength: 1, maxLength: 6 }), (scenario, pauses) => {
        const judge = createDeadlineJudge();
        // After the last change only time passes.
        const lastHours = scenario.at(-1)?.hours ?? 0;
        const later = pauses.map((_, index) => ({ hours: lastHours + pauses.slice(0, index + 1).reduce((sum, one) => sum + one, 0) }));
        const steps: readonly ScenarioStep[] = [...scenario, ...later];
        const { evaluations } = evaluateScenario(steps);
        let evidence: ArrivalEvidence = { notice: noticeIssued(0), schedule: scheduleNotAsked, port: portNotAsked };
        for (const [place, { snapshot, memory, openAlerts }] of evaluations.entries()) {
          const { hours = 0, isCollected = false, ...sides } = steps[place] ?? {};
          evidence = { ...evidence, ...sides };
          const notice = memory['notice'] as NoticeEvidence;
          const expected = judge({ nowMs: startMs + hours * 3_600_000, evidence: { ...evidence, notice }, isCollected, snapshot });
          const open = openStepsOf(openAlerts);
          figures.expected += expected.length;
          figures.open += open.length;
          figures.both += open.filter((one) => expected.includes(one)).length;
          expect(open).toEqual(expected);
        }
      }),
      { numRuns: runs, ...(process.env['JUDGE_SEED'] !== undefined && { seed: Number(process.env['JUDGE_SEED']) }) },
    );
    const [precision, recall] = [figures.both / figures.open, figures.both / figures.expected];
    process.stdout.write(`alerts of the clock: ${JSON.stringify({ runs, ...figures, precision, recall })}\n`);
    expect([precision, recall]).toEqual([1, 1]);
  });
});
