import type { CallClaim, CarrierNumbers, Facility, StringKeys } from '../claims/call-claim.ts';
import { type MatchAttribute, pathOfFacility, pathOfKey, pathOfTime } from '../claims/paths.ts';
import { type Agreement, agreementBits } from './agreements.ts';
import { compareNumbers, isCertainSide, recordSides } from './carrier-numbers.ts';
import type { CarrierEquality, ComparisonResult } from './carriers.ts';
import { type AttributeComparison, addComparison, attributeBits, type ComparisonBuilder } from './comparison-builder.ts';
import type { FacilityEquality } from './facilities.ts';
import { type Distance, distanceOf, isOneArrival, type TimeRules } from './time-windows.ts';

/** The mappings and rules by which values are compared. */
export interface ComparisonRules extends TimeRules {
  readonly carriers: CarrierEquality;
  readonly facilities: FacilityEquality;
}

/** Everything in which two claims agree or contradict each other. */
export interface Comparison {
  /** Bits of `agreements`. */
  readonly agreements: number;
  /** Bits of `attributeBits`, by the result of comparing the attribute. */
  readonly matching: number;
  readonly differing: number;
  readonly notComparable: number;
  readonly distance: Distance | undefined;
  /** Whether one side has no ship, or a dummy. */
  readonly isShipUnassigned: boolean;
}

/**
 * Compares every key that two claims have in common. A missing value neither matches nor contradicts.
 *
 * @param lines if given, a line is added for each comparison, except for times (see {@link compareTimes})
 */
export function compareClaims(
  [left, right]: readonly [CallClaim, CallClaim],
  rules: ComparisonRules,
  lines?: AttributeComparison[],
): Comparison {
  const builder: ComparisonBuilder = { left, right, agreements: 0, matching: 0, differing: 0, notComparable: 0, lines };
  const port = compareText(builder, 'UNLocationCode');
  if (port === undefined) builder.agreements |= agreementBits.PORT_UNKNOWN;
  // Operators may use any reference, so a different one means nothing.
  const reference = compareText(builder, 'transportCallReference', 'NOT_COMPARABLE');
  if (port === 'MATCH') {
    // If the operator's reference is equal, a different number of the visit was assigned by a Producer itself.
    compareText(builder, 'portVisitReference', reference === 'MATCH' ? 'NOT_COMPARABLE' : 'DIFFERS');
    compareCustomsNumbers(builder);
    compareFacilities(builder, rules.facilities);
  }
  const isDummy = left.isDummyVessel || right.isDummyVessel;
  const imo = isDummy ? undefined : compareVessels(builder);
  const service = compareText(builder, 'universalServiceReference');
  const isServiceOfCarrier = compareNumbers(builder, rules.carriers).isSameService;
  if (isOneService(service, imo === 'MATCH' || isServiceOfCarrier)) compareUniversalVoyages(builder);
  if (service === 'MATCH' || (service === undefined && isServiceOfCarrier)) builder.agreements |= agreementBits.SERVICE;
  const distance = distanceOf(left, right, rules);
  if (distance?.isInWindow === true) builder.agreements |= agreementBits.WINDOW;
  const isSameTerminal = (builder.matching & attributeBits.FACILITY) !== 0;
  if (distance !== undefined && isOneArrival(distance, isSameTerminal)) builder.agreements |= agreementBits.ARRIVAL;
  return {
    agreements: builder.agreements,
    matching: builder.matching,
    differing: builder.differing,
    notComparable: builder.notComparable,
    distance,
    isShipUnassigned: isDummy || !hasShip(left) || !hasShip(right),
  };
}

/**
 * UNIVERSAL_VOYAGE_OF_SERVICE: returns whether universal voyage references are comparable. They are unique only within
 * a service. The ship, or one carrier's code of the service, replaces a service that is not stated.
 */
function isOneService(service: ComparisonResult | undefined, isSameShipOrServiceCode: boolean): boolean {
  return service === 'MATCH' || (service === undefined && isSameShipOrServiceCode);
}

/**
 * Describes a distance as a line: near is an agreement, too far a contradiction. In between, only the distance is
 * shown.
 */
export function compareTimes([left, right]: readonly [CallClaim, CallClaim], distance: Distance): AttributeComparison | undefined {
  if (!distance.isInWindow && !distance.isTooFar) return undefined;
  return {
    attribute: distance.left.kind === 'DEPARTURE' ? 'DEPARTURE_TIME' : 'ARRIVAL_TIME',
    left: { path: pathOfTime(left, distance.left), value: distance.left.text },
    right: { path: pathOfTime(right, distance.right), value: distance.right.text },
    result: distance.isTooFar ? 'DIFFERS' : 'MATCH',
  };
}

/** @param unequal the meaning of unequal values; if they mean nothing, no line is added */
function compareText(
  builder: ComparisonBuilder,
  name: keyof StringKeys,
  unequal: ComparisonResult = 'DIFFERS',
): ComparisonResult | undefined {
  const { left, right } = builder;
  const leftValue = left[name];
  const rightValue = right[name];
  if (leftValue === undefined || rightValue === undefined) return undefined;
  const result = leftValue === rightValue ? 'MATCH' : unequal;
  if (result === 'NOT_COMPARABLE') return result;
  const { attribute, agreement } = textComparisons[name];
  addComparison(builder, { attribute, result, agreement });
  builder.lines?.push({
    attribute,
    left: { path: pathOfKey(left, name), value: leftValue },
    right: { path: pathOfKey(right, name), value: rightValue },
    result,
  });
  return result;
}

