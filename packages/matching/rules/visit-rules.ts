import { type CallClaim, namesShip, type StatedTime } from '../claims/call-claim.ts';
import { bestTimeOf, hourMs, millisecondsOf } from '../claims/days.ts';
import type { CallRecord, EventRecord } from '../claims/records.ts';
import { agreementBits, attributeBits, hasAll, universalImportVoyage } from './agreements.ts';
import { type Comparison, compareFacilities } from './comparison.ts';

/** A time in milliseconds since 1970, which is compared only with those of the same kind and class. */
export interface VisitTime {
  readonly kind: StatedTime['kind'];
  /** The classifier, or `BEST` for the most certain time of the kind. */
  readonly timeClass: string;
  readonly ms: number;
}

/** Returns the times of a claim, each with its classifier, and the most certain one of each kind also as `BEST`. */
export function visitTimesOf(claim: CallClaim): readonly VisitTime[] {
  const times = claim.times.map((time) => ({ kind: time.kind, timeClass: time.classifier ?? '', ms: millisecondsOf(time) }));
  const best = (['ARRIVAL', 'DEPARTURE'] as const).flatMap((kind) => {
    const time = bestTimeOf(claim, kind);
    return time === undefined ? [] : [{ kind, timeClass: 'BEST', ms: millisecondsOf(time) }];
  });
  return [...times, ...best];
}

/** SHARED_REFERENCE: the references by which records belong to one visit, the most reliable first. */
export const sharedReferences: readonly ((claim: CallClaim, ids: Ids | undefined, port: string | undefined) => readonly string[])[] = [
  ({ partner }, ids) => idNames.flatMap((name) => (ids?.[name] === undefined ? [] : [JSON.stringify([partner, name, ids[name]])])),
  ({ transportCallReference }) => (transportCallReference === undefined ? [] : [transportCallReference]),
  ({ portVisitReference }, _, port) => (port === undefined || portVisitReference === undefined ? [] : [`${port} ${portVisitReference}`]),
];

/** The place of the visit reference in {@link sharedReferences}. */
export const visitReferenceRank = sharedReferences.length - 1;

const idNames = ['portCallID', 'terminalCallID', 'portCallServiceID'] as const;

/**
 * EARLIER_DAYS: returns the claims of the records of a visit. The plans that a partner states beside an estimate, with one
 * of its ids, are earlier days of the estimate: it does not end the identity of the visit.
 *
 * REUSED_VISIT_REFERENCE: a record without a time leaves the reference to one with a time, which tells the use.
 */
export function claimsOfVisit(records: readonly (CallRecord | EventRecord)[]): readonly CallClaim[] {
  const claims = records.map((record) => withPlansBeside(record, records, ['EST']));
  const timed = new Set(claims.flatMap(({ times, portVisitReference }) => (times.length > 0 ? [portVisitReference] : [])));
  return claims.map((claim) =>
    claim.times.length === 0 && timed.has(claim.portVisitReference) ? { ...claim, portVisitReference: undefined } : claim,
  );
}

/**
 * SHARED_REFERENCE: returns a function that gives the claim of an event by itself, with what other events of its port call
 * state: the universal import voyage, if it leaves that out and they state one, and of an estimate or a request the plans
 * (EARLIER_DAYS).
 */
export function openEventClaims(events: readonly EventRecord[]): (event: EventRecord) => CallClaim {
  const callOf = ({ partner, portCallID }: EventRecord) => JSON.stringify([partner, portCallID]);
  const calls = new Map<string, EventRecord[]>();
  for (const event of events) {
    const held = calls.get(callOf(event));
    if (held === undefined) calls.set(callOf(event), [event]);
    else held.push(event);
  }
  return (event) => {
    const others = event.portCallID === undefined ? [] : (calls.get(callOf(event)) ?? []);
    const claim = withPlansBeside(event, others, ['EST', 'REQ']);
    if (claim.universalImportVoyageReference !== undefined) return claim;
    const [universalImportVoyageReference, ...different] = new Set(
      others.flatMap(({ claim: { universalImportVoyageReference: voyage } }) => voyage ?? []),
    );
    return universalImportVoyageReference === undefined || different.length > 0 ? claim : { ...claim, universalImportVoyageReference };
  };
}

function withPlansBeside(
  record: CallRecord | EventRecord,
  others: readonly (CallRecord | EventRecord)[],
  classifiers: readonly string[],
): CallClaim {
  const { claim } = record;
  if (!classifiers.some((classifier) => eventArrivalsOf(record, classifier).length > 0)) return claim;
  const own = idsOf(record);
  const before = others.flatMap((other) => {
    const plans = isWithdrawn(other) ? [] : eventArrivalsOf(other, 'PLN');
    return plans.length > 0 && idsOf(other).some((id) => own.includes(id)) ? plans : [];
  });
  return before.length === 0 ? claim : { ...claim, earlierTimes: [...(claim.earlierTimes ?? []), ...before] };
}

