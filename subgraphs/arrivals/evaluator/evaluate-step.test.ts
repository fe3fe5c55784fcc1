import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { NewVersion } from '#platform/store/version-store.ts';
import { collectedIf, noticeIssued, startMs } from '../../../test/support/arrival-evidence.ts';
import { casesOf } from '../../../test/support/random-cases.ts';
import { viewsOfTerms } from '../alerts.ts';
import { type ArrivalState, shownIn, type ViewState } from '../arrival-state.ts';
import { evaluate } from '../facts/evaluate.ts';
import type { PortEvidence, ScheduleEvidence } from '../model.ts';
import { callKeyOf } from '../statements/notice.ts';
import { alertDocumentOf, alertHistoryOf, alertVersionsOf } from '../store/alert-entries.ts';
import { createRowOf, stateOf } from '../store/state-rows.ts';
import type { EvaluatedView } from '../tenant-views.ts';
import { type EvaluationStep, evaluateStep, type ViewSides } from './evaluate-step.ts';

const arrivalId = '["acme","FARM00012345"]';
const nowMs = startMs + 3_600_000;
const noticeOf = (hours: number, value: string) => ({
  evidence: noticeIssued(hours, { portOfDischargeArrivalDate: { value, classifier: 'EST' } }),
  partyTerms: [],
  partyWords: [],
});
const viewOf = (id: string, more: Partial<EvaluatedView> = {}): EvaluatedView => ({ id, shows: () => true, collected: [], ...more });
const stepOf = (more: Partial<EvaluationStep>): EvaluationStep => ({ arrivalId, views: [], nowMs, ...more });

const callKey = callKeyOf(noticeIssued(0));
/** Returns new objects each time, as answers of different views are. */
function sidesOf(dateTime: string | undefined): ViewSides {
  const schedule: ScheduleEvidence = { outcome: dateTime === undefined ? 'NONE' : 'UNIQUE', couldQuery: true, callKey };
  const port: PortEvidence = { outcome: 'UNKNOWN', couldQuery: true, callKey, events: [], terminalCallIDs: [] };
  if (dateTime === undefined) return { schedule, port };
  const [partner, recordKey, retrievedAt] = ['acme', '["VESSEL_SCHEDULE","CALL-1"]', new Date(startMs).toISOString()];
  const arrivals = [{ partner, eventClassifierCode: 'EST', dateTime, retrievedAt, recordKey }];
  const call = { partner, recordKey, records: [{ partner, recordKey }], retrievedAt, arrivals, carrierImportVoyageNumbers: [] };
  return { schedule: { ...schedule, call }, port };
}

/** Stores a state and reads it, as between two rounds. */
function stored(state: ArrivalState): ArrivalState {
  return stateOf(createRowOf(() => [], { now: () => nowMs })({ ...state, pending: [] }, []));
}

/** Each view shows the notices that name its party. */
function partyTermOf(id: string): string {
  return `party:${id}`;
}

/** Returns what a rebuild keeps of a state. */
function dormantIn(state: ArrivalState | undefined): ArrivalState | undefined {
  return state && { ...state, views: Object.fromEntries(Object.entries(state.views).filter(([id]) => shownIn(state, id) === undefined)) };
}

/** Returns what is raised and closed in a view. */
function transitionsIn(pending: ArrivalState['pending'], id: string): unknown[] {
  const shown = pending.filter(({ views, transition: { steps } }) => views?.includes(id) === true && steps.length > 0);
  return shown.map(({ transition, ofVisit }) => ({ transition, ofVisit }));
}

