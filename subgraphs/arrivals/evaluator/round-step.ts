import type { ExecuteQuery } from '#platform/graphql/execute-query.ts';
import type { StoredArrival } from '#platform/store/arrival-store.ts';
import type { Store } from '#platform/store/store.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { EvaluateArrivals } from './evaluate-arrivals.ts';
import type { EvaluatorView } from './evaluated-views.ts';
import type { SchedulePlan } from './plan.ts';
import { type ReadArrivals, readArrivals, type StateRows } from './update-arrivals.ts';

/** What the steps of a round have in common. */
export interface RoundParts {
  readonly store: Store;
  readonly executeQuery: ExecuteQuery;
  readonly evaluate: EvaluateArrivals;
  readonly rows: Pick<StateRows, 'stateOf'>;
  readonly views: () => readonly EvaluatorView[];
  readonly plan: SchedulePlan;
  readonly clock: Clock;
}

/** A step of a round, which can be repeated after a kill. @returns whether it has more to do immediately */
export type RoundStep = (signal: AbortSignal) => Promise<boolean>;

/** Maximum number of arrivals that a step reads at a time. */
export const pageSize = 50;

/** Reads the states of rows that were found. */
export function readFound(found: readonly StoredArrival[], rows: RoundParts['rows']): ReadArrivals {
  return readArrivals(
    found.map(({ arrivalId }) => arrivalId),
    found,
    rows,
  );
}
