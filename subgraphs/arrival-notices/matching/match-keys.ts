import { type MatchKey, matchKeyOfNotice, routeMatchKeyOfNotice } from '#platform/matching/keys/match-key.ts';
import { encodeMatchKey } from '#platform/matching/keys/match-key-text.ts';
import { encodeMatchQuery, type MatchArguments } from '#platform/matching/keys/match-query.ts';
import type { NoticeVersion } from '../store/notice-versions.ts';

/** The match keys of a notice version. */
export interface NoticeMatchKeys {
  /** The call that discharges the cargo. */
  readonly arrival: MatchKey;
  readonly arrivalText: string;
  /** Returns the match query for the call. */
  readonly arrivalQuery: (wished: MatchArguments) => string;
  /** The call that loaded it, as text. */
  readonly loadingText: () => string;
  /** The trade lane, as text. */
  readonly routeText: () => string;
}

/** Returns the match keys of a version. Versions never change, so they are made once for each. */
export function matchKeysOf(version: NoticeVersion): NoticeMatchKeys {
  const cached = made.get(version);
  if (cached !== undefined) return cached;
  const { partner } = version.stored;
  const arrival = matchKeyOfNotice(version, { partner });
  const arrivalText = encodeMatchKey(arrival);
  // One string for equal queries, so that look-ups need not hash it again.
  const queries = new Map<string, string>();
  const matchKeys: NoticeMatchKeys = {
    arrival,
    arrivalText,
    arrivalQuery: (wished) => {
      const terms = `${wished.maxAgeSeconds} ${wished.maxWaitMs}`;
      const matchQuery = queries.get(terms) ?? encodeMatchQuery(arrivalText, wished);
      if (queries.size === 0) queries.set(terms, matchQuery);
      return matchQuery;
    },
    loadingText: () => encodeMatchKey(matchKeyOfNotice(version, { partner, end: 'LOAD' })),
    routeText: () => encodeMatchKey(routeMatchKeyOfNotice(version, { partner })),
  };
  made.set(version, matchKeys);
  return matchKeys;
}

const made = new WeakMap<NoticeVersion, NoticeMatchKeys>();
