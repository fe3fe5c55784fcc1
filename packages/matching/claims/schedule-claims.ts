import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import { type CallClaim, type CarrierNumbers, type Facility, namesShip, type StatedTime } from './call-claim.ts';
import { dayMs, millisecondsOf } from './days.ts';
import {
  foldedName,
  normalCarrier,
  normalClassifier,
  normalFacility,
  normalKeys,
  normalNumbers,
  normalTime,
  type WrittenKeys,
} from './normal-values.ts';
import { bargeTransport, referenceOfTransport } from './paths.ts';

/**
 * Returns the claims of a `ServiceSchedule`: one claim per transport call with cargo. Its voyage numbers and service code
 * are those of the answering carrier; the schedule names no carrier, so only the partner identifies whose numbers they
 * are.
 */
export function claimsOfVesselSchedules(serviceSchedule: unknown, partner: string): readonly CallClaim[] {
  return claimsOfTransportCalls(serviceSchedule, partner, (call) => !isPassage(call));
}

/** Returns the claims of a `ServiceSchedule` about calls at which no cargo is loaded or discharged. */
export function claimsOfPassages(serviceSchedule: unknown, partner: string): readonly CallClaim[] {
  return claimsOfTransportCalls(serviceSchedule, partner, isPassage);
}

/**
 * Returns whether a `TransportCall` is a passage of a waterway or another call without cargo, which is listed under the
 * UN/LOCODE of a port. The code of a waterway suffices.
 */
function isPassage(call: unknown): boolean {
  const waterway = textAt(call, 'location', 'waterwaySMDGEntryPointCode');
  return valueAt(call, ['isCargoOperationalCall']) === false || (waterway !== undefined && waterway.trim() !== '');
}

/**
 * Returns whether a claim of a port schedule, which has no mark for it, is about a passage that a vessel schedule shows: ship
 * (the voyage, if one names none), port and terminal do not differ, and of all claims of its partner it has the time that is
 * nearest to the passage, at most half a day, and nearer than to any call with cargo. A carrier updates its answers one after
 * the other.
 */
export function isAboutPassage(claim: CallClaim, passages: readonly CallClaim[], all: readonly CallClaim[]): boolean {
  const calls = all.filter(({ kind }) => kind === 'VESSEL_SCHEDULE');
  return passages.some((passage) => {
    const gapMs = gapMsBetween(claim, passage);
    const isNearest = all.every(
      (other) => other.kind !== 'PORT_SCHEDULE' || other.partner !== claim.partner || gapMsBetween(other, passage) >= gapMs,
    );
    return gapMs <= halfDayMs && isNearest && calls.every((call) => gapMs < gapMsBetween(claim, call));
  });
}

const halfDayMs = dayMs / 2;

/**
 * Returns the time between the nearest times of one kind and classifier, or of one kind if no classifier is equal; infinite if
 * the claims cannot be about one call.
 */
function gapMsBetween(claim: CallClaim, other: CallClaim): number {
  if (!isSamePlace(claim, other)) return Number.POSITIVE_INFINITY;
  const pairs = claim.times.flatMap((time) => other.times.filter(({ kind }) => kind === time.kind).map((each) => [time, each] as const));
  const equal = pairs.filter(([time, each]) => time.classifier === each.classifier);
  const gaps = (equal.length > 0 ? equal : pairs).map(([time, each]) => Math.abs(millisecondsOf(time) - millisecondsOf(each)));
  return Math.min(...gaps);
}

function isSamePlace(claim: CallClaim, other: CallClaim): boolean {
  const [number, otherNumber] = [claim.vesselIMONumber, other.vesselIMONumber];
  const [name, otherName] = [claim.vesselName && foldedName(claim.vesselName), other.vesselName && foldedName(other.vesselName)];
  const isSameName = name !== undefined && name === otherName;
  const isNamedAlike = number === undefined || otherNumber === undefined ? isSameName : number === otherNumber;
  const isSameShip = namesShip(claim) && namesShip(other) ? isNamedAlike : isSameVoyage(claim, other);
  const [terminal, otherTerminal] = [claim.facility?.facilityCode, other.facility?.facilityCode];
  const isSameTerminal = terminal === undefined || otherTerminal === undefined || terminal === otherTerminal;
  return claim.UNLocationCode === other.UNLocationCode && isSameShip && isSameTerminal;
}

