import type { CallClaim, StatedTime, StringKeys } from './call-claim.ts';

/** The attributes that are compared, by their names in GraphQL. */
export const matchAttributes = [
  'TRANSPORT_CALL_REFERENCE',
  'PORT_VISIT_REFERENCE',
  'CALL_REFERENCE_NUMBER',
  'VESSEL_IMO_NUMBER',
  'VESSEL_NAME',
  'VESSEL_MMSI_NUMBER',
  'VESSEL_CALL_SIGN',
  'UN_LOCATION_CODE',
  'FACILITY',
  'UNIVERSAL_SERVICE_REFERENCE',
  'UNIVERSAL_IMPORT_VOYAGE_REFERENCE',
  'UNIVERSAL_EXPORT_VOYAGE_REFERENCE',
  'CARRIER',
  'CARRIER_SERVICE_CODE',
  'CARRIER_IMPORT_VOYAGE_NUMBER',
  'CARRIER_EXPORT_VOYAGE_NUMBER',
  'ARRIVAL_TIME',
  'DEPARTURE_TIME',
  'PLACE_OF_RECEIPT',
  'PLACE_OF_DELIVERY',
] as const;

export type MatchAttribute = (typeof matchAttributes)[number];

/** Attributes for which different carriers use different values. */
export type NumberName = 'carrierCode' | 'carrierServiceCode' | 'carrierImportVoyageNumber' | 'carrierExportVoyageNumber';

/** Returns the path of a key in the record of the claim. */
export function pathOfKey(claim: CallClaim, name: keyof StringKeys): string {
  const [first = 0, second = 0] = claim.at;
  switch (claim.kind) {
    case 'NOTICE':
      return name === 'UNLocationCode' ? `transport.${portOfNotice(claim)}.UNLocationCode` : `${vesselVoyagePath(first)}.${name}`;
    case 'VESSEL_SCHEDULE': {
      const schedule = `vesselSchedules[${first}]`;
      if (name === 'universalServiceReference') return name;
      if (name === 'UNLocationCode') return `${schedule}.transportCalls[${second}].location.UNLocationCode`;
      return vesselNames.has(name) ? `${schedule}.vessel.${vesselNames.get(name)}` : `${schedule}.transportCalls[${second}].${name}`;
    }
    case 'PORT_SCHEDULE':
      if (name === 'UNLocationCode') return 'location.UNLocationCode';
      return vesselNames.has(name) ? `vesselSchedules[${first}].vessel.${vesselNames.get(name)}` : `vesselSchedules[${first}].${name}`;
    case 'POINT_TO_POINT': {
      const transport = `legs[${first}].transport`;
      const [, , origin = 0] = claim.at;
      if (name === 'UNLocationCode') return `${legEndPath(first, second)}.location.UNLocationCode`;
      if (name === 'transportCallReference' && (origin & referenceOfTransport) === 0) return `${legEndPath(first, second)}.${name}`;
      const vessel = (origin & bargeTransport) === 0 ? 'vessel' : 'barge';
      return vesselNames.has(name) ? `${transport}.${vessel}.${vesselNames.get(name)}` : `${transport}.${name}`;
    }
    case 'EVENT':
      if (name === 'UNLocationCode' && first === portOfService) return 'portCallService.serviceLocation.UNLocationCode';
      return eventPaths[name];
  }
}

/** Returns the path of a carrier's number. @param index index of its `CarrierNumbers` */
export function pathOfNumber(claim: CallClaim, name: NumberName, index: number): string {
  const [first = 0, second = 0] = claim.at;
  switch (claim.kind) {
    case 'NOTICE':
      return name === 'carrierCode' ? name : `${vesselVoyagePath(first)}.${name}`;
    case 'VESSEL_SCHEDULE':
      return name === 'carrierServiceCode' || name === 'carrierCode' ? name : `vesselSchedules[${first}].transportCalls[${second}].${name}`;
    case 'PORT_SCHEDULE':
      return `vesselSchedules[${first}].servicePartners[${index}].${name}`;
    case 'POINT_TO_POINT':
      return `legs[${first}].transport.servicePartners[${index}].${name}`;
    case 'EVENT':
      return eventNumberPaths[name];
  }
}

