import type { CallClaim } from '../claims/call-claim.ts';
import { certaintyOf, type Distance } from '../claims/days.ts';
import type { MatchKey } from '../keys/match-key.ts';
import { agreementBits, hasAll, universalExportVoyage, universalImportVoyage } from './agreements.ts';
import { type Comparison, compareClaims, compareTimes, type MatchRules } from './comparison.ts';
import { type KeyComparison, keyBits } from './comparison-builder.ts';
import { isExpectedTooEarly, isTooEarly } from './early-ships.ts';
import {
  bestRuleOf,
  type MatchBasis,
  type MatchConfidence,
  type MatchRule,
  type MatchRuleName,
  matchConfidences,
  recordPairOf,
} from './match-rules.ts';

/** What a viewer has to be told about a match besides its class. */
export type MatchReason =
  | 'VESSEL_DIFFERS'
  | 'IMPORT_IS_EXPORT_OF_OTHER'
  | 'TERMINAL_DIFFERS'
  | 'OMITTED'
  | 'OUTSIDE_WINDOW'
  | 'FAR_APART'
  | 'SHIP_UNASSIGNED'
  | 'ZONE_UNKNOWN'
  | 'CODES_NOT_COMPARABLE';

/** The comparisons behind a assessment, each said once. */
export interface Explanation {
  readonly matchedOn: readonly KeyComparison[];
  readonly contradictions: readonly KeyComparison[];
  /** Keys that both sides state and nobody can compare: lists without mapping, numbers without owner. */
  readonly notComparable: readonly KeyComparison[];
}

/** How one candidate stands to a match key. */
export interface Assessment {
  readonly confidence: MatchConfidence;
  readonly rule: MatchRuleName;
  readonly basis: MatchBasis;
  /** Keys that contradict. */
  readonly contradictionCount: number;
  /** Another key than the terminal contradicts, and it is not the slip of one record that others correct. */
  readonly isContradicted: boolean;
  /** And it is one of the voyages, no other. */
  readonly isContradictedByVoyage: boolean;
  /** And it is the ship, no other. */
  readonly isContradictedByShip: boolean;
  /** It agrees on the universal reference of the import voyage, and on that of the service. */
  readonly isOnUniversalVoyage: boolean;
  /** From notice to schedule or event, from schedule to event; positive when the latter is later. */
  readonly dayDistance: number | undefined;
  /** Days between the nearest times, also where they are an arrival and a departure; fewer than none if they are in the wrong order. */
  readonly daysApart: number | undefined;
  readonly isInWindow: boolean | undefined;
  /** The ship is expected days before a notice announces it. */
  readonly isExpectedEarly: boolean;
  readonly reasons: readonly MatchReason[];
  /** Whether the rule allows a unique match, and for a mere probability the days agree. */
  readonly canBeUnique: boolean;
  readonly isSameShip: boolean;
  /** Whether both sides name a terminal, and the same or another one. */
  readonly terminal: 'SAME' | 'OTHER' | undefined;
  /** The import numbers differ, and it may be that a side wrote the number on which the ship leaves. */
  readonly mayMixSides: boolean;
  /** The comparisons, made when somebody first reads them. */
  explain(): Explanation;
}

/**
 * Assesses a candidate by everything that its sources say against everything that the match key says: all shared keys,
 * then the best row of the catalogue. Undefined when the candidate is to be discarded or no row holds.
 */
export function assess(matchKey: MatchKey, candidate: readonly CallClaim[], rules: MatchRules): Assessment | undefined {
  const [first] = matchKey.claims;
  if (first.kind !== 'NOTICE') return assessTogether(matchKey.claims, candidate, rules);
  // The legs of a notice are alternatives: the one that fits best speaks for it.
  return matchKey.claims
    .flatMap((leg) => assessTogether([leg], candidate, rules) ?? [])
    .toSorted(compareAssessments)
    .at(0);
}

/** Orders assessments: by class, then by the number of contradictions, then by the distance. */
export function compareAssessments(left: Assessment, right: Assessment): number {
  return (
    matchConfidences.indexOf(left.confidence) - matchConfidences.indexOf(right.confidence) ||
    left.contradictionCount - right.contradictionCount ||
    awayOf(left) - awayOf(right) ||
    Number(right.canBeUnique) - Number(left.canBeUnique)
  );
}

