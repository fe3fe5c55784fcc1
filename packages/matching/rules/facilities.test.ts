import { expect, test } from 'vitest';
import { createFacilityEquality } from './facilities.ts';

const smdg = (facilityCode: string) => ({ facilityCode, facilityCodeListProvider: 'SMDG' });
const bic = (facilityCode: string) => ({ facilityCode, facilityCodeListProvider: 'BIC' });

test('codes of one list are compared, but codes of two lists not without a mapping', () => {
  const { compare } = createFacilityEquality();
  expect(compare('SGSIN', smdg('PSA'), smdg('PSA'))).toBe('MATCH');
  expect(compare('SGSIN', smdg('PSA'), smdg('KEP'))).toBe('DIFFERS');
  expect(compare('SGSIN', smdg('PSA'), bic('PSA'))).toBe('NOT_COMPARABLE');
});

test('the mapping of a port determines which codes identify one terminal, only in that port', () => {
  const { compare, terminalOf } = createFacilityEquality([{ UNLocationCode: 'SGSIN', codes: [smdg('PSA'), bic('SGPSA')] }]);
  expect(compare('SGSIN', smdg('PSA'), bic('SGPSA'))).toBe('MATCH');
  expect(compare('SGSIN', smdg('KEP'), bic('SGPSA'))).toBe('DIFFERS');
  expect(compare('NLRTM', smdg('PSA'), bic('SGPSA'))).toBe('NOT_COMPARABLE');
  expect(terminalOf('SGSIN', bic('SGPSA'))).toBe(terminalOf('SGSIN', smdg('PSA')));
});
