import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import type { CallClaim, Facility, StatedTime } from './call-claim.ts';
import { withExpectedActuals } from './days.ts';
import {
  foldedName,
  foldedNumber,
  normalCarrier,
  normalClassifier,
  normalFacility,
  normalKeys,
  normalNumbers,
  normalTime,
  normalUNLocationCode,
} from './normal-values.ts';

/**
 * Returns what a notice states about the call that discharges (or loads) its cargo: at least one claim, one for each
 * leg that may be meant. A notice whose port has no UN/LOCODE has no port key, even if its legs have one.
 *
 * @param notice parsed JSON of an arrival notice; values of a wrong type count as absent
 * @param partner the partner that supplied the notice; numbers count as the partner's unless the notice names a carrier
 */
export function claimsOfNotice(
  notice: unknown,
  partner: string,
  { end = 'DISCHARGE', portOf, earlier = [] }: LegOptions = {},
): { readonly chosen: ChosenLegs; readonly claims: readonly [CallClaim, ...CallClaim[]] } {
  const chosen = chooseLegs(notice, end, portOf);
  const [first = -1, ...others] = chosen.legs.slice(0, maxLegs);
  const before = end === 'LOAD' ? [] : earlier.flatMap((version) => claimsOfNotice(version, partner, { portOf }).claims);
  const claimOf = (place: number) => {
    const claim = withEarlierTimes(claimOfLeg(notice, place, { partner, end }), before, portOf);
    return withExpectedActuals(claim, textAt(notice, 'issueDateTime'));
  };
  return { chosen, claims: [claimOf(first), ...others.map(claimOf)] };
}

/** Which call of a notice is meant, and how codes of ports are compared. */
export interface LegOptions {
  /** @default 'DISCHARGE' */
  readonly end?: NoticeEnd;
  /** Returns the UN/LOCODE that all codes of the same port have in common; by default every code is another port. */
  readonly portOf?: ((UNLocationCode: string) => string) | undefined;
  /** The earlier versions of the notice, the newest first. @default none */
  readonly earlier?: readonly unknown[] | undefined;
}

/**
 * EARLIER_DAYS: adds the arrivals that earlier versions stated of the same ship, voyage and port. The other versions were
 * about another call.
 */
function withEarlierTimes(claim: CallClaim, before: readonly CallClaim[], portOf: LegOptions['portOf']): CallClaim {
  const textOf = ({ classifier, text }: StatedTime) => `${classifier} ${text}`;
  const known = new Set(claim.times.map(textOf));
  const times = before.flatMap((other) => (isOtherCall(claim, other, portOf) ? [] : other.times));
  const earlierTimes = times.filter((time) => !known.has(textOf(time)) && known.add(textOf(time)));
  return earlierTimes.length === 0 ? claim : { ...claim, earlierTimes };
}

function isOtherCall(one: CallClaim, other: CallClaim, portOf = (code: string) => code): boolean {
  const differ = (keyOf: (claim: CallClaim) => string | undefined) => {
    const [left, right] = [keyOf(one), keyOf(other)];
    return left !== undefined && right !== undefined && left !== right;
  };
  const isSameIMONumber = one.vesselIMONumber !== undefined && one.vesselIMONumber === other.vesselIMONumber;
  return (
    differ(({ UNLocationCode }) => UNLocationCode && portOf(UNLocationCode)) ||
    differ(({ vesselIMONumber }) => vesselIMONumber) ||
    (!isSameIMONumber && differ(({ vesselName }) => vesselName && foldedName(vesselName))) ||
    differ(({ universalImportVoyageReference }) => universalImportVoyageReference) ||
    differ(({ numbers: [numbers] }) => numbers?.carrierImportVoyageNumber && foldedNumber(numbers.carrierImportVoyageNumber))
  );
}

/** More than any transport has; further legs of a malicious notice are ignored. */
const maxLegs = 24;

function claimOfLeg(notice: unknown, place: number, stamp: { partner: string; end: NoticeEnd }): CallClaim {
  const leg = listAt(notice, 'transport', 'legs')[place];
  const vesselVoyage = (name: string) => textAt(leg, 'vesselVoyage', name);
  const names = endNames[stamp.end];
  const UNLocationCode = textAt(notice, 'transport', names.port, 'UNLocationCode');
  const atPort = normalUNLocationCode(textAt(leg, names.location, 'UNLocationCode')) === normalUNLocationCode(UNLocationCode);
  const numbers = normalNumbers({
    owner: normalCarrier(textAt(notice, 'carrierCode'), textAt(notice, 'carrierCodeListProvider')) ?? 'PARTNER',
    index: 0,
    carrierServiceCode: vesselVoyage('carrierServiceCode'),
    carrierImportVoyageNumber: vesselVoyage('carrierImportVoyageNumber'),
    carrierExportVoyageNumber: vesselVoyage('carrierExportVoyageNumber'),
  });
  const facility = facilityOf(notice, ['transport', names.port]) ?? ofLeg(atPort ? facilityOf(leg, [names.location]) : undefined);
  return {
    kind: 'NOTICE',
    at: [place],
    partner: stamp.partner,
    sides: stamp.end === 'DISCHARGE' ? 'IMPORT' : 'EXPORT',
    isDummyVessel: false,
    ...normalKeys({
      vesselIMONumber: vesselVoyage('vesselIMONumber'),
      vesselName: vesselVoyage('vesselName'),
      vesselCallSign: vesselVoyage('vesselCallSign'),
      UNLocationCode,
      ...(stamp.end === 'DISCHARGE' ? { callReferenceNumber: vesselVoyage('callReferenceNumber') } : {}),
      universalServiceReference: vesselVoyage('universalServiceReference'),
      universalImportVoyageReference: vesselVoyage('universalImportVoyageReference'),
      universalExportVoyageReference: vesselVoyage('universalExportVoyageReference'),
    }),
    facility,
    numbers: numbers === undefined ? [] : [numbers],
    times: timesOf(notice, leg, stamp.end),
  };
}