function assessTogether(left: readonly CallClaim[], right: readonly CallClaim[], rules: MatchRules): Assessment | undefined {
  const pairs = left.flatMap((one) =>
    right.map((other): Pair => ({ sides: [one, other], comparison: compareClaims([one, other], rules) })),
  );
  const has = (bits: number) => pairs.some(({ comparison }) => hasAll(comparison.agreements, bits));
  const [matching, differing, notComparable] = [bitsIn(pairs, 'matching'), bitsIn(pairs, 'differing'), bitsIn(pairs, 'notComparable')];
  const nearest = nearestOf(pairs);
  const isReferred = has(agreementBits.REFERENCE);
  const isVoyageAgreed = [agreementBits.CARRIER_IN, agreementBits.CARRIER_OUT, universalImportVoyage, universalExportVoyage].some(has);
  // A name beside an equal IMO number is only written differently.
  const isNameDifferent = (differing & keyBits.VESSEL_NAME) !== 0 && !has(agreementBits.IMO);
  const isVesselDifferent = (differing & keyBits.VESSEL_IMO_NUMBER) !== 0 || isNameDifferent;
  const isFarApart = nearest?.distance.isTooFar === true;
  if (!isReferred && ((differing & keyBits.UN_LOCATION_CODE) !== 0 || isFarApart)) return undefined;
  // A ship swap has to be seen; any other ship is just another ship.
  if (!isReferred && isVesselDifferent && !isVoyageAgreed) return undefined;
  const rule = bestRule(pairs);
  if (rule === undefined) return undefined;

  const forgiven = (forgivable & matching) | (isNameDifferent ? 0 : keyBits.VESSEL_NAME);
  const contradicting = (differing & ~forgiven) | (isFarApart ? keyBits.ARRIVAL_TIME : 0);
  const doubting = contradicting & ~(hasSlip(pairs) ? keyBits.CARRIER_IMPORT_VOYAGE_NUMBER : 0);
  const isInWindow = nearest?.distance.isInWindow;
  const dayDistance = nearest === undefined ? undefined : signedDaysOf(nearest);
  const notice = left.find(({ kind }) => kind === 'NOTICE');
  const isEarly = notice !== undefined && isTooEarly(notice, right, nearest?.distance);
  const reasons: readonly (readonly [boolean, MatchReason])[] = [
    [isVesselDifferent, 'VESSEL_DIFFERS'],
    [has(agreementBits.SIDES_MIXED), 'IMPORT_IS_EXPORT_OF_OTHER'],
    [(contradicting & keyBits.FACILITY) !== 0, 'TERMINAL_DIFFERS'],
    [isInWindow === false, 'OUTSIDE_WINDOW'],
    [isFarApart, 'FAR_APART'],
    [pairs.every(({ comparison }) => comparison.isShipUnassigned), 'SHIP_UNASSIGNED'],
    [nearest?.distance.isZoneUnknown === true, 'ZONE_UNKNOWN'],
    [(notComparable & ~matching) !== 0, 'CODES_NOT_COMPARABLE'],
  ];
  return {
    confidence: rule.confidence,
    rule: rule.name,
    basis: rule.basis,
    contradictionCount: countOf(contradicting),
    isContradicted: (doubting & ~keyBits.FACILITY) !== 0,
    isContradictedByVoyage: isOnlyBy(doubting, voyages),
    isContradictedByShip: isOnlyBy(doubting, ship),
    isOnUniversalVoyage: has(universalImportVoyage),
    dayDistance,
    daysApart: nearest?.distance.apart,
    isInWindow,
    isExpectedEarly: notice !== undefined && isExpectedTooEarly(nearest?.distance),
    reasons: reasons.flatMap(([applies, reason]) => (applies ? [reason] : [])),
    canBeUnique: rule.canBeUnique && !isEarly && isSureByDay(rule, [left, right], nearest?.distance),
    terminal: terminalOf(matching, differing),
    isSameShip: has(agreementBits.IMO) || (has(agreementBits.NAME) && !isVesselDifferent),
    mayMixSides: (doubting & importVoyages) !== 0 && (has(agreementBits.SIDES_MIXED) || !has(agreementBits.SIDES_CLEAR)),
    explain: explainer([left, right], {
      nearest: nearest && { sides: nearest.sides, distance: nearest.distance },
      contradicting,
      shownOnce: matching,
      rules,
    }),
  };
}

