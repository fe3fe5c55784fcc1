import { expect, it } from 'vitest';
import { differences } from './diff.ts';

it('finds leaves that differ, were added or removed', () => {
  expect(differences({ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3, d: 4 } })).toEqual([
    { path: '$.a.c', before: 2, after: 3 },
    { path: '$.a.d', before: undefined, after: 4 },
  ]);
  expect(differences({ a: 1 }, { a: 1 })).toEqual([]);
});

it('pairs elements of a list by their identity, at any position', () => {
  const box = (equipmentReference: string, seal: string) => ({ equipment: { equipmentReference }, seals: [{ number: seal }] });
  const before = { utilizedTransportEquipments: [box('A', '1'), box('B', '2')] };
  const after = { utilizedTransportEquipments: [box('B', '2'), box('A', '3')] };
  expect(differences(before, after)).toEqual([
    { path: '$.utilizedTransportEquipments[equipment.equipmentReference=A].seals[number=3]', before: undefined, after: { number: '3' } },
    { path: '$.utilizedTransportEquipments[equipment.equipmentReference=A].seals[number=1]', before: { number: '1' }, after: undefined },
  ]);
});

it('distinguishes elements with the same name by their number', () => {
  const party = (partyName: string) => ({ partyFunction: 'NI', partyName });
  expect(differences({ documentParties: [party('X'), party('Y')] }, { documentParties: [party('X'), party('Z')] })).toEqual([
    { path: '$.documentParties[partyFunction=NI#2].partyName', before: 'Y', after: 'Z' },
  ]);
});
