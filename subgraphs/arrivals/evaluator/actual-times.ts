import type { Store } from '#platform/store/store.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { View } from '../tenant-views.ts';
import { actualTimeTermOf } from '../terms.ts';

/** How long it is remembered that a partner has not stated an actual time. */
const maxAgeMs = 60_000;

/**
 * Finds whether partners have stated actual times in notices that views show.
 *
 * @returns tells it for a view and a partner
 */
export type FindActualTimes = ReturnType<typeof createFindActualTimes>;

/** Creates the lookup. What it remembers is bounded by the number of views and partners. */
export function createFindActualTimes({ arrivals }: Pick<Store, 'arrivals'>, clock: Pick<Clock, 'now'>) {
  /** By term, until when an answer is used. */
  const answers = new Map<string, { readonly isStated: boolean; readonly untilMs: number }>();
  return async (partners: readonly string[], views: readonly Pick<View, 'id'>[]) => {
    const terms = views.flatMap(({ id }) => [...new Set(partners)].map((partner) => actualTimeTermOf(id, partner)));
    for (const term of terms) {
      if ((answers.get(term)?.untilMs ?? 0) > clock.now()) continue;
      const isStated = (await arrivals.findByTerms({ terms: [term], limit: 1 })).length > 0;
      answers.set(term, { isStated, untilMs: isStated ? Number.POSITIVE_INFINITY : clock.now() + maxAgeMs });
    }
    return (view: string, partner: string): boolean => answers.get(actualTimeTermOf(view, partner))?.isStated === true;
  };
}
