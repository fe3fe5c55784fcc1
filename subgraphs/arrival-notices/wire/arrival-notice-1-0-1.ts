import { boolean, date, dateTime, list, object, string } from '#platform/wire/json-schema.ts';
import {
  charge,
  consignmentItem,
  freeTime,
  paymentRemittance,
  pickupInformation,
  reference,
  returnInformation,
  utilizedTransportEquipment,
} from './cargo-1-0-1.ts';
import { classifiedDate, documentParty, location, partyContactDetail, transport } from './places-1-0-1.ts';

const releaseInformation = object('ReleaseInformation', {
  isReleasedByEmail: boolean,
  isOBLReceived: boolean,
  isFreightReleased: boolean,
  freightReleaseDate: date,
  isCustomsReleased: boolean,
  carrierInformationForCargoRelease: list(partyContactDetail),
});

const customsClearance = object('CustomsClearance', {
  customsClearancePoint: location,
  immediateTransportationEntry: object('ImmediateTransportationEntry', {
    FIRMSCode: string(4),
    ITNumber: string(100),
    ITDate: date,
  }),
  customsImportDeclarationProcedure: string(1000),
  manifestReferenceNumber: string(35),
  masterSequenceNumber: string(35),
});

/** `content` is Base64 of any length. */
const embeddedDocument = object('EmbeddedDocument', { name: string(255), content: string(), contentType: string(255) });

/** JSON Schema of a notice, Arrival Notice 1.0.1. Every valid notice of 1.0.0 is also valid in 1.0.1. */
export const arrivalNotice = object(
  'ArrivalNotice',
  {
    issueDateTime: dateTime(30),
    typeLabel: string(1000),
    versionLabel: string(1000),
    carrierCode: string(4),
    carrierCodeListProvider: string(10),
    carrierContactInformation: list(partyContactDetail),
    pickupInformation,
    returnInformation,
    releaseInformation,
    customsClearance,
    additionalInformation: string(5000),
    references: list(reference),
    houseBillOfLadingReferences: list(string(20)),
    transportDocumentReference: string(20),
    transportDocumentTypeCode: string(10),
    placeOfBLIssue: location,
    isElectronic: boolean,
    deliveryTypeAtDestination: string(3),
    cargoMovementTypeAtDestination: string(3),
    serviceContractReference: string(30),
    termsAndConditions: string(50_000),
    carrierClauses: list(string(20_000)),
    documentParties: list(documentParty),
    transport,
    freeTimes: list(freeTime),
    charges: list(charge),
    paymentRemittance,
    freightPaymentStatus: string(50),
    utilizedTransportEquipments: list(utilizedTransportEquipment),
    consignmentItems: list(consignmentItem),
    arrivalNoticeVisualization: embeddedDocument,
  },
  ['issueDateTime', 'transportDocumentReference'],
);

/** JSON Schema of a notification, Arrival Notice 1.0.1. */
export const arrivalNoticeNotification = object(
  'ArrivalNoticeNotification',
  {
    issueDateTime: dateTime(30),
    typeLabel: string(1000),
    versionLabel: string(1000),
    transportDocumentReference: string(20),
    equipmentReferences: list(string(11)),
    portOfDischarge: location,
    placeOfDelivery: location,
    portOfDischargeArrivalDate: classifiedDate,
    placeOfDeliveryArrivalDate: classifiedDate,
  },
  ['issueDateTime', 'transportDocumentReference'],
);

/** JSON Schema of a feedback element, Arrival Notice 1.0.1. */
export const feedbackElement = object('FeedbackElement', {
  severity: string(50),
  message: string(5000),
  propertyPath: string(1000),
});
