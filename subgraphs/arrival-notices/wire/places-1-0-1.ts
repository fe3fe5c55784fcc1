import { date, dateTime, int32, list, object, string } from '#platform/wire/json-schema.ts';

// Arrival Notice 1.0.1: JSON Schemas of places, dates, parties and the journey. Types have the standard's names.

const address = object('Address', {
  street: string(70),
  streetNumber: string(50),
  floor: string(50),
  postCode: string(10),
  POBox: string(20),
  city: string(35),
  stateRegion: string(65),
  countryCode: string(2),
  addressLines: list(string(250), 5),
});

const facility = object('Facility', {
  facilityName: string(100),
  facilityCode: string(6),
  facilityCodeListProvider: string(10),
});

const geoCoordinate = object('GeoCoordinate', { latitude: string(20), longitude: string(20) });

export const location = object('Location', {
  locationName: string(100),
  facilityTypeCode: string(10),
  address,
  UNLocationCode: string(5),
  facility,
  geoCoordinate,
});

export const classifiedDate = object('ClassifiedDate', { value: date, classifier: string(10) });

export const classifiedDateTime = object('ClassifiedDateTime', { value: dateTime(30), classifier: string(10) });

const identifyingCode = object('IdentifyingCode', {
  codeListProvider: string(100),
  partyCode: string(150),
  codeListName: string(100),
});

const taxLegalReference = object('TaxLegalReference', { type: string(50), countryCode: string(2), value: string(35) });

export const partyContactDetail = object('PartyContactDetail', { name: string(255), phone: string(30), email: string(255) });

export const documentParty = object('DocumentParty', {
  partyFunction: string(3),
  partyName: string(70),
  address,
  identifyingCodes: list(identifyingCode),
  taxLegalReferences: list(taxLegalReference),
  partyContactDetails: list(partyContactDetail),
  reference: string(35),
  purchaseOrderReferences: list(string(35)),
});

const vesselVoyage = object('VesselVoyage', {
  vesselName: string(50),
  vesselFlag: string(2),
  vesselIMONumber: string(8),
  vesselCallSign: string(10),
  carrierServiceCode: string(11),
  universalServiceReference: string(8),
  carrierImportVoyageNumber: string(50),
  universalImportVoyageReference: string(5),
  carrierExportVoyageNumber: string(50),
  universalExportVoyageReference: string(5),
  callReferenceNumber: string(100),
});

const leg = object('Leg', {
  transportPlanStage: string(10),
  transportPlanStageSequenceNumber: int32,
  loadLocation: location,
  dischargeLocation: location,
  departureDate: classifiedDate,
  arrivalDate: classifiedDate,
  modeOfTransport: string(50),
  vesselVoyage,
});

export const transport = object('Transport', {
  placeOfReceipt: location,
  portOfLoading: location,
  portOfDischarge: location,
  placeOfDelivery: location,
  departureDate: classifiedDate,
  receivedForShipmentDate: classifiedDate,
  onBoardDate: classifiedDate,
  portOfDischargeArrivalDate: classifiedDate,
  placeOfDeliveryArrivalDate: classifiedDate,
  inlandArrivalDate: classifiedDate,
  generalOrderDateTime: classifiedDateTime,
  borderCrossingLocation: location,
  legs: list(leg),
});