const endNames = {
  DISCHARGE: { port: 'portOfDischarge', location: 'dischargeLocation' },
  LOAD: { port: 'portOfLoading', location: 'loadLocation' },
} as const;

/**
 * At the port of discharge, the date of the whole transport is the one that the standard's filters use; the date of the
 * leg is used if it is absent. At the port of loading, the date of the leg comes first, because that of the transport
 * may be the departure from an inland place of receipt.
 */
function timesOf(notice: unknown, leg: unknown, end: NoticeEnd): readonly StatedTime[] {
  const found =
    end === 'DISCHARGE'
      ? (timeAt('ARRIVAL', notice, ['transport', 'portOfDischargeArrivalDate']) ?? timeAt('ARRIVAL', leg, ['arrivalDate']))
      : (timeAt('DEPARTURE', leg, ['departureDate']) ?? timeAt('DEPARTURE', notice, ['transport', 'departureDate']));
  return found === undefined ? [] : [found];
}

function timeAt(kind: StatedTime['kind'], source: unknown, path: readonly string[]): StatedTime | undefined {
  const text = normalTime(textAt(source, ...path, 'value'));
  const classifier = normalClassifier(textAt(source, ...path, 'classifier'));
  const index = path.length === 1 ? 1 : 0;
  return text === undefined ? undefined : { kind, classifier, text, index };
}

function facilityOf(source: unknown, path: readonly string[]): Facility | undefined {
  return normalFacility(
    textAt(source, ...path, 'facility', 'facilityCode'),
    textAt(source, ...path, 'facility', 'facilityCodeListProvider'),
  );
}

function ofLeg(facility: Facility | undefined): Facility | undefined {
  return facility === undefined ? undefined : { ...facility, ofLeg: true };
}

/** The end of the sea transport: the call that discharges the cargo, or the one that loads it. */
export type NoticeEnd = 'DISCHARGE' | 'LOAD';

/**
 * The rule that chose the legs: by their location, which is the port; by their sequence number, which is the last (or
 * first); or by their position.
 */
export type LegRule = 'PORT_OF_LEG' | 'SEQUENCE_NUMBER' | 'POSITION' | 'NO_LEG';

/** Legs by their index in `transport.legs`; several if the notice does not determine which one is meant. */
export interface ChosenLegs {
  readonly rule: LegRule;
  readonly legs: readonly [number, ...number[]] | readonly [];
}

/**
 * Chooses the leg on which the cargo arrives at the port of discharge, or for `LOAD` the one on which it leaves the
 * port of loading. A notice may omit locations, modes and sequence numbers, so the rule is returned with the legs.
 */
export function chooseLegs(notice: unknown, end: NoticeEnd, portOf = (code: string) => code): ChosenLegs {
  const legs = listAt(notice, 'transport', 'legs');
  const places = legs.map((_, place) => place);
  const names = endNames[end];
  const codeAt = (source: unknown, ...path: readonly string[]) => {
    const code = normalUNLocationCode(textAt(source, ...path, 'UNLocationCode'));
    return code && portOf(code);
  };
  const port = codeAt(notice, 'transport', names.port);
  const atPort = places.filter((place) => port !== undefined && codeAt(legs[place], names.location) === port);
  if (isFilled(atPort)) {
    // A leg by truck that ends in the port names no ship, and would make the sea leg ambiguous.
    const withVessel = atPort.filter((place) => namesVessel(legs[place]));
    return { rule: 'PORT_OF_LEG', legs: isFilled(withVessel) ? withVessel : atPort };
  }
  // A leg that states another port never ends in this one.
  const open = places.filter((place) => port === undefined || codeAt(legs[place], names.location) === undefined);
  const atSea = open.filter((place) => {
    const mode = valueAt(legs[place], ['modeOfTransport']) ?? undefined;
    return namesVessel(legs[place]) && (mode === undefined || mode === 'VESSEL');
  });
  if (!isFilled(atSea)) return { rule: 'NO_LEG', legs: [] };
  const stages = atSea.map((place) => valueAt(legs[place], ['transportPlanStageSequenceNumber']));
  if (stages.every((stage) => typeof stage === 'number')) {
    const wanted = end === 'DISCHARGE' ? Math.max(...stages) : Math.min(...stages);
    const chosen = atSea.filter((_, index) => stages[index] === wanted);
    if (isFilled(chosen)) return { rule: 'SEQUENCE_NUMBER', legs: chosen };
  }
  return { rule: 'POSITION', legs: [(end === 'DISCHARGE' ? atSea.at(-1) : undefined) ?? atSea[0]] };
}

function namesVessel(leg: unknown): boolean {
  const vesselVoyage = valueAt(leg, ['vesselVoyage']);
  return typeof vesselVoyage === 'object' && vesselVoyage !== null && Object.keys(vesselVoyage).length > 0;
}

function isFilled(places: readonly number[]): places is readonly [number, ...number[]] {
  return places.length > 0;
}
