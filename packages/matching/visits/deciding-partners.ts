import type { CallRecord, EventRecord } from '../claims/records.ts';
import type { MatchKey } from '../keys/match-key.ts';
import type { VisitIndex } from './candidate-index.ts';
import type { Visit } from './visits.ts';

type Records = CallRecord | EventRecord;

/**
 * Returns the partners of the records that are compared with a match key, and of those that decide to which visits these
 * belong: records of their ships and references. Without the records of all others the result is the same. Sorted.
 */
export function partnersDeciding(matchKey: Pick<MatchKey, 'claims'>, index: VisitIndex<Records>): readonly string[] {
  return partnersOf(index.find(matchKey).flatMap((visit) => deciding(visit, index)));
}

/** Returns a record of each partner that decides what belongs to a visit. It is the same for all match keys of a page. */
function deciding(visit: Visit<Records>, index: VisitIndex<Records>): readonly Records[] {
  const known = decidingOf.get(visit);
  if (known !== undefined) return known;
  const beside = index.find({ claims: visit.records.map(({ claim }) => claim) }).flatMap(({ records }) => records);
  const byPartner = new Map([...visit.records, ...beside].map((record) => [record.partner, record]));
  decidingOf.set(visit, [...byPartner.values()]);
  return [...byPartner.values()];
}

/** Visits belong to one index. */
const decidingOf = new WeakMap<Visit<Records>, readonly Records[]>();

/** Returns partners without duplicates, sorted. */
export function partnersOf(of: readonly { readonly partner: string }[]): readonly string[] {
  return [...new Set(of.map(({ partner }) => partner))].toSorted();
}
