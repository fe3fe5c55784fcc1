import { defaultArrivalOpenDays } from '#platform/access/access-file.ts';
import { type ArrivalMark, marksOn, type StoredArrival } from '#platform/store/arrival-store.ts';
import type { Store } from '#platform/store/store.ts';
import { type ArrivalState, shownViews } from '../arrival-state.ts';
import { scopesOf } from '../store/state-rows.ts';
import { type EvaluationRequest, type EvaluatorContext, evaluateArrivals, pageSize } from './evaluate-arrivals.ts';
import { evaluateAllNotices, maxAgeOf } from './followed-logs.ts';
import { readArrivals } from './update-arrivals.ts';

// Passes over all arrivals, page by page. A pass that is interrupted starts again.

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
 * what its sides state now, and its alerts in the log. At the end, arrivals that the store has lost are rebuilt.
 *
 * @param evaluate evaluates a page; one during which something was pushed is tried again after that was evaluated,
 *   because otherwise it would no longer be a change
 */
export function createRebuild(context: EvaluatorContext, evaluate: typeof evaluateArrivals) {
  const { arrivals } = context.store;
  /** The page of the current rebuild; undefined if there is none. */
  let page: { readonly request: number; readonly after?: string | undefined } | undefined;
  /** The last request that is known to be finished. */
  let finished: number | undefined;
  return async (signal: AbortSignal): Promise<boolean> => {
    const request = await arrivals.position(requestedPosition);
    if (request === finished) return false;
    if (page?.request !== request) page = (await arrivals.position(donePosition)) < request ? { request } : undefined;
    if (page !== undefined) {
      const held = await arrivals.scan({ after: page.after, limit: pageSize });
      const read = readArrivals(held);
      const requests = held.flatMap(({ arrivalId }): EvaluationRequest[] => {
        const state = read.get(arrivalId)?.state;
        return state === undefined ? [] : [{ arrivalId, maxAgeSeconds: maxAgeOf(context, state), startsAgain: true }];
      });
      if (!(await evaluate(context, requests, { read, signal }))) return true;
      page = { request, after: held.at(-1)?.arrivalId };
      if (held.length === pageSize) return true;
      await evaluateAllNotices(context, signal);
      await arrivals.advance(donePosition, request);
    }
    [finished, page] = [request, undefined];
    return false;
  };
}

/** At the start, when usually nothing has changed, a pass takes a part of the time only: each page is followed by a pause. */
const [startPauseRatio, maxStartPauseMs] = [3, 100];

/**
 * Updates all arrivals to the tenants, whose views and audiences follow from the access file. The file may have changed
 * while no evaluator was running, so a pass is requested at the start.
 */
export function createRefresh(context: EvaluatorContext) {
  const { clock } = context;
  const { arrivals } = context.store;
  /** The requested pass, with the last arrival of its previous page. */
  let requested: { after?: string | undefined; readonly isAtStart: boolean } | undefined = { isAtStart: true };
  return {
    /** Requests a pass after a change. */
    request: (): void => {
      requested = { isAtStart: false };
    },
    /**
     * Evaluates the next page of the arrivals that lack a view or an audience. The first evaluation of a new view reports
     * no changes.
     */
    evaluatePage: async (signal: AbortSignal): Promise<boolean> => {
      const pass = requested;
      if (pass === undefined) return false;
      const beganMs = clock.now();
      const held = await arrivals.scan({ after: pass.after, limit: pageSize });
      const read = readArrivals(held);
      const marks = await arrivals.findMarks(held.map(({ arrivalId }) => arrivalId));
      const requests = held.flatMap((row) => {
        const state = read.get(row.arrivalId)?.state;
        return (state && refreshOf(context, row, state, marksOn(row.arrivalId, marks))) ?? [];
      });
      await evaluateArrivals(context, requests, { read, signal });
      pass.after = held.at(-1)?.arrivalId;
      if (pass.isAtStart) await clock.wait(Math.min(maxStartPauseMs, startPauseRatio * (clock.now() - beganMs)), signal, { ref: false });
      // If the tenants have changed in the meantime, another pass is requested.
      if (held.length < pageSize && requested === pass) requested = undefined;
      return requested !== undefined;
    },
  };
}

function refreshOf(
  context: EvaluatorContext,
  { arrivalId, entries }: StoredArrival,
  state: ArrivalState,
  marks: readonly ArrivalMark[],
): EvaluationRequest | undefined {
  const terms = [`partner:${state.notice.partner}`, ...state.partyTerms];
  const newViews = context.views().flatMap(({ id, shows }) => (shows(terms) && state.views[id] === undefined ? [id] : []));
  const expected = new Set(scopesOf(state, context.tenants(), marks));
  const scopes = entries.flatMap((entry) => entry.scopes);
  const isSame = scopes.length === expected.size && scopes.every((scope) => expected.has(scope));
  const openDays = context.openDays?.() ?? defaultArrivalOpenDays;
  const isOpenAsLong = shownViews(state).every(({ ends }) => (ends.openDays ?? defaultArrivalOpenDays) === openDays);
  if (newViews.length > 0) return { arrivalId, maxAgeSeconds: maxAgeOf(context, state), queriedViews: newViews };
  if (!isOpenAsLong) return { arrivalId, maxAgeSeconds: maxAgeOf(context, state) };
  return isSame ? undefined : { arrivalId, queriedViews: newViews };
}