/** Two claims, the match key's first, and what they come to. */
interface Pair {
  readonly sides: readonly [CallClaim, CallClaim];
  readonly comparison: Comparison;
}

interface Near extends Pair {
  readonly distance: Distance;
}

/**
 * Whether the day allows a voyage to give the answer. A mere probability needs a day in the window. Events tell of the
 * calls that their Publisher knows, never of all calls of a ship, and one voyage may have two at a port: so the day has to
 * be near enough that no other call can be as near, and without a day only a reference will do.
 */
function isSureByDay({ confidence, basis }: MatchRule, sides: readonly (readonly CallClaim[])[], distance?: Distance): boolean {
  const kinds = sides.flatMap(([first]) => first?.kind ?? []);
  if (basis !== 'VOYAGE' || !kinds.includes('EVENT')) return confidence !== 'PROBABLE' || distance?.isInWindow !== false;
  if (distance === undefined) return false;
  // No ship leaves before it comes, but days of two zones may differ by one.
  return (
    distance.apart >= (distance.isZoneUnknown ? -1 : 0) &&
    distance.apart <= (kinds.includes('NOTICE') ? nearDays.NOTICE_EVENT : nearDays.CALL_EVENT)
  );
}

/** Calls of one ship at one port lie three days apart at least; a notice knows nothing but an estimate made days before. */
const nearDays = { NOTICE_EVENT: 1, CALL_EVENT: 2 } as const;

/** One agreement is enough: a visit has several terminals, and its call reference outweighs a number of its own. */
const forgivable = keyBits.FACILITY | keyBits.PORT_VISIT_REFERENCE;

function terminalOf(matching: number, differing: number): Assessment['terminal'] {
  if ((matching & keyBits.FACILITY) !== 0) return 'SAME';
  return (differing & keyBits.FACILITY) === 0 ? undefined : 'OTHER';
}

const importVoyages = keyBits.CARRIER_IMPORT_VOYAGE_NUMBER | keyBits.UNIVERSAL_IMPORT_VOYAGE_REFERENCE;

const ship = keyBits.VESSEL_IMO_NUMBER | keyBits.VESSEL_NAME;

const voyages = importVoyages | keyBits.CARRIER_EXPORT_VOYAGE_NUMBER | keyBits.UNIVERSAL_EXPORT_VOYAGE_REFERENCE;

/** Whether some of these keys contradict and, but for the terminal, no others. */
function isOnlyBy(contradicting: number, keys: number): boolean {
  return (contradicting & keys) !== 0 && (contradicting & ~keys & ~keyBits.FACILITY) === 0;
}

/**
 * Whether the import number of one record of the ship is a slip: more records of the call state the one of the match key,
 * and no universal reference speaks against it. It is shown, and decides nothing.
 */
function hasSlip(pairs: readonly Pair[]): boolean {
  const ofShip = pairs.filter(({ comparison }) => hasAll(comparison.agreements, agreementBits.IMO));
  const differing = ofShip.filter(({ comparison }) => (comparison.differing & keyBits.CARRIER_IMPORT_VOYAGE_NUMBER) !== 0).length;
  const agreeing = ofShip.filter(({ comparison }) => hasAll(comparison.agreements, agreementBits.CARRIER_IN)).length;
  return agreeing > differing && pairs.every(({ comparison }) => (comparison.differing & keyBits.UNIVERSAL_IMPORT_VOYAGE_REFERENCE) === 0);
}

function bitsIn(pairs: readonly Pair[], name: 'matching' | 'differing' | 'notComparable'): number {
  return pairs.reduce((bits, { comparison }) => bits | comparison[name], 0);
}

