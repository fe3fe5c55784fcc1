import { expect, test } from 'vitest';
import { createComparisonRules } from './comparison-rules.ts';

const smdg = (carrierCode: string) => ({ carrierCode, carrierCodeListProvider: 'SMDG' });
const nmfta = (carrierCode: string) => ({ carrierCode, carrierCodeListProvider: 'NMFTA' });
const { compareOwners: compare } = createComparisonRules([
  { id: 'acme', carriers: [smdg('MSK'), nmfta('MAEU')] },
  { id: 'bolt', carriers: [nmfta('BOLT')] },
  { id: 'desk', carriers: [] },
  { id: 'acme-asia', carriers: [nmfta('maeu'), nmfta('SEAU')] },
]);

test('the codes of one partner identify one company in all lists', () => {
  expect(compare(smdg('MSK'), nmfta('MAEU'))).toBe('MATCH');
  expect(compare({ partner: 'acme' }, nmfta('MAEU'))).toBe('MATCH');
});

test('partners of one company make all their codes equal', () => {
  expect(compare(smdg('MSK'), nmfta('SEAU'))).toBe('MATCH');
  expect(compare({ partner: 'acme' }, { partner: 'acme-asia' })).toBe('MATCH');
});

test('two codes of one list differ, whether or not they are mapped', () => {
  expect(compare(nmfta('MAEU'), nmfta('BOLT'))).toBe('DIFFERS');
  expect(compare(nmfta('XXXX'), nmfta('YYYY'))).toBe('DIFFERS');
  expect(compare(nmfta('XXXX'), nmfta('XXXX'))).toBe('MATCH');
  expect(compare(smdg('MSK'), { partner: 'bolt' })).toBe('DIFFERS');
});

test('codes of two lists are not comparable without a mapping, even if their texts are equal', () => {
  expect(compare(smdg('BOLT'), nmfta('BOLT'))).toBe('NOT_COMPARABLE');
  expect(compare(smdg('XXXX'), nmfta('XXXX'))).toBe('NOT_COMPARABLE');
});

test('a partner that may send for any carrier equals itself and is not comparable with any other', () => {
  expect(compare({ partner: 'desk' }, { partner: 'desk' })).toBe('MATCH');
  expect(compare({ partner: 'desk' }, nmfta('MAEU'))).toBe('NOT_COMPARABLE');
  expect(compare({ partner: 'desk' }, { partner: 'unknown' })).toBe('NOT_COMPARABLE');
});
