import { keySetOfCall } from '#platform/matching/keys/match-key.ts';
import { encodeKeySet } from '#platform/matching/keys/match-key-text.ts';
import type { Call } from './matches.ts';

/** All that schedules say of a call, as text. Calls never change, and a page that is shown again has the same ones. */
export function keySetTextOf(call: Call): string {
  const text = keySetTexts.get(call) ?? encodeKeySet(keySetOfCall(call.records));
  keySetTexts.set(call, text);
  return text;
}

const keySetTexts = new WeakMap<Call, string>();