function isWithdrawn(record: CallRecord | EventRecord): boolean {
  return 'updatedAt' in record && (record.isFYI || record.isCanceled || record.isDeclined);
}

function eventArrivalsOf({ claim: { kind: recordKind, times } }: CallRecord | EventRecord, classifier: string): readonly StatedTime[] {
  return recordKind === 'EVENT' ? times.filter((time) => time.kind === 'ARRIVAL' && time.classifier === classifier) : [];
}

function idsOf(record: CallRecord | EventRecord): readonly string[] {
  return sharedReferences[0]?.(record.claim, 'updatedAt' in record ? record : undefined, undefined) ?? [];
}

/** The ids that events of one visit from one source have in common. */
export type Ids = Readonly<Partial<Record<(typeof idNames)[number], string | undefined>>>;

/**
 * SEPARATE_CALLS: returns whether two claims contradict each other so that they describe two calls. Terminals differ
 * within a visit. Without a common ship, the service must not differ either, because carriers reuse voyage numbers in
 * other services.
 */
export function areSeparateCalls({ differing, isShipUnassigned }: Comparison): boolean {
  return (differing & (isShipUnassigned ? separatingWithoutShip : separating)) !== 0;
}

const separating =
  attributeBits.UN_LOCATION_CODE |
  attributeBits.PORT_VISIT_REFERENCE |
  attributeBits.VESSEL_IMO_NUMBER |
  attributeBits.VESSEL_NAME |
  attributeBits.UNIVERSAL_IMPORT_VOYAGE_REFERENCE |
  attributeBits.UNIVERSAL_EXPORT_VOYAGE_REFERENCE |
  attributeBits.CARRIER_IMPORT_VOYAGE_NUMBER |
  attributeBits.CARRIER_EXPORT_VOYAGE_NUMBER;
const separatingWithoutShip = separating | attributeBits.UNIVERSAL_SERVICE_REFERENCE | attributeBits.CARRIER_SERVICE_CODE;

/**
 * SAME_VESSEL: returns whether two claims name one ship at one port; if they do so only by its name, or name no ship,
 * the voyage has to agree as well.
 */
export function isSameVessel({ agreements, isShipUnassigned }: Comparison): boolean {
  if (!hasAll(agreements, agreementBits.PORT)) return false;
  if (hasAll(agreements, agreementBits.IMO)) return true;
  const isSameNumber = (agreements & (agreementBits.CARRIER_IN | agreementBits.NUMBER_IN)) !== 0;
  const isSameVoyage = isSameNumber || hasAll(agreements, universalImportVoyage);
  return isSameVoyage && (hasAll(agreements, agreementBits.NAME) || isShipUnassigned);
}

/**
 * CLOSE_TIMES: returns whether all times of the same kind and class are close. Plans that are farther apart are plans
 * of two calls.
 */
export function areTimesClose(left: readonly VisitTime[], right: readonly VisitTime[], reachMs: number): boolean {
  return left.every((time) => right.every((other) => !isSameTimeClass(time, other) || Math.abs(time.ms - other.ms) <= reachMs));
}

/**
 * CALLS_OF_ONE_PARTNER: returns whether one partner states two calls: it assigns different references to them, unless they
 * are in port schedules, and their times are far apart, or only one of them has a ship, or one is late until the stay of the
 * other. The partner's schedules are from the same moment, so no delay explains the difference, and it names a ship that it
 * knows. A ship may stay longer at one terminal before it shifts to another. A port schedule lists each call at a terminal once.
 */
export function areCallsOfOnePartner([one, times]: ClaimWithTimes, [other, otherTimes]: ClaimWithTimes, reachMs: number): boolean {
  if (one.partner !== other.partner || one.kind !== other.kind) return false;
  if (one.kind === 'PORT_SCHEDULE') {
    if (isAtOneTerminal(one, other) && (isAfterStay(times, otherTimes) || isAfterStay(otherTimes, times))) return true;
  } else if (!haveTwoReferences(one, other)) return false;
  const isOneUnnamed = one.kind === 'VESSEL_SCHEDULE' && namesShip(one) !== namesShip(other);
  const isOneVisit = one.portVisitReference !== undefined && one.portVisitReference === other.portVisitReference;
  if (isOneUnnamed || (!isOneVisit && (isLateUntil(otherTimes, times, reachMs) || isLateUntil(times, otherTimes, reachMs)))) return true;
  return !(areTimesClose(times, otherTimes, reachMs) || isSoonAfter(times, otherTimes) || isSoonAfter(otherTimes, times));
}