/** Returns the path of the facility's code. */
export function pathOfFacility(claim: CallClaim): string {
  const [first = 0, second = 0] = claim.at;
  switch (claim.kind) {
    case 'NOTICE': {
      const location = claim.sides === 'EXPORT' ? 'loadLocation' : 'dischargeLocation';
      const place = claim.facility?.ofLeg ? `legs[${first}].${location}` : portOfNotice(claim);
      return `transport.${place}.facility.facilityCode`;
    }
    case 'VESSEL_SCHEDULE':
      return `vesselSchedules[${first}].transportCalls[${second}].location.facilitySMDGCode`;
    case 'PORT_SCHEDULE':
      return 'location.facilitySMDGCode';
    case 'POINT_TO_POINT':
      return `${legEndPath(first, second)}.location.facility.facilityCode`;
    case 'EVENT':
      return 'portCallService.serviceLocation.facility.facilityCode';
  }
}

/** Returns the path of a time. */
export function pathOfTime(claim: CallClaim, time: StatedTime): string {
  const [first = 0, second = 0] = claim.at;
  switch (claim.kind) {
    case 'NOTICE': {
      const isArrival = time.kind === 'ARRIVAL';
      if (time.index === 1) return `transport.legs[${first}].${isArrival ? 'arrivalDate' : 'departureDate'}.value`;
      return `transport.${isArrival ? 'portOfDischargeArrivalDate' : 'departureDate'}.value`;
    }
    case 'VESSEL_SCHEDULE':
      return `vesselSchedules[${first}].transportCalls[${second}].timestamps[${time.index}].eventDateTime`;
    case 'PORT_SCHEDULE':
      return `vesselSchedules[${first}].timestamps[${time.index}].eventDateTime`;
    case 'POINT_TO_POINT': {
      const passing = time.kind === 'ARRIVAL' ? 'arrivalDateTime' : 'departureDateTime';
      return `${legEndPath(first, second)}.${second < 0 ? 'dateTime' : passing}`;
    }
    case 'EVENT':
      return 'timestamp.serviceDateTime';
  }
}

/** Last number of a route's `at`, as a sum: the leg is by barge; the call reference is the deprecated one. */
export const bargeTransport = 1;
export const referenceOfTransport = 2;

/** Only number of an event's `at`: the port call names no port, so the place of the service counts. */
export const portOfService = 1;

/** Names of a ship's keys that are specific to Commercial Schedules. */
const vesselNames: ReadonlyMap<string, string> = new Map([
  ['vesselIMONumber', 'vesselIMONumber'],
  ['vesselName', 'name'],
  ['vesselMMSINumber', 'MMSINumber'],
  ['vesselCallSign', 'callSign'],
]);

const eventPaths: Readonly<Record<keyof StringKeys, string>> = {
  vesselIMONumber: 'vessel.vesselIMONumber',
  vesselName: 'vessel.vesselName',
  vesselMMSINumber: 'vessel.vesselMMSINumber',
  vesselCallSign: 'vessel.vesselCallSign',
  UNLocationCode: 'portCall.UNLocationCode',
  transportCallReference: 'terminalCall.terminalCallReference',
  portVisitReference: 'portCall.portVisitReference',
  callReferenceNumber: 'portCall.portVisitReference',
  universalServiceReference: 'terminalCall.serviceCodeOrReference.universalServiceReference',
  universalImportVoyageReference: 'terminalCall.importVoyageNumberOrReference.universalVoyageReference',
  universalExportVoyageReference: 'terminalCall.exportVoyageNumberOrReference.universalVoyageReference',
};

const eventNumberPaths: Readonly<Record<NumberName, string>> = {
  carrierCode: 'partner',
  carrierServiceCode: 'terminalCall.serviceCodeOrReference.carrierServiceCode',
  carrierImportVoyageNumber: 'terminalCall.importVoyageNumberOrReference.carrierVoyageNumber',
  carrierExportVoyageNumber: 'terminalCall.exportVoyageNumberOrReference.carrierVoyageNumber',
};

function vesselVoyagePath(leg: number): string {
  return `transport.legs[${leg}].vesselVoyage`;
}

function portOfNotice(claim: CallClaim): string {
  return claim.sides === 'EXPORT' ? 'portOfLoading' : 'portOfDischarge';
}

function legEndPath(leg: number, end: number): string {
  if (end >= 0) return `legs[${leg}].intermediateCalls[${end}]`;
  return `legs[${leg}].${end === -1 ? 'arrival' : 'departure'}`;
}
