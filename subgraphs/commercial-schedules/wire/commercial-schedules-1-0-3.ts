import { boolean, dateTime, int32, list, number, object, string } from '../../shared/wire/json-schema.ts';
import { barge, location, portScheduleLocation, transportCallLocation, vessel } from './places-1-0-3.ts';

const cutOffTimes = list(
  object('CutOffTime', { cutOffDateTimeCode: string(3), cutOffDateTime: dateTime() }, ['cutOffDateTimeCode', 'cutOffDateTime']),
);

const timestamps = list(
  object('Timestamp', { eventTypeCode: string(), eventClassifierCode: string(), eventDateTime: dateTime() }, [
    'eventTypeCode',
    'eventClassifierCode',
    'eventDateTime',
  ]),
);

const voyagesOfPartner = {
  carrierCode: string(4),
  carrierCodeListProvider: string(),
  carrierServiceName: string(50),
  carrierServiceCode: string(11),
  carrierImportVoyageNumber: string(50),
  carrierExportVoyageNumber: string(50),
};

const universalVoyages = { universalImportVoyageReference: string(5), universalExportVoyageReference: string(5) };

const sailing = {
  modeOfTransport: string(),
  portVisitReference: string(50),
  transportCallReference: string(100),
  servicePartners: list(object('ServicePartner', voyagesOfPartner)),
  universalServiceReference: string(8),
  ...universalVoyages,
};

/** The three ways to do a leg; `modeOfTransport` tells which one a transport is. */
export const transports = [
  object('VesselTransport', { ...sailing, vessel }, ['modeOfTransport']),
  object('BargeTransport', { ...sailing, barge }, ['modeOfTransport']),
  object('OtherTransport', { modeOfTransport: string() }, ['modeOfTransport']),
] as const;

/** Any of {@link transports} in one: attributes of the same name have the same shape in all of them. */
const transport = object('Transport', { ...sailing, vessel, barge }, ['modeOfTransport']);

const footprint = object('Footprint', { co2: number, co2e: number, sox: number, nox: number, pm10: number });

const endOfRoute = { facilityTypeCode: string(4), location, dateTime: dateTime() };
const endOfLeg = { transportCallReference: string(100), ...endOfRoute };
const requiredOfEnd = ['facilityTypeCode', 'location', 'dateTime'];

const intermediateCall = object(
  'IntermediateCall',
  {
    transportCallReference: string(100),
    facilityTypeCode: string(4),
    location,
    arrivalDateTime: dateTime(),
    departureDateTime: dateTime(),
  },
  ['location'],
);

const leg = object(
  'Leg',
  {
    sequenceNumber: int32,
    transport,
    departure: object('PlaceOfDeparture', endOfLeg, requiredOfEnd),
    intermediateCalls: list(intermediateCall),
    arrival: object('PlaceOfArrival', endOfLeg, requiredOfEnd),
    footprint,
    cutOffTimes,
  },
  ['departure', 'arrival'],
);

/** JSON Schema of a route, Commercial Schedules 1.0.3. Every valid object of 1.0.0 to 1.0.2 is one of 1.0.3. */
export const pointToPoint = object(
  'PointToPoint',
  {
    placeOfReceipt: object('PlaceOfReceipt', endOfRoute, requiredOfEnd),
    placeOfDelivery: object('PlaceOfDelivery', endOfRoute, requiredOfEnd),
    receiptTypeAtOrigin: string(3),
    deliveryTypeAtDestination: string(3),
    cutOffTimes,
    solutionNumber: int32,
    routingReference: string(5000),
    transitTime: int32,
    solutionFootprint: footprint,
    legs: list(leg),
  },
  ['placeOfReceipt', 'placeOfDelivery', 'legs'],
);

const schedule = object(
  'Schedule',
  {
    universalServiceReference: string(8),
    servicePartners: list(
      object('ServicePartnerSchedule', voyagesOfPartner, [
        'carrierServiceName',
        'carrierServiceCode',
        'carrierImportVoyageNumber',
        'carrierExportVoyageNumber',
      ]),
    ),
    vessel,
    isDummyVessel: boolean,
    ...universalVoyages,
    timestamps,
    cutOffTimes,
  },
  ['servicePartners', 'isDummyVessel', 'timestamps'],
);

/** JSON Schema of a port schedule, Commercial Schedules 1.0.3. */
export const portSchedule = object('PortSchedule', { location: portScheduleLocation, vesselSchedules: list(schedule) }, ['location']);

const transportCall = object(
  'TransportCall',
  {
    portVisitReference: string(50),
    transportCallReference: string(100),
    carrierImportVoyageNumber: string(50),
    carrierExportVoyageNumber: string(50),
    ...universalVoyages,
    cutOffTimes,
    location: transportCallLocation,
    timestamps,
  },
  ['transportCallReference', 'carrierImportVoyageNumber', 'timestamps'],
);

const vesselSchedule = object('VesselSchedule', { vessel, isDummyVessel: boolean, transportCalls: list(transportCall) }, ['isDummyVessel']);

/** JSON Schema of a service schedule, Commercial Schedules 1.0.3. */
export const serviceSchedule = object(
  'ServiceSchedule',
  {
    carrierServiceName: string(50),
    carrierServiceCode: string(11),
    universalServiceReference: string(8),
    vesselSchedules: list(vesselSchedule),
  },
  ['carrierServiceName', 'carrierServiceCode', 'vesselSchedules'],
);
