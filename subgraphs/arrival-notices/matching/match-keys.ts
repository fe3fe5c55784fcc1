import { hash } from 'node:crypto';
import { matchKeyOfNotice, routeMatchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { encodeMatchQuery, type MatchArguments } from '#platform/matching/match-sets.ts';
import type { NoticeVersion } from '../store/notice-versions.ts';

/** By version. Earlier versions are identified without keeping them in memory. */
const made = new WeakMap<NoticeVersion, { readonly portOf: PortOf; readonly before: string; readonly matchKeys: NoticeMatchKeys }>();

/**
 * Returns the match keys of a version. Versions never change, so the keys are created once for each version, as long as
 * the rules and the known earlier versions are the same.
 *
 * @param earlier the earlier versions that the caller may see, the newest first (EARLIER_DAYS)
 */
export function matchKeysOf(version: NoticeVersion, { portOf }: { readonly portOf: PortOf }, earlier: readonly NoticeVersion[] = []) {
  const cached = made.get(version);
  const before = earlier.map(({ stored }) => `${stored.sortKey} ${stored.contentHash}`).join();
  if (cached?.portOf === portOf && cached.before === before) return cached.matchKeys;
  const matchKeys = createMatchKeys(version, portOf, earlier);
  made.set(version, { portOf, before, matchKeys });
  return matchKeys;
}

type PortOf = ComparisonRules['portOf'];
type NoticeMatchKeys = ReturnType<typeof createMatchKeys>;

function createMatchKeys(version: NoticeVersion, portOf: PortOf, earlier: readonly NoticeVersion[]) {
  const { partner } = version.stored;
  const arrival = matchKeyOfNotice(version, { partner, portOf, earlier });
  const arrivalText = encodeMatchKey(arrival);
  // Keeps the last string, so that lookups need not hash an equal one again: the fields of a version have equal arguments.
  let last: { readonly maxAgeSeconds: unknown; readonly maxWaitMs: unknown; readonly matchQuery: string } | undefined;
  return {
    /** The call at which the cargo is discharged. */
    arrival,
    /** Returns a hash of the match key of this call. */
    arrivalHash: () => hash('sha256', arrivalText, 'base64url').slice(0, 22),
    /** Returns the match query for this call. */
    arrivalQuery: (wished: MatchArguments): string => {
      const { maxAgeSeconds, maxWaitMs } = wished;
      if (last === undefined || last.maxAgeSeconds !== maxAgeSeconds || last.maxWaitMs !== maxWaitMs)
        last = { maxAgeSeconds, maxWaitMs, matchQuery: encodeMatchQuery(arrivalText, wished) };
      return last.matchQuery;
    },
    /** Returns the match key of the call at which the cargo was loaded, as a string. */
    loadingText: () => encodeMatchKey(matchKeyOfNotice(version, { partner, portOf, end: 'LOAD' })),
    /** Returns the match key of the trade lane, as a string. */
    routeText: () => encodeMatchKey(routeMatchKeyOfNotice(version, { partner, portOf })),
  };
}
