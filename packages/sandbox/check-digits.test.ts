import fc from 'fast-check';
import { expect, it } from 'vitest';
import { containerNumberOf, imoNumberOf, isContainerNumber, isImoNumber } from './check-digits.ts';

it('computes the published check digits of containers', () => {
  for (const number of ['CSQU3054383', 'TOLU4734787', 'FARU1000027']) expect(isContainerNumber(number)).toBe(true);
  for (const number of ['CSQU3054384', 'CSQU305438', 'CSQ13054383', '']) expect(isContainerNumber(number)).toBe(false);
  expect(containerNumberOf('CSQU', 305438)).toBe('CSQU3054383');
});

it('computes the published check digits of IMO numbers', () => {
  for (const number of ['9074729', '9321483']) expect(isImoNumber(number)).toBe(true);
  for (const number of ['9074728', '907472', 'IMO9074729']) expect(isImoNumber(number)).toBe(false);
  expect(imoNumberOf(907472)).toBe('9074729');
});

it('generates only valid numbers', () => {
  fc.assert(
    fc.property(fc.nat(999_999), fc.constantFrom('NSXU', 'CRXU', 'ABCU', 'XYZU'), (number, owner) => {
      expect(isContainerNumber(containerNumberOf(owner, number))).toBe(true);
      expect(isImoNumber(imoNumberOf(number))).toBe(true);
    }),
  );
});
