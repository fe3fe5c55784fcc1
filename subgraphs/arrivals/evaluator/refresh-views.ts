import { type AudienceTenant, scopesOf } from '../store/state-rows.ts';
import type { EvaluationRequest } from './evaluate-arrivals.ts';
import { intervalOf, sharedMaxAgeSeconds } from './plan.ts';
import { pageSize, type RoundParts, type RoundStep, readFound } from './round-step.ts';

/** Updates all arrivals to the tenants, whose views and audiences follow from the access file. */
export interface RefreshViews {
  /** Begins a pass over all arrivals. */
  begin(): void;
  /**
   * Evaluates the next page of the arrivals that lack a view or an audience. The first evaluation of a new view reports
   * no changes.
   */
  readonly evaluatePage: RoundStep;
}

/** The access file may have changed while no evaluator was running, so a pass begins at the start. */
export function createRefreshViews(parts: RoundParts, tenants: () => readonly AudienceTenant[]): RefreshViews {
  const { store, evaluate, rows, views, plan, clock } = parts;
  const { arrivals } = store;
  /** The next page; undefined if no pass is in progress. */
  let next: { readonly after?: string | undefined } | undefined = {};
  return {
    begin: () => {
      next = {};
    },
    evaluatePage: async (signal) => {
      if (next === undefined) return false;
      const page = next;
      const held = await arrivals.scan({ after: page.after, limit: pageSize });
      const nowMs = clock.now();
      const marks = await arrivals.findMarks(held.map(({ arrivalId }) => arrivalId));
      const read = readFound(held, rows);
      const requests = held.flatMap((row): EvaluationRequest[] => {
        const state = read.get(row.arrivalId)?.state;
        if (state === undefined) return [];
        const { partner, transportDocumentReference } = state.notice;
        const terms = [`partner:${partner}`, ...state.partyTerms];
        const newViews = views().flatMap(({ id, shows }) => (shows(terms) && state.views[id] === undefined ? [id] : []));
        const own = marks.filter(({ arrivalId }) => arrivalId === row.arrivalId);
        const expected = new Set(scopesOf(state, tenants(), own));
        const isSame = row.entries.length === expected.size && row.entries.every(({ scope }) => expected.has(scope));
        if (isSame && newViews.length === 0) return [];
        const maxAgeSeconds = newViews.length > 0 ? sharedMaxAgeSeconds(intervalOf(state, plan, nowMs)) : undefined;
        return [{ arrivalId: row.arrivalId, partner, transportDocumentReference, maxAgeSeconds, queriedViews: newViews }];
      });
      await evaluate(requests, { read, signal });
      // If the tenants have changed in the meantime, another pass has begun.
      if (next === page) next = held.length < pageSize ? undefined : { after: held.at(-1)?.arrivalId };
      return next !== undefined;
    },
  };
}
