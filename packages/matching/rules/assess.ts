import type { CallClaim } from '../claims/call-claim.ts';
import { bestTimeOf, certaintyOf, dayMs, isPlan, millisecondsOf, type TimeSpan, windows } from '../claims/days.ts';
import type { MatchAttribute } from '../claims/paths.ts';
import type { MatchKey } from '../keys/match-key.ts';
import {
  type AttributeComparison,
  agreementBits,
  attributeBits,
  hasAll,
  universalExportVoyage,
  universalImportVoyage,
} from './agreements.ts';
import {
  type ComparedPair,
  daysToPlanOf,
  forgivenOf,
  hasVoyageNumberSlip,
  isDayPossible,
  isDayWithoutVessel,
  isDelayTooLong,
  isExpectedBefore,
  isExpectedTooEarly,
  isFarBehindEstimate,
  isLateSincePlan,
  isOtherPort,
  isOtherVessel,
  isTooEarly,
  spanOfPlans,
  withShipOfVisit,
} from './candidate-rules.ts';
import { type Comparison, compareClaims, compareTimes } from './comparison.ts';
import type { ComparisonRules } from './comparison-rules.ts';
import {
  bestRuleOf,
  type DecisionRule,
  type MatchBasis,
  type MatchConfidence,
  type MatchRule,
  type MatchRuleName,
  matchBases,
  matchConfidences,
  matchRuleNames,
  missingAttributes,
  type RecordPair,
  recordPairOf,
} from './match-rules.ts';
import { type Distance, withoutEarlierOnceActual } from './time-windows.ts';

/** A circumstance of a match that its confidence does not express. */
export type MatchReason =
  | 'VESSEL_DIFFERS'
  | 'IMPORT_IS_EXPORT_OF_OTHER'
  | 'TERMINAL_DIFFERS'
  | 'OMITTED'
  | 'OUTSIDE_WINDOW'
  | 'FAR_APART'
  | 'SHIP_UNASSIGNED'
  | 'ZONE_UNKNOWN'
  | 'CODES_NOT_COMPARABLE'
  | 'TOO_LITTLE_EVIDENCE';

/** The comparisons of an assessment, each once. */
export interface Explanation {
  readonly matchedOn: readonly AttributeComparison[];
  readonly contradictions: readonly AttributeComparison[];
  /**
   * Keys that both sides state but that cannot be compared: codes of lists without a mapping, numbers without an owner.
   */
  readonly notComparable: readonly AttributeComparison[];
}

/** The assessment of one candidate for a match key. */
export interface Assessment {
  readonly confidence: MatchConfidence;
  readonly rule: MatchRuleName;
  readonly basis: MatchBasis;
  /** Number of keys that contradict. */
  readonly contradictionCount: number;
  /** Number of keys that contradict, without a slip of one record that other records correct. */
  readonly doubtCount: number;
  /**
   * Whether a key other than the terminal contradicts, unless it is the slip of one record that other records correct.
   */
  readonly isContradicted: boolean;
  /** Whether only the voyages contradict. */
  readonly isContradictedByVoyage: boolean;
  /** Whether only the ship contradicts. */
  readonly isContradictedByShip: boolean;
  /** Whether the universal references of the import voyage and of the service agree. */
  readonly isOnUniversalVoyage: boolean;
  /** Whether a carrier's import voyage number agrees and the universal reference of the import voyage differs. */
  readonly isOnOtherUniversalVoyage: boolean;
  /** Days from notice to schedule or event, or from schedule to event; positive if the latter is later. */
  readonly dayDistance: number | undefined;
  /**
   * Days between the nearest times, even if they are an arrival and a departure; negative if they are in the wrong
   * order.
   */
  readonly daysApart: number | undefined;
  /** Days between them by an earlier day that keeps the candidate in the window, if that is nearer. */
  readonly earlierDaysApart: number | undefined;
  readonly isInWindow: boolean | undefined;
  /** Whether it is outside the window or days early by its current days alone, which decide between two candidates. */
  readonly isOffDay: boolean;
  /** Whether the ship would be days early if it were the one that a notice announces. */
  readonly isEarly: boolean;
  /** Whether the call was planned for the day that a notice announces, or before it, and the ship comes later. */
  readonly isLate: boolean;
  /** Days from the day that a notice announces to the day that the call was planned for, if it is stated. */
  readonly daysToPlan: number | undefined;
  /** The first and the last arrival that schedules of the candidate plan. */
  readonly planned: TimeSpan | undefined;
  /** Whether an event is more than a day before a call of which only the plan is known. */
  readonly isBeforePlan: boolean;
  /** Whether the day excludes that an event and a call, which one voyage matches, are of one arrival, however late the ship is. */
  readonly isOfOtherArrival: boolean;
  /** Whether nothing more certain than the plan of the call is known. */
  readonly isPlanOnly: boolean;
  /** Whether both sides state that the ship has arrived. */
  readonly isArrived: boolean;
  /** Whether the ship would be late by more than a week, or two if it has arrived, if it were the one that a notice announces. */
  readonly isDelayTooLong: boolean;
  /** Whether the ship is expected so many days before a notice announces it that it hardly lost them since. */
  readonly isFarBehindEstimate: boolean;
  /** Whether the ship is expected days before a notice announces it. */
  readonly isExpectedEarly: boolean;
  /** Whether the ship is expected at least two days before a notice announces it. */
  readonly isExpectedBefore: boolean;
  readonly reasons: readonly MatchReason[];
  /** The rule that excludes the candidate itself from being unique; undefined if it may be. */
  readonly obstacle: DecisionRule | undefined;
  /** The attributes of which one more would suffice, if there is too little evidence for a unique match. */
  readonly missing: readonly MatchAttribute[];
  readonly isSameShip: boolean;
  /** Whether both sides name the same terminal, or different ones; undefined if a side names none. */
  readonly terminal: 'SAME' | 'OTHER' | undefined;
  /** Whether the import numbers differ, and one side may have stated the number on which the ship leaves. */
  readonly mayMixSides: boolean;
  /** Returns the comparisons, which are computed at the first call. */
  explain(): Explanation;
}

