import { type MatchKey, matchKeyOfNotice, routeMatchKeyOfNotice } from '#platform/matching/keys/match-key.ts';
import { encodeMatchKey } from '#platform/matching/keys/match-key-text.ts';
import { encodeMatchQuery, type MatchArguments } from '#platform/matching/keys/match-query.ts';
import type { NoticeVersion } from '../store/notice-versions.ts';

/** What joins ask about a notice version. */
export interface NoticeMatchKeys {
  /** The call that discharges the cargo. */
  readonly arrival: MatchKey;
  readonly arrivalText: string;
  /** The question for its call. */
  readonly arrivalQuestion: (wished: MatchArguments) => string;
  /** The call that loaded it, as text. */
  readonly loadingText: () => string;
  /** The lane, as text. */
  readonly routeText: () => string;
}

/** Makes the match keys of a version. Versions never change, so they are made once for each. */
export function matchKeysOf(version: NoticeVersion): NoticeMatchKeys {
  const held = made.get(version);
  if (held !== undefined) return held;
  const { partner } = version.stored;
  const arrival = matchKeyOfNotice(version, { partner });
  const arrivalText = encodeMatchKey(arrival);
  // One text for the same question, so that its look-ups need not hash it again.
  const asked = new Map<string, string>();
  const matchKeys: NoticeMatchKeys = {
    arrival,
    arrivalText,
    arrivalQuestion: (wished) => {
      const terms = `${wished.maxAgeSeconds} ${wished.maxWaitMs}`;
      const question = asked.get(terms) ?? encodeMatchQuery(arrivalText, wished);
      if (asked.size === 0) asked.set(terms, question);
      return question;
    },
    loadingText: () => encodeMatchKey(matchKeyOfNotice(version, { partner, end: 'LOAD' })),
    routeText: () => encodeMatchKey(routeMatchKeyOfNotice(version, { partner })),
  };
  made.set(version, matchKeys);
  return matchKeys;
}

const made = new WeakMap<NoticeVersion, NoticeMatchKeys>();
