import type { NoticeRecord } from './claims/records.ts';
import type { MatchKey } from './keys/match-key.ts';
import type { MatchContext } from './match-visits.ts';
import { type MatchOutcome, outcomeOfNothing } from './outcome.ts';
import { type Assessment, assess, compareAssessments } from './rules/assess.ts';
import type { ComparisonRules } from './rules/comparison-rules.ts';
import type { DecisionRule } from './rules/match-rules.ts';
import { isNoticeOfCall } from './rules/unique-match.ts';
import { createSearchIndex, type SearchIndex } from './visits/candidate-index.ts';

/** A notice that announces, or may announce, cargo of the call. */
export interface NoticeMatch extends Assessment {
  readonly notice: NoticeRecord;
}

/** The notices of a call. Many notices belong to one call, so the outcome applies to all of them together. */
export interface NoticeMatchSet {
  /**
   * `UNIQUE`: for every uncontradicted notice it is certain that this is its call, also by the day, because other calls
   * of the ship are not known here. `AMBIGUOUS`: some may refer to another call. `CONFLICTING`: each of them is
   * contradicted.
   */
  readonly outcome: MatchOutcome;
  /** The rule that decided if the outcome is `AMBIGUOUS` or `CONFLICTING`. */
  readonly doubt?: DecisionRule | undefined;
  /** Sorted from best to worst. */
  readonly notices: readonly NoticeMatch[];
}

/**
 * Creates the index of candidates for any number of match keys. It contains only the newest version of each notice, by
 * its `issueDateTime`.
 */
export function createNoticeIndex(records: readonly NoticeRecord[], rules: Pick<ComparisonRules, 'portOf'>): SearchIndex<NoticeRecord> {
  const newest = new Map<string, NoticeRecord>();
  for (const record of records) {
    const identity = JSON.stringify([record.partner, record.transportDocumentReference, record.typeLabel]);
    const existing = newest.get(identity);
    if (existing === undefined || record.issuedAt > existing.issuedAt) newest.set(identity, record);
  }
  return createSearchIndex([...newest.values()].toSorted(compareIdentities), ({ claims }) => claims, rules);
}

/** Finds the notices that a call or an event refers to, the reverse of `matchCalls`. */
export function matchNotices(matchKey: MatchKey, index: SearchIndex<NoticeRecord>, { rules, sources }: MatchContext): NoticeMatchSet {
  // VOYAGE_DIRECTION: other calls of the ship are not known here, and a notice is certain only within a day of its call.
  const lenient = { ...rules, ignoresDirection: true };
  const notices = index
    .find(matchKey)
    .flatMap((notice) => matchOf(matchKey, notice, lenient) ?? [])
    .toSorted(compareAssessments);
  const outcome = outcomeOf(notices, sources);
  const doubt = outcome === 'AMBIGUOUS' ? 'NOTICE_OF_CALL' : outcome === 'CONFLICTING' ? 'UNCONTRADICTED' : undefined;
  return { outcome, doubt, notices };
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

/** Orders equally good notices by content, so that the order does not depend on which source answered first. */
function compareIdentities(left: NoticeRecord, right: NoticeRecord): number {
  const [one, other] = [left, right].map(({ partner, transportDocumentReference, typeLabel }) =>
    JSON.stringify([transportDocumentReference, typeLabel, partner]),
  ) as [string, string];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
