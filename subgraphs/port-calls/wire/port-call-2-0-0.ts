import { boolean, dateTime, int32, knownCode, list, number, object, string, uuid } from '#platform/wire/json-schema.ts';

/** The codes that the standard allows with a service type. An empty list allows none, undefined allows any. */
interface CodePairs {
  readonly classifiers: readonly string[];
  readonly eventTypes: readonly string[];
  readonly phases?: readonly string[];
  readonly facilityTypes?: readonly string[];
}

const negotiable = ['EST', 'REQ', 'PLN', 'ACT'];
const actual = ['ACT'];
const startAndEnd = ['STRT', 'CMPL'];
const berth = { facilityTypes: ['BRTH'] };
const alongside = { phases: ['ALGS'], ...berth };
const moving = { phases: ['INBD', 'SHIF', 'OUTB'] };

/** Service types of Port Call 2.0.0, with the codes that the text of the standard pairs them with. */
export const codePairs: Readonly<Record<string, CodePairs>> = {
  BERTH: { classifiers: negotiable, eventTypes: ['ARRI', 'DEPA'], phases: ['INBD', 'ALGS', 'OUTB'], ...berth },
  CARGO_OPERATIONS: { classifiers: negotiable, eventTypes: startAndEnd, ...alongside },
  PILOTAGE: { classifiers: negotiable, eventTypes: startAndEnd, ...moving, facilityTypes: ['PBPL', 'BRTH'] },
  TOWAGE: { classifiers: negotiable, eventTypes: startAndEnd, ...moving, facilityTypes: ['PBPL', 'BRTH'] },
  MOORING: { classifiers: negotiable, eventTypes: startAndEnd, ...moving, ...berth },
  BUNKERING: { classifiers: negotiable, eventTypes: startAndEnd, ...alongside },
  PILOT_BOARDING_PLACE: { classifiers: negotiable, eventTypes: ['ARRI'], phases: ['INBD'], facilityTypes: ['PBPL'] },
  ANCHORAGE: { classifiers: negotiable, eventTypes: startAndEnd, phases: [], facilityTypes: ['ANCH'] },
  SLUDGE: { classifiers: negotiable, eventTypes: startAndEnd, phases: [], ...berth },
  SEA_PASSAGE: { classifiers: actual, eventTypes: startAndEnd, phases: ['INBD', 'OUTB'] },
  ALL_FAST: { classifiers: actual, eventTypes: ['ARRI'], ...alongside },
  GANGWAY_DOWN_AND_SECURE: { classifiers: actual, eventTypes: ['ARRI'], ...alongside },
  VESSEL_READY_FOR_CARGO_OPERATIONS: { classifiers: actual, eventTypes: ['ARRI'], ...alongside },
  VESSEL_READY_TO_SAIL: { classifiers: actual, eventTypes: ['ARRI'], ...alongside },
  DISCHARGE_CARGO_OPERATIONS: { classifiers: actual, eventTypes: startAndEnd, ...alongside },
  LOADING_CARGO_OPERATIONS: { classifiers: actual, eventTypes: startAndEnd, ...alongside },
  LASHING: { classifiers: actual, eventTypes: startAndEnd, ...alongside },
  SAFETY: { classifiers: actual, eventTypes: ['DEPA'], ...alongside },
  ANCHORAGE_OPERATIONS: { classifiers: actual, eventTypes: startAndEnd, phases: [], facilityTypes: ['BRTH', 'ANCH'] },
  SHORE_POWER: { classifiers: actual, eventTypes: startAndEnd, ...alongside },
  MOVES: { classifiers: [], eventTypes: ['ARRI'], phases: [] },
};