function countOf(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

function bestRule(pairs: readonly Pair[]): MatchRule | undefined {
  let best: MatchRule | undefined;
  for (const { sides, comparison } of pairs) {
    const [left, right] = sides;
    const isLoading = sides.some(({ kind, sides: certain }) => kind === 'NOTICE' && certain === 'EXPORT');
    const recordPair = recordPairOf(left.kind, right.kind, isLoading);
    const rule = recordPair === undefined ? undefined : bestRuleOf(recordPair, comparison);
    if (rule !== undefined && (best === undefined || rankOf(rule) < rankOf(best))) best = rule;
  }
  return best;
}

function rankOf({ confidence, canBeUnique }: MatchRule): number {
  return matchConfidences.indexOf(confidence) * 2 + (canBeUnique ? 0 : 1);
}

/** The distance between the most certain arrivals, so that it is the same seen from either side; of several the nearest. */
function nearestOf(pairs: readonly Pair[]): Near | undefined {
  let nearest: Near | undefined;
  for (const pair of pairs) {
    const { distance } = pair.comparison;
    if (distance === undefined) continue;
    if (nearest === undefined || compareDistances(distance, nearest.distance) < 0) nearest = { ...pair, distance };
  }
  return nearest;
}

function compareDistances(one: Distance, other: Distance): number {
  return (
    Number(one.days === undefined) - Number(other.days === undefined) ||
    certaintyOf(one.left) + certaintyOf(one.right) - certaintyOf(other.left) - certaintyOf(other.right) ||
    Number(other.isInWindow) - Number(one.isInWindow) ||
    Math.abs(one.days ?? 0) - Math.abs(other.days ?? 0)
  );
}

/** Counted from the notice, or else from the schedule, whichever side it stands on. */
function signedDaysOf({ distance: { days }, sides: [left, right] }: Near): number | undefined {
  return days !== undefined && days !== 0 && standing[left.kind] > standing[right.kind] ? -days : days;
}

const standing = { NOTICE: 0, VESSEL_SCHEDULE: 1, PORT_SCHEDULE: 1, POINT_TO_POINT: 1, EVENT: 2 } as const;

function awayOf({ dayDistance }: Assessment): number {
  return dayDistance === undefined ? 1_000 : Math.abs(dayDistance);
}

interface Explaining {
  readonly nearest: Pick<Near, 'sides' | 'distance'> | undefined;
  /** Bits of the keys that count as contradictions. */
  readonly contradicting: number;
  /** Bits of the keys of which it is not worth saying that others cannot be compared. */
  readonly shownOnce: number;
  readonly rules: MatchRules;
}

/**
 * Explains when it is asked to, and once. Assessments are kept, so this stands outside: a function made within another
 * one keeps all that any function made there sees, here an object for each pair of claims.
 */
function explainer(sides: readonly [readonly CallClaim[], readonly CallClaim[]], explaining: Explaining): () => Explanation {
  let explanation: Explanation | undefined;
  return () => {
    explanation ??= explain(sides, explaining);
    return explanation;
  };
}

/** The first source that said something stands for all that say the same. */
function explain(
  [left, right]: readonly [readonly CallClaim[], readonly CallClaim[]],
  { nearest, contradicting, shownOnce, rules }: Explaining,
): Explanation {
  const lines: KeyComparison[] = [];
  for (const one of left) for (const other of right) compareClaims([one, other], rules, lines);
  const time = nearest === undefined ? undefined : compareTimes(nearest.sides, nearest.distance);
  if (time !== undefined) lines.push(time);
  const byText = new Map(lines.toReversed().map((line) => [`${line.key}\n${line.left.value}\n${line.right.value}\n${line.result}`, line]));
  const distinct = [...byText.values()].toReversed();
  return {
    matchedOn: distinct.filter(({ result }) => result === 'MATCH'),
    contradictions: distinct.filter(({ key, result }) => result === 'DIFFERS' && (isTime(key) || (contradicting & keyBits[key]) !== 0)),
    notComparable: distinct.filter(({ key, result }) => result === 'NOT_COMPARABLE' && (shownOnce & keyBits[key]) === 0),
  };
}

function isTime(key: KeyComparison['key']): boolean {
  return key === 'ARRIVAL_TIME' || key === 'DEPARTURE_TIME';
}
