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
  const { port, vessel, keys, special } = layoutOf(claim);
  if (name === 'UNLocationCode') return port;
  if (special?.[name] !== undefined) return special[name];
  return vessel !== undefined && vesselNames.has(name) ? `${vessel}.${vesselNames.get(name)}` : `${keys}.${name}`;
}

/** Returns the path of a carrier's number. @param index index of its `CarrierNumbers` */
export function pathOfNumber(claim: CallClaim, name: NumberName, index: number): string {
  return layoutOf(claim).number(name, index);
}

/** Returns the path of the facility's code. */
export function pathOfFacility(claim: CallClaim): string {
  return layoutOf(claim).facility;
}

/** Returns the path of a time. */
export function pathOfTime(claim: CallClaim, time: StatedTime): string {
  return layoutOf(claim).time(time);
}

/** Where a record states the values of a claim. */
interface Layout {
  readonly port: string;
  /** The object with the names of Commercial Schedules for a ship; undefined if a ship's keys are in `keys`. */
  readonly vessel?: string;
  /** The object with all other keys, except `special` ones. */
  readonly keys: string;
  readonly special?: Partial<Readonly<Record<keyof StringKeys, string>>>;
  readonly facility: string;
  readonly number: (name: NumberName, index: number) => string;
  readonly time: (time: StatedTime) => string;
}

function layoutOf({ kind, at, sides, facility }: CallClaim): Layout {
  const [first = 0, second = 0, origin = 0] = at;
  switch (kind) {
    case 'NOTICE': {
      const leg = `legs[${first}]`;
      const [port, location] = sides === 'EXPORT' ? ['portOfLoading', 'loadLocation'] : ['portOfDischarge', 'dischargeLocation'];
      const keys = `transport.${leg}.vesselVoyage`;
      return {
        port: `transport.${port}.UNLocationCode`,
        keys,
        facility: `transport.${facility?.ofLeg ? `${leg}.${location}` : port}.facility.facilityCode`,
        number: (name) => (name === 'carrierCode' ? name : `${keys}.${name}`),
        time: (time) => {
          const [ofTransport, ofLeg] =
            time.kind === 'ARRIVAL' ? ['portOfDischargeArrivalDate', 'arrivalDate'] : ['departureDate', 'departureDate'];
          return `transport.${time.index === 1 ? `${leg}.${ofLeg}` : ofTransport}.value`;
        },
      };
    }
    case 'VESSEL_SCHEDULE': {
      const call = `vesselSchedules[${first}].transportCalls[${second}]`;
      return {
        port: `${call}.location.UNLocationCode`,
        vessel: `vesselSchedules[${first}].vessel`,
        keys: call,
        special: { universalServiceReference: 'universalServiceReference' },
        facility: `${call}.location.facilitySMDGCode`,
        number: (name) => (name === 'carrierServiceCode' || name === 'carrierCode' ? name : `${call}.${name}`),
        time: ({ index }) => `${call}.timestamps[${index}].eventDateTime`,
      };
    }
    case 'PORT_SCHEDULE': {
      const keys = `vesselSchedules[${first}]`;
      return {
        port: 'location.UNLocationCode',
        vessel: `${keys}.vessel`,
        keys,
        facility: 'location.facilitySMDGCode',
        number: (name, index) => `${keys}.servicePartners[${index}].${name}`,
        time: ({ index }) => `${keys}.timestamps[${index}].eventDateTime`,
      };
    }
    case 'POINT_TO_POINT': {
      const leg = `legs[${first}]`;
      const end = `${leg}.${second >= 0 ? `intermediateCalls[${second}]` : second === -1 ? 'arrival' : 'departure'}`;
      const keys = `${leg}.transport`;
      const isReferenceOfEnd = (origin & referenceOfTransport) === 0;
      return {
        port: `${end}.location.UNLocationCode`,
        vessel: `${keys}.${(origin & bargeTransport) === 0 ? 'vessel' : 'barge'}`,
        keys,
        special: isReferenceOfEnd ? { transportCallReference: `${end}.transportCallReference` } : {},
        facility: `${end}.location.facility.facilityCode`,
        number: (name, index) => `${keys}.servicePartners[${index}].${name}`,
        time: (time) => `${end}.${second < 0 ? 'dateTime' : time.kind === 'ARRIVAL' ? 'arrivalDateTime' : 'departureDateTime'}`,
      };
    }
    case 'EVENT':
      return {
        port: `${first === portOfService ? 'portCallService.serviceLocation' : 'portCall'}.UNLocationCode`,
        keys: 'vessel',
        special: eventPaths,
        facility: 'portCallService.serviceLocation.facility.facilityCode',
        number: (name) => eventNumberPaths[name],
        time: () => 'timestamp.serviceDateTime',
      };
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

/** The keys of an event that are not of its ship. */
const eventPaths: Partial<Readonly<Record<keyof StringKeys, string>>> = {
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
