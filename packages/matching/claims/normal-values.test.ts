import { expect, test } from 'vitest';
import { normalCarrier, normalKeys, normalNumbers, normalTime, normalUNLocationCode } from './normal-values.ts';

test('an IMO number remains text, without the letters before it, whatever its check digit', () => {
  const imoNumbers = ['9321483', ' IMO 9321483', 'imo9321483', '12345678', '0000001'].map((text) => normalKeys({ vesselIMONumber: text }));
  expect(imoNumbers.map(({ vesselIMONumber }) => vesselIMONumber)).toEqual(['9321483', '9321483', '9321483', '12345678', '0000001']);
});

test('a ship is the same with and without MV, in any letter case and spacing', () => {
  const names = ['King of the Seas', ' MV KING  of the seas', 'M/V King of the Seas'].map(
    (vesselName) => normalKeys({ vesselName }).vesselName,
  );
  expect(new Set(names)).toEqual(new Set(['KING OF THE SEAS']));
});

test('a UN/LOCODE is accepted with a blank after the country, and a name is not mistaken for one', () => {
  expect(['sgsin', 'SG SIN', ' NLRTM '].map(normalUNLocationCode)).toEqual(['SGSIN', 'SGSIN', 'NLRTM']);
  expect(['Singapore', 'SGSINX', 'SGS', ''].map(normalUNLocationCode)).toEqual([undefined, undefined, undefined, undefined]);
});

test('placeholders and blanks are not voyages, and padding is not changed', () => {
  const importNumbers = ['9999R', ' 9999r', '  ', '0649e'].map((text) => normalNumbers({ index: 0, carrierImportVoyageNumber: text }));
  expect(importNumbers.map((numbers) => numbers?.carrierImportVoyageNumber)).toEqual([undefined, undefined, undefined, '0649E']);
});

test('references keep their letter case', () => {
  expect(normalKeys({ transportCallReference: ' aBc-1 ', portVisitReference: 'x1' })).toMatchObject({
    transportCallReference: 'aBc-1',
    portVisitReference: 'x1',
  });
});

test('a carrier code without its code list identifies no carrier', () => {
  expect([normalCarrier('MAEU', undefined), normalCarrier(undefined, 'SMDG'), normalCarrier(' ', 'SMDG')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(normalCarrier('maeu', 'nmfta')).toEqual({ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' });
});

test('a value longer than any standard allows is not a key', () => {
  expect(normalKeys({ vesselName: 'X'.repeat(101), transportCallReference: 'X'.repeat(100) })).toMatchObject({
    vesselName: undefined,
    transportCallReference: 'X'.repeat(100),
  });
});

test('a time is a day of the calendar or has an offset', () => {
  expect(['2026-12-28', '2026-12-28T14:00:00Z', '2026-02-30', '2026-12-28T14:00:00', 'soon'].map(normalTime)).toEqual([
    '2026-12-28',
    '2026-12-28T14:00:00Z',
    undefined,
    undefined,
    undefined,
  ]);
});