/**
 * Assesses a candidate by all claims of its sources against all claims of the match key: first the keys that both have,
 * then the best match rule. Undefined if the candidate has to be discarded or no match rule applies.
 */
export function assess(matchKey: MatchKey, candidate: readonly CallClaim[], rules: ComparisonRules): Assessment | undefined {
  const [first] = matchKey.claims;
  if (first.kind !== 'NOTICE') return assessTogether(matchKey.claims, candidate, rules);
  // The legs of a notice are alternatives: the best one counts.
  return matchKey.claims
    .flatMap((leg) => assessTogether([leg], candidate, rules) ?? [])
    .toSorted(compareAssessments)
    .at(0);
}

/** Orders assessments: by confidence, then by the number of contradictions except slips, then by the distance. */
export function compareAssessments(left: Assessment, right: Assessment): number {
  return (
    matchConfidences.indexOf(left.confidence) - matchConfidences.indexOf(right.confidence) ||
    left.doubtCount - right.doubtCount ||
    awayOf(left) - awayOf(right) ||
    Number(right.isArrived) - Number(left.isArrived) ||
    // The same in both directions, unlike `obstacle`: a notice can be early, a call cannot.
    matchBases.indexOf(left.basis) - matchBases.indexOf(right.basis) ||
    Number(left.obstacle !== undefined) - Number(right.obstacle !== undefined)
  );
}

