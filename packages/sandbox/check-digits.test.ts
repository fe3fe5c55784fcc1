import fc from 'fast-check';
import { expect, it } from 'vitest';
import { containerNumberOf, imoNumberOf } from './check-digits.ts';

it('computes the published check digits of containers', () => {
  expect(containerNumberOf('CSQU', 305438)).toBe('CSQU3054383');
  expect(containerNumberOf('TOLU', 473478)).toBe('TOLU4734787');
  expect(containerNumberOf('FARU', 100002)).toBe('FARU1000027');
});

it('computes the published check digits of IMO numbers', () => {
  expect([907_472, 932_148].map(imoNumberOf)).toEqual(['9074729', '9321483']);
});

it('generates numbers of the right form, without the ambiguous check digit', () => {
  fc.assert(
    fc.property(fc.nat(999_999), fc.constantFrom('NSXU', 'CRXU', 'ABCU', 'XYZU'), (number, owner) => {
      expect(containerNumberOf(owner, number)).toMatch(/^[A-Z]{3}U\d{7}$/);
      expect(imoNumberOf(number)).toMatch(/^\d{7}$/);
    }),
  );
});
