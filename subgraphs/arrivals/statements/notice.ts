import { instantOf, isDay } from '@landfall/dcsa/instant.ts';
import { normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import { chooseLegs } from '@landfall/matching/claims/notice-claims.ts';
import { type ChargeAnswer, chargeSumsOf } from '../arrival/charges.ts';
import type {
  ArrivalLeg,
  ClassifiedValue,
  EvidenceRef,
  FacilityCode,
  FreeTimeRule,
  NoticeEvidence,
  NoticePlace,
  SideStatement,
  StatedArrivalTime,
} from '../model.ts';
import { classifierOf } from './classifier.ts';
import { portZoneOf } from './port-time.ts';

type Maybe<T> = T | null | undefined;
type Answer<T> = { readonly [Name in keyof T]?: Maybe<T[Name]> };

/** A location as a GraphQL operation returns it. */
export type LocationAnswer = Answer<{
  UNLocationCode: string;
  locationName: string;
  facility: Answer<{ facilityCode: string; facilityCodeListProvider: string }>;
}>;

/** A leg as a GraphQL operation returns it. */
export type LegAnswer = Answer<{
  modeOfTransport: string;
  transportPlanStageSequenceNumber: number;
  dischargeLocation: LocationAnswer;
  vesselVoyage: Answer<Omit<Record<keyof ArrivalLeg, string>, 'facility'>>;
}>;

/** A free time as a GraphQL operation returns it. */
export type FreeTimeAnswer = Answer<{
  typeCodes: readonly string[];
  ISOEquipmentCodes: readonly string[];
  equipmentReferences: readonly string[];
  duration: number;
  timeUnit: string;
  calculationBasis: string;
  lastFreeDate: Answer<{ value: string; classifier: string }>;
  lastFreeDateTime: Answer<{ value: string; classifier: string }>;
}>;

/** The fields of `ArrivalNoticeVersion` that arrivals read, as a GraphQL operation returns them. */
export type NoticeVersionAnswer = {
  readonly id: string;
  readonly partner: { readonly id: string };
  readonly transportDocumentReference: string;
  readonly issueDateTime: string;
  readonly receivedAt: string;
} & Answer<{
  typeLabel: string;
  transportDocumentTypeCode: string;
  carrierCode: string;
  carrierCodeListProvider: string;
  transport: Answer<{
    portOfDischarge: LocationAnswer;
    portOfDischargeArrivalDate: Answer<{ value: string; classifier: string }>;
    legs: readonly LegAnswer[];
  }>;
  releaseInformation: Answer<{ isFreightReleased: boolean; isCustomsReleased: boolean; isOBLReceived: boolean }>;
  freightPaymentStatus: string;
  freeTimes: readonly FreeTimeAnswer[];
  charges: readonly ChargeAnswer[];
  utilizedTransportEquipments: readonly Answer<{
    equipment: Answer<{ equipmentReference: string; ISOEquipmentCode: string }>;
    charges: readonly ChargeAnswer[];
  }>[];
  consignmentItems: readonly Answer<{
    cargoItems: readonly Answer<{ equipmentReference: string; charges: readonly ChargeAnswer[] }>[];
  }>[];
}>;

/** Reduces a version of a notice to what the rules of arrivals read. */
export function noticeEvidenceOf(version: NoticeVersionAnswer): NoticeEvidence {
  const { transport, releaseInformation: release } = version;
  const date = transport?.portOfDischargeArrivalDate;
  const items = (version.consignmentItems ?? []).flatMap(({ cargoItems }) => cargoItems ?? []);
  const equipments = version.utilizedTransportEquipments ?? [];
  return {
    partner: version.partner.id,
    transportDocumentReference: version.transportDocumentReference,
    ...textsOf({
      typeLabel: version.typeLabel,
      transportDocumentTypeCode: version.transportDocumentTypeCode,
      carrierCode: version.carrierCode,
      carrierCodeListProvider: version.carrierCodeListProvider,
      freightPaymentStatus: version.freightPaymentStatus,
    }),
    versionId: version.id,
    issueDateTime: version.issueDateTime,
    receivedAt: version.receivedAt,
    portOfDischargeArrivalDate: isDay(date?.value ?? '') ? classifiedOf(date) : undefined,
    portOfDischarge: placeOf(transport?.portOfDischarge),
    arrivalLeg: arrivalLegOf(version),
    isFreightReleased: release?.isFreightReleased ?? undefined,
    isCustomsReleased: release?.isCustomsReleased ?? undefined,
    isOBLReceived: release?.isOBLReceived ?? undefined,
    freeTimes: (version.freeTimes ?? []).map(freeTimeRuleOf),
    containers: containersOf(version),
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
  const arrival: StatedArrivalTime | undefined =
    date === undefined
      ? undefined
      : {
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

/** Returns {@link callKeyOf} for a version of which only this part was read. */
export function callKeyOfVersion({ transport }: Pick<NoticeVersionAnswer, 'transport'>): string {
  return callKeyOf({ portOfDischarge: placeOf(transport?.portOfDischarge), arrivalLeg: arrivalLegOf({ transport }) });
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

function arrivalLegOf(version: Pick<NoticeVersionAnswer, 'transport'>): ArrivalLeg | undefined {
  const legs = version.transport?.legs ?? [];
  // A leg that names no ship must look empty, but selected fields without a value are null in an answer.
  const notice: unknown = JSON.parse(
    JSON.stringify({ transport: version.transport }, (key, value) => (isNothing(key, value) ? undefined : value)),
  );
  const [first, ...others] = chooseLegs(notice, 'DISCHARGE').legs.map((place) => legs[place]);
  if (first === undefined || others.some((leg) => JSON.stringify(leg?.vesselVoyage) !== JSON.stringify(first.vesselVoyage)))
    return undefined;
  const { vesselVoyage: sailing, dischargeLocation } = first;
  const leg: ArrivalLeg = {
    ...textsOf({
      vesselIMONumber: sailing?.vesselIMONumber,
      vesselName: sailing?.vesselName,
      carrierImportVoyageNumber: sailing?.carrierImportVoyageNumber,
      universalImportVoyageReference: sailing?.universalImportVoyageReference,
      carrierServiceCode: sailing?.carrierServiceCode,
      universalServiceReference: sailing?.universalServiceReference,
    }),
    facility: facilityOf(dischargeLocation?.facility),
  };
  return Object.values(leg).every((value) => value === undefined) ? undefined : leg;
}

function isNothing(key: string, value: unknown): boolean {
  return value === null || key === '__typename';
}

function containersOf({ utilizedTransportEquipments, consignmentItems }: NoticeVersionAnswer): NoticeEvidence['containers'] {
  const containers = new Map<string, string | undefined>();
  for (const { equipment } of utilizedTransportEquipments ?? []) {
    const reference = textOf(equipment?.equipmentReference);
    if (reference !== undefined) containers.set(reference, textOf(equipment?.ISOEquipmentCode));
  }
  for (const item of (consignmentItems ?? []).flatMap(({ cargoItems }) => cargoItems ?? [])) {
    const reference = textOf(item.equipmentReference);
    if (reference !== undefined && !containers.has(reference)) containers.set(reference, undefined);
  }
  return [...containers].map(([equipmentReference, ISOEquipmentCode]) => ({ equipmentReference, ...textsOf({ ISOEquipmentCode }) }));
}

function freeTimeRuleOf(freeTime: FreeTimeAnswer): FreeTimeRule {
  const { typeCodes, ISOEquipmentCodes, equipmentReferences, duration, lastFreeDate, lastFreeDateTime } = freeTime;
  return {
    typeCodes: typeCodes ?? [],
    ISOEquipmentCodes: ISOEquipmentCodes ?? [],
    equipmentReferences: equipmentReferences ?? [],
    duration: duration ?? undefined,
    ...textsOf({ timeUnit: freeTime.timeUnit, calculationBasis: freeTime.calculationBasis }),
    lastFreeDate: isDay(lastFreeDate?.value ?? '') ? classifiedOf(lastFreeDate) : undefined,
    lastFreeDateTime: instantOf(lastFreeDateTime?.value ?? '') === undefined ? undefined : classifiedOf(lastFreeDateTime),
  };
}

function placeOf(location: Maybe<LocationAnswer>): NoticePlace | undefined {
  if (location === null || location === undefined) return undefined;
  return {
    ...textsOf({ UNLocationCode: normalUNLocationCode(location.UNLocationCode ?? undefined), locationName: location.locationName }),
    facility: facilityOf(location.facility),
  };
}

function facilityOf(facility: LocationAnswer['facility']): FacilityCode | undefined {
  const code = textOf(facility?.facilityCode);
  return code === undefined
    ? undefined
    : { facilityCode: code, ...textsOf({ facilityCodeListProvider: facility?.facilityCodeListProvider }) };
}

function classifiedOf(value: Maybe<Answer<{ value: string; classifier: string }>>): ClassifiedValue | undefined {
  const text = textOf(value?.value);
  return text === undefined ? undefined : { value: text, ...textsOf({ classifier: value?.classifier }) };
}

/** Returns the texts without those that are absent or blank. */
function textsOf<Name extends string>(written: Readonly<Record<Name, Maybe<string>>>): { [N in Name]?: string } {
  const texts: { [N in Name]?: string } = {};
  for (const name of Object.keys(written) as Name[]) {
    const text = textOf(written[name]);
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}

function textOf(written: Maybe<string>): string | undefined {
  return written === null || written === undefined || written.trim() === '' ? undefined : written;
}