function assessTogether(key: readonly CallClaim[], candidate: readonly CallClaim[], rules: ComparisonRules): Assessment | undefined {
  const [left, right] = [withoutEarlierOnceActual(key, candidate), withoutEarlierOnceActual(candidate, key)];
  const pairs = left.flatMap((one) =>
    right.map((other): ComparedPair => ({ sides: [one, other], comparison: compareClaims([one, other], rules) })),
  );
  const has = (bits: number) => pairs.some(({ comparison }) => hasAll(comparison.agreements, bits));
  const [matching, differing, notComparable] = [bitsIn(pairs, 'matching'), bitsIn(pairs, 'differing'), bitsIn(pairs, 'notComparable')];
  const nearest = nearestOf(pairs, ({ distance }) => distance);
  // EARLIER_DAYS: between two candidates the current days decide, and whether the day allows a match, the earlier ones.
  const terminal = terminalOf({ matching, differing }, right);
  const nearestEarlier = terminal === 'OTHER' ? undefined : nearestOf(pairs, ({ earlierDistance }) => earlierDistance);
  const isKept =
    nearestEarlier !== undefined && nearestEarlier.distance.apart < Math.abs(nearest?.distance.apart ?? Number.POSITIVE_INFINITY);
  const earlier = isKept ? nearestEarlier.distance : undefined;
  const stated = earlier ?? nearest?.distance;
  const isReferred = has(agreementBits.REFERENCE);
  const isVoyageAgreed = [agreementBits.CARRIER_IN, agreementBits.CARRIER_OUT, universalImportVoyage, universalExportVoyage].some(has);
  const isSameIMONumber = has(agreementBits.IMO);
  const isVesselDifferent = isOtherVessel(differing, isSameIMONumber);
  const isFarApart = stated?.isTooFar === true;
  if (!isReferred && (isOtherPort(differing) || isFarApart || (isVesselDifferent && !isVoyageAgreed))) return undefined;
  const recordPair = recordPairOfClaims(left[0], right[0]);
  const plain = recordPair && bestRule(pairs, recordPair, isSameIMONumber);
  const isShipNamed = recordPair === 'CALL_EVENT' && plain?.canBeUnique === false && pairs.some(isNameOfShip);
  const rule = isShipNamed ? bestRule(pairs, recordPair, true) : plain;
  if (rule === undefined) return undefined;

  const contradicting = (differing & ~forgivenOf({ matching, differing }, isSameIMONumber)) | (isFarApart ? attributeBits.ARRIVAL_TIME : 0);
  const doubting = contradicting & ~(hasVoyageNumberSlip(pairs, stated?.days) ? attributeBits.CARRIER_IMPORT_VOYAGE_NUMBER : 0);
  const isInWindow = stated?.isInWindow;
  const dayDistance = nearest === undefined ? undefined : signedDaysOf(nearest);
  // A call may have the ship of its notice, without the day.
  const notice = left.find(({ kind, times }) => kind === 'NOTICE' && times.length > 0);
  const daysToPlan = notice && daysToPlanOf(notice, right);
  const daysToStated = earlier?.days ?? daysToPlan;
  const isEarly = notice !== undefined && isTooEarly(stated, daysToStated);
  const isBeforePlan = isEventBeforePlan(isKept ? nearestEarlier : nearest);
  const obstacle = obstacleOf(rule, { left, right, pairs, distance: stated, daysToPlan: daysToStated, isEarly, isBeforePlan, terminal });
  const reasons: readonly (readonly [boolean, MatchReason])[] = [
    [isVesselDifferent, 'VESSEL_DIFFERS'],
    [has(agreementBits.SIDES_MIXED), 'IMPORT_IS_EXPORT_OF_OTHER'],
    [(contradicting & attributeBits.FACILITY) !== 0, 'TERMINAL_DIFFERS'],
    [isInWindow === false, 'OUTSIDE_WINDOW'],
    [isFarApart, 'FAR_APART'],
    [pairs.every(({ comparison }) => comparison.isShipUnassigned), 'SHIP_UNASSIGNED'],
    [stated?.isZoneUnknown === true, 'ZONE_UNKNOWN'],
    [(notComparable & ~matching) !== 0, 'CODES_NOT_COMPARABLE'],
  ];
  return {
    confidence: rule.confidence,
    rule: rule.name,
    basis: rule.basis,
    contradictionCount: countOf(contradicting),
    doubtCount: countOf(doubting),
    // UNCONTRADICTED: terminals change at short notice, so the terminal by itself decides nothing.
    isContradicted: (doubting & ~attributeBits.FACILITY) !== 0,
    isContradictedByVoyage: isOnlyBy(doubting, voyages),
    isContradictedByShip: isOnlyBy(doubting, ship),
    // One record of the visit may state the service, and another one the voyage.
    isOnUniversalVoyage: has(universalImportVoyage) || (has(agreementBits.UVR_IN) && has(agreementBits.SERVICE)),
    isOnOtherUniversalVoyage: has(agreementBits.CARRIER_IN) && (differing & attributeBits.UNIVERSAL_IMPORT_VOYAGE_REFERENCE) !== 0,
    dayDistance,
    daysApart: nearest?.distance.apart,
    earlierDaysApart: earlier?.apart,
    isInWindow,
    isOffDay: nearest !== undefined && isOffDay(nearest.distance, { isOfNotice: notice !== undefined, daysToPlan }),
    isEarly,
    isLate: isLateSincePlan(nearest?.distance, daysToPlan),
    daysToPlan,
    planned: spanOfPlans(right),
    isBeforePlan,
    isOfOtherArrival: recordPair === 'CALL_EVENT' && obstacle !== undefined && isOfOtherArrival(stated, dayDistance),
    isPlanOnly: nearest !== undefined && isPlan(nearest.distance.right),
    isArrived: nearest?.distance.left.classifier === 'ACT' && nearest.distance.right.classifier === 'ACT',
    isDelayTooLong: notice !== undefined && isDelayTooLong(daysToStated ?? dayDistance, nearest?.distance.left.classifier),
    isFarBehindEstimate: notice !== undefined && isFarBehindEstimate(stated),
    isExpectedEarly: notice !== undefined && isExpectedTooEarly(stated),
    isExpectedBefore: notice !== undefined && isExpectedBefore(stated),
    reasons: reasons.flatMap(([applies, reason]) => (applies ? [reason] : [])),
    obstacle,
    missing: missingFor(obstacle, [left, right], pairs),
    terminal,
    isSameShip: isSameIMONumber || (has(agreementBits.NAME) && !isVesselDifferent),
    mayMixSides: (doubting & importVoyages) !== 0 && (has(agreementBits.SIDES_MIXED) || !has(agreementBits.SIDES_CLEAR)),
    explain: explainer([left, right], {
      nearest: nearest && { sides: nearest.sides, distance: nearest.distance },
      contradicting,
      shownOnce: matching,
      rules,
    }),
  };
}

