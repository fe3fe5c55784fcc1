import { matchKeyOfCall } from '@landfall/matching/keys/match-key.ts';
import { encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { eventMatchKeyOf, eventMatchKeyOfCall } from '@landfall/matching/match-visits.ts';
import { perObject } from '#platform/cache/bounded-cache.ts';
import type { MatchedCall } from './match-page.ts';
import type { Call } from './matches.ts';

/**
 * Returns everything that schedules state about a call, as text. Calls never change, and a page that is requested again
 * has the same ones.
 */
export const matchKeyStringOf = perObject((call: Call) => encodeMatchKey(matchKeyOfCall(call.records, call.otherClaims)));

/** Returns the text by which events of a call are found, which also contains what its notice states and its siblings. */
export const eventMatchKeyStringOf = perObject((call: Call) =>
  call.announced === undefined && call.siblings === undefined ? matchKeyStringOf(call) : encodeMatchKey(eventMatchKeyOfCall(call)),
);

/** Returns the text by which the events of a notice are found, or of another record whose call was searched. */
export const eventMatchKeyStringOfSet = perObject((set: MatchedCall) =>
  set.found.unique === undefined ? encodeMatchKey(eventMatchKeyOf(set)) : eventMatchKeyStringOf(set.found.unique.visit),
);
