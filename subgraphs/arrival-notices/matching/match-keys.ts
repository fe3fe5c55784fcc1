import { type KeySet, keySetOfNotice, routeKeySetOfNotice } from '#platform/matching/keys/match-key.ts';
import { encodeKeySet } from '#platform/matching/keys/match-key-text.ts';
import { encodeQuestion, type JoinArguments } from '#platform/matching/keys/match-query.ts';
import type { NoticeVersion } from '../store/notice-versions.ts';

/** What joins ask about a notice version. */
export interface NoticeKeySets {
  /** The call that discharges the cargo. */
  readonly arrival: KeySet;
  readonly arrivalText: string;
  /** The question for its call. */
  readonly arrivalQuestion: (wished: JoinArguments) => string;
  /** The call that loaded it, as text. */
  readonly loadingText: () => string;
  /** The lane, as text. */
  readonly routeText: () => string;
}

/** Makes the key sets of a version. Versions never change, so they are made once for each. */
export function keySetsOf(version: NoticeVersion): NoticeKeySets {
  const held = made.get(version);
  if (held !== undefined) return held;
  const { partner } = version.stored;
  const arrival = keySetOfNotice(version, { partner });
  const arrivalText = encodeKeySet(arrival);
  // One text for the same question, so that its look-ups need not hash it again.
  const asked = new Map<string, string>();
  const keySets: NoticeKeySets = {
    arrival,
    arrivalText,
    arrivalQuestion: (wished) => {
      const terms = `${wished.maxAge} ${wished.maxWaitMs}`;
      const question = asked.get(terms) ?? encodeQuestion(arrivalText, wished);
      if (asked.size === 0) asked.set(terms, question);
      return question;
    },
    loadingText: () => encodeKeySet(keySetOfNotice(version, { partner, end: 'LOAD' })),
    routeText: () => encodeKeySet(routeKeySetOfNotice(version, { partner })),
  };
  made.set(version, keySets);
  return keySets;
}

const made = new WeakMap<NoticeVersion, NoticeKeySets>();
