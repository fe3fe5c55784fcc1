import type { Store } from '#platform/store/store.ts';
import type { EvaluateAllNotices } from './all-notices.ts';
import type { EvaluateArrivals, EvaluationRequest } from './evaluate-arrivals.ts';
import { intervalOf, sharedMaxAgeSeconds } from './plan.ts';
import { pageSize, type RoundParts, type RoundStep, readFound } from './round-step.ts';

/** Numbers of the last requested rebuild and of the last finished one. */
const [requestedPosition, donePosition] = ['arrivals-rebuild-requested', 'arrivals-rebuild-done'] as const;

/** Requests a rebuild of all arrivals, which the evaluator performs. @throws {StoreUnavailableError} */
export async function requestRebuild({ arrivals }: Pick<Store, 'arrivals'>): Promise<void> {
  await arrivals.advance(requestedPosition, (await arrivals.position(requestedPosition)) + 1);
}

/** Returns whether a requested rebuild has not finished. */
export async function isRebuildRequested({ arrivals }: Pick<Store, 'arrivals'>): Promise<boolean> {
  return (await arrivals.position(donePosition)) < (await arrivals.position(requestedPosition));
}

/**
 * Creates the step that rebuilds a page of arrivals at an operator's request, from the current version of each notice,
 * what its sides state now, and its alerts in the log. At the end, arrivals that the store has lost are rebuilt. A
 * rebuild that is interrupted starts again.
 *
 * @param evaluateQuietly a page during which something was pushed is tried again after that was evaluated, because
 *   otherwise it would no longer be a change
 */
export function createRebuildStep(parts: RoundParts, evaluateQuietly: EvaluateArrivals, evaluateAll: EvaluateAllNotices): RoundStep {
  const { store, rows, plan, clock } = parts;
  const { arrivals } = store;
  /** The page of the current rebuild; undefined if there is none. */
  let page: { readonly request: number; readonly after?: string | undefined } | undefined;
  /** The last request that is known to be finished. */
  let madeRequest: number | undefined;
  return async (signal) => {
    const request = await arrivals.position(requestedPosition);
    if (request === madeRequest) return false;
    if (page?.request !== request) page = (await arrivals.position(donePosition)) < request ? { request } : undefined;
    if (page === undefined) {
      madeRequest = request;
      return false;
    }
    const held = await arrivals.scan({ after: page.after, limit: pageSize });
    const [read, nowMs] = [readFound(held, rows), clock.now()];
    const requests = held.flatMap(({ arrivalId }): EvaluationRequest[] => {
      const state = read.get(arrivalId)?.state;
      if (state === undefined) return [];
      const { partner, transportDocumentReference } = state.notice;
      const maxAgeSeconds = sharedMaxAgeSeconds(intervalOf(state, plan, nowMs));
      return [{ arrivalId, partner, transportDocumentReference, maxAgeSeconds, startsAgain: true }];
    });
    if (!(await evaluateQuietly(requests, { read, signal }))) return true;
    page = { request, after: held.at(-1)?.arrivalId };
    if (held.length === pageSize) return true;
    await evaluateAll(signal);
    await arrivals.advance(donePosition, request);
    page = undefined;
    return false;
  };
}
