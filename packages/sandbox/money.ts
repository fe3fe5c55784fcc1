import type { SandboxProfile } from './profile.ts';
import { type Shipment, type ShipmentState, shiftDay } from './shipment.ts';

const detentionDays = 7;

/** Returns the free time at destination, per container size-type. The last free day follows from the day of arrival. */
export function freeTimesOf({ shipper, containers }: Shipment, { arrivalDate, freeDays }: ShipmentState): object[] {
  return Object.entries({ DEM: freeDays, DET: detentionDays }).map(([typeCode, duration]) => ({
    typeCodes: [typeCode],
    ISOEquipmentCodes: [shipper.cargo.ISOEquipmentCode],
    equipmentReferences: containers.map(({ equipmentReference }) => equipmentReference),
    duration,
    timeUnit: 'CD',
    ...(typeCode === 'DEM' ? { lastFreeDate: { value: shiftDay(arrivalDate, duration), classifier: 'EST' } } : {}),
  }));
}

/** Returns the collect charges at notice level. */
export function chargesOf({ currencyCode }: SandboxProfile, { containers }: Shipment, { isInspected }: ShipmentState): object[] {
  const prices = [
    { chargeName: 'Terminal handling, destination', unitPrice: 245, quantity: containers.length, chargeCode: 'DTHC' },
    { chargeName: 'Import documentation', unitPrice: 55.5, quantity: 1, chargeCode: 'IDOC' },
    ...(isInspected ? [{ chargeName: 'Customs inspection', unitPrice: 180, quantity: 1, chargeCode: 'INSP' }] : []),
  ];
  return prices.map(({ chargeName, unitPrice, quantity, chargeCode }) => ({
    chargeName,
    currencyAmount: unitPrice * quantity,
    currencyCode,
    paymentTermCode: 'COL',
    calculationBasis: chargeCode === 'DTHC' ? 'Per container' : 'Per document',
    unitPrice,
    quantity,
    chargeCode,
  }));
}

/** Returns where collect charges are paid. The account does not exist. */
export function paymentRemittanceOf({ carrierName, id }: SandboxProfile): object {
  return {
    bankName: 'Harbour Example Bank',
    accountNumber: 'XX00 EXAM 0000 0000 01',
    beneficiary: carrierName,
    remittanceEmail: `payments@${id}.example`,
  };
}
