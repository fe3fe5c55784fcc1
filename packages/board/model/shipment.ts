import type { Arrival } from './arrival-row.ts';

type Party = Arrival['consignee'];
const nameOf = (party: Party) => party?.partyName ?? party?.reference ?? null;
const units: Readonly<Record<string, string>> = { KGM: 'kg', LBR: 'lb', GRM: 'g', ONZ: 'oz' };

/** What the notice states about whose cargo it is, by field: for panel, columns and export. */
export const shipment = {
  consignee: ({ consignee }) => [nameOf(consignee)],
  notifyParty: ({ notifyParties }) => notifyParties.map(nameOf),
  shipper: ({ shipper }) => [nameOf(shipper)],
  purchaseOrder: (arrival) => arrival.purchaseOrderReferences,
  booking: (arrival) => arrival.carrierBookingReferences,
  houseBill: (arrival) => arrival.houseBillOfLadingReferences,
  customerReference: (arrival) => arrival.customerReferences,
  pickupNumber: (arrival) => arrival.pickupNumbers,
  goods: (arrival) => arrival.descriptionOfGoods,
  weight: ({ cargoGrossWeight: weight }, lang) =>
    weight?.value == null ? [] : [`${weight.value.toLocaleString(lang)} ${units[weight.unit ?? ''] ?? weight.unit ?? ''}`],
} as const satisfies Record<string, (arrival: Arrival, lang: string) => readonly (string | null)[]>;

export type ShipmentField = keyof typeof shipment;
export const shipmentFields = Object.keys(shipment) as ShipmentField[];

/** Returns the values of a field, each once. */
export function valuesOf(field: ShipmentField, arrival: Arrival, lang: string): string[] {
  return [...new Set(shipment[field](arrival, lang).filter((value) => value !== null))];
}

/** Returns for whom the cargo is: the consignee, otherwise whom to notify. */
export function customerOf(arrival: Arrival): string | undefined {
  return [...shipment.consignee(arrival), ...shipment.notifyParty(arrival)].find((name) => name !== null) ?? undefined;
}
