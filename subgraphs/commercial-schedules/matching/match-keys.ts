import { matchKeyOfCall } from '#platform/matching/keys/match-key.ts';
import { encodeMatchKey } from '#platform/matching/keys/match-key-text.ts';
import type { Call } from './matches.ts';

/**
 * Returns everything that schedules state about a call, as text. Calls never change, and a page that is requested again
 * has the same ones.
 */
export function matchKeyStringOf(call: Call): string {
  const text = matchKeyStrings.get(call) ?? encodeMatchKey(matchKeyOfCall(call.records, call.announcedShip));
  matchKeyStrings.set(call, text);
  return text;
}

const matchKeyStrings = new WeakMap<Call, string>();
