import type { CallClaim, CarrierNumbers, Facility, StringKeys } from '../claims/call-claim.ts';
import { type Distance, distanceOf, type TimeRules } from '../claims/days.ts';
import { type MatchAttribute, pathOfFacility, pathOfKey, pathOfTime } from '../claims/paths.ts';
import { type Agreement, agreements } from './agreements.ts';
import { compareNumbers, isCertainSide, recordSides } from './carrier-numbers.ts';
import type { CarrierEquality, ComparisonResult } from './carriers.ts';
import { addComparison, type ComparisonBuilder, type KeyComparison } from './comparison-builder.ts';
import type { FacilityEquality } from './facilities.ts';

/** The maps and rules by which values are compared. */
export interface MatchRules extends TimeRules {
  readonly carriers: CarrierEquality;
  readonly facilities: FacilityEquality;
}

/** All that two statements have in common and in contradiction. */
export interface Comparison {
  /** Bits of `facts`. */
  readonly facts: number;
  /** Bits of `keyBits`, by how the comparison of the key went. */
  readonly matching: number;
  readonly differing: number;
  readonly notComparable: number;
  readonly distance: Distance | undefined;
  /** One side has no ship, or a dummy that stands for one. */
  readonly isShipUnassigned: boolean;
}

/**
 * Compares every key that two statements share. Total: a missing value neither matches nor contradicts.
 *
 * @param lines when given, a line is added for each comparison, times apart (see {@link compareTimes})
 */
export function compareClaims([left, right]: readonly [CallClaim, CallClaim], rules: MatchRules, lines?: KeyComparison[]): Comparison {
  const ledger: ComparisonBuilder = { left, right, facts: 0, matching: 0, differing: 0, notComparable: 0, lines };
  const port = compareText(ledger, 'UNLocationCode');
  if (port === undefined) ledger.facts |= agreements.PORT_UNKNOWN;
  // Operators may use any reference, so another one says nothing.
  const reference = compareText(ledger, 'transportCallReference', 'NOT_COMPARABLE');
  if (port === 'MATCH') {
    // Where the operator's reference is equal, another number of the visit is a Producer's own.
    compareText(ledger, 'portVisitReference', reference === 'MATCH' ? 'NOT_COMPARABLE' : 'DIFFERS');
    compareCustomsNumbers(ledger);
    compareFacilities(ledger, rules.facilities);
  }
  const isDummy = left.isDummyVessel || right.isDummyVessel;
  const imo = isDummy ? undefined : compareVessels(ledger);
  const service = compareText(ledger, 'universalServiceReference');
  const isServiceOfCarrier = compareNumbers(ledger, rules.carriers).isSameService;
  // A universal voyage reference is unique within a service only; the ship, or a carrier's own code of the service, stands
  // in for a service that is not stated.
  const hasService = service === 'MATCH' || (service === undefined && (imo === 'MATCH' || isServiceOfCarrier));
  if (hasService) compareUniversalVoyages(ledger);
  const distance = distanceOf(left, right, rules);
  if (distance?.isInWindow === true) ledger.facts |= agreements.WINDOW;
  return {
    facts: ledger.facts,
    matching: ledger.matching,
    differing: ledger.differing,
    notComparable: ledger.notComparable,
    distance,
    isShipUnassigned: isDummy || !hasShip(left) || !hasShip(right),
  };
}

/**
 * Puts a distance into a line: near is an agreement, too far a contradiction. What lies between is told by the distance
 * alone.
 */
export function compareTimes([left, right]: readonly [CallClaim, CallClaim], distance: Distance): KeyComparison | undefined {
  if (!distance.isInWindow && !distance.isTooFar) return undefined;
  return {
    key: distance.left.kind === 'DEPARTURE' ? 'DEPARTURE_TIME' : 'ARRIVAL_TIME',
    left: { path: pathOfTime(left, distance.left), value: distance.left.text },
    right: { path: pathOfTime(right, distance.right), value: distance.right.text },
    result: distance.isTooFar ? 'DIFFERS' : 'MATCH',
  };
}

/** @param unequal what unequal values mean; where they mean nothing, they are not worth a line */
function compareText(
  ledger: ComparisonBuilder,
  name: keyof StringKeys,
  unequal: ComparisonResult = 'DIFFERS',
): ComparisonResult | undefined {
  const { left, right } = ledger;
  const leftValue = left[name];
  const rightValue = right[name];
  if (leftValue === undefined || rightValue === undefined) return undefined;
  const result = leftValue === rightValue ? 'MATCH' : unequal;
  if (result === 'NOT_COMPARABLE') return result;
  const { key, fact } = textComparisons[name];
  addComparison(ledger, { key, result, fact });
  ledger.lines?.push({
    key,
    left: { path: pathOfKey(left, name), value: leftValue },
    right: { path: pathOfKey(right, name), value: rightValue },
    result,
  });
  return result;
}

