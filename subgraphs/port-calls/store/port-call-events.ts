import { type BoundedCache, createBoundedCache } from '../../shared/bounded-cache.ts';
import { globalIdOf } from '../../shared/global-id.ts';
import { textOfVersionKey } from '../../shared/store/log-questions.ts';
import type { StoredVersion } from '../../shared/store/version-store.ts';
import { cleanOf, type PortCallEventContent } from '../wire/parse.ts';

/** One version of an event: the standard's attributes as its own, and the row of the store they came from. */
export interface PortCallEvent extends PortCallEventContent {
  readonly __typename: 'PortCallEvent';
  readonly stored: StoredVersion;
}

/** Turns rows of the store into what resolvers read from. Versions never change, so parsed ones are kept for a while. */
export type EventView = (stored: StoredVersion) => PortCallEvent;

/** @param maxParsedBytes bound of the documents whose parsed form is kept, in bytes of their text */
export function createEventView(maxParsedBytes: number): EventView {
  const events: BoundedCache<string, PortCallEvent> = createBoundedCache(maxParsedBytes);
  return (stored) => {
    const key = `${stored.thing}\n${stored.order}`;
    const held = events.get(key);
    // A version is numbered after it was first seen; its content stays.
    if (held !== undefined && held.stored.sequence === stored.sequence) return held;
    const event: PortCallEvent = { ...cleanOf(documentOf(stored), stored.faults), __typename: 'PortCallEvent', stored };
    events.set(key, event, stored.document.length + 500);
    return event;
  };
}

export function eventIdOf(stored: StoredVersion): string {
  return globalIdOf('PortCallEvent', textOfVersionKey(stored));
}

/** The event as JSON, as it came. */
export function documentOf({ document }: Pick<StoredVersion, 'document'>): unknown {
  return JSON.parse(document.toString());
}

/** The party that a relaying proxy named as the sender. */
export function sendingPartyOf({ terms }: Pick<StoredVersion, 'terms'>): string | undefined {
  return terms.find((term) => term.startsWith(sendingPartyTerm))?.slice(sendingPartyTerm.length);
}

const sendingPartyTerm = 'sendingParty:';
