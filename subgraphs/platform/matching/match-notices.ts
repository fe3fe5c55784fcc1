import type { NoticeRecord } from './claims/records.ts';
import type { MatchKey } from './keys/match-key.ts';
import type { MatchContext } from './match-visits.ts';
import { type MatchOutcome, outcomeOfNothing } from './outcome.ts';
import { type Assessment, assess, compareAssessments } from './rules/assess.ts';
import type { ComparisonRules } from './rules/comparison.ts';
import { isNoticeOfCall } from './rules/unique-match.ts';
import { createSearchIndex, type SearchIndex } from './visits/candidate-index.ts';

/** A notice that announces, or may announce, cargo of the call. */
export interface NoticeMatch extends Assessment {
  readonly notice: NoticeRecord;
}

/** The notices of a call. Many notices belong to one call, so the outcome is about all of them together. */
export interface NoticeMatchSet {
  /**
   * `UNIQUE`: of every notice that nothing contradicts it is sure enough that this is its call, by day, too: nothing is
   * known here of other calls of the ship. `AMBIGUOUS`: some may mean another call. `CONFLICTING`: each of them is contradicted.
   */
  readonly outcome: MatchOutcome;
  /** Best first. */
  readonly notices: readonly NoticeMatch[];
}

/**
 * Makes the candidates for any number of match keys. Only the newest version of each notice takes part, by its
 * `issueDateTime`.
 */
export function createNoticeIndex(records: readonly NoticeRecord[]): SearchIndex<NoticeRecord> {
  const newest = new Map<string, NoticeRecord>();
  for (const record of records) {
    const identity = JSON.stringify([record.partner, record.transportDocumentReference, record.typeLabel]);
    const existing = newest.get(identity);
    if (existing === undefined || record.issuedAt > existing.issuedAt) newest.set(identity, record);
  }
  return createSearchIndex([...newest.values()].toSorted(compareIdentities), ({ claims }) => claims);
}

/** Finds the notices that a call or an event means, the reverse of `matchCalls`. */
export function matchNotices(matchKey: MatchKey, index: SearchIndex<NoticeRecord>, { rules, sources }: MatchContext): NoticeMatchSet {
  const notices = index
    .find(matchKey)
    .flatMap((notice) => matchOf(matchKey, notice, rules) ?? [])
    .toSorted(compareAssessments);
  return { outcome: outcomeOf(notices, sources), notices };
}

function matchOf(matchKey: MatchKey, notice: NoticeRecord, rules: ComparisonRules): NoticeMatch | undefined {
  const [best] = notice.claims.flatMap((leg) => assess(matchKey, [leg], rules) ?? []).toSorted(compareAssessments);
  return best === undefined ? undefined : { ...best, notice };
}

function outcomeOf(notices: readonly NoticeMatch[], sources: MatchContext['sources']): MatchOutcome {
  if (notices.length === 0) return outcomeOfNothing(sources);
  const uncontradicted = notices.filter(({ isContradicted }) => !isContradicted);
  if (uncontradicted.length === 0) return 'CONFLICTING';
  return uncontradicted.every(isNoticeOfCall) ? 'UNIQUE' : 'AMBIGUOUS';
}

/** The order of notices that are equally good: by content, so that it does not depend on who answered first. */
function compareIdentities(left: NoticeRecord, right: NoticeRecord): number {
  const [one, other] = [left, right].map(({ partner, transportDocumentReference, typeLabel }) =>
    JSON.stringify([transportDocumentReference, typeLabel, partner]),
  ) as [string, string];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
