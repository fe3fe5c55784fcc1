import type { EvaluateArrivals, EvaluationRequest } from './evaluate-arrivals.ts';
import { intervalOf, plannedMaxAgeSeconds } from './plan.ts';
import { pageSize, type RoundParts, type RoundStep, readFound } from './round-step.ts';

/** Evaluates arrivals that are due. */
export interface DueArrivals {
  /** Evaluates arrivals without querying their sides. */
  readonly evaluateWoken: RoundStep;
  /** Evaluates arrivals and queries their schedules with the planned maximum age. */
  readonly evaluateQueryDue: RoundStep;
}

/** @param evaluateQuietly used if sides are queried */
export function createDueArrivals(parts: RoundParts, evaluateQuietly: EvaluateArrivals): DueArrivals {
  const { store, evaluate, rows, plan, clock } = parts;
  const evaluateDue = async (kind: 'wake' | 'query', signal: AbortSignal): Promise<boolean> => {
    const nowMs = clock.now();
    const due = await store.arrivals.dueBy(kind, nowMs, pageSize);
    const read = readFound(due, rows);
    const requests = due.flatMap(({ arrivalId }): EvaluationRequest[] => {
      const state = read.get(arrivalId)?.state;
      if (state === undefined) return [];
      const { partner, transportDocumentReference } = state.notice;
      const maxAgeSeconds = kind === 'query' ? plannedMaxAgeSeconds(intervalOf(state, plan, nowMs)) : undefined;
      return [{ arrivalId, partner, transportDocumentReference, maxAgeSeconds }];
    });
    const isEvaluated = await (kind === 'query' ? evaluateQuietly : evaluate)(requests, { read, signal });
    return !isEvaluated || due.length === pageSize;
  };
  return {
    evaluateWoken: (signal) => evaluateDue('wake', signal),
    evaluateQueryDue: (signal) => evaluateDue('query', signal),
  };
}
