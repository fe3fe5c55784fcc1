import { sharedCachePool } from '../cache/memory-bounds.ts';
import type { ArrivalOrder, ArrivalSelection } from './arrival-store.ts';

/**
 * Where the entries of a list of arrivals are looked up: in the index of an order, by the set of terms with a key, or by
 * all sets of terms together.
 */
export type PlanChoice = { readonly order: ArrivalOrder } | { readonly key: string } | { readonly together: true };

/** A list of arrivals that is planned. */
export interface PlannedList {
  readonly selection: ArrivalSelection;
  readonly order: ArrivalOrder;
  /** Maximum number of arrivals for which looking each one up is cheaper than scanning the index of the order. */
  readonly few: number;
}

/** The choices of a planner that are still valid. */
export interface PlanChoices {
  find(list: PlannedList): PlanChoice | undefined;
  remember(list: PlannedList, choice: PlanChoice): void;
}

/**
 * Time for which a choice is reused, because counting costs more than reading most pages. The choice has no effect on
 * the contents of a list.
 */
const choiceMs = 10_000;

/** Creates the memory of a planner. */
export function createPlanChoices(): PlanChoices {
  const choices = sharedCachePool.open<string, { readonly choice: PlanChoice; readonly untilMs: number }>();
  return {
    find: (list) => {
      const known = choices.get(JSON.stringify(list));
      return known !== undefined && known.untilMs > performance.now() ? known.choice : undefined;
    },
    remember: (list, choice) => {
      const key = JSON.stringify(list);
      choices.set(key, { choice, untilMs: performance.now() + choiceMs }, 2 * key.length);
    },
  };
}

/** Returns the members that all lists contain. */
export function membersOfAll<T>(lists: readonly (readonly T[])[]): T[] {
  const [shortest = [], ...others] = lists.toSorted((left, right) => left.length - right.length);
  let common = new Set(shortest);
  for (const list of others) {
    const known = common;
    common = new Set(list.filter((member) => known.has(member)));
  }
  return [...common];
}
