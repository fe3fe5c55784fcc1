import { instantOf, isDay } from '@landfall/dcsa/instant.ts';
import { normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import { chooseLegs } from '@landfall/matching/claims/notice-claims.ts';
import type { ChargeFieldsFragment, JourneyFieldsFragment, NoticeFieldsFragment } from '../generated/queries.ts';
import type {
  ArrivalLeg,
  ChargeSum,
  ClassifiedValue,
  EvidenceRef,
  FacilityCode,
  FreeTimeRule,
  NoticeEvidence,
  NoticePlace,
  SideStatement,
  StatedArrivalTime,
} from '../model.ts';
import { cargoOf, containersOf, type Maybe, textOf, textsIn } from './cargo.ts';
import { classifierOf, portZoneOf } from './port-time.ts';

type Journey = Maybe<JourneyFieldsFragment>;
type FreeTime = NonNullable<NoticeFieldsFragment['freeTimes']>[number];
type Facility = NonNullable<JourneyFieldsFragment['portOfDischarge']>['facility'];

/** Reduces a version of a notice to what the rules of arrivals read. */
export function noticeEvidenceOf(version: NoticeFieldsFragment): NoticeEvidence {
  const { transport, releaseInformation: release } = version;
  const date = transport?.portOfDischargeArrivalDate;
  const items = (version.consignmentItems ?? []).flatMap(({ cargoItems }) => cargoItems ?? []);
  const equipments = version.utilizedTransportEquipments ?? [];
  return {
    partner: version.partner.id,
    transportDocumentReference: version.transportDocumentReference,
    ...textsIn(version, 'typeLabel', 'transportDocumentTypeCode', 'carrierCode', 'carrierCodeListProvider', 'freightPaymentStatus'),
    versionId: version.id,
    issueDateTime: version.issueDateTime,
    receivedAt: version.receivedAt,
    portOfDischargeArrivalDate: isDay(date?.value ?? '') ? classifiedOf(date) : undefined,
    portOfDischarge: placeOf(transport?.portOfDischarge),
    arrivalLeg: arrivalLegOf(transport),
    isFreightReleased: release?.isFreightReleased ?? undefined,
    isCustomsReleased: release?.isCustomsReleased ?? undefined,
    isOBLReceived: release?.isOBLReceived ?? undefined,
    freeTimes: (version.freeTimes ?? []).map(freeTimeRuleOf),
    containers: containersOf(version),
    cargo: cargoOf(version),
    charges: chargeSumsOf([...(version.charges ?? []), ...[...equipments, ...items].flatMap(({ charges }) => charges ?? [])]),
  };
}

/**
 * Returns the current one of two versions of a notice, which is the one issued later. A late older version changes
 * nothing, so an evaluation is always given the result of this function.
 */
export function currentNoticeOf(known: NoticeEvidence | undefined, received: NoticeEvidence): NoticeEvidence {
  if (known === undefined || known.issueDateTime === received.issueDateTime) return received;
  return issueKeyOf(received) >= issueKeyOf(known) ? received : known;
}

/** Returns the string by which versions of a notice are ordered: equal for equal instants, greater for later ones. */
export function issueKeyOf({ issueDateTime }: Pick<NoticeEvidence, 'issueDateTime'>): string {
  return instantOf(issueDateTime) ?? '';
}

/** Returns the reference of a notice version as evidence. */
export function noticeRef({ partner, versionId, issueDateTime }: NoticeEvidence): EvidenceRef {
  return { source: 'NOTICE', partner, id: versionId, at: issueDateTime };
}

/** Returns what the notice states about the arrival: a day at the port of discharge. */
export function noticeStatementOf(notice: NoticeEvidence): SideStatement {
  const { portOfDischargeArrivalDate: date, portOfDischarge } = notice;
  const arrival: StatedArrivalTime | undefined = date && {
    source: 'NOTICE',
    event: 'PORT_OF_DISCHARGE_ARRIVAL',
    classifier: classifierOf(date.classifier),
    localDate: date.value,
    zone: portZoneOf(portOfDischarge?.UNLocationCode),
    statedAt: notice.issueDateTime,
    evidence: noticeRef(notice),
  };
  return { side: 'NOTICE', outcome: 'UNIQUE', isStale: false, arrival, times: arrival === undefined ? [] : [arrival] };
}

/**
 * Returns the values of a notice on which its matches depend, as one string. As long as it is unchanged, an answer
 * without the matched record means that the match is lost, and a side that cannot be queried keeps its last statement.
 */
export function callKeyOf({ portOfDischarge, arrivalLeg: leg }: Pick<NoticeEvidence, 'portOfDischarge' | 'arrivalLeg'>): string {
  const values = [
    normalUNLocationCode(portOfDischarge?.UNLocationCode),
    leg?.vesselIMONumber,
    leg?.vesselIMONumber === undefined ? leg?.vesselName : undefined,
    leg?.carrierImportVoyageNumber,
    leg?.universalImportVoyageReference,
    leg?.universalServiceReference,
    leg?.carrierServiceCode,
  ];
  return JSON.stringify(values.map((value) => value?.trim().toUpperCase() ?? null));
}

/** Returns {@link callKeyOf} for a version of which only the journey was read. */
export function callKeyOfJourney(transport: Journey): string {
  return callKeyOf({ portOfDischarge: placeOf(transport?.portOfDischarge), arrivalLeg: arrivalLegOf(transport) });
}

/**
 * Returns whether a side was queried about another ship or port than a notice names; what the side states is then about
 * another arrival.
 */
export function isOtherCall(callKey: string | undefined, notice: NoticeEvidence): boolean {
  if (callKey === undefined) return false;
  const [before, now] = [callKey, callKeyOf(notice)].map((text) => JSON.parse(text) as readonly (string | null)[]);
  return [0, 1, 2].some((place) => before?.[place] != null && now?.[place] != null && before[place] !== now[place]);
}

/** Returns the terminal that a notice names: at its port of discharge, otherwise at the end of its arrival leg. */
export function terminalOf({ portOfDischarge, arrivalLeg }: NoticeEvidence): FacilityCode | undefined {
  return portOfDischarge?.facility ?? arrivalLeg?.facility;
}

function arrivalLegOf(transport: Journey): ArrivalLeg | undefined {
  const legs = transport?.legs ?? [];
  // A leg that names no ship must look empty, but selected fields without a value are null in an answer.
  const notice: unknown = JSON.parse(JSON.stringify({ transport }, (_, value) => value ?? undefined));
  const [first, ...others] = chooseLegs(notice, 'DISCHARGE').legs.map((place) => legs[place]);
  if (first === undefined || others.some((leg) => JSON.stringify(leg?.vesselVoyage) !== JSON.stringify(first.vesselVoyage)))
    return undefined;
  const leg: ArrivalLeg = {
    ...textsIn(first.vesselVoyage, 'vesselIMONumber', 'vesselName', 'carrierImportVoyageNumber', 'universalImportVoyageReference'),
    ...textsIn(first.vesselVoyage, 'carrierServiceCode', 'universalServiceReference'),
    facility: facilityOf(first.dischargeLocation?.facility),
  };
  return Object.values(leg).every((value) => value === undefined) ? undefined : leg;
}

function freeTimeRuleOf(freeTime: FreeTime): FreeTimeRule {
  const { typeCodes, ISOEquipmentCodes, equipmentReferences, duration, lastFreeDate, lastFreeDateTime } = freeTime;
  return {
    typeCodes: typeCodes ?? [],
    ISOEquipmentCodes: ISOEquipmentCodes ?? [],
    equipmentReferences: equipmentReferences ?? [],
    duration: duration ?? undefined,
    ...textsIn(freeTime, 'timeUnit', 'calculationBasis'),
    lastFreeDate: isDay(lastFreeDate?.value ?? '') ? classifiedOf(lastFreeDate) : undefined,
    lastFreeDateTime: instantOf(lastFreeDateTime?.value ?? '') === undefined ? undefined : classifiedOf(lastFreeDateTime),
  };
}

function placeOf(location: Maybe<JourneyFieldsFragment['portOfDischarge']>): NoticePlace | undefined {
  if (location === null || location === undefined) return undefined;
  const UNLocationCode = normalUNLocationCode(location.UNLocationCode ?? undefined);
  return { ...textsIn({ ...location, UNLocationCode }, 'UNLocationCode', 'locationName'), facility: facilityOf(location.facility) };
}

function facilityOf(facility: Maybe<Facility>): FacilityCode | undefined {
  const facilityCode = textOf(facility?.facilityCode);
  return facilityCode === undefined ? undefined : { facilityCode, ...textsIn(facility, 'facilityCodeListProvider') };
}

function classifiedOf(
  classified: Maybe<{ readonly value: string | null; readonly classifier: string | null }>,
): ClassifiedValue | undefined {
  const value = textOf(classified?.value);
  return value === undefined ? undefined : { value, ...textsIn(classified, 'classifier') };
}

/**
 * Sums charges per currency and name, sorted.
 *
 * @returns undefined if there is no charge: a version that was read without charges cannot be distinguished from one
 *   that has none
 */
function chargeSumsOf(charges: readonly ChargeFieldsFragment[]): ChargeSum[] | undefined {
  const sums = new Map<string, ChargeSum>();
  for (const { chargeName, currencyAmount, currencyCode } of charges) {
    if (typeof currencyAmount !== 'number') continue;
    const [currency, name] = [(currencyCode ?? '').trim().toUpperCase(), (chargeName ?? '').trim()];
    const key = JSON.stringify([currency, name.toUpperCase()]);
    const held = sums.get(key);
    const hundredths = (held?.hundredths ?? 0) + Math.round(currencyAmount * 100);
    sums.set(key, { currencyCode: currency, chargeName: held?.chargeName ?? name, hundredths });
  }
  if (sums.size === 0) return undefined;
  return [...sums].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, sum]) => sum);
}
