import { boolean, date, dateTime, int32, list, number, object, string } from '#platform/wire/json-schema.ts';
import { classifiedDate, classifiedDateTime, location } from './places-1-0-1.ts';

// Arrival Notice 1.0.1: JSON Schemas of measures, money, goods and containers. Types have the standard's names.

const weight = object('Weight', { value: number, unit: string(10) });

const volume = object('Volume', { value: number, unit: string(10) });

export const freeTime = object('FreeTime', {
  typeCodes: list(string(10)),
  ISOEquipmentCodes: list(string(4)),
  equipmentReferences: list(string(11)),
  duration: int32,
  timeUnit: string(3),
  calculationBasis: string(1000),
  lastFreeDate: classifiedDate,
  lastFreeDateTime: classifiedDateTime,
});

export const charge = object('Charge', {
  chargeName: string(50),
  currencyAmount: number,
  currencyCode: string(3),
  paymentTermCode: string(10),
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
  temperatureUnit: string(10),
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

const seal = object('Seal', { number: string(15), source: string(10), type: string(10), placement: string(10) });

const activeReeferSettings = object('ActiveReeferSettings', {
  temperatureSetpoint: number,
  temperatureUnit: string(10),
  o2Setpoint: number,
  co2Setpoint: number,
  humiditySetpoint: number,
  airExchangeSetpoint: number,
  airExchangeUnit: string(10),
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
