import { expect, test } from 'vitest';
import type { NoticeFieldsFragment } from '../generated/queries.ts';
import { cargoOf, containersOf } from './cargo.ts';

const version = {
  houseBillOfLadingReferences: ['HBL1', ' '],
  references: [
    { type: 'cr ', value: 'FILE-1' },
    { type: 'AKG', value: 'VIN' },
  ],
  pickupInformation: { pickupNumber: 'PIN1', pickupLocation: null },
  documentParties: [
    { partyFunction: 'CN', partyName: 'Blue Freight', reference: 'B-7', purchaseOrderReferences: ['PO1', 'PO2'], identifyingCodes: null },
    { partyFunction: 'CS', partyName: null, reference: null, purchaseOrderReferences: null, identifyingCodes: null },
  ],
  utilizedTransportEquipments: [
    {
      equipment: { equipmentReference: 'FARU1000027', ISOEquipmentCode: '22G1' },
      pickupInformation: { pickupNumber: 'PIN2', pickupLocation: { locationName: 'Depot', address: { city: 'Rotterdam', street: null } } },
      references: [{ type: 'CR', value: 'FILE-2' }],
    },
  ],
  consignmentItems: [
    {
      carrierBookingReference: 'BKG1',
      descriptionOfGoods: ['Coffee', 'in bags'],
      references: [{ type: 'CPO', values: ['PO2', 'PO3'] }],
      cargoItems: [
        { equipmentReference: 'FARU1000027', cargoGrossWeight: { value: 1000.5, unit: 'KGM' } },
        { equipmentReference: 'FARU1000032', cargoGrossWeight: { value: 0.25, unit: 'KGM' } },
      ],
    },
    { carrierBookingReference: 'BKG1', descriptionOfGoods: ['x'.repeat(1_000)], references: null, cargoItems: null },
  ],
} as unknown as NoticeFieldsFragment;

test('a notice states whose cargo it is about: parties, references, goods, weight and pickup', () => {
  expect(cargoOf(version)).toEqual({
    parties: [{ partyFunction: 'CN', partyName: 'Blue Freight', reference: 'B-7' }],
    carrierBookingReferences: ['BKG1'],
    purchaseOrderReferences: ['PO1', 'PO2', 'PO3'],
    houseBillOfLadingReferences: ['HBL1'],
    customerReferences: ['FILE-1', 'FILE-2'],
    descriptionOfGoods: ['Coffee in bags', 'x'.repeat(486)],
    cargoGrossWeight: { value: 1000.75, unit: 'KGM' },
    pickup: { pickupNumber: 'PIN1' },
  });
  const pickup = { pickupNumber: 'PIN2', pickupLocation: { locationName: 'Depot', address: { city: 'Rotterdam' } } };
  expect(containersOf(version)).toEqual([
    { equipmentReference: 'FARU1000027', ISOEquipmentCode: '22G1', pickup, cargoGrossWeight: { value: 1000.5, unit: 'KGM' } },
    { equipmentReference: 'FARU1000032', cargoGrossWeight: { value: 0.25, unit: 'KGM' } },
  ]);
});

test('a weight that is not stated for all goods in one unit is unknown', () => {
  const weightOf = (...weights: readonly unknown[]) => {
    const cargoItems = weights.map((cargoGrossWeight) => ({ equipmentReference: null, cargoGrossWeight }));
    return cargoOf({ consignmentItems: [{ cargoItems }] } as unknown as NoticeFieldsFragment).cargoGrossWeight;
  };
  expect(weightOf({ value: 1, unit: 'KGM' }, { value: 1, unit: 'LBR' })).toBeUndefined();
  expect(weightOf({ value: 1, unit: 'KGM' }, null)).toBeUndefined();
  expect(weightOf({ value: 1, unit: 'KGM' }, { value: null, unit: 'KGM' })).toBeUndefined();
  expect(weightOf()).toBeUndefined();
});