interface Obstructing {
  readonly left: readonly CallClaim[];
  readonly right: readonly CallClaim[];
  readonly pairs: readonly ComparedPair[];
  readonly distance: Distance | undefined;
  readonly daysToPlan: number | undefined;
  readonly isEarly: boolean;
  readonly isBeforePlan: boolean;
  readonly terminal: Assessment['terminal'];
}

function obstacleOf(
  rule: MatchRule,
  { left, right, pairs, distance, daysToPlan, isEarly, isBeforePlan, terminal }: Obstructing,
): DecisionRule | undefined {
  if (!rule.canBeUnique) return 'REFERENCE_OR_VOYAGE';
  // Ports use visit references again, and nothing tells in which use a record without a time is.
  if (rule.name === 'PORT_VISIT_REFERENCE' && distance === undefined) return 'DAY_OF_EVENT';
  if (isEarly) return 'EARLY_VESSEL';
  // Ships are rarely early: an event of the visit before the plan shows that it is that of another call.
  if (rule.name === 'VESSEL_PORT_AND_ARRIVAL' && terminal !== 'SAME' && pairs.some(isArrivalBeforePlan)) return 'DAY_OF_EVENT';
  if (rule.basis === 'PERIOD' && terminal === 'OTHER' && !isArrivalOfSchedules(pairs)) return 'REFERENCE_OR_VOYAGE';
  const isOfEvent = [...left, ...right].some(({ kind }) => kind === 'EVENT');
  if (!isDayPossible(rule, [left, right], { distance, daysToPlan, isBeforePlan, terminal }))
    return isOfEvent && rule.basis === 'VOYAGE' ? 'DAY_OF_EVENT' : 'DAY_OF_PROBABLE';
  return isDayWithoutVessel(rule, pairs, distance) ? undefined : 'DAY_WITHOUT_VESSEL';
}

/** SHIP_OF_NOTICE: returns whether the ship and the arrival agree that schedules state, and not only those that a notice states. */
function isArrivalOfSchedules(pairs: readonly ComparedPair[]): boolean {
  const ofSchedules = pairs.filter(({ sides }) => sides.every(({ kind }) => kind !== 'NOTICE'));
  const has = (bit: number) => ofSchedules.some(({ comparison }) => hasAll(comparison.agreements, bit));
  return (has(agreementBits.IMO) || has(agreementBits.NAME | agreementBits.SERVICE)) && has(agreementBits.ARRIVAL);
}

/** TOO_LITTLE_EVIDENCE: returns what is missing if the rule, or the day of a match by a voyage, does not suffice. */
function missingFor(
  obstacle: DecisionRule | undefined,
  [left, right]: readonly [readonly CallClaim[], readonly CallClaim[]],
  pairs: readonly ComparedPair[],
): readonly MatchAttribute[] {
  switch (obstacle) {
    case 'REFERENCE_OR_VOYAGE': {
      const recordPair = recordPairOfClaims(left[0], right[0]);
      const agreements = pairs.reduce((bits, { comparison }) => bits | comparison.agreements, 0);
      return recordPair === undefined ? [] : missingAttributes(recordPair, agreements);
    }
    case 'DAY_OF_PROBABLE':
    case 'DAY_OF_EVENT':
      return ['ARRIVAL_TIME'];
    case 'DAY_WITHOUT_VESSEL':
      return ['VESSEL_IMO_NUMBER'];
    default:
      return [];
  }
}

