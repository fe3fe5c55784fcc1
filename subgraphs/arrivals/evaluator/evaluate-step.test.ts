import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { collectedIf, noticeIssued, startMs } from '../../../test/support/arrival-evidence.ts';
import { casesOf } from '../../../test/support/random-cases.ts';
import type { ArrivalState } from '../arrival-state.ts';
import { evaluate } from '../facts/evaluate.ts';
import type { PortEvidence, ScheduleEvidence } from '../model.ts';
import { callKeyOf } from '../statements/notice.ts';
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

describe('the views of an arrival', () => {
  it('are evaluated once if they have the same state and equal evidence, also after they were stored', () => {
    const counted = vi.fn(evaluate);
    const views = ['all', 'v1', 'v2'].map((id) => viewOf(id));
    const sides = new Map(views.map(({ id }) => [id, sidesOf('2026-03-09T10:00:00+08:00')]));
    const first = evaluateStep(undefined, stepOf({ views, sides, notice: noticeOf(0, '2026-03-09') }), counted);
    expect(counted).toHaveBeenCalledTimes(1);
    const second = evaluateStep(stored(first), stepOf({ views, notice: noticeOf(1, '2026-03-12') }), counted);
    expect(counted).toHaveBeenCalledTimes(2);
    const raised = second.pending.filter(({ transition: { kind } }) => kind === 'ETA_CHANGED' || kind === 'SOURCES_DISAGREE');
    expect(new Set(raised.map(({ view }) => view)).size).toBe(3);
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
    const history = new Map([['v1', []]]);
    evaluateStep(undefined, stepOf({ views: [viewOf('all'), viewOf('v1')], history, notice: noticeOf(0, '2026-03-09') }), counted);
    expect(counted).toHaveBeenCalledTimes(8);
  });

  it('have the same states and alerts as if each were the only one', () => {
    const days = fc.constantFrom('2026-03-09', '2026-03-10', '2026-03-14');
    const ids = ['all', 'v1', 'v2', 'v3'];
    const steps = fc.array(
      fc.record({
        day: days,
        views: fc.array(
          fc.record({ isShown: fc.boolean(), isCollected: fc.boolean(), sides: fc.constantFrom('none', 'empty', 'near', 'far') }),
          { minLength: ids.length, maxLength: ids.length },
        ),
      }),
      { minLength: 1, maxLength: 5 },
    );
    const sidesBy = { none: undefined, empty: undefined, near: '2026-03-09T10:00:00+08:00', far: '2026-03-13T10:00:00+08:00' };
    fc.assert(
      fc.property(steps, (scenario) => {
        const run = (only: readonly string[]) => {
          const pending: unknown[] = [];
          let state: ArrivalState | undefined;
          for (const [hours, { day, views }] of scenario.entries()) {
            const evaluated = ids.flatMap((id, place) => {
              const { isShown = false, isCollected = false } = views[place] ?? {};
              return only.includes(id) ? [viewOf(id, { shows: () => isShown, collected: collectedIf(isCollected) })] : [];
            });
            const sides = new Map(
              ids.flatMap((id, place): [string, ViewSides][] => {
                const kind = views[place]?.sides ?? 'none';
                return kind === 'none' ? [] : [[id, sidesOf(sidesBy[kind])]];
              }),
            );
            const step = stepOf({ views: evaluated, sides, notice: noticeOf(hours, day), nowMs: nowMs + hours * 3_600_000 });
            const next = evaluateStep(state, step, evaluate);
            pending.push(...next.pending);
            state = stored(next);
          }
          return { views: state?.views ?? {}, pending: pending as ArrivalState['pending'] };
        };
        const together = run(ids);
        for (const id of ids) {
          const alone = run([id]);
          expect(together.views[id]).toEqual(alone.views[id]);
          expect(together.pending.filter(({ view }) => view === id)).toEqual(alone.pending);
        }
      }),
      casesOf(30),
    );
  });
});
