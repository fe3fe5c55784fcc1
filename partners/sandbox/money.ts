import type { SandboxProfile } from './profile.ts';
import { type Shipment, type ShipmentState, shiftDay } from './shipment.ts';

const freeDays = { DEM: 5, DET: 7 } as const;

/** Free time at destination, per container size-type; the last free day follows the day of arrival. */
export function freeTimesOf({ shipper, containers }: Shipment, { arrivalDate }: ShipmentState): object[] {
  return Object.entries(freeDays).map(([typeCode, duration]) => ({
    typeCodes: [typeCode],
    ISOEquipmentCodes: [shipper.cargo.ISOEquipmentCode],
    equipmentReferences: containers.map(({ equipmentReference }) => equipmentReference),
    duration,
    timeUnit: 'CD',
    ...(typeCode === 'DEM' ? { lastFreeDate: { value: shiftDay(arrivalDate, duration), classifier: 'EST' } } : {}),
  }));
}

/** Collect charges at notice level. */
export function chargesOf({ currencyCode }: SandboxProfile, { containers }: Shipment): object[] {
  const prices = [
    { chargeName: 'Terminal handling, destination', unitPrice: 245, quantity: containers.length, chargeCode: 'DTHC' },
    { chargeName: 'Import documentation', unitPrice: 55.5, quantity: 1, chargeCode: 'IDOC' },
  ];
  return prices.map(({ chargeName, unitPrice, quantity, chargeCode }) => ({
    chargeName,
    currencyAmount: unitPrice * quantity,
    currencyCode,
    paymentTermCode: 'COL',
    calculationBasis: chargeCode === 'IDOC' ? 'Per document' : 'Per container',
    unitPrice,
    quantity,
    chargeCode,
  }));
}

/** Where collect charges are paid. The account does not exist. */
export function paymentRemittanceOf({ carrierName, id }: SandboxProfile): object {
  return {
    bankName: 'Harbour Example Bank',
    accountNumber: 'XX00 EXAM 0000 0000 01',
    beneficiary: carrierName,
    remittanceEmail: `payments@${id}.example`,
  };
}