function recordPairOfClaims(left: CallClaim | undefined, right: CallClaim | undefined): RecordPair | undefined {
  if (left === undefined || right === undefined) return undefined;
  const isLoading = [left, right].some(({ kind, sides }) => kind === 'NOTICE' && sides === 'EXPORT');
  return recordPairOf(left.kind, right.kind, isLoading);
}

/** NAME_ON_STATED_DAY: returns whether the call can be on the stated day only if one side is old. */
function isOffDay(
  current: Distance,
  { isOfNotice, daysToPlan }: { readonly isOfNotice: boolean; readonly daysToPlan: number | undefined },
): boolean {
  return !current.isInWindow || (isOfNotice && (isExpectedTooEarly(current) || isTooEarly(current, daysToPlan)));
}

/** DAY_OF_EVENT: ships are rarely early, so an event days before the plan of a call is that of an earlier call. */
function isEventBeforePlan(near: Near | undefined): boolean {
  const { days, left, right } = near?.distance ?? {};
  const [one, other] = near?.sides ?? [];
  if (days === undefined || (one?.kind === 'EVENT') === (other?.kind === 'EVENT')) return false;
  const [planned, early] = one?.kind === 'EVENT' ? [right, days] : [left, -days];
  return planned !== undefined && isPlan(planned) && early > 1;
}

/**
 * DAY_OF_EVENT: returns whether an event outside the window is before its call, or later than any delay explains.
 *
 * @param dayDistance from the call to the event
 */
function isOfOtherArrival(stated: Distance | undefined, dayDistance = Number.NaN): boolean {
  return stated?.isInWindow === false && (dayDistance < 0 || dayDistance > windows.PLN);
}

/**
 * SHIP_OF_VISIT: returns whether a name identifies the ship: no two ships with one name are of one service, or arrive at one
 * terminal on one day.
 */
function isNameOfShip({ comparison: { agreements, matching } }: ComparedPair): boolean {
  if (hasAll(agreements, agreementBits.NAME | agreementBits.SERVICE)) return true;
  return hasAll(agreements, agreementBits.NAME | agreementBits.ARRIVAL) && (matching & attributeBits.FACILITY) !== 0;
}

/** Returns whether an event states the arrival more than a day before all plans of a schedule (VESSEL_PORT_AND_ARRIVAL). */
function isArrivalBeforePlan({ sides }: ComparedPair): boolean {
  const [event, schedule] = sides[0].kind === 'EVENT' ? sides : [sides[1], sides[0]];
  const arrival = bestTimeOf(event, 'ARRIVAL');
  const plan = spanOfPlans([schedule]);
  return event.kind === 'EVENT' && arrival !== undefined && plan !== undefined && plan.firstMs - millisecondsOf(arrival) > dayMs;
}

interface Near extends ComparedPair {
  readonly distance: Distance;
}

function terminalOf({ matching, differing }: Pick<Comparison, 'matching' | 'differing'>, candidate: readonly CallClaim[]) {
  if ((matching & attributeBits.FACILITY) !== 0) return 'SAME';
  return (differing & attributeBits.FACILITY) === 0 || candidate.some((claim) => isAtUnnamedTerminal(claim, candidate))
    ? undefined
    : 'OTHER';
}

/** Returns whether a partner names the terminal of another call of the visit, but not of this one. */
function isAtUnnamedTerminal(claim: CallClaim, visit: readonly CallClaim[]): boolean {
  const { partner, transportCallReference: reference, facility } = claim;
  if (reference === undefined || facility !== undefined) return false;
  const others = visit.filter((other) => other.partner === partner && other.transportCallReference !== undefined);
  return others.some((other) => other.transportCallReference !== reference && other.facility !== undefined);
}

const importVoyages = attributeBits.CARRIER_IMPORT_VOYAGE_NUMBER | attributeBits.UNIVERSAL_IMPORT_VOYAGE_REFERENCE;

const ship = attributeBits.VESSEL_IMO_NUMBER | attributeBits.VESSEL_NAME;

const voyages = importVoyages | attributeBits.CARRIER_EXPORT_VOYAGE_NUMBER | attributeBits.UNIVERSAL_EXPORT_VOYAGE_REFERENCE;

/** Returns whether some of these keys contradict and, except for the terminal, no others. */
function isOnlyBy(contradicting: number, keys: number): boolean {
  return (contradicting & keys) !== 0 && (contradicting & ~keys & ~attributeBits.FACILITY) === 0;
}

