import { isDeepStrictEqual } from 'node:util';
import type { Evaluate } from '../alerts.ts';
import type { ArrivalState, PendingTransition, ViewState } from '../arrival-state.ts';
import type { NoticeEvidence, PortEvidence, ScheduleEvidence } from '../model.ts';
import { portNotAsked } from '../statements/port.ts';
import { scheduleNotAsked } from '../statements/schedule.ts';

/** A view as one evaluation uses it. */
export interface EvaluatedView {
  readonly id: string;
  /** Whether every tenant of the view has marked the arrival as collected. */
  readonly isCollected: boolean;
}

/** New evidence of the sides that were asked for one view. */
export interface ViewSides {
  readonly schedule?: ScheduleEvidence | undefined;
  readonly port?: PortEvidence | undefined;
}

/** One moment at which an arrival is evaluated. */
export interface EvaluationStep {
  readonly arrivalId: string;
  readonly views: readonly EvaluatedView[];
  readonly nowMs: number;
  /** Default: that of the state. */
  readonly notice?: { readonly evidence: NoticeEvidence; readonly partyTerms: readonly string[] } | undefined;
  /** By view. Default: those of the state. */
  readonly sides?: ReadonlyMap<string, ViewSides> | undefined;
  /** Default: those of the state. */
  readonly positions?: Partial<ArrivalState['positions']> | undefined;
  /** Position in a log of what caused the step; absent for the clock. */
  readonly position?: string | undefined;
}

/** Shortest time between two evaluations that only the clock causes. */
const minWakeMs = 1_000;

/**
 * Evaluates an arrival in each view. Pure: the same state and step give the same result.
 *
 * @param state undefined for a new arrival, which begins with a baseline, as does a view that the state lacks
 * @returns the new state, whose pending transitions follow those of the old one
 */
export function evaluateStep(state: ArrivalState | undefined, step: EvaluationStep, evaluate: Evaluate): ArrivalState {
  const notice = step.notice?.evidence ?? state?.notice;
  const partyTerms = step.notice?.partyTerms ?? state?.partyTerms ?? [];
  if (notice === undefined) throw new Error(`the arrival ${step.arrivalId} has no notice`);
  const views: Record<string, ViewState> = {};
  const raised: PendingTransition[] = [];
  let wakeAtMs: number | undefined;
  for (const { id, isCollected } of step.views) {
    const held = state?.views[id];
    const sides = step.sides?.get(id);
    const schedule = sides?.schedule ?? held?.schedule ?? scheduleNotAsked;
    const port = sides?.port ?? held?.port ?? portNotAsked;
    const { nowMs, position, arrivalId } = step;
    const evaluation = evaluate({ arrivalId, evidence: { notice, schedule, port }, memory: held?.memory, nowMs, position, isCollected });
    const { picture, memory, openAlerts, checks } = evaluation;
    views[id] = { schedule, port, memory, picture, openAlerts, checks };
    raised.push(...evaluation.transitions.map((transition) => ({ view: id, transition })));
    if (evaluation.wakeAtMs !== undefined) wakeAtMs = Math.min(wakeAtMs ?? Number.POSITIVE_INFINITY, evaluation.wakeAtMs);
  }
  const hasChanged = raised.length > 0 || !isDeepStrictEqual(picturesOf(state?.views), picturesOf(views));
  return {
    arrivalId: step.arrivalId,
    notice,
    partyTerms,
    positions: { notices: 0, events: 0, ...state?.positions, ...step.positions },
    views,
    pending: [...(state?.pending ?? []), ...raised],
    wakeAtMs: wakeAtMs === undefined ? undefined : Math.max(wakeAtMs, step.nowMs + minWakeMs),
    askAtMs: state?.askAtMs,
    changedAtMs: hasChanged || state === undefined ? step.nowMs : state.changedAtMs,
  };
}

function picturesOf(views: ArrivalState['views'] | undefined): unknown {
  return Object.entries(views ?? {}).map(([id, { picture }]) => [id, picture]);
}
