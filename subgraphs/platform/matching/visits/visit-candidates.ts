import type { CallRecord, EventRecord } from '../claims/records.ts';
import type { MatchRules } from '../rules/comparison.ts';
import { createSearchIndex, type SearchIndex } from './candidate-index.ts';
import { mergeIntoVisits, type Visit } from './visits.ts';

/** Candidates for any number of match keys: merged once, then found by what a match key may share with them. */
export interface VisitIndex<R> extends SearchIndex<Visit<R>> {
  readonly visits: readonly Visit<R>[];
}

/** Makes the index of a whole page. The records may be of many ships and ports and in any order. */
export function createVisitIndex<R extends CallRecord | EventRecord>(records: readonly R[], rules: MatchRules): VisitIndex<R> {
  const visits = mergeIntoVisits(records, rules);
  return { visits, ...createSearchIndex(visits, (visit) => visit.records.map(({ claim }) => claim)) };
}