function bitsIn(pairs: readonly ComparedPair[], name: 'matching' | 'differing' | 'notComparable'): number {
  return pairs.reduce((bits, { comparison }) => bits | comparison[name], 0);
}

function countOf(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** What a notice states about its unique call counts as if a schedule of the call stated it (SHIP_OF_NOTICE). */
function bestRule(pairs: readonly ComparedPair[], recordPair: RecordPair, isSameShip: boolean): MatchRule | undefined {
  let best: MatchRule | undefined;
  for (const { comparison } of pairs) {
    const rule = bestRuleOf(recordPair, withShipOfVisit(comparison, isSameShip));
    if (rule !== undefined && (best === undefined || rankOf(rule) < rankOf(best))) best = rule;
  }
  return best;
}

/** Of two rules with one confidence, one that may be unique is better, then one that is based on a voyage, then the first. */
function rankOf({ name, confidence, canBeUnique, basis }: MatchRule): number {
  const rank = matchConfidences.indexOf(confidence) * 4 + (canBeUnique ? 0 : 2) + (basis === 'PERIOD' ? 1 : 0);
  return rank * matchRuleNames.length + matchRuleNames.indexOf(name);
}

/**
 * Returns the distance between the most certain arrivals, so that it is the same in both directions; of several the
 * smallest.
 */
function nearestOf(pairs: readonly ComparedPair[], read: (comparison: Comparison) => Distance | undefined): Near | undefined {
  let nearest: Near | undefined;
  for (const pair of pairs) {
    const distance = read(pair.comparison);
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

/** Returns the days counted from the notice, otherwise from the schedule, on whichever side it is. */
function signedDaysOf({ distance: { days }, sides: [left, right] }: Near): number | undefined {
  return days !== undefined && days !== 0 && kindRanks[left.kind] > kindRanks[right.kind] ? -days : days;
}

const kindRanks = { NOTICE: 0, VESSEL_SCHEDULE: 1, PORT_SCHEDULE: 1, POINT_TO_POINT: 1, EVENT: 2 } as const;

function awayOf({ dayDistance }: Assessment): number {
  return dayDistance === undefined ? 1_000 : Math.abs(dayDistance);
}

interface Explaining {
  readonly nearest: Pick<Near, 'sides' | 'distance'> | undefined;
  /** Bits of the keys that count as contradictions. */
  readonly contradicting: number;
  /** Bits of the keys for which it is not worth showing that others cannot be compared. */
  readonly shownOnce: number;
  readonly rules: ComparisonRules;
}

/**
 * Returns a function that explains an assessment once, when it is called. It is defined outside of `assess` because
 * assessments are kept: a nested function would keep everything in scope alive, in this case an object for each pair of
 * claims.
 */
function explainer(sides: readonly [readonly CallClaim[], readonly CallClaim[]], explaining: Explaining): () => Explanation {
  let explanation: Explanation | undefined;
  return () => {
    explanation ??= explain(sides, explaining);
    return explanation;
  };
}

/** Returns the comparisons. Of several sources that state the same, only the first one is named. */
function explain(
  [left, right]: readonly [readonly CallClaim[], readonly CallClaim[]],
  { nearest, contradicting, shownOnce, rules }: Explaining,
): Explanation {
  const lines: AttributeComparison[] = [];
  for (const one of left) for (const other of right) compareClaims([one, other], rules, lines);
  const time = nearest === undefined ? undefined : compareTimes(nearest.sides, nearest.distance);
  if (time !== undefined) lines.push(time);
  const byText = new Map(
    lines.toReversed().map((line) => [`${line.attribute}\n${line.left.value}\n${line.right.value}\n${line.result}`, line]),
  );
  const distinct = [...byText.values()].toReversed();
  return {
    matchedOn: distinct.filter(({ result }) => result === 'MATCH'),
    contradictions: distinct.filter(
      ({ attribute, result }) => result === 'DIFFERS' && (isTime(attribute) || (contradicting & attributeBits[attribute]) !== 0),
    ),
    notComparable: distinct.filter(({ attribute, result }) => result === 'NOT_COMPARABLE' && (shownOnce & attributeBits[attribute]) === 0),
  };
}

function isTime(attribute: AttributeComparison['attribute']): boolean {
  return attribute === 'ARRIVAL_TIME' || attribute === 'DEPARTURE_TIME';
}
