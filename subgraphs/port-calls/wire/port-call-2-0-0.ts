import { boolean, dateTime, int32, list, number, object, string, uuid } from '#platform/wire/json-schema.ts';

const location = object('Location', {
  locationName: string(100),
  facilityTypeCode: string(10),
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
  facility: object('Facility', { facilityCode: string(6), facilityCodeListProvider: string(10) }),
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
    portCallServiceTypeCode: string(50),
    portCallServiceEventTypeCode: string(4),
    portCallPhaseTypeCode: string(4),
    facilityTypeCode: string(4),
    serviceLocation: location,
    isCanceled: boolean,
    isDeclined: boolean,
  }),
  vessel: object('Vessel', {
    vesselIMONumber: string(8),
    vesselMMSINumber: string(9),
    vesselName: string(50),
    vesselCallSign: string(10),
    vesselTypeCode: string(4),
    vesselPosition: location,
    milesToDestinationPort: number,
    vesselSizeUnit: string(3),
    lengthOverall: number,
    width: number,
    draftUnit: string(3),
    airDraft: number,
    draft: number,
    aftDraft: number,
    forwardDraft: number,
  }),
  timestamp: object('Timestamp', {
    classifierCode: string(3),
    serviceDateTime: dateTime(30),
    delayReasonCodes: list(string(3)),
    remark: string(500),
  }),
  movesForecasts: list(
    object('MovesForecast', {
      carrierCode: string(4),
      carrierCodeListProvider: string(5),
      restowUnits: containerCountBySize,
      loadUnits: containerCountByTypeAndSize,
      dischargeUnits: containerCountByTypeAndSize,
    }),
  ),
});
