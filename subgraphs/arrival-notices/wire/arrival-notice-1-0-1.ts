import { boolean, date, dateTime, int32, knownCode, list, number, object, string } from '#platform/wire/json-schema.ts';

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
  facilityCodeListProvider: knownCode(10, 'SMDG', 'BIC'),
});

const geoCoordinate = object('GeoCoordinate', { latitude: string(20), longitude: string(20) });

export const location = object('Location', {
  locationName: string(100),
  facilityTypeCode: knownCode(10, 'BORD', 'CLOC', 'COFS', 'OFFD', 'DEPO', 'INTE', 'POTE', 'RAMP', 'WAYP'),
  address,
  UNLocationCode: string(5),
  facility,
  geoCoordinate,
});

const classifier = knownCode(10, 'PLN', 'EST', 'ACT');

export const classifiedDate = object('ClassifiedDate', { value: date, classifier });

export const classifiedDateTime = object('ClassifiedDateTime', { value: dateTime(30), classifier });

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
  transportPlanStage: knownCode(10, 'PRC', 'MNC', 'ONC'),
  transportPlanStageSequenceNumber: int32,
  loadLocation: location,
  dischargeLocation: location,
  departureDate: classifiedDate,
  arrivalDate: classifiedDate,
  modeOfTransport: knownCode(50, 'VESSEL', 'RAIL', 'TRUCK', 'BARGE', 'MULTIMODAL'),
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

// Arrival Notice 1.0.1: JSON Schemas of measures, money, goods and containers. Types have the standard's names.

const weight = object('Weight', { value: number, unit: knownCode(10, 'KGM', 'LBR', 'GRM', 'ONZ') });

const volume = object('Volume', { value: number, unit: knownCode(10, 'MTQ', 'FTQ', 'LTR') });

export const freeTime = object('FreeTime', {
  typeCodes: list(knownCode(10, 'DEM', 'DET', 'STO')),
  ISOEquipmentCodes: list(string(4)),
  equipmentReferences: list(string(11)),
  duration: int32,
  timeUnit: knownCode(3, 'CD', 'WD', 'HR'),
  calculationBasis: string(1000),
  lastFreeDate: classifiedDate,
  lastFreeDateTime: classifiedDateTime,
});

export const charge = object('Charge', {
  chargeName: string(50),
  currencyAmount: number,
  currencyCode: string(3),
  paymentTermCode: knownCode(10, 'PRE', 'COL'),
  calculationBasis: string(50),
  unitPrice: number,
  quantity: number,
  paymentCurrency: string(3),
  carrierRateOfExchange: string(50),
  chargeCode: string(50),
  paymentLocation: location,
  invoicePayerCode: string(50),
});

export const paymentRemittance = object('PaymentRemittance', {
  bankName: string(100),
  accountNumber: string(40),
  SWIFTCode: string(11),
  beneficiary: string(100),
  remittanceEmail: string(100),
});

const innerPackaging = object('InnerPackaging', { quantity: int32, material: string(100), description: string(100) });

const emergencyContactDetails = object('EmergencyContactDetails', {
  contact: string(255),
  provider: string(255),
  phone: string(30),
  referenceNumber: string(255),
});

const limits = object('Limits', {
  temperatureUnit: knownCode(10, 'CEL', 'FAH'),
  flashPoint: number,
  transportControlTemperature: number,
  transportEmergencyTemperature: number,
  SADT: number,
  SAPT: number,
});

const dangerousGoods = object('DangerousGoods', {
  UNNumber: string(4),
  NANumber: string(4),
  codedVariantList: string(4),
  properShippingName: string(250),
  technicalName: string(250),
  IMOClass: string(4),
  subsidiaryRisk1: string(3),
  subsidiaryRisk2: string(3),
  isMarinePollutant: boolean,
  packingGroup: int32,
  isLimitedQuantity: boolean,
  isExceptedQuantity: boolean,
  isSalvagePackings: boolean,
  isEmptyUncleanedResidue: boolean,
  isWaste: boolean,
  isHot: boolean,
  isCompetentAuthorityApprovalRequired: boolean,
  competentAuthorityApproval: string(70),
  segregationGroups: list(string(2)),
  innerPackagings: list(innerPackaging),
  emergencyContactDetails,
  EMSNumber: string(7),
  endOfHoldingTime: date,
  fumigationDateTime: dateTime(),
  isReportableQuantity: boolean,
  inhalationZone: string(1),
  grossWeight: weight,
  netWeight: weight,
  netExplosiveContent: weight,
  netVolume: volume,
  limits,
});

