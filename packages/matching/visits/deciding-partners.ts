import type { CallRecord, EventRecord } from '../claims/records.ts';
import type { MatchKey } from '../keys/match-key.ts';
import type { VisitIndex } from './candidate-index.ts';

/**
 * Returns the partners of the records that are compared with a match key, and of those that decide to which visits these
 * belong: records of their ships and references. Without the records of all others the result is the same. Sorted.
 */
export function partnersDeciding(matchKey: Pick<MatchKey, 'claims'>, index: VisitIndex<CallRecord | EventRecord>): readonly string[] {
  const compared = index.find(matchKey).flatMap(({ records }) => records);
  const beside = index.find({ claims: compared.map(({ claim }) => claim) }).flatMap(({ records }) => records);
  return partnersOf([...compared, ...beside]);
}

/** Returns partners without duplicates, sorted. */
export function partnersOf(of: readonly { readonly partner: string }[]): readonly string[] {
  return [...new Set(of.map(({ partner }) => partner))].toSorted();
}
