import { listAt, textAt } from '@landfall/dcsa/wire-values.ts';
import type { CallClaim, Facility, StatedTime } from './call-claim.ts';
import {
  normalCarrier,
  normalClassifier,
  normalFacility,
  normalKeys,
  normalNumbers,
  normalTime,
  normalUNLocationCode,
} from './normal-values.ts';
import { type ChosenLegs, chooseLegs, type NoticeEnd } from './notice-legs.ts';

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
  end: NoticeEnd = 'DISCHARGE',
): { readonly chosen: ChosenLegs; readonly claims: readonly [CallClaim, ...CallClaim[]] } {
  const chosen = chooseLegs(notice, end);
  const [first = -1, ...others] = chosen.legs.slice(0, maxLegs);
  const claimOf = (place: number) => claimOfLeg(notice, place, { partner, end });
  return { chosen, claims: [claimOf(first), ...others.map(claimOf)] };
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