const license = { isRequired: boolean, reference: string(35), issueDate: date, expiryDate: date };

const exportLicense = object('ExportLicense', license);

const importLicense = object('ImportLicense', license);

const referenceConsignmentItem = object('ReferenceConsignmentItem', { type: string(3), values: list(string(35)) });

const customsReference = object('CustomsReference', {
  type: string(50),
  countryCode: string(2),
  values: list(string(35)),
});

const nationalCommodityCode = object('NationalCommodityCode', {
  type: string(10),
  countryCode: string(2),
  values: list(string(16)),
});

const outerPackaging = object('OuterPackaging', {
  packageCode: string(2),
  IMOPackagingCode: string(5),
  numberOfPackages: int32,
  description: string(100),
  woodDeclaration: string(30),
  dangerousGoods: list(dangerousGoods),
});

const cargoItem = object('CargoItem', {
  equipmentReference: string(11),
  cargoGrossWeight: weight,
  cargoGrossVolume: volume,
  cargoNetWeight: weight,
  cargoNetVolume: volume,
  exportLicense,
  importLicense,
  outerPackaging,
  customsReferences: list(customsReference),
  nationalCommodityCodes: list(nationalCommodityCode),
  position: int32,
  charges: list(charge),
});

export const consignmentItem = object('ConsignmentItem', {
  carrierBookingReference: string(35),
  descriptionOfGoods: list(string(35)),
  shippingMarks: list(string(35), 50),
  cargoItems: list(cargoItem),
  exportLicense,
  importLicense,
  references: list(referenceConsignmentItem),
  customsReferences: list(customsReference),
  nationalCommodityCodes: list(nationalCommodityCode),
  HSCodes: list(string(12)),
});

export const reference = object('Reference', { type: string(3), value: string(35) });

export const pickupInformation = object('PickupInformation', { pickupNumber: string(50), pickupLocation: location });

export const returnInformation = object('ReturnInformation', {
  turnInReference: string(50),
  returnLocation: location,
  returnInstructions: string(5000),
});

const equipment = object('Equipment', { equipmentReference: string(11), ISOEquipmentCode: string(4), tareWeight: weight });

const seal = object('Seal', {
  number: string(15),
  source: knownCode(10, 'CAR', 'SHI', 'PHY', 'VET', 'CUS', 'CNS', 'CST', 'TER'),
  type: knownCode(10, 'KLP', 'BLT', 'WIR'),
  placement: knownCode(10, 'DOOR', 'VENT'),
});

const activeReeferSettings = object('ActiveReeferSettings', {
  temperatureSetpoint: number,
  temperatureUnit: knownCode(10, 'CEL', 'FAH'),
  o2Setpoint: number,
  co2Setpoint: number,
  humiditySetpoint: number,
  airExchangeSetpoint: number,
  airExchangeUnit: knownCode(10, 'MQH', 'FQH'),
  isVentilationOpen: boolean,
  isDrainholesOpen: boolean,
  isBulbMode: boolean,
  isColdTreatmentRequired: boolean,
  isControlledAtmosphereRequired: boolean,
});

export const utilizedTransportEquipment = object('UtilizedTransportEquipment', {
  equipment,
  isShipperOwned: boolean,
  isNonOperatingReefer: boolean,
  activeReeferSettings,
  shippingMarks: list(string(35), 50),
  seals: list(seal),
  references: list(reference),
  customsReferences: list(customsReference),
  pickupInformation,
  returnInformation,
  charges: list(charge),
});

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
    carrierCodeListProvider: knownCode(10, 'SMDG', 'NMFTA'),
    carrierContactInformation: list(partyContactDetail),
    pickupInformation,
    returnInformation,
    releaseInformation,
    customsClearance,
    additionalInformation: string(5000),
    references: list(reference),
    houseBillOfLadingReferences: list(string(20)),
    transportDocumentReference: string(20),
    transportDocumentTypeCode: knownCode(10, 'BOL', 'SWB'),
    placeOfBLIssue: location,
    isElectronic: boolean,
    deliveryTypeAtDestination: knownCode(3, 'CY', 'SD', 'CFS'),
    cargoMovementTypeAtDestination: knownCode(3, 'FCL', 'LCL'),
    serviceContractReference: string(30),
    termsAndConditions: string(50_000),
    carrierClauses: list(string(20_000)),
    documentParties: list(documentParty),
    transport,
    freeTimes: list(freeTime),
    charges: list(charge),
    paymentRemittance,
    freightPaymentStatus: knownCode(50, 'ZERO_PAID', 'PARTIALLY_PAID', 'FULLY_PAID', 'OVERPAID'),
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
