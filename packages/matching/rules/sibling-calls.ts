import type { CallClaim } from '../claims/call-claim.ts';
import type { CallRecord } from '../claims/records.ts';
import type { MatchKey } from '../keys/match-key.ts';
import { type Assessment, assess } from './assess.ts';
import { compareFacilities } from './comparison.ts';
import type { ComparisonRules } from './comparison-rules.ts';
import { type Decidable, isOneCall } from './unique-match.ts';

/** A candidate of a match key, with its records. */
interface Candidate extends Decidable {
  readonly visit: { readonly records: readonly [CallRecord, ...CallRecord[]] };
}

/** An event at most two days from a call is nearer only to calls within twice as many days, or a day more with two zones. */
const siblingDays = 5;

/** SIBLING_CALL: returns what is stated about each other call of the ship around the unique match. */
export function siblingsOf(unique: Candidate, candidates: readonly Candidate[]): NonNullable<MatchKey['siblings']> {
  const siblings = candidates.filter(
    (other) =>
      other.visit !== unique.visit &&
      other.isSameShip &&
      unique.isSameShip &&
      Math.abs((other.dayDistance ?? Number.NaN) - (unique.dayDistance ?? Number.NaN)) <= siblingDays &&
      !isSameCall(unique, other),
  );
  return siblings.map(claimsOf);
}

/**
 * SIBLING_CALL: returns what is stated about each call of the ship that a notice without a unique call contradicts by the
 * voyage only, so that its events are not those of the notice either.
 */
export function contradictedCallsOf(candidates: readonly Candidate[]): NonNullable<MatchKey['siblings']> {
  return candidates.filter(({ isContradictedByVoyage, isSameShip }) => isContradictedByVoyage && isSameShip).map(claimsOf);
}

function claimsOf({ visit: { records } }: Candidate): readonly [CallClaim, ...CallClaim[]] {
  const [first, ...others] = records;
  return [first.claim, ...others.map(({ claim }) => claim)];
}

/**
 * Returns whether a candidate is an older record of the unique match: they are one call (ONE_CALL), or both on the voyage and
 * less than three days apart. At another terminal, on another voyage, it is another call, however near.
 */
function isSameCall(unique: Candidate, other: Candidate): boolean {
  const facilitiesOf = ({ visit }: Candidate) => visit.records.flatMap(({ claim: { facility } }) => facility ?? []);
  const others = facilitiesOf(other);
  const compared = facilitiesOf(unique).flatMap((one) => others.map((two) => compareFacilities(one, two)));
  const isElsewhere = compared.length > 0 && compared.every((result) => result === 'DIFFERS');
  if (isElsewhere) return isOneCall(unique, other) && !other.isContradicted;
  const areOnVoyage = unique.basis === 'VOYAGE' && other.basis === 'VOYAGE' && !other.isContradicted;
  return isOneCall(unique, other, areOnVoyage ? 2 : 1);
}

/**
 * SIBLING_CALL: decides whether events belong to the call of a match key (`OWN`), to another call of its ship (`OTHER`), or
 * whether nothing distinguishes the two (`EITHER`).
 */
export function ownerAmongSiblings(
  own: Assessment,
  events: readonly CallClaim[],
  { claims, siblings = [] }: MatchKey,
  rules: ComparisonRules,
): 'OWN' | 'OTHER' | 'EITHER' {
  // What contradicts the call is shown as such.
  if (own.isContradicted) return 'OWN';
  const orders = siblings.map((sibling) => {
    const other = assess({ claims: sibling }, events, rules);
    if (other === undefined || other.isContradicted || areAtBothTerminals([own, claims], [other, sibling])) return -1;
    for (const rank of precedence) {
      const order = rank(own) - rank(other);
      if (order !== 0) return order;
    }
    return 0;
  });
  // A call that contradicts a notice may still be the one that it means: its events are shown.
  if (orders.some((order) => order > 0)) return claims[0].kind === 'NOTICE' ? 'EITHER' : 'OTHER';
  return orders.includes(0) && own.basis !== 'REFERENCE' ? 'EITHER' : 'OWN';
}

/** What decides between two calls, the most important first; the lower rank has the events. */
const precedence: readonly ((assessment: Assessment) => number)[] = [
  ({ basis }) => (basis === 'REFERENCE' ? 0 : 1),
  // A ship often calls at the same terminal, so the event's terminal does not speak against a call that states none.
  ({ terminal }) => (terminal === 'OTHER' ? 1 : 0),
  ({ basis }) => (basis === 'VOYAGE' ? 0 : 1),
  ({ isBeforePlan, earlierDaysApart, daysApart }) => (isBeforePlan ? farAway : Math.abs(earlierDaysApart ?? daysApart ?? farAway)),
];

const farAway = 1_000;

/** Returns whether the events are of a visit with the terminals of both calls. */
function areAtBothTerminals(...[[own, claims], [other, sibling]]: readonly [Sided, Sided]): boolean {
  if (own.terminal !== 'SAME' || other.terminal !== 'SAME') return false;
  return !claims.some(
    ({ facility: one }) => one && sibling.some(({ facility }) => facility && compareFacilities(one, facility) === 'MATCH'),
  );
}

type Sided = readonly [Assessment, readonly CallClaim[]];