const textComparisons: Readonly<Record<keyof StringKeys, { readonly key: MatchAttribute; readonly fact: Agreement | undefined }>> = {
  UNLocationCode: { key: 'UN_LOCATION_CODE', fact: 'PORT' },
  transportCallReference: { key: 'TRANSPORT_CALL_REFERENCE', fact: 'REFERENCE' },
  portVisitReference: { key: 'PORT_VISIT_REFERENCE', fact: 'VISIT' },
  callReferenceNumber: { key: 'CALL_REFERENCE_NUMBER', fact: undefined },
  vesselIMONumber: { key: 'VESSEL_IMO_NUMBER', fact: 'IMO' },
  vesselName: { key: 'VESSEL_NAME', fact: 'NAME' },
  vesselMMSINumber: { key: 'VESSEL_MMSI_NUMBER', fact: undefined },
  vesselCallSign: { key: 'VESSEL_CALL_SIGN', fact: undefined },
  universalServiceReference: { key: 'UNIVERSAL_SERVICE_REFERENCE', fact: 'USR' },
  universalImportVoyageReference: { key: 'UNIVERSAL_IMPORT_VOYAGE_REFERENCE', fact: 'UVR_IN' },
  universalExportVoyageReference: { key: 'UNIVERSAL_EXPORT_VOYAGE_REFERENCE', fact: 'UVR_OUT' },
};

/** Customs' number of the call is the port's number of the visit in some countries; elsewhere they differ and mean nothing. */
function compareCustomsNumbers(ledger: ComparisonBuilder): void {
  compareCustomsNumber(ledger, 'callReferenceNumber', 'portVisitReference');
  compareCustomsNumber(ledger, 'portVisitReference', 'callReferenceNumber');
}

function compareCustomsNumber(ledger: ComparisonBuilder, leftName: keyof StringKeys, rightName: keyof StringKeys): void {
  const { left, right } = ledger;
  const value = left[leftName];
  if (value === undefined || value !== right[rightName]) return;
  addComparison(ledger, { key: 'CALL_REFERENCE_NUMBER', result: 'MATCH', fact: 'CUSTOMS_NUMBER' });
  ledger.lines?.push({
    key: 'CALL_REFERENCE_NUMBER',
    left: { path: pathOfKey(left, leftName), value },
    right: { path: pathOfKey(right, rightName), value },
    result: 'MATCH',
  });
}

function compareVessels(ledger: ComparisonBuilder): ComparisonResult | undefined {
  const imo = compareText(ledger, 'vesselIMONumber');
  compareText(ledger, 'vesselName', imo === 'MATCH' ? 'NOT_COMPARABLE' : 'DIFFERS');
  // Both change with the flag, so only their agreement says something.
  compareText(ledger, 'vesselMMSINumber', 'NOT_COMPARABLE');
  compareText(ledger, 'vesselCallSign', 'NOT_COMPARABLE');
  return imo;
}

function compareFacilities(ledger: ComparisonBuilder, facilities: FacilityEquality): void {
  const { left, right } = ledger;
  if (left.facility === undefined || right.facility === undefined) return;
  const result = facilities.compare(left.UNLocationCode ?? '', left.facility, right.facility);
  addComparison(ledger, { key: 'FACILITY', result, fact: undefined });
  const written = ({ facilityCode, facilityCodeListProvider }: Facility) => `${facilityCodeListProvider} ${facilityCode}`;
  ledger.lines?.push({
    key: 'FACILITY',
    left: { path: pathOfFacility(left), value: written(left.facility) },
    right: { path: pathOfFacility(right), value: written(right.facility) },
    result,
  });
}

/** A side that may be another port's can agree, as a remark; it establishes nothing and contradicts nothing. */
function compareUniversalVoyages(ledger: ComparisonBuilder): void {
  for (const side of ['IMPORT', 'EXPORT'] as const) {
    const isCertain = isCertainSide(ledger.left, side) && isCertainSide(ledger.right, side);
    const name = side === 'IMPORT' ? 'universalImportVoyageReference' : 'universalExportVoyageReference';
    compareText(ledger, name, isCertain ? 'DIFFERS' : 'NOT_COMPARABLE');
    if (!isCertain) ledger.facts &= ~(side === 'IMPORT' ? agreements.UVR_IN : agreements.UVR_OUT);
  }
  recordSides(ledger, universalVoyagesOf(ledger.left), universalVoyagesOf(ledger.right));
}

function universalVoyagesOf(statement: CallClaim): CarrierNumbers {
  return {
    index: 0,
    carrierImportVoyageNumber: statement.universalImportVoyageReference,
    carrierExportVoyageNumber: statement.universalExportVoyageReference,
  };
}

function hasShip(statement: CallClaim): boolean {
  return statement.vesselIMONumber !== undefined || statement.vesselName !== undefined;
}