function inOrderOfRaising(log: readonly NewVersion[]): NewVersion[] {
  const keyOf = (entry: NewVersion) => `${entry.receivedAt} ${alertDocumentOf(entry).alertId}`;
  return log.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

/** Returns what the current entries of a log state about the alerts of a view. */
function alertsIn(log: readonly NewVersion[], id: string): unknown[] {
  const entries = log.filter(({ index }) => viewsOfTerms(index.terms).has(id));
  for (const { index } of entries) expect(index.terms).toContain(partyTermOf(id));
  const shown = entries.map(alertDocumentOf);
  const stated = shown.map(({ alertId, kind, severity, evidence, allSteps, ordinal }) => {
    return { alertId, kind, severity, evidence, allSteps, ordinal };
  });
  return stated.toSorted((left, right) => (left.alertId < right.alertId ? -1 : 1));
}

describe('the views of an arrival', () => {
  it('are evaluated once and share alerts if they have the same state and equal evidence, also after they were stored', () => {
    const counted = vi.fn(evaluate);
    const views = ['all', 'v1', 'v2'].map((id) => viewOf(id));
    const sides = new Map(views.map(({ id }) => [id, sidesOf('2026-03-09T10:00:00+08:00')]));
    const first = evaluateStep(undefined, stepOf({ views, sides, notice: noticeOf(0, '2026-03-09') }), counted);
    expect(counted).toHaveBeenCalledTimes(1);
    const second = evaluateStep(stored(first), stepOf({ views, notice: noticeOf(1, '2026-03-12') }), counted);
    expect(counted).toHaveBeenCalledTimes(2);
    const raised = second.pending.filter(({ transition: { kind } }) => kind === 'ETA_CHANGED' || kind === 'SOURCES_DISAGREE');
    expect(raised.map(({ views: shared }) => shared)).toEqual([['all', 'v1', 'v2']]);
  });

  it('keep entries of their own where an earlier version has stored them for each view', () => {
    const views = ['all', 'v1', 'v2'].map((id) => viewOf(id));
    const first = stored(evaluateStep(undefined, stepOf({ views, notice: noticeOf(0, '2026-03-09') })));
    const equal = { ...first.views['all'], alertsOf: undefined } as ViewState;
    const earlier = { ...first, views: { all: equal, v1: equal, v2: equal } };
    const moved = evaluateStep(earlier, stepOf({ views, notice: noticeOf(1, '2026-03-12') }));
    expect(moved.pending.map(({ view, views: shared }) => [view, shared])).toEqual([
      ['all', ['all']],
      ['v1', ['v1']],
      ['v2', ['v2']],
    ]);
    expect(new Set(Object.values(stored(moved).views)).size).toBe(1);
  });

  it('have separate evaluations if their evidence, state, marks or logged alerts differ', () => {
    const counted = vi.fn(evaluate);
    const views = [viewOf('all'), viewOf('v1'), viewOf('v2', { collected: collectedIf(true) })];
    const sides = new Map([
      ['all', sidesOf('2026-03-09T10:00:00+08:00')],
      ['v1', sidesOf('2026-03-10T10:00:00+08:00')],
      ['v2', sidesOf('2026-03-09T10:00:00+08:00')],
    ]);
    const first = evaluateStep(undefined, stepOf({ views, sides, notice: noticeOf(0, '2026-03-09') }), counted);
    expect(counted).toHaveBeenCalledTimes(3);
    // Equal evidence does not make up for different states.
    const equal = new Map(views.map(({ id }) => [id, sidesOf(undefined)]));
    evaluateStep(stored(first), stepOf({ views: views.map(({ id }) => viewOf(id)), sides: equal }), counted);
    expect(counted).toHaveBeenCalledTimes(6);
    const history = new Map([['v1', { alerts: [] }]]);
    evaluateStep(undefined, stepOf({ views: [viewOf('all'), viewOf('v1')], history, notice: noticeOf(0, '2026-03-09') }), counted);
    expect(counted).toHaveBeenCalledTimes(8);
  });

  it('have the same states and alerts as if each were the only one', () => {
    const days = fc.constantFrom('2026-03-09', '2026-03-10', '2026-03-14');
    const ids = ['all', 'v1', 'v2', 'v3'];
    const steps = fc.array(
      fc.record({
        day: days,
        isRebuilt: fc.boolean(),
        views: fc.array(
          fc.record({
            isShown: fc.boolean(),
            isCollected: fc.boolean(),
            sides: fc.constantFrom('none', 'empty', 'near', 'far'),
          }),
          { minLength: ids.length, maxLength: ids.length },
        ),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const times = fc.array(fc.record({ from: fc.nat({ max: 2 }), until: fc.integer({ min: 2, max: 9 }) }), { minLength: 4, maxLength: 4 });
    const sidesBy = { none: undefined, empty: undefined, near: '2026-03-09T10:00:00+08:00', far: '2026-03-13T10:00:00+08:00' };
    fc.assert(
      fc.property(steps, times, (scenario, presence) => {
        const run = (only: readonly string[]) => {
          const log = new Map<string, NewVersion>();
          const raised: ArrivalState['pending'][number][] = [];
          let state: ArrivalState | undefined;
          for (const [hours, { day, views, isRebuilt }] of scenario.entries()) {
            const present = ids.filter((id, place) => {
              const { from = 0, until = 0 } = presence[place] ?? {};
              return only.includes(id) && hours >= from && hours < until;
            });
            const partyTerms = ids.filter((_, place) => isRebuilt || views[place]?.isShown).map(partyTermOf);
            const evaluated = present.map((id) => {
              const { isCollected = false } = views[ids.indexOf(id)] ?? {};
              return viewOf(id, { shows: (terms) => terms.includes(partyTermOf(id)), collected: collectedIf(isCollected) });
            });
            const sides = new Map(
              ids.flatMap((id, place): [string, ViewSides][] => {
                const kind = views[place]?.sides ?? 'none';
                return kind === 'none' ? [] : [[id, sidesOf(sidesBy[kind])]];
              }),
            );
            const history = isRebuilt
              ? alertHistoryOf(inOrderOfRaising([...log.values()]).map((entry) => ({ ...entry, terms: entry.index.terms })))
              : undefined;
            const step = stepOf({
              views: evaluated,
              sides,
              history,
              notice: { ...noticeOf(hours, day), partyTerms },
              nowMs: nowMs + hours * 3_600_000,
            });
            const next = evaluateStep(isRebuilt ? dormantIn(state) : state, step, evaluate);
            raised.push(...next.pending);
            for (const version of alertVersionsOf(next)) {
              const known = log.get(version.entityId);
              expect(known === undefined || known.sortKey < version.sortKey).toBe(true);
              log.set(version.entityId, version);
            }
            state = stored(next);
          }
          return { views: state?.views ?? {}, raised, log: [...log.values()] };
        };
        const together = run(ids);
        for (const id of ids) {
          const alone = run([id]);
          expect({ ...together.views[id], alertsOf: undefined }).toEqual({ ...alone.views[id], alertsOf: undefined });
          expect(transitionsIn(together.raised, id)).toEqual(transitionsIn(alone.raised, id));
          // No caller reads the entries of a view that was removed.
          const isLeft = (presence[ids.indexOf(id)]?.until ?? 0) >= scenario.length;
          if (isLeft) expect(alertsIn(together.log, id)).toEqual(alertsIn(alone.log, id));
        }
      }),
      casesOf(30),
    );
  });
});