/** The numbers of two partners are not compared. A ship leaves a passage on the voyage on which it arrives. */
function isSameVoyage(claim: CallClaim, other: CallClaim): boolean {
  const numbersOf = ({ numbers }: CallClaim) =>
    numbers.flatMap(({ carrierImportVoyageNumber: imported, carrierExportVoyageNumber: exported }) => imported ?? exported ?? []);
  const universal = claim.universalImportVoyageReference;
  if (universal !== undefined && universal === other.universalImportVoyageReference) return true;
  return claim.partner === other.partner && numbersOf(claim).some((number) => numbersOf(other).includes(number));
}

// As in records.ts, literals do not begin with a spread.

function claimsOfTransportCalls(serviceSchedule: unknown, partner: string, isWanted: (call: unknown) => boolean): readonly CallClaim[] {
  return listAt(serviceSchedule, 'vesselSchedules').flatMap((schedule, place) =>
    listAt(schedule, 'transportCalls').flatMap((call, callPlace): CallClaim | [] => {
      if (!isWanted(call)) return [];
      const numbers = normalNumbers({
        owner: 'PARTNER',
        index: 0,
        carrierServiceCode: textAt(serviceSchedule, 'carrierServiceCode'),
        carrierImportVoyageNumber: textAt(call, 'carrierImportVoyageNumber'),
        carrierExportVoyageNumber: textAt(call, 'carrierExportVoyageNumber'),
      });
      return {
        kind: 'VESSEL_SCHEDULE',
        at: [place, callPlace],
        partner,
        sides: 'BOTH',
        isDummyVessel: valueAt(schedule, ['isDummyVessel']) === true,
        ...normalKeys({
          UNLocationCode: textAt(call, 'location', 'UNLocationCode'),
          ...vesselKeysOf(schedule, 'vessel'),
          transportCallReference: textAt(call, 'transportCallReference'),
          portVisitReference: textAt(call, 'portVisitReference'),
          universalServiceReference: textAt(serviceSchedule, 'universalServiceReference'),
          ...universalVoyagesOf(call),
        }),
        facility: smdgFacilityOf(call),
        numbers: numbers === undefined ? [] : [numbers],
        times: timestampsOf(call),
      };
    }),
  );
}

/** Returns the claims of a `PortSchedule`: one claim per ship's call, with the numbers of every service partner. */
export function claimsOfPortSchedule(portSchedule: unknown, partner: string): readonly CallClaim[] {
  return listAt(portSchedule, 'vesselSchedules').map((schedule, place) => ({
    kind: 'PORT_SCHEDULE',
    at: [place],
    partner,
    sides: 'BOTH',
    isDummyVessel: valueAt(schedule, ['isDummyVessel']) === true,
    ...normalKeys({
      UNLocationCode: textAt(portSchedule, 'location', 'UNLocationCode'),
      ...vesselKeysOf(schedule, 'vessel'),
      universalServiceReference: textAt(schedule, 'universalServiceReference'),
      ...universalVoyagesOf(schedule),
    }),
    facility: smdgFacilityOf(portSchedule),
    numbers: partnersNumbersOf(schedule),
    times: timestampsOf(schedule),
  }));
}

/**
 * Returns the claims of a `PointToPoint` about ships: for each leg by vessel or barge its departure, its arrival and
 * the intermediate calls. `departure` and `arrival` identify their call; the deprecated reference of the transport
 * counts for the departure, and only if neither of them has a reference. A leg's `portVisitReference` is not a key,
 * because the standard does not state to which end of the leg it belongs.
 */
export function claimsOfPointToPoint(pointToPoint: unknown, partner: string): readonly CallClaim[] {
  return listAt(pointToPoint, 'legs').flatMap((leg, place) => {
    const mode = textAt(leg, 'transport', 'modeOfTransport');
    if (mode !== 'VESSEL' && mode !== 'BARGE') return [];
    const claimAt = (call: unknown, end: LegEnd): CallClaim => ({
      kind: 'POINT_TO_POINT',
      at: [place, end.place, originOf(leg, call, end)],
      partner,
      sides: end.sides,
      isDummyVessel: false,
      ...normalKeys({
        UNLocationCode: textAt(call, 'location', 'UNLocationCode'),
        ...vesselKeysOf(valueAt(leg, ['transport']), mode === 'VESSEL' ? 'vessel' : 'barge'),
        transportCallReference: referenceOf(leg, call, end),
        universalServiceReference: textAt(leg, 'transport', 'universalServiceReference'),
        ...universalVoyagesOf(valueAt(leg, ['transport'])),
      }),
      facility: facilityOf(call),
      numbers: partnersNumbersOf(valueAt(leg, ['transport'])),
      times: end.times.flatMap(({ kind, name }) => {
        const text = normalTime(textAt(call, name));
        return text === undefined ? [] : [{ kind, classifier: undefined, text, index: 0 }];
      }),
    });
    return [
      claimAt(valueAt(leg, ['departure']), { place: -2, sides: 'EXPORT', times: [{ kind: 'DEPARTURE', name: 'dateTime' }] }),
      ...listAt(leg, 'intermediateCalls').map((call, callPlace) => claimAt(call, { place: callPlace, ...passing })),
      claimAt(valueAt(leg, ['arrival']), { place: -1, sides: 'IMPORT', times: [{ kind: 'ARRIVAL', name: 'dateTime' }] }),
    ];
  });
}

