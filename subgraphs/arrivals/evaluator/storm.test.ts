import { describe, expect, test } from 'vitest';
import { defaultAlertThresholds } from '#platform/access/access-file.ts';
import { noticeIssued, portEvent, portOf, scheduleOf, startMs } from '../../../test/support/arrival-evidence.ts';
import { stepOf, type Transition } from '../alerts.ts';
import type { ArrivalState } from '../arrival-state.ts';
import { arrivalIdOf } from '../model.ts';
import { viewsOf, viewsOfArrival } from '../tenant-views.ts';
import { evaluateStep } from './evaluate-step.ts';

const hourMs = 3_600_000;
const minuteHours = 1 / 60;
const views = viewsOf([]);
/** Documents of one ship: some notices disagree with the port, and some have no schedule. Each is evaluated by itself. */
const documents = Array.from({ length: 12 }, (_, number) => {
  const notice = noticeIssued(0, {
    transportDocumentReference: `DOC-${number}`,
    versionId: `notice-${number}`,
    portOfDischargeArrivalDate: { value: ['2026-03-09', '2026-03-11'][number % 2] ?? '', classifier: 'EST' },
  });
  return { notice, schedule: number % 3 === 0 ? undefined : scheduleOf(0, '2026-03-09T12:00:00+08:00') };
});
type Document = (typeof documents)[number];

/** Returns what the port states: a day of arrival at the berth, told under one `eventID`. */
function berthAt(day: number, hours: number) {
  const serviceDateTime = `2026-03-${String(day).padStart(2, '0')}T04:00:00Z`;
  return portOf(portEvent(hours, { eventID: 'berth', versionId: `event-${hours.toFixed(4)}`, classifierCode: 'PLN', serviceDateTime }));
}

/** Evaluates a document at each of the port's statements, and at the end as the clock goes on. */
function alertsOf({ notice, schedule }: Document, stated: readonly (readonly [hours: number, day: number])[], endHours = 0) {
  const arrivalId = arrivalIdOf(notice);
  let state: ArrivalState | undefined;
  const logged: { readonly hours: number; readonly transition: Transition }[] = [];
  const step = (hours: number, sides?: NonNullable<Parameters<typeof evaluateStep>[1]['sides']>) => {
    const nowMs = startMs + hours * hourMs;
    const read = { evidence: notice, partyTerms: [], partyWords: [] };
    const next = evaluateStep(state, { arrivalId, views: viewsOfArrival(views, 'acme', []), nowMs, notice: read, sides });
    logged.push(...next.pending.map(({ transition }) => ({ hours, transition })));
    state = { ...next, pending: [] };
  };
  for (const [hours, day] of stated) step(hours, new Map([['all', { schedule, port: berthAt(day, hours) }]]));
  for (let wakeAtMs = state?.wakeAtMs; wakeAtMs !== undefined && wakeAtMs <= startMs + endHours * hourMs; wakeAtMs = state?.wakeAtMs) {
    step((wakeAtMs - startMs) / hourMs);
  }
  return logged.flatMap(({ hours, transition }) => {
    const { kind, subject, steps } = transition;
    const own = steps.find((one) => one.step === stepOf(kind, defaultAlertThresholds));
    return own === undefined ? [] : [{ hours, kind, subject, transition: transition.transition, step: own }];
  });
}

/** The port states the 9th, and then each minute the other one of 10th and 9th. */
const flips = Array.from({ length: 61 }, (_, minute) => [minute * minuteHours, 9 + (minute % 2)] as const);
/** The second turn. */
const opensAt = 3 * minuteHours;

describe('a port that changes its time by a day each minute for an hour, for each document of the ship', () => {
  test('raises at most two ETA_CHANGED, one SOURCES_DISAGREE for each two sides and turn, then one ETA_UNSTEADY, and nothing until it closes', () => {
    for (const document of documents) {
      const alerts = alertsOf(document, flips, 24);
      const raised = (kind: string) => alerts.filter((one) => one.kind === kind && one.transition === 'RAISED');
      const inStorm = alerts.filter(({ hours }) => hours > opensAt && hours <= 1);
      expect(inStorm).toEqual([]);
      expect(raised('ETA_CHANGED').filter(({ hours }) => hours <= 1)).toHaveLength(2);
      expect(raised('ETA_UNSTEADY')).toMatchObject([
        { hours: opensAt, subject: 'PORT', step: { before: { text: '2026-03-09 12:00' }, after: { text: '2026-03-10 12:00' } } },
      ]);
      const pairs = raised('SOURCES_DISAGREE').filter(({ hours }) => hours <= opensAt);
      for (const pair of new Set(pairs.map(({ subject }) => subject))) {
        expect(pairs.filter(({ subject }) => subject === pair).length).toBeLessThanOrEqual(2);
      }
      // The last turn is after 60 minutes.
      expect(alerts.filter(({ kind, transition }) => kind === 'ETA_UNSTEADY' && transition === 'CLOSED')).toMatchObject([
        { hours: 13, step: { closeReason: 'STEADY' } },
      ]);
    }
  });

  test('reports a real delay of three days in the middle of the storm, and what differs from the last report when it is over', () => {
    const delayed = flips.map(([hours, day]) => [hours, hours >= 0.5 ? day + 3 : day] as const);
    const [first] = delayed.filter(([hours]) => hours >= 0.5);
    for (const document of documents) {
      const alerts = alertsOf(document, delayed, 24).filter(({ kind, transition }) => kind === 'ETA_CHANGED' && transition === 'RAISED');
      const told = alerts.map(({ hours, step }) => [Number(hours.toFixed(4)), step.after?.text]);
      expect(told).toContainEqual([Number(first?.[0].toFixed(4)), '2026-03-12 12:00']);
      // One more for the other day of the flips, which is beyond the range by a step.
      expect(told.filter(([hours]) => Number(hours) > opensAt && Number(hours) <= 1).length).toBeLessThanOrEqual(2);
    }
  });

  test('writes neither an alert nor a change of the arrival for a move within the range', () => {
    const [document] = documents;
    if (document === undefined) throw new Error('there are documents');
    const arrivalId = arrivalIdOf(document.notice);
    let state: ArrivalState | undefined;
    const changed: number[] = [];
    for (const [hours, day] of flips) {
      const sides = new Map([['all', { port: berthAt(day, hours) }]]);
      const notice = { evidence: document.notice, partyTerms: [], partyWords: [] };
      const nowMs = startMs + Math.round(hours * hourMs);
      state = evaluateStep(state, { arrivalId, views: viewsOfArrival(views, 'acme', []), nowMs, notice, sides });
      changed.push(Math.round(((state.views['all']?.changedAtMs ?? 0) - startMs) / 60_000));
    }
    expect(changed.slice(3)).toEqual(changed.slice(3).map(() => 3));
  });
});
