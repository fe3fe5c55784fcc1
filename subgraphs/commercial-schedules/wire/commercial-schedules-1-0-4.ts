import {
  boolean,
  code,
  dateTime,
  filledList,
  int32,
  int32From,
  knownCode,
  list,
  matching,
  number,
  type ObjectSchema,
  object,
  string,
} from '#platform/wire/json-schema.ts';

// Commercial Schedules 1.0.4: JSON Schemas of places and ships. Types have the standard's names.

/** A string that is not blank, without blanks at its ends. */
export const trimmed = (maxLength: number) => matching('^\\S(?:.*\\S)?$', maxLength);

/** A string without blanks. */
export const word = (maxLength: number) => matching('^\\S+$', maxLength);

export const universalService = matching('^SR\\d{5}[A-Z]$', 8);
export const universalVoyage = matching('^\\d{2}[0-9A-Z]{2}[NEWSR]$', 5);

const country = matching('^[A-Z]{2}$', 2);

const address = object(
  'Address',
  {
    street: string(70),
    streetNumber: string(50),
    floor: trimmed(50),
    postCode: string(10),
    city: trimmed(35),
    stateRegion: string(65),
    countryCode: country,
  },
  ['street', 'city', 'countryCode'],
);

const facility = object('Facility', { facilityCode: trimmed(6), facilityCodeListProvider: code('BIC', 'SMDG') }, [
  'facilityCode',
  'facilityCodeListProvider',
]);

const UNLocationCode = matching('^[A-Z]{2}[A-Z2-9]{3}$', 5);

const named = { locationName: trimmed(100), facilityName: string(100) };
const addressed = { address, addressLines: list(string(250), 5) };
const coded = { UNLocationCode, facilitySMDGCode: string(6) };

export const location = object('Location', { ...named, ...addressed, UNLocationCode, facility });

export const portScheduleLocation = object('PortScheduleLocation', { ...named, ...coded });

export const transportCallLocation = object('TransportCallLocation', {
  ...named,
  ...addressed,
  ...coded,
  waterwaySMDGEntryPointCode: string(6),
});

const hull = {
  vesselIMONumber: matching('^\\d{7,8}$', 8),
  MMSINumber: matching('^\\d{9}$', 9),
  name: trimmed(50),
  flag: country,
  callSign: trimmed(10),
  operatorCarrierCode: string(10),
  operatorCarrierCodeListProvider: code('SMDG', 'NMFTA'),
};

export const vessel = object('Vessel', hull);

export const barge = object('Barge', hull);

const cutOffTimes = list(
  object(
    'CutOffTime',
    {
      cutOffDateTimeCode: knownCode(
        3,
        'DCO',
        'VCO',
        'FCO',
        'LCO',
        'PCO',
        'ECP',
        'EFC',
        'RCO',
        'DGC',
        'OBC',
        'TCO',
        'STA',
        'SPA',
        'CUA',
        'AFC',
      ),
      cutOffDateTime: dateTime(),
    },
    ['cutOffDateTimeCode', 'cutOffDateTime'],
  ),
);

const timestamps = filledList(
  object('Timestamp', { eventTypeCode: code('ARRI', 'DEPA'), eventClassifierCode: code('PLN', 'EST', 'ACT'), eventDateTime: dateTime() }, [
    'eventTypeCode',
    'eventClassifierCode',
    'eventDateTime',
  ]),
);

const voyagesOfPartner = {
  carrierCode: word(4),
  carrierCodeListProvider: code('SMDG', 'NMFTA'),
  carrierServiceName: trimmed(50),
  carrierServiceCode: trimmed(11),
  carrierImportVoyageNumber: trimmed(50),
  carrierExportVoyageNumber: trimmed(50),
};

const universalVoyages = { universalImportVoyageReference: universalVoyage, universalExportVoyageReference: universalVoyage };

const sailing = {
  portVisitReference: string(50),
  transportCallReference: string(100),
  servicePartners: list(object('ServicePartner', voyagesOfPartner)),
  universalServiceReference: universalService,
  ...universalVoyages,
};