interface LegEnd {
  readonly place: number;
  readonly sides: 'IMPORT' | 'EXPORT' | 'NEITHER';
  readonly times: readonly { readonly kind: StatedTime['kind']; readonly name: string }[];
}

const passing = {
  sides: 'NEITHER',
  times: [
    { kind: 'ARRIVAL', name: 'arrivalDateTime' },
    { kind: 'DEPARTURE', name: 'departureDateTime' },
  ],
} as const satisfies Omit<LegEnd, 'place'>;

function referenceOf(leg: unknown, call: unknown, end: LegEnd): string | undefined {
  return usesOldReference(leg, call, end) ? textAt(leg, 'transport', 'transportCallReference') : textAt(call, 'transportCallReference');
}

function usesOldReference(leg: unknown, call: unknown, end: LegEnd): boolean {
  const isNamed = [call, valueAt(leg, ['arrival'])].some((place) => textAt(place, 'transportCallReference') !== undefined);
  return end.sides === 'EXPORT' && !isNamed && textAt(leg, 'transport', 'transportCallReference') !== undefined;
}

function originOf(leg: unknown, call: unknown, end: LegEnd): number {
  const isBarge = textAt(leg, 'transport', 'modeOfTransport') === 'BARGE';
  return (isBarge ? bargeTransport : 0) + (usesOldReference(leg, call, end) ? referenceOfTransport : 0);
}

function vesselKeysOf(source: unknown, name: 'vessel' | 'barge'): WrittenKeys {
  return {
    vesselIMONumber: textAt(source, name, 'vesselIMONumber'),
    vesselName: textAt(source, name, 'name'),
    vesselMMSINumber: textAt(source, name, 'MMSINumber'),
    vesselCallSign: textAt(source, name, 'callSign'),
  };
}

function universalVoyagesOf(source: unknown): WrittenKeys {
  return {
    universalImportVoyageReference: textAt(source, 'universalImportVoyageReference'),
    universalExportVoyageReference: textAt(source, 'universalExportVoyageReference'),
  };
}

function partnersNumbersOf(source: unknown): readonly CarrierNumbers[] {
  return listAt(source, 'servicePartners').flatMap((servicePartner, index) => {
    const numbers = normalNumbers({
      owner: normalCarrier(textAt(servicePartner, 'carrierCode'), textAt(servicePartner, 'carrierCodeListProvider')),
      index,
      carrierServiceCode: textAt(servicePartner, 'carrierServiceCode'),
      carrierImportVoyageNumber: textAt(servicePartner, 'carrierImportVoyageNumber'),
      carrierExportVoyageNumber: textAt(servicePartner, 'carrierExportVoyageNumber'),
    });
    return numbers ?? [];
  });
}

function timestampsOf(source: unknown): readonly StatedTime[] {
  return listAt(source, 'timestamps').flatMap((timestamp, index): readonly StatedTime[] => {
    const type = textAt(timestamp, 'eventTypeCode');
    const text = normalTime(textAt(timestamp, 'eventDateTime'));
    if (text === undefined || (type !== 'ARRI' && type !== 'DEPA')) return [];
    const classifier = normalClassifier(textAt(timestamp, 'eventClassifierCode'));
    return [{ kind: type === 'ARRI' ? 'ARRIVAL' : 'DEPARTURE', classifier, text, index }];
  });
}

/** Port and vessel schedules contain a code without its list, which is SMDG. */
function smdgFacilityOf(source: unknown): Facility | undefined {
  return normalFacility(textAt(source, 'location', 'facilitySMDGCode'), 'SMDG');
}

function facilityOf(call: unknown): Facility | undefined {
  return normalFacility(
    textAt(call, 'location', 'facility', 'facilityCode'),
    textAt(call, 'location', 'facility', 'facilityCodeListProvider'),
  );
}
