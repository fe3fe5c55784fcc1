import { type AttributeNames, violationsOutside, withoutAttributes } from '#platform/access/visibility.ts';
import { sharedCachePool } from '#platform/cache/memory-bounds.ts';
import { parseExactly } from '#platform/json/exact-numbers.ts';
import { globalIdOf } from '#platform/log/global-id.ts';
import { stringOfVersionKey } from '#platform/log/log-queries.ts';
import { bytesOfParsed, type StoredVersion } from '#platform/store/version-store.ts';
import { cleanOf, type PortCallEventContent } from '../wire/parse.ts';

/** One version of an event: the standard's attributes and the stored version. */
export interface PortCallEvent extends PortCallEventContent {
  readonly __typename: 'PortCallEvent';
  readonly stored: StoredVersion;
}

export type EventViews = ReturnType<typeof createEventViews>;

/**
 * Converts stored versions to the objects that resolvers read. Versions never change, so parsed ones are cached.
 *
 * @param hidden attributes that the caller may not see
 */
export function createEventViews(hidden: AttributeNames) {
  const events = sharedCachePool.open<string, PortCallEvent>();
  return {
    event: (stored: StoredVersion): PortCallEvent => {
      const key = `${stored.entityId}\n${stored.sortKey}`;
      const held = events.get(key);
      // A version may get its number after it was cached. Its content stays the same.
      if (held !== undefined && held.stored.sequence === stored.sequence) return held;
      const content = withoutAttributes(JSON.parse(stored.document.toString()), hidden);
      const event: PortCallEvent = { ...cleanOf(content, stored.violations), __typename: 'PortCallEvent', stored };
      events.set(key, event, bytesOfParsed(stored));
      return event;
    },
    /** Returns the JSON of an event or of a clash as received, without hidden attributes and without rounding. */
    document: ({ document }: Pick<StoredVersion, 'document'>) => withoutAttributes(parseExactly(document.toString()), hidden),
    violations: ({ violations }: StoredVersion) => violationsOutside(violations, hidden),
  };
}

export function eventIdOf(stored: StoredVersion): string {
  return globalIdOf('PortCallEvent', stringOfVersionKey(stored));
}

/** Returns the party that a relaying proxy named as the sender. */
export function sendingPartyOf({ terms }: Pick<StoredVersion, 'terms'>): string | undefined {
  return terms.find((term) => term.startsWith(sendingPartyTerm))?.slice(sendingPartyTerm.length);
}

const sendingPartyTerm = 'sendingParty:';
