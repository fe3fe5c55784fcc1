import type { CallClaim, CarrierNumbers, Facility, StringKeys } from '../claims/call-claim.ts';
import { dayMs, statedGapMsOf, windows } from '../claims/days.ts';
import { foldedName } from '../claims/normal-values.ts';
import { type MatchAttribute, pathOfFacility, pathOfKey, pathOfTime } from '../claims/paths.ts';
import {
  type Agreement,
  type AttributeComparison,
  addComparison,
  agreementBits,
  attributeBits,
  type ComparisonBuilder,
  type ComparisonResult,
  hasAll,
} from './agreements.ts';
import { compareNumbers, isCertainSide, recordSides } from './carrier-numbers.ts';
import type { ComparisonRules } from './comparison-rules.ts';
import { type Distance, distanceOf, earlierDistanceOf, isOneArrival } from './time-windows.ts';

/** Everything in which two claims agree or contradict each other. */
export interface Comparison {
  /** Bits of `agreements`. */
  readonly agreements: number;
  /** Bits of `attributeBits`, by the result of comparing the attribute. */
  readonly matching: number;
  readonly differing: number;
  readonly notComparable: number;
  readonly distance: Distance | undefined;
  /** The distance of an earlier day that is in the window and nearer. */
  readonly earlierDistance: Distance | undefined;
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
  const port = compareText(builder, 'UNLocationCode', 'DIFFERS', rules.portOf);
  if (port === undefined) builder.agreements |= agreementBits.PORT_UNKNOWN;
  // Operators may use any reference, so a different one means nothing.
  const reference = compareText(builder, 'transportCallReference', 'NOT_COMPARABLE');
  if (port === 'MATCH') {
    // In some countries, Customs' number of the call is the port's number of the visit; elsewhere a difference means nothing.
    compareCustomsNumber(builder, 'callReferenceNumber', 'portVisitReference');
    compareCustomsNumber(builder, 'portVisitReference', 'callReferenceNumber');
    compareTerminals(builder);
  }
  const isDummy = left.isDummyVessel || right.isDummyVessel;
  const imo = isDummy ? undefined : compareVessels(builder);
  const service = compareText(builder, 'universalServiceReference');
  const distance = distanceOf(left, right);
  const earlierDistance = earlierDistanceOf(left, right, distance);
  const stated = earlierDistance ?? distance;
  const isNear = port === 'MATCH' && imo === 'MATCH' && Math.abs(stated?.days ?? Number.NaN) <= windows.directionDays;
  const isServiceOfCarrier = compareNumbers(builder, rules, rules.ignoresDirection === true && isNear).isSameService;
  // UNIVERSAL_VOYAGE_OF_SERVICE: universal voyage references are unique only within a service. The ship, or one carrier's
  // code of the service, replaces a service that is not stated.
  const isOneService = service === 'MATCH' || (service === undefined && (imo === 'MATCH' || isServiceOfCarrier));
  if (isOneService) compareUniversalVoyages(builder);
  if (service === 'MATCH' || (service === undefined && isServiceOfCarrier)) builder.agreements |= agreementBits.SERVICE;
  // If the operator's reference is equal, a different number of the visit was assigned by a Producer itself.
  if (port === 'MATCH' && isOneUseOfReference(builder))
    compareText(builder, 'portVisitReference', reference === 'MATCH' ? 'NOT_COMPARABLE' : 'DIFFERS');
  if (stated?.isInWindow === true) builder.agreements |= agreementBits.WINDOW;
  const isSameTerminal = (builder.matching & attributeBits.FACILITY) !== 0;
  if (stated !== undefined && isOneArrival(stated, isSameTerminal)) builder.agreements |= agreementBits.ARRIVAL;
  const { agreements, matching, differing, notComparable } = builder;
  const isShipUnassigned = isDummy || !hasShip(left) || !hasShip(right);
  return { agreements, matching, differing, notComparable, distance, earlierDistance, isShipUnassigned };
}

/**
 * REUSED_VISIT_REFERENCE: returns whether a visit reference that two records share is that of one visit. Otherwise it
 * states nothing.
 */
function isOneUseOfReference({ left, right, agreements }: ComparisonBuilder): boolean {
  if (left.portVisitReference !== right.portVisitReference) return true;
  return (statedGapMsOf(left, right) ?? 0) <= (isSameVoyageOfShip(agreements) ? windows.maxDays : windows.visitReferenceDays) * dayMs;
}

