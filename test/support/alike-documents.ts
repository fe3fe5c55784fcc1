import type { AlertReader } from '../../subgraphs/arrivals/alerts.ts';
import type { PortFieldsFragment, ScheduleFieldsFragment } from '../../subgraphs/arrivals/generated/queries.ts';
import { type ViewId, viewOf } from '../../subgraphs/arrivals/tenant-views.ts';
import { hoursLater } from './arrival-evidence.ts';

/** The party of a tenant that only sees notices which name it. */
const red = { codeListProvider: 'SMDG', partyCode: 'red' } as const;
const all = { partners: '*', parties: '*', charges: true, portCalls: true, operator: false } as const;
const thresholds = { etaChangedHours: 6, disagreementHours: 24, lastFreeDayNearDays: 2, noNewsHours: 72, overdueHours: 24 } as const;
const narrow = { etaChangedHours: 1, disagreementHours: 12, lastFreeDayNearDays: 5, noNewsHours: 24, overdueHours: 12 } as const;

/** Tenants that differ in rights and thresholds. The last ones join later. */
export const tenantsOfTest = [
  { name: 'everybody', entitlement: all, thresholds },
  { name: 'early', entitlement: all, thresholds: narrow },
  { name: 'no-charges', entitlement: { ...all, charges: false }, thresholds },
  { name: 'no-ports', entitlement: { ...all, portCalls: false }, thresholds },
  { name: 'red', entitlement: { ...all, parties: [red] }, thresholds: narrow },
  { name: 'one-partner', entitlement: { ...all, partners: ['acme'] }, thresholds },
  { name: 'ports', entitlement: { ...all, partners: ['acme', 'pilots', 'port'] }, thresholds },
].map((tenant) => ({
  ...tenant,
  view: viewOf(tenant.entitlement) as ViewId,
  charges: tenant.entitlement.charges,
})) satisfies readonly AlertReader[];

const day = (value: string, type: string, more: object = {}) => ({
  typeCodes: [type],
  lastFreeDate: { value, classifier: 'EST' },
  ...more,
});

/** What documents of a ship may differ in: by the name of the attribute, its usual value and others. */
export const documentValues = {
  day: ['2026-03-09', '2026-03-10', '2026-03-04', undefined],
  classifier: ['EST', 'PLN', 'ACT'],
  vesselIMONumber: ['9321483', undefined],
  vesselName: ['EMMA', undefined],
  voyage: ['649E', undefined, '650E'],
  terminal: ['PSA', 'JUR', undefined],
  locationName: ['Singapore', 'Singapur'],
  partner: ['acme', 'other'],
  carrierCode: ['ACME', 'ACM2'],
  typeLabel: [undefined, 'EN'],
  containers: [1, 0, 2, 3],
  freeTimes: [
    [],
    [day('2026-03-12', 'DEM')],
    [day('2026-03-12', 'DEM'), day('2026-03-14', 'DEM', { ISOEquipmentCodes: ['45G1'] })],
    [
      day('2026-03-12', 'DEM'),
      day('2026-03-13', 'STO', { ISOEquipmentCodes: ['22G1'] }),
      day('2026-03-14', 'DEM', { ISOEquipmentCodes: ['45G1'] }),
    ],
    [day('2026-03-06', 'DEM'), day('2026-03-20', 'DET')],
    [{ typeCodes: ['DEM'], duration: 5, timeUnit: 'CD' }],
  ],
  isReleased: [undefined, true, false],
  charges: [undefined, 100, 120],
  party: [undefined, 'red', 'blue'],
} as const;

export type DocumentAttribute = keyof typeof documentValues;
export const documentAttributes = Object.keys(documentValues) as readonly DocumentAttribute[];
export type DocumentContent = { readonly [Name in DocumentAttribute]: (typeof documentValues)[Name][number] };
export const usualContent = Object.fromEntries(documentAttributes.map((name) => [name, documentValues[name][0]])) as DocumentContent;

/** A version of a notice as it was pushed. */
export interface PushedNotice {
  readonly reference: string;
  readonly number: number;
  readonly issuedHours: number;
  readonly receivedHours: number;
  readonly content: DocumentContent;
}

/** Returns by what the sides find the call of a notice, as the subgraph of notices does. @param earlierDays of its earlier versions */
export function matchKeyOf({ content }: PushedNotice, earlierDays: readonly string[]): string {
  const { partner, carrierCode, vesselIMONumber, vesselName, voyage, terminal, day: of } = content;
  return JSON.stringify([partner, carrierCode, vesselIMONumber, vesselName, voyage, terminal, of, [...new Set(earlierDays)].toSorted()]);
}

/** Returns the journey of a notice. */
export function transportOf({ content }: PushedNotice) {
  const { vesselIMONumber = null, vesselName = null, voyage = null, terminal, locationName, day: value, classifier } = content;
  const facility = terminal === undefined ? null : { facilityCode: terminal, facilityCodeListProvider: 'SMDG' };
  return {
    portOfDischarge: { UNLocationCode: 'SGSIN', locationName, facility },
    portOfDischargeArrivalDate: value === undefined ? null : { value, classifier },
    legs: [
      {
        transportPlanStage: 'MNC',
        transportPlanStageSequenceNumber: 1,
        modeOfTransport: 'VESSEL',
        dischargeLocation: { UNLocationCode: 'SGSIN', facility: null },
        vesselVoyage: { vesselIMONumber, vesselName, carrierImportVoyageNumber: voyage },
      },
    ],
  };
}