const otherModes = ['RAIL', 'TRUCK', 'RAIL_TRUCK', 'BARGE_TRUCK', 'BARGE_RAIL', 'MULTIMODAL'];

/** The three kinds of transport of a leg, distinguished by `modeOfTransport`. */
export const transports = [
  object('VesselTransport', { modeOfTransport: code('VESSEL'), ...sailing, vessel }, ['modeOfTransport']),
  object('BargeTransport', { modeOfTransport: code('BARGE'), ...sailing, barge }, ['modeOfTransport']),
  { ...object('OtherTransport', { modeOfTransport: code(...otherModes) }, ['modeOfTransport']), additionalProperties: false },
] as const;

/** The union of {@link transports}: attributes of the same name have the same shape in all of them. */
const transport: ObjectSchema = {
  ...object('Transport', { modeOfTransport: code('VESSEL', 'BARGE', ...otherModes), ...sailing, vessel, barge }, ['modeOfTransport']),
  oneOf: transports,
};

const footprint = object('Footprint', { co2: number, co2e: number, sox: number, nox: number, pm10: number });

const facilityTypeCode = knownCode(4, 'BORD', 'CLOC', 'COFS', 'OFFD', 'DEPO', 'INTE', 'POTE', 'PBPL', 'BRTH', 'RAMP', 'WAYP');

const endOfRoute = { facilityTypeCode, location, dateTime: dateTime() };
const endOfLeg = { transportCallReference: string(100), ...endOfRoute };
const requiredOfEnd = ['facilityTypeCode', 'location', 'dateTime'];

const intermediateCall = object(
  'IntermediateCall',
  {
    transportCallReference: string(100),
    facilityTypeCode,
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

/** JSON Schema of a route, Commercial Schedules 1.0.4. Every valid object of 1.0.0 to 1.0.3 is also valid in 1.0.4. */
export const pointToPoint = object(
  'PointToPoint',
  {
    placeOfReceipt: object('PlaceOfReceipt', endOfRoute, requiredOfEnd),
    placeOfDelivery: object('PlaceOfDelivery', endOfRoute, requiredOfEnd),
    receiptTypeAtOrigin: code('CY', 'SD', 'CFS'),
    deliveryTypeAtDestination: code('CY', 'SD', 'CFS'),
    cutOffTimes,
    solutionNumber: int32From(1),
    routingReference: trimmed(5000),
    transitTime: int32,
    solutionFootprint: footprint,
    legs: filledList(leg),
  },
  ['placeOfReceipt', 'placeOfDelivery', 'legs'],
);

const schedule = object(
  'Schedule',
  {
    universalServiceReference: universalService,
    servicePartners: filledList(
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

/** JSON Schema of a port schedule, Commercial Schedules 1.0.4. */
export const portSchedule = object('PortSchedule', { location: portScheduleLocation, vesselSchedules: list(schedule) }, ['location']);

const transportCall = object(
  'TransportCall',
  {
    portVisitReference: string(50),
    transportCallReference: string(100),
    carrierImportVoyageNumber: trimmed(50),
    carrierExportVoyageNumber: trimmed(50),
    ...universalVoyages,
    cutOffTimes,
    location: transportCallLocation,
    isCargoOperationalCall: boolean,
    timestamps,
  },
  ['transportCallReference', 'carrierImportVoyageNumber', 'timestamps'],
);

const vesselSchedule = object('VesselSchedule', { vessel, isDummyVessel: boolean, transportCalls: list(transportCall) }, ['isDummyVessel']);

/** JSON Schema of a service schedule, Commercial Schedules 1.0.4. */
export const serviceSchedule = object(
  'ServiceSchedule',
  {
    carrierServiceName: trimmed(50),
    carrierServiceCode: trimmed(11),
    universalServiceReference: universalService,
    vesselSchedules: filledList(vesselSchedule),
  },
  ['carrierServiceName', 'carrierServiceCode', 'vesselSchedules'],
);
