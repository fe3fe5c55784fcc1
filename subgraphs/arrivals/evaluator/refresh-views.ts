import { type AudienceTenant, scopesOf } from '../store/state-rows.ts';
import type { EvaluationRequest } from './evaluate-arrivals.ts';
import { intervalOf, sharedMaxAgeSeconds } from './plan.ts';
import { pageSize, type RoundParts, type RoundStep, readFound } from './round-step.ts';
import { createViewPasses } from './view-passes.ts';

/** Updates all arrivals to the tenants, whose views and audiences follow from the access file. */
export interface RefreshViews {
  /** Requests a pass over all arrivals, which is made unless the last one was for the same tenants. */
  request(): void;
  /** Records in the store that a pass is requested. Called before arrivals are written, also by a process without the lease. */
  record(): Promise<void>;
  /**
   * Evaluates the next page of the arrivals that lack a view or an audience. The first evaluation of a new view reports
   * no changes.
   */
  readonly evaluatePage: RoundStep;
}

/** A requested pass. */
interface Pass {
  isRecorded: boolean;
  /** Its number in the store, from its first page on. */
  number?: number | undefined;
  /** The last arrival of the previous page. */
  after?: string | undefined;
}

/** The access file may have changed while no evaluator was running, so a pass is requested at the start. */
export function createRefreshViews(parts: RoundParts, tenants: () => readonly AudienceTenant[]): RefreshViews {
  const { store, evaluate, rows, views, plan, clock } = parts;
  const { arrivals } = store;
  const passes = createViewPasses(arrivals, tenants);
  let requested: Pass | undefined = { isRecorded: false };
  return {
    request: () => {
      requested = { isRecorded: false };
    },
    record: async () => {
      const pass = requested;
      if (pass === undefined || pass.isRecorded) return;
      await passes.begin();
      pass.isRecorded = true;
    },
    evaluatePage: async (signal) => {
      const pass = requested;
      if (pass === undefined) return false;
      // Another process may have made a pass since this one was recorded.
      pass.number ??= await passes.begin();
      if (pass.number === undefined) {
        if (requested === pass) requested = undefined;
        return requested !== undefined;
      }
      const held = await arrivals.scan({ after: pass.after, limit: pageSize });
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
      pass.after = held.at(-1)?.arrivalId;
      if (held.length === pageSize) return true;
      // If the tenants have changed in the meantime, another pass is requested, and this one remains unfinished.
      if (requested === pass) await passes.finish(pass.number);
      if (requested === pass) requested = undefined;
      return requested !== undefined;
    },
  };
}
