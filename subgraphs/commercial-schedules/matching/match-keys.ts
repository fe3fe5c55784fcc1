import { matchKeyOfCall } from '@landfall/matching/keys/match-key.ts';
import { encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { eventMatchKeyOfCall } from '@landfall/matching/match-visits.ts';
import type { Call } from './matches.ts';

/**
 * Returns everything that schedules state about a call, as text. Calls never change, and a page that is requested again
 * has the same ones.
 */
export function matchKeyStringOf(call: Call): string {
  const text = matchKeyStrings.get(call) ?? encodeMatchKey(matchKeyOfCall(call.records, call.otherClaims));
  matchKeyStrings.set(call, text);
  return text;
}

/** Returns the text by which events of a call are found, which also contains what its notice states and its siblings. */
export function eventMatchKeyStringOf(call: Call): string {
  if (call.announced === undefined && call.siblings === undefined) return matchKeyStringOf(call);
  const text = eventMatchKeyStrings.get(call) ?? encodeMatchKey(eventMatchKeyOfCall(call));
  eventMatchKeyStrings.set(call, text);
  return text;
}

const matchKeyStrings = new WeakMap<Call, string>();
const eventMatchKeyStrings = new WeakMap<Call, string>();
