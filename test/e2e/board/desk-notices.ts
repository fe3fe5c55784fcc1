import { dayIn } from '../../support/day-in.ts';
import type { OpenLandfall } from '../../support/open-landfall.ts';
import { noticeOf } from './notices.ts';

const customers = [
  'Grünwald Möbel GmbH',
  'Kestrel Imports Ltd',
  'Oostende Fruit BV',
  'Nordwind Textil AG',
  'Harbour Toys plc',
  'Vega Solar SE',
];
/** Ships with their IMO numbers. */
const ships = [
  ['NSL FISHER', '3412424'],
  ['REEF HERON', '9321483'],
  ['NSL WEASEL', '9839179'],
  ['REEF TERN', '9140724'],
  ['NSL POLECAT', '9455117'],
  ['NSL STOAT', '9204439'],
  ['REEF BOOBY', '9765304'],
] as const;

/** The three containers of the desk whose last free day is today, and their customers. */
export const dueToday = [
  ['DESU0000031', 'Nordwind Textil AG'],
  ['DESU0000102', 'Kestrel Imports Ltd'],
  ['DESU0000211', 'Harbour Toys plc'],
] as const;

/** Whose ship is two days later than stated before. */
export const delayed = { reference: 'DESK0077', customer: 'Vega Solar SE', ship: 'NSL MARTEN', vesselIMONumber: '9388120' } as const;

export interface DeskNotice {
  /** Number of the document. */
  readonly index: number;
  readonly second?: number;
  readonly arrival?: string;
}

/**
 * Creates the notice of one of many documents of a forwarder, with up to three containers, parties, references and free
 * time: most of it far away, some of it urgent.
 */
export function deskNotice({ index, second = 0, arrival }: DeskNotice) {
  const numbers = Array.from({ length: 1 + (index % 3) }, (_, at) => `DESU${String(index * 10 + 1 + at).padStart(7, '0')}`);
  const reference = `DESK${String(index).padStart(4, '0')}`;
  const due = dueToday.find(([number]) => numbers.includes(number));
  const isThere = due !== undefined || index % 40 === 0;
  const days = (number: string) => (number === due?.[0] ? 0 : isThere ? (due === undefined ? -2 : 9) : 31 + (index % 25));
  const value = arrival ?? dayIn(isThere ? -5 : index === 77 ? 2 : 1 + (index % 30));
  const [vessel, vesselIMONumber] = index === 77 ? [delayed.ship, delayed.vesselIMONumber] : (ships[index % ships.length] ?? ships[0]);
  const base = noticeOf({
    reference,
    second,
    vessel,
    vesselIMONumber,
    port: index % 3 === 0 ? 'DEHAM' : 'NLRTM',
    isFreightReleased: index % 4 !== 0,
  });
  const customer = due?.[1] ?? (index === 77 ? delayed.customer : customers[index % 6]);
  return {
    ...base,
    transport: { ...(base['transport'] as object), portOfDischargeArrivalDate: { value, classifier: isThere ? 'ACT' : 'EST' } },
    utilizedTransportEquipments: numbers.map((equipmentReference, at) => ({
      equipment: { equipmentReference, ISOEquipmentCode: at === 0 ? '45G1' : '22R1' },
    })),
    freeTimes: numbers.map((number) => ({
      typeCodes: ['DEM'],
      equipmentReferences: [number],
      lastFreeDate: { value: dayIn(days(number)), classifier: 'EST' },
    })),
    houseBillOfLadingReferences: [`HBL-${index}`],
    references: [{ type: 'CR', value: `FILE 2026/${index}` }],
    pickupInformation: { pickupNumber: `PIN${index}` },
    documentParties: [
      { partyFunction: 'CN', partyName: customer, purchaseOrderReferences: [`PO-${4_000 + index}`] },
      { partyFunction: 'N1', partyName: 'Blue Freight Forwarding' },
      { partyFunction: 'OS', partyName: 'Ningbo Export Trading Co' },
    ],
    consignmentItems: [
      {
        carrierBookingReference: `BKG-${index}`,
        descriptionOfGoods: ['Furniture, flat packed'],
        cargoItems: numbers.map((equipmentReference) => ({ equipmentReference, cargoGrossWeight: { value: 9_250, unit: 'KGM' } })),
      },
    ],
    charges: [{ chargeName: 'Terminal handling', currencyAmount: 245, currencyCode: 'EUR', paymentTermCode: 'COL' }],
    carrierContactInformation: [{ name: 'Import desk', phone: '+31 10 000 0100', email: 'imports@acme.example' }],
  };
}

/** Pushes this many documents, 500 at a time, and what has changed since. */
export async function pushDesk(landfall: OpenLandfall, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, index) => deskNotice({ index }));
  for (let at = 0; at < count; at += 500) await landfall.push(...all.slice(at, at + 500));
  await landfall.push(deskNotice({ index: 77, second: 1, arrival: dayIn(4) }));
}