function haveTwoReferences({ transportCallReference: one }: CallClaim, { transportCallReference: other }: CallClaim): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

function isAtOneTerminal({ facility: one }: CallClaim, { facility: other }: CallClaim): boolean {
  return one !== undefined && other !== undefined && compareFacilities(one, other) === 'MATCH';
}

/** Returns whether a stay begins after the other one ends. */
function isAfterStay(times: readonly VisitTime[], otherTimes: readonly VisitTime[]): boolean {
  const [stay, other] = [stayOf(times), stayOf(otherTimes)];
  return stay !== undefined && other !== undefined && stay.arrivalMs > other.departureMs;
}

/**
 * Returns whether the ship is late by so much that it would be at both places at once: the plan of the stay that it is
 * late for is not stated, or it would show that there are two.
 */
function isLateUntil(stay: readonly VisitTime[], late: readonly VisitTime[], reachMs: number): boolean {
  const [one, other] = [stayOf(stay), stayOf(late)];
  if (one === undefined || other === undefined || stay.some(isPlannedArrival)) return false;
  const isLate = late.some((time) => isPlannedArrival(time) && other.arrivalMs - time.ms > reachMs);
  const togetherMs = Math.min(one.departureMs, other.departureMs) - Math.max(one.arrivalMs, other.arrivalMs);
  return isLate && togetherMs > 0;
}

function stayOf(times: readonly VisitTime[]): { readonly arrivalMs: number; readonly departureMs: number } | undefined {
  const bestOf = (kind: VisitTime['kind']) => times.find((time) => time.timeClass === 'BEST' && time.kind === kind)?.ms;
  const [arrivalMs, departureMs] = [bestOf('ARRIVAL'), bestOf('DEPARTURE')];
  return arrivalMs === undefined || departureMs === undefined ? undefined : { arrivalMs, departureMs };
}

/** Returns whether the ship arrives so soon after a departure that it only shifts to another terminal (TERMINAL_SHIFT). */
function isSoonAfter(later: readonly VisitTime[], earlier: readonly VisitTime[]): boolean {
  const isSoon = later.some((arrival) => earlier.some((departure) => isShift(departure, arrival) && departure.ms <= arrival.ms));
  return isSoon && isPlannedShift(earlier, later);
}

/** A claim and all of its times. */
export type ClaimWithTimes = readonly [CallClaim, readonly VisitTime[]];

/** Returns whether two times can be compared: whether they are of the same kind and class. */
export function isSameTimeClass(left: VisitTime, right: VisitTime): boolean {
  return left.kind === right.kind && left.timeClass === right.timeClass && left.kind !== 'STAY';
}

/** A claim and one of its times. */
export type TimedClaim = readonly [CallClaim, VisitTime];

/**
 * EQUAL_PLANS: returns whether two schedules plan the same call although their estimates are far apart. A plan stays
 * the same while estimates change, so one schedule may only be older. Both voyages have to agree: a ship that calls
 * twice on one voyage has two plans.
 */
export function areEqualPlans([left, one]: TimedClaim, [right, other]: TimedClaim, comparison: Comparison): boolean {
  const arePlans = isPlannedArrival(one) && isPlannedArrival(other);
  const areSchedules = left.kind !== 'EVENT' && right.kind !== 'EVENT';
  return arePlans && areSchedules && areBothVoyagesEqual(comparison);
}

/**
 * CALL_BEFORE_SWAP: returns whether two schedules that name different ships describe one call: either the reference is
 * equal, or one planned arrival and both voyages are. A ship that replaces another one takes over its plan.
 */
export function isCallBeforeSwap([left, right]: readonly [CallClaim, CallClaim], comparisonOf: () => Comparison): boolean {
  if (left.kind === 'EVENT' || right.kind === 'EVENT') return false;
  const plans = plannedArrivalsOf(right);
  const isPlanEqual = plannedArrivalsOf(left).some((plan) => plans.includes(plan));
  const isReferenceStated = left.transportCallReference !== undefined && right.transportCallReference !== undefined;
  const isVisitStated = left.portVisitReference !== undefined && right.portVisitReference !== undefined;
  if (!isPlanEqual && !isReferenceStated && !isVisitStated) return false;
  const comparison = comparisonOf();
  const isReferenceEqual = (comparison.agreements & (agreementBits.REFERENCE | agreementBits.VISIT)) !== 0;
  return isReferenceEqual || (isPlanEqual && areBothVoyagesEqual(comparison));
}