const location = object('Location', {
  locationName: string(100),
  facilityTypeCode: knownCode(10, 'BORD', 'CLOC', 'COFS', 'OFFD', 'DEPO', 'INTE', 'POTE', 'RAMP', 'WAYP'),
  address: object('Address', {
    street: string(70),
    streetNumber: string(50),
    floor: string(50),
    postCode: string(10),
    POBox: string(20),
    city: string(35),
    stateRegion: string(65),
    countryCode: string(2),
  }),
  UNLocationCode: string(5),
  facility: object('Facility', { facilityCode: string(6), facilityCodeListProvider: knownCode(10, 'SMDG', 'BIC') }),
  geoCoordinate: object('GeoCoordinate', { latitude: string(20), longitude: string(20) }),
});

const voyageNumberOrReference = object('VoyageNumberOrReference', { carrierVoyageNumber: string(), universalVoyageReference: string(5) });

const containerCountBySize = object('ContainerCountBySize', {
  totalUnits: int32,
  size20Units: int32,
  size40Units: int32,
  size45Units: int32,
});

const containerCountByTypeAndSize = object('ContainerCountByTypeAndSize', {
  totalUnits: containerCountBySize,
  ladenUnits: containerCountBySize,
  emptyUnits: containerCountBySize,
  pluggedReeferUnits: containerCountBySize,
  outOfGaugeUnits: containerCountBySize,
});

/** JSON Schema of an event, Port Call 2.0.0. No attribute is required, and no code list is closed. */
export const event = object('Event', {
  eventID: uuid,
  replyToEventID: uuid,
  eventUpdatedDateTime: dateTime(30),
  isFYI: boolean,
  portCall: object('PortCall', {
    portCallID: uuid,
    portVisitReference: string(50),
    UNLocationCode: string(5),
    isOmitted: boolean,
  }),
  terminalCall: object('TerminalCall', {
    terminalCallID: uuid,
    terminalCallReference: string(100),
    sequenceNumber: int32,
    carrierServiceName: string(50),
    serviceCodeOrReference: object('ServiceCodeOrReference', { carrierServiceCode: string(), universalServiceReference: string(8) }),
    exportVoyageNumberOrReference: voyageNumberOrReference,
    importVoyageNumberOrReference: voyageNumberOrReference,
    isOmitted: boolean,
  }),
  portCallService: object('PortCallService', {
    portCallServiceID: uuid,
    portCallServiceTypeCode: knownCode(50, ...Object.keys(codePairs)),
    portCallServiceEventTypeCode: knownCode(4, 'STRT', 'CMPL', 'ARRI', 'DEPA'),
    portCallPhaseTypeCode: knownCode(4, 'INBD', 'ALGS', 'SHIF', 'OUTB'),
    facilityTypeCode: knownCode(4, 'PBPL', 'BRTH', 'ANCH'),
    serviceLocation: location,
    isCanceled: boolean,
    isDeclined: boolean,
  }),
  vessel: object('Vessel', {
    vesselIMONumber: string(8),
    vesselMMSINumber: string(9),
    vesselName: string(50),
    vesselCallSign: string(10),
    vesselTypeCode: knownCode(4, 'GCGO', 'CONT', 'RORO', 'CARC', 'PASS', 'FERY', 'BULK', 'TANK', 'LGTK', 'ASSI', 'PILO'),
    vesselPosition: location,
    milesToDestinationPort: number,
    vesselSizeUnit: knownCode(3, 'MTR', 'FOT'),
    lengthOverall: number,
    width: number,
    draftUnit: knownCode(3, 'MTR', 'FOT'),
    airDraft: number,
    draft: number,
    aftDraft: number,
    forwardDraft: number,
  }),
  timestamp: object('Timestamp', {
    classifierCode: knownCode(3, 'EST', 'REQ', 'PLN', 'ACT'),
    serviceDateTime: dateTime(30),
    delayReasonCodes: list(string(3)),
    remark: string(500),
  }),
  movesForecasts: list(
    object('MovesForecast', {
      carrierCode: string(4),
      carrierCodeListProvider: knownCode(5, 'SMDG', 'NMFTA'),
      restowUnits: containerCountBySize,
      loadUnits: containerCountByTypeAndSize,
      dischargeUnits: containerCountByTypeAndSize,
    }),
  ),
});
