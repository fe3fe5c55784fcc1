import { eventRecordOf } from '@landfall/matching/claims/records.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { createVisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import { type CachePool, heapBytesOf } from '#platform/cache/bounded-cache.ts';
import { sharedCachePool } from '#platform/cache/memory-bounds.ts';
import type { PortCallEvent } from '../store/port-call-events.ts';

/** The events that were read for a page of match keys, as candidates. */
export type EventIndex = ReturnType<typeof createIndex>;

/** Memory of the search keys of one event, which are in a closure. */
const searchBytes = 1_500;

/**
 * Returns the index of events, creating it if it is not cached. Each event is followed by the earlier versions of it that
 * count (EARLIER_DAYS).
 */
export type EventIndexes = (events: readonly PortCallEvent[], rules: ComparisonRules) => EventIndex;

/** Enough for callers who read the same pages shortly after one another; indexes of earlier pages are not kept. */
const maxIndexes = 8;

/**
 * Creates the cache of the latest indexes. Callers with different rights share an index only if the store has returned
 * the same events to each of them: the events themselves are compared, and events without hidden attributes are other
 * objects.
 *
 * @param pool default: the pool of everything that is read repeatedly
 */
export function createEventIndexes(pool: CachePool = sharedCachePool): EventIndexes {
  const indexes = pool.open<number, { rules: ComparisonRules; listed: readonly PortCallEvent[]; index: EventIndex }>();
  let next = 0;
  return (events, rules) => {
    for (let place = 0; place < maxIndexes; place += 1) {
      const cached = indexes.get(place);
      if (cached !== undefined && cached.rules === rules && areSame(cached.listed, events)) return cached.index;
    }
    const index = createIndex(events, rules);
    indexes.set(next, { rules, listed: events, index }, heapBytesOf([events, index]) + events.length * searchBytes);
    next = (next + 1) % maxIndexes;
    return index;
  };
}

function areSame(left: readonly PortCallEvent[], right: readonly PortCallEvent[]): boolean {
  return left.length === right.length && left.every((event, place) => event === right[place]);
}

function createIndex(listed: readonly PortCallEvent[], rules: ComparisonRules) {
  const histories = new Map<string, [PortCallEvent, ...PortCallEvent[]]>();
  for (const event of listed) {
    const { entityId } = event.stored;
    const history = histories.get(entityId);
    if (history === undefined) histories.set(entityId, [event]);
    else history.push(event);
  }
  const events = new Map(
    [...histories.values()].map(([event, ...earlier]) => {
      const { partner, receivedAt } = event.stored;
      return [eventRecordOf(event, { partner, retrievedAt: receivedAt }, earlier), event];
    }),
  );
  return { events, visits: createVisitIndex([...events.keys()], rules) };
}
