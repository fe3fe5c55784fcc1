import type { EvaluateArrivals, EvaluationRequest } from './evaluate-arrivals.ts';
import { intervalOf, plannedMaxAgeSeconds } from './plan.ts';
import { pageSize, type RoundParts, type RoundStep, readFound } from './round-step.ts';

/** Evaluates arrivals whose time has come. */
export interface DueArrivals {
  /** By the clock alone. */
  readonly evaluateWoken: RoundStep;
  /** With schedules of the planned age. */
  readonly evaluateAsked: RoundStep;
}

/** @param evaluateQuietly used where sides are asked */
export function createDueArrivals(parts: RoundParts, evaluateQuietly: EvaluateArrivals): DueArrivals {
  const { store, evaluate, rows, plan, clock } = parts;
  const evaluateDue = async (kind: 'wake' | 'ask', signal: AbortSignal): Promise<boolean> => {
    const nowMs = clock.now();
    const due = await store.arrivals.dueBy(kind, nowMs, pageSize);
    const read = readFound(due, rows);
    const requests = due.flatMap(({ arrivalId }): EvaluationRequest[] => {
      const state = read.get(arrivalId)?.state;
      if (state === undefined) return [];
      const { partner, transportDocumentReference } = state.notice;
      const maxAgeSeconds = kind === 'ask' ? plannedMaxAgeSeconds(intervalOf(state, plan, nowMs)) : undefined;
      return [{ arrivalId, partner, transportDocumentReference, maxAgeSeconds }];
    });
    const isEvaluated = await (kind === 'ask' ? evaluateQuietly : evaluate)(requests, { read, signal });
    return !isEvaluated || due.length === pageSize;
  };
  return {
    evaluateWoken: (signal) => evaluateDue('wake', signal),
    evaluateAsked: (signal) => evaluateDue('ask', signal),
  };
}