const textComparisons: Readonly<
  Record<keyof StringKeys, { readonly attribute: MatchAttribute; readonly agreement: Agreement | undefined }>
> = {
  UNLocationCode: { attribute: 'UN_LOCATION_CODE', agreement: 'PORT' },
  transportCallReference: { attribute: 'TRANSPORT_CALL_REFERENCE', agreement: 'REFERENCE' },
  portVisitReference: { attribute: 'PORT_VISIT_REFERENCE', agreement: 'VISIT' },
  callReferenceNumber: { attribute: 'CALL_REFERENCE_NUMBER', agreement: undefined },
  vesselIMONumber: { attribute: 'VESSEL_IMO_NUMBER', agreement: 'IMO' },
  vesselName: { attribute: 'VESSEL_NAME', agreement: 'NAME' },
  vesselMMSINumber: { attribute: 'VESSEL_MMSI_NUMBER', agreement: undefined },
  vesselCallSign: { attribute: 'VESSEL_CALL_SIGN', agreement: undefined },
  universalServiceReference: { attribute: 'UNIVERSAL_SERVICE_REFERENCE', agreement: 'USR' },
  universalImportVoyageReference: { attribute: 'UNIVERSAL_IMPORT_VOYAGE_REFERENCE', agreement: 'UVR_IN' },
  universalExportVoyageReference: { attribute: 'UNIVERSAL_EXPORT_VOYAGE_REFERENCE', agreement: 'UVR_OUT' },
};

/**
 * In some countries, Customs' number of the call is the port's number of the visit; elsewhere the two differ, which
 * means nothing.
 */
function compareCustomsNumbers(builder: ComparisonBuilder): void {
  compareCustomsNumber(builder, 'callReferenceNumber', 'portVisitReference');
  compareCustomsNumber(builder, 'portVisitReference', 'callReferenceNumber');
}

function compareCustomsNumber(builder: ComparisonBuilder, leftName: keyof StringKeys, rightName: keyof StringKeys): void {
  const { left, right } = builder;
  const value = left[leftName];
  if (value === undefined || value !== right[rightName]) return;
  addComparison(builder, { attribute: 'CALL_REFERENCE_NUMBER', result: 'MATCH', agreement: 'CUSTOMS_NUMBER' });
  builder.lines?.push({
    attribute: 'CALL_REFERENCE_NUMBER',
    left: { path: pathOfKey(left, leftName), value },
    right: { path: pathOfKey(right, rightName), value },
    result: 'MATCH',
  });
}

function compareVessels(builder: ComparisonBuilder): ComparisonResult | undefined {
  const imo = compareText(builder, 'vesselIMONumber');
  compareText(builder, 'vesselName', imo === 'MATCH' ? 'NOT_COMPARABLE' : 'DIFFERS');
  // Both change with the flag, so only an agreement has a meaning.
  compareText(builder, 'vesselMMSINumber', 'NOT_COMPARABLE');
  compareText(builder, 'vesselCallSign', 'NOT_COMPARABLE');
  return imo;
}

function compareFacilities(builder: ComparisonBuilder, facilities: FacilityEquality): void {
  const { left, right } = builder;
  if (left.facility === undefined || right.facility === undefined) return;
  const result = facilities.compare(left.UNLocationCode ?? '', left.facility, right.facility);
  addComparison(builder, { attribute: 'FACILITY', result, agreement: undefined });
  const written = ({ facilityCode, facilityCodeListProvider }: Facility) => `${facilityCodeListProvider} ${facilityCode}`;
  builder.lines?.push({
    attribute: 'FACILITY',
    left: { path: pathOfFacility(left), value: written(left.facility) },
    right: { path: pathOfFacility(right), value: written(right.facility) },
    result,
  });
}

/**
 * A side that may belong to another port can agree, which is noted, but it establishes nothing and contradicts nothing.
 */
function compareUniversalVoyages(builder: ComparisonBuilder): void {
  for (const side of ['IMPORT', 'EXPORT'] as const) {
    const isCertain = isCertainSide(builder.left, side) && isCertainSide(builder.right, side);
    const name = side === 'IMPORT' ? 'universalImportVoyageReference' : 'universalExportVoyageReference';
    compareText(builder, name, isCertain ? 'DIFFERS' : 'NOT_COMPARABLE');
    if (!isCertain) builder.agreements &= ~(side === 'IMPORT' ? agreementBits.UVR_IN : agreementBits.UVR_OUT);
  }
  recordSides(builder, universalVoyagesOf(builder.left), universalVoyagesOf(builder.right));
}

function universalVoyagesOf(claim: CallClaim): CarrierNumbers {
  return {
    index: 0,
    carrierImportVoyageNumber: claim.universalImportVoyageReference,
    carrierExportVoyageNumber: claim.universalExportVoyageReference,
  };
}

function hasShip(claim: CallClaim): boolean {
  return claim.vesselIMONumber !== undefined || claim.vesselName !== undefined;
}