/** Returns whether the IMO number and an import voyage agree. */
export function isSameVoyageOfShip(agreements: number): boolean {
  const voyages = agreementBits.CARRIER_IN | agreementBits.NUMBER_IN | agreementBits.UVR_IN;
  return hasAll(agreements, agreementBits.IMO) && (agreements & voyages) !== 0;
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
    spelledDifferently: false,
  };
}

/**
 * SPELLING: compares values in the form that all their spellings have in common.
 *
 * @param unequal the meaning of unequal values; if they mean nothing, no line is added
 */
function compareText(
  builder: ComparisonBuilder,
  name: keyof StringKeys,
  unequal: ComparisonResult = 'DIFFERS',
  folded: (value: string) => string = (value) => value,
): ComparisonResult | undefined {
  const { left, right } = builder;
  const leftValue = left[name];
  const rightValue = right[name];
  if (leftValue === undefined || rightValue === undefined) return undefined;
  const result = leftValue === rightValue || folded(leftValue) === folded(rightValue) ? 'MATCH' : unequal;
  if (result === 'NOT_COMPARABLE') return result;
  const [attribute, agreement] = textComparisons[name];
  addComparison(builder, [attribute, result, agreement], () => [
    { path: pathOfKey(left, name), value: leftValue },
    { path: pathOfKey(right, name), value: rightValue },
  ]);
  return result;
}

const textComparisons: Readonly<Record<keyof StringKeys, readonly [MatchAttribute, Agreement?]>> = {
  UNLocationCode: ['UN_LOCATION_CODE', 'PORT'],
  transportCallReference: ['TRANSPORT_CALL_REFERENCE', 'REFERENCE'],
  portVisitReference: ['PORT_VISIT_REFERENCE', 'VISIT'],
  callReferenceNumber: ['CALL_REFERENCE_NUMBER'],
  vesselIMONumber: ['VESSEL_IMO_NUMBER', 'IMO'],
  vesselName: ['VESSEL_NAME', 'NAME'],
  vesselMMSINumber: ['VESSEL_MMSI_NUMBER'],
  vesselCallSign: ['VESSEL_CALL_SIGN'],
  universalServiceReference: ['UNIVERSAL_SERVICE_REFERENCE', 'USR'],
  universalImportVoyageReference: ['UNIVERSAL_IMPORT_VOYAGE_REFERENCE', 'UVR_IN'],
  universalExportVoyageReference: ['UNIVERSAL_EXPORT_VOYAGE_REFERENCE', 'UVR_OUT'],
};

function compareCustomsNumber(builder: ComparisonBuilder, leftName: keyof StringKeys, rightName: keyof StringKeys): void {
  const { left, right } = builder;
  const value = left[leftName];
  if (value === undefined || value !== right[rightName]) return;
  addComparison(builder, ['CALL_REFERENCE_NUMBER', 'MATCH', 'CUSTOMS_NUMBER'], () => [
    { path: pathOfKey(left, leftName), value },
    { path: pathOfKey(right, rightName), value },
  ]);
}

function compareVessels(builder: ComparisonBuilder): ComparisonResult | undefined {
  const imo = compareText(builder, 'vesselIMONumber');
  compareText(builder, 'vesselName', imo === 'MATCH' ? 'NOT_COMPARABLE' : 'DIFFERS', foldedName);
  // Both change with the flag, so only an agreement has a meaning.
  compareText(builder, 'vesselMMSINumber', 'NOT_COMPARABLE');
  compareText(builder, 'vesselCallSign', 'NOT_COMPARABLE');
  return imo;
}

function compareTerminals(builder: ComparisonBuilder): void {
  const { left, right } = builder;
  if (left.facility === undefined || right.facility === undefined) return;
  const values = [left.facility, right.facility].map(facilityText) as [string, string];
  addComparison(builder, ['FACILITY', compareFacilities(left.facility, right.facility)], () => [
    { path: pathOfFacility(left), value: values[0] },
    { path: pathOfFacility(right), value: values[1] },
  ]);
}

/**
 * SAME_FACILITY: compares two codes within one port: codes of one list identify terminals; no list contains the codes of
 * the other.
 */
export function compareFacilities(left: Facility, right: Facility): ComparisonResult {
  if (left.facilityCodeListProvider !== right.facilityCodeListProvider) return 'NOT_COMPARABLE';
  return left.facilityCode === right.facilityCode ? 'MATCH' : 'DIFFERS';
}

/** Returns a text for a terminal, within its port. */
export function facilityText({ facilityCode, facilityCodeListProvider }: Facility): string {
  return `${facilityCodeListProvider} ${facilityCode}`;
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