/** Returns milliseconds since 1970. */
function plannedArrivalsOf({ times }: CallClaim): readonly number[] {
  return times.flatMap((time) => (time.kind === 'ARRIVAL' && time.classifier === 'PLN' ? [millisecondsOf(time)] : []));
}

export function isPlannedArrival({ kind, timeClass }: VisitTime): boolean {
  return kind === 'ARRIVAL' && timeClass === 'PLN';
}

export function isActualArrival({ kind, timeClass }: VisitTime): boolean {
  return kind === 'ARRIVAL' && timeClass === 'ACT';
}

/**
 * TWO_PLANS: returns whether two schedules plan two calls: all their planned arrivals are far apart, and no reference is
 * equal. A ship may be late by the days between two calls, so its other times do not show that they are one.
 */
export function areTwoPlans([one, times]: ClaimWithTimes, [other, otherTimes]: ClaimWithTimes, reachMs: number): boolean {
  const isEqual = (name: 'transportCallReference' | 'portVisitReference') => one[name] !== undefined && one[name] === other[name];
  if (isEqual('transportCallReference') || isEqual('portVisitReference')) return false;
  const plans = otherTimes.filter(isPlannedArrival);
  return times.filter(isPlannedArrival).every((plan) => plans.every(({ ms }) => Math.abs(plan.ms - ms) > reachMs));
}

/**
 * TWO_PLANS: returns whether two schedules of two terminals plan no shift between them: the later arrival is planned more
 * than 12 hours after the planned departure from the other terminal. A plan without a departure has the stay that the
 * schedule states otherwise; without any, nothing is known.
 */
export function areTwoPlannedStays(one: readonly VisitTime[], other: readonly VisitTime[]): boolean {
  return isPlannedAfter(one, other) || isPlannedAfter(other, one);
}

function isPlannedAfter(earlier: readonly VisitTime[], later: readonly VisitTime[]): boolean {
  const stay = stayOf(earlier);
  if (stay === undefined) return false;
  const leftMs = earlier.filter(isPlannedArrival).map(({ ms }) => ms + stay.departureMs - stay.arrivalMs);
  return leftMs.length > 0 && later.filter(isPlannedArrival).some(({ ms }) => leftMs.every((left) => ms - left > shiftHours * hourMs));
}

/** SAME_STAY: returns whether an event of the stay or the departure follows the arrival event of the same ship. */
export function isSameStay([left, earlier]: TimedClaim, [right, later]: TimedClaim): boolean {
  return left.kind === 'EVENT' && right.kind === 'EVENT' && earlier.kind === 'ARRIVAL' && later.kind !== 'ARRIVAL';
}

/**
 * TERMINAL_SHIFT: returns whether the ship shifts from one terminal to another within a visit: it arrives within 12
 * hours after the departure, on the same voyages. No ship sails to another port and back in that time, so one of the
 * terminals may be unknown.
 */
export function isTerminalShift(earlier: VisitTime, later: VisitTime, comparisonOf: () => Comparison): boolean {
  if (!isShift(earlier, later)) return false;
  const comparison = comparisonOf();
  const isSameTerminal = (comparison.matching & attributeBits.FACILITY) !== 0;
  return hasAll(comparison.agreements, agreementBits.IMO) && areBothVoyagesEqual(comparison) && !isSameTerminal;
}

/** Returns whether a shift is also planned, as far as plans are stated: a late departure may be near to the plan of another call. */
export function isPlannedShift(earlier: readonly VisitTime[], later: readonly VisitTime[]): boolean {
  const departures = earlier.filter(({ kind, timeClass }) => kind === 'DEPARTURE' && timeClass === 'PLN');
  return later.filter(isPlannedArrival).every(({ ms }) => departures.every((departure) => ms - departure.ms <= shiftHours * hourMs));
}

function isShift(earlier: VisitTime, later: VisitTime): boolean {
  const areBest = earlier.timeClass === 'BEST' && later.timeClass === 'BEST';
  return areBest && earlier.kind === 'DEPARTURE' && later.kind === 'ARRIVAL' && later.ms - earlier.ms <= shiftHours * hourMs;
}

export const shiftHours = 12;

function areBothVoyagesEqual({ agreements }: Comparison): boolean {
  const isImport = (agreements & (agreementBits.CARRIER_IN | agreementBits.UVR_IN)) !== 0;
  const isExport = (agreements & (agreementBits.CARRIER_OUT | agreementBits.UVR_OUT)) !== 0;
  return isImport && isExport;
}
