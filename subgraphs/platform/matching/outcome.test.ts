import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide, type MatchOutcome } from './outcome.ts';
import type { Decidable } from './rules/unique-match.ts';

/** A call on the stated voyage, on the stated day, that nothing contradicts. */
const onDay: Decidable = {
  confidence: 'STRONG',
  rule: 'VESSEL_CARRIER_VOYAGE_AND_PORT',
  basis: 'VOYAGE',
  contradictionCount: 0,
  isContradicted: false,
  isContradictedByVoyage: false,
  isContradictedByShip: false,
  isOnUniversalVoyage: false,
  dayDistance: 0,
  daysApart: 0,
  isInWindow: true,
  isExpectedEarly: false,
  reasons: [],
  canBeUnique: true,
  isSameShip: true,
  terminal: undefined,
  mayMixSides: false,
  isOmitted: false,
  explain: () => ({ matchedOn: [], contradictions: [], notComparable: [] }),
};
const at = (dayDistance: number, parts: Partial<Decidable> = {}): Decidable => ({
  ...onDay,
  dayDistance,
  daysApart: Math.abs(dayDistance),
  isInWindow: Math.abs(dayDistance) <= 3,
  ...parts,
});
const onOtherVoyage: Partial<Decidable> = {
  confidence: 'PROBABLE',
  basis: 'PERIOD',
  canBeUnique: false,
  isContradicted: true,
  isContradictedByVoyage: true,
  contradictionCount: 1,
};
const withoutVoyage: Partial<Decidable> = { confidence: 'WEAK', basis: 'PERIOD', canBeUnique: false };
const ofOtherShip: Partial<Decidable> = { isSameShip: false, isContradicted: true, isContradictedByShip: true, contradictionCount: 1 };
const onUniversalVoyage: Partial<Decidable> = { isOnUniversalVoyage: true };
const expectedEarly: Partial<Decidable> = { isExpectedEarly: true };
const withoutShip: Partial<Decidable> = { confidence: 'PROBABLE', isSameShip: false, reasons: ['SHIP_UNASSIGNED'] };

describe('the one answer among several calls', () => {
  test.each<[string, MatchOutcome, Decidable, Decidable]>([
    ['a number stands for two calls of a ship, and the day is that of the first', 'UNIQUE', at(0), at(3)],
    ['a number stands for two calls, and the day lies between them', 'AMBIGUOUS', at(2), at(-2)],
    ['a number stands for two calls, of which the nearer one is two days off', 'AMBIGUOUS', at(2), at(9)],
    ['one call is told in two ways that did not merge', 'UNIQUE', at(0), at(1)],
    ['the same, of two ships', 'AMBIGUOUS', at(0), at(1, { isSameShip: false })],
    ['the ship came two days early, or its number is that of the call before', 'AMBIGUOUS', at(-2), at(1, onOtherVoyage)],
    ['the ship is two days late, and calls again on another voyage', 'UNIQUE', at(2), at(-1, onOtherVoyage)],
    ['the day is that of a call that has the number, but no ship yet', 'AMBIGUOUS', at(-3), at(0, withoutShip)],
    ['the ship is three days late, or the day is that of a call whose voyage nobody states', 'AMBIGUOUS', at(3), at(0, withoutVoyage)],
    ['the ship is a day late, and calls somewhere near on a voyage that nobody states', 'UNIQUE', at(1), at(-1, withoutVoyage)],
    ['the day is that of another ship that sails the voyage of this number', 'AMBIGUOUS', at(2), at(0, ofOtherShip)],
    ['another ship sails a voyage of this number, on another day', 'UNIQUE', at(1), at(-3, ofOtherShip)],
    [
      'the universal voyage is that of another ship, and the number that of both',
      'AMBIGUOUS',
      at(-1),
      at(0, { ...ofOtherShip, ...onUniversalVoyage }),
    ],
    ['both have the universal voyage', 'UNIQUE', at(-1, onUniversalVoyage), at(0, { ...ofOtherShip, ...onUniversalVoyage })],
    ['one call is told in two ways, one of them with its universal voyage', 'UNIQUE', at(0), at(1, onUniversalVoyage)],
    ['the ship is expected three days early, and calls again within the week', 'AMBIGUOUS', at(-3, expectedEarly), at(3, onOtherVoyage)],
    ['the ship is expected three days early, alone in its voyage', 'UNIQUE', at(-3, expectedEarly), at(5, onOtherVoyage)],
    ['outside the window, another ship has the voyage, too', 'CONFLICTING', at(9, { isContradicted: true }), at(17, onOtherVoyage)],
    ['outside the window, at another terminal', 'AMBIGUOUS', at(9, { terminal: 'OTHER' }), at(30, onOtherVoyage)],
    ['outside the window, alone in its voyage', 'UNIQUE', at(9), at(16, onOtherVoyage)],
  ])('%s: %s', (_, outcome, best, other) => {
    expect(decide([best, other], ['ANSWERED']).outcome).toBe(outcome);
  });
});

const candidate = fc
  .record({
    dayDistance: fc.integer({ min: -12, max: 12 }),
    parts: fc.constantFrom<Partial<Decidable>>(
      {},
      onOtherVoyage,
      withoutShip,
      withoutVoyage,
      ofOtherShip,
      { ...ofOtherShip, ...onUniversalVoyage },
      onUniversalVoyage,
      { isSameShip: false },
      { terminal: 'OTHER' },
      { terminal: 'SAME' },
    ),
  })
  .map(({ dayDistance, parts }) => at(dayDistance, parts));

test('knowing one call more never turns the answer into another one that was known', () => {
  fc.assert(
    fc.property(candidate, candidate, candidate, (best, other, more) => {
      const before = decide([best, other], ['ANSWERED']).unique;
      const after = decide([best, other, more], ['ANSWERED']).unique;
      if (after !== undefined) expect(after).toBe(before);
    }),
  );
});

test('of two calls with the same agreements the one that is days nearer is never beaten by the other', () => {
  fc.assert(
    fc.property(candidate, fc.integer({ min: 2, max: 12 }), (best, days) => {
      const nearer = { ...best, dayDistance: 0, daysApart: 0, isInWindow: true };
      const farther = { ...best, dayDistance: days, daysApart: days, isInWindow: days <= 3 };
      expect(decide([farther, nearer], ['ANSWERED']).unique).toBeUndefined();
    }),
  );
});