/** Returns a version of a notice as the evaluator reads it. */
export function noticeFieldsOf(notice: PushedNotice, matchKey: string) {
  const { reference, number, issuedHours, receivedHours, content } = notice;
  const { partner, carrierCode, typeLabel, containers, freeTimes, isReleased = null, charges, party } = content;
  return {
    arrivalMatchKey: matchKey,
    id: `${reference}-${typeLabel ?? ''}-${number}`,
    partner: { id: partner },
    transportDocumentReference: reference,
    typeLabel: typeLabel ?? null,
    issueDateTime: hoursLater(issuedHours),
    receivedAt: hoursLater(receivedHours),
    transportDocumentTypeCode: 'SWB',
    carrierCode,
    carrierCodeListProvider: 'NMFTA',
    documentParties: party === undefined ? [] : [{ partyName: party, identifyingCodes: [{ codeListProvider: 'SMDG', partyCode: party }] }],
    releaseInformation: { isFreightReleased: isReleased, isCustomsReleased: null, isOBLReceived: null },
    transport: transportOf(notice),
    freeTimes,
    charges: charges === undefined ? [] : [{ chargeName: 'THC', currencyAmount: charges, currencyCode: 'EUR' }],
    utilizedTransportEquipments: Array.from({ length: containers }, (_, index) => ({
      equipment: { equipmentReference: `FARU${reference}${index}`, ISOEquipmentCode: index === 1 ? '45G1' : '22G1' },
    })),
  };
}

/** What the schedules state about the call. */
export interface StatedSchedule {
  readonly outcome: 'UNIQUE' | 'NONE' | 'AMBIGUOUS';
  readonly classifier: string;
  readonly dateTime: string;
  readonly retrievedHours: number;
}

/** Returns the answer of the schedules. */
export function scheduleAnswerOf({ outcome, classifier, dateTime, retrievedHours }: StatedSchedule): ScheduleFieldsFragment {
  const record = {
    partner: { id: 'acme' },
    kind: 'VESSEL_SCHEDULE',
    retrievedAt: hoursLater(retrievedHours),
    vesselIMONumber: '9321483',
    vesselName: 'EMMA',
    UNLocationCode: 'SGSIN',
    facilityCode: 'PSA',
    facilityCodeListProvider: 'SMDG',
    transportCallReference: 'call-1',
    universalImportVoyageReference: null,
    numbers: [{ carrierImportVoyageNumber: '649E' }],
    times: [{ eventTypeCode: 'ARRI', eventClassifierCode: classifier, dateTime }],
  };
  const call = { call: { records: [record] } };
  const answer = {
    outcome,
    sources: [{ partner: { id: 'acme' }, status: 'OK' }],
    unique: outcome === 'UNIQUE' ? call : null,
    candidates: outcome === 'NONE' ? [] : [call],
  };
  return answer as unknown as ScheduleFieldsFragment;
}

/** An event of the ship's visit as it was pushed. */
export interface PushedEvent {
  readonly number: number;
  readonly eventID: string;
  readonly receivedHours: number;
  readonly kind: 'BERTH ARRI' | 'PILOT_BOARDING_PLACE ARRI' | 'DISCHARGE_CARGO_OPERATIONS CMPL' | 'OMITTED' | 'RESUMED';
  readonly classifier: 'PLN' | 'EST' | 'ACT' | 'REQ';
  readonly serviceDateTime: string;
  readonly flag: 'isFYI' | 'isCanceled' | 'isDeclined' | undefined;
}

/** Returns an event as the evaluator reads it. */
export function eventFieldsOf({ number, eventID, receivedHours, kind, classifier, serviceDateTime, flag }: PushedEvent) {
  const [service, type] = kind.split(' ');
  const isOmission = type === undefined;
  return {
    id: `event-${number}`,
    partner: { id: 'port' },
    eventID,
    eventUpdatedDateTime: hoursLater(receivedHours),
    receivedAt: hoursLater(receivedHours),
    isFYI: flag === 'isFYI',
    portCall: { portCallID: 'visit-1', UNLocationCode: 'SGSIN', isOmitted: isOmission ? kind === 'OMITTED' : null },
    terminalCall: null,
    portCallService: isOmission
      ? null
      : {
          portCallServiceID: null,
          portCallServiceTypeCode: service === 'PILOT_BOARDING_PLACE' ? 'PBPL' : service === 'BERTH' ? 'BERTH' : service,
          portCallServiceEventTypeCode: type,
          portCallPhaseTypeCode: null,
          isCanceled: flag === 'isCanceled',
          isDeclined: flag === 'isDeclined',
        },
    timestamp: isOmission ? null : { classifierCode: classifier, serviceDateTime },
  };
}

/** Returns the answer of the ports. @param events the current versions */
export function portAnswerOf(events: readonly PushedEvent[]): PortFieldsFragment {
  const isOmitted =
    events.toSorted((left, right) => left.number - right.number).findLast(({ kind }) => ['OMITTED', 'RESUMED'].includes(kind))?.kind ===
    'OMITTED';
  const answer = {
    outcome: events.length === 0 ? 'NONE' : isOmitted ? 'CONFLICTING' : 'UNIQUE',
    terminalOutcome: events.length === 0 ? 'NONE' : 'UNIQUE',
    sources: [{ partner: { id: 'port' }, status: 'OK' }],
    events: events.map((event) => ({
      confidence: 'EXACT',
      contradictions: [],
      reasons: isOmitted ? ['OMITTED'] : [],
      event: { ...eventFieldsOf(event), versions: undefined },
    })),
  };
  return answer as unknown as PortFieldsFragment;
}
