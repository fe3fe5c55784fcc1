import { createLogger } from '#platform/logger.ts';
import { createPlanner, type Planner } from '../../../gateway/engines/planner.ts';
import { readSupergraph } from '../../../gateway/supergraph/supergraph.ts';

/** A planner over the product's supergraph that records the ends of its processes. */
export type ProductPlanner = Planner & {
  /** The signals by which they ended. */
  readonly ends: readonly unknown[];
  readonly causes: readonly string[];
};

export function openProductPlanner(): ProductPlanner {
  const [ends, causes]: [unknown[], string[]] = [[], []];
  const logger = createLogger('silent');
  const error = ({ signal, cause }: { readonly signal: unknown; readonly cause: string }) => {
    ends.push(signal);
    causes.push(cause);
  };
  return Object.assign(createPlanner(readSupergraph().sdl, Object.assign(logger, { error })), { ends, causes });
}

/** Returns an operation that ends version 0.0.38 of the planner, because an alias is a key. Each number has another one. */
export function crashingOf(number: number): string {
  return `{arrivalNotices(first:${number}){nodes{current{vessel{portCallEvents{__typename} vesselIMONumber:arrivalNotices{__typename}}}}}}`;
}

/** Returns an operation that one subgraph answers. Each number has another one. */
export function plannableOf(number: number): string {
  return `{arrivals(first:${number}){nodes{id}}}`;
}
