import type { CallClaim } from '@landfall/matching/claims/call-claim.ts';
import { agreementBits, attributeBits, hasAll } from '@landfall/matching/rules/agreements.ts';
import { daysToPlanOf } from '@landfall/matching/rules/candidate-rules.ts';
import { type Comparison, compareClaims } from '@landfall/matching/rules/comparison.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import type { WorldCall } from '../world/sailing.ts';
import type { WorldRecords } from './world-records.ts';

/** What an ideal matcher with all statements of all partners could know. */
export interface Knowable {
  /**
   * Returns a test of whether a statement agrees with a wrong call at least as well as with the right one: in ship,
   * service, voyage and terminal, by the partner that agrees best, and in the day, where estimates of one call differ by
   * a day. A notice may be older than a delay, so the planned day of a call counts as well.
   */
  asGoodAs(stated: readonly CallClaim[], right: WorldCall): (wrong: WorldCall) => boolean;
  /**
   * Returns whether no matcher could identify this call: another call agrees as well, or no partner states both ship
   * and voyage of the call, not even two partners that identify it by one reference or one universal voyage.
   */
  isUnknowable(stated: readonly CallClaim[], right: WorldCall): boolean;
}

/** The records that an ideal matcher may use. */
export type KnowableRecords = Pick<WorldRecords, 'rules' | 'schedules' | 'routes' | 'events' | 'callOf'>;

/** Creates the tests. They compare values with the truth and do not depend on the matcher. */
export function knowableIn({ rules, schedules, routes, events, callOf }: KnowableRecords): Knowable {
  const claims = new Map<WorldCall, CallClaim[]>();
  for (const record of [...schedules, ...routes, ...events]) {
    const call = callOf(record);
    if (call === undefined) continue;
    const held = claims.get(call);
    if (held === undefined) claims.set(call, [record.claim]);
    else held.push(record.claim);
  }
  const claimsOf = (call: WorldCall) => claims.get(call) ?? [];
  const asGoodAs: Knowable['asGoodAs'] = (stated, right) => {
    const ofRight = agreementOf(stated, claimsOf(right), rules);
    return (wrong) => {
      const ofWrong = agreementOf(stated, claimsOf(wrong), rules);
      return ofWrong.keys.every((value, place) => value >= (ofRight.keys[place] ?? 0)) && ofWrong.days <= ofRight.days + estimateDays;
    };
  };
  return {
    asGoodAs,
    isUnknowable: (stated, right) => {
      if (!isLinked(stated, claimsOf(right), rules)) return true;
      const isAsGood = asGoodAs(stated, right);
      return [...claims.keys()].some((call) => call !== right && isAsGood(call));
    },
  };
}

const estimateDays = 1;

/** How one side agrees with all statements about a call. */
interface Agreement {
  /** For each key: 2 if a partner agrees, 0 if all partners that state it differ, 1 if no partner states it. */
  readonly keys: readonly number[];
  /** Distance to the nearest arrival that any partner states or has planned. */
  readonly days: number;
}

const keys = [
  attributeBits.UN_LOCATION_CODE,
  attributeBits.VESSEL_IMO_NUMBER,
  attributeBits.VESSEL_NAME,
  attributeBits.UNIVERSAL_SERVICE_REFERENCE,
  attributeBits.UNIVERSAL_IMPORT_VOYAGE_REFERENCE,
  attributeBits.CARRIER_IMPORT_VOYAGE_NUMBER,
  attributeBits.TRANSPORT_CALL_REFERENCE,
  attributeBits.PORT_VISIT_REFERENCE,
  attributeBits.FACILITY,
];

function agreementOf(stated: readonly CallClaim[], reported: readonly CallClaim[], rules: ComparisonRules): Agreement {
  const compared = compareAll(stated, reported, rules);
  const [matching, differing] = [
    compared.reduce((bits, comparison) => bits | comparison.matching, 0),
    compared.reduce((bits, comparison) => bits | comparison.differing, 0),
  ];
  const valueOfKey = (key: number) => ((matching & key) === 0 ? ((differing & key) === 0 ? 1 : 0) : 2);
  const days = compared
    .flatMap(({ distance, earlierDistance }) => [distance?.days ?? [], earlierDistance?.days ?? []].flat())
    .map(Math.abs);
  const daysToPlans = stated.flatMap((one) => reported.flatMap((other) => daysToPlanOf(one, [other]) ?? []));
  return { keys: keys.map(valueOfKey), days: Math.min(...days, ...daysToPlans.map(Math.abs)) };
}

/**
 * Returns whether voyage and ship of one call are stated: by one partner, or by two that identify the call in the same
 * way.
 */
function isLinked(stated: readonly CallClaim[], reported: readonly CallClaim[], rules: ComparisonRules): boolean {
  return stated.some((one) => {
    const compared = reported.map((other) => ({ other, comparison: compareClaims([one, other], rules) }));
    const withVoyage = compared.filter(({ comparison }) => (comparison.agreements & voyages) !== 0);
    if (withVoyage.some(({ comparison }) => !isOtherShip(comparison))) return true;
    const withShip = compared.filter(
      ({ comparison }) => !isOtherShip(comparison) && (comparison.agreements & (agreementBits.IMO | agreementBits.NAME)) !== 0,
    );
    return withVoyage.some((left) => withShip.some((right) => isNamedAlike(left.other, right.other, rules)));
  });
}

const voyages = agreementBits.UVR_IN | agreementBits.CARRIER_IN | agreementBits.NUMBER_IN | agreementBits.REFERENCE | agreementBits.VISIT;

function isOtherShip({ differing, agreements: established }: Comparison): boolean {
  if ((established & agreementBits.IMO) !== 0) return false;
  return (differing & (attributeBits.VESSEL_IMO_NUMBER | attributeBits.VESSEL_NAME)) !== 0;
}

function isNamedAlike(left: CallClaim, right: CallClaim, rules: ComparisonRules): boolean {
  const { agreements: established } = compareClaims([left, right], rules);
  return (
    hasAll(established, agreementBits.REFERENCE) ||
    hasAll(established, agreementBits.VISIT) ||
    hasAll(established, agreementBits.USR | agreementBits.UVR_IN)
  );
}

function compareAll(stated: readonly CallClaim[], reported: readonly CallClaim[], rules: ComparisonRules): readonly Comparison[] {
  return stated.flatMap((one) => reported.map((other) => compareClaims([one, other], rules)));
}
