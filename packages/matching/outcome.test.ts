import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from './outcome.ts';
import type { Decidable } from './rules/unique-match.ts';

/** A call on the stated voyage, on the stated day, without contradictions. */
const onDay: Decidable = {
  confidence: 'STRONG',
  rule: 'VESSEL_CARRIER_VOYAGE_AND_PORT',
  basis: 'VOYAGE',
  contradictionCount: 0,
  doubtCount: 0,
  isContradicted: false,
  isContradictedByVoyage: false,
  isContradictedByShip: false,
  isOnUniversalVoyage: false,
  isOnOtherUniversalVoyage: false,
  dayDistance: 0,
  daysApart: 0,
  earlierDaysApart: undefined,
  isOffDay: false,
  isInWindow: true,
  isEarly: false,
  isLate: false,
  daysToPlan: undefined,
  planned: undefined,
  isBeforePlan: false,
  isOfOtherArrival: false,
  isPlanOnly: false,
  isArrived: false,
  isDelayTooLong: false,
  isFarBehindEstimate: false,
  isExpectedEarly: false,
  isExpectedBefore: false,
  reasons: [],
  obstacle: undefined,
  missing: [],
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
  obstacle: 'REFERENCE_OR_VOYAGE',
  isContradicted: true,
  isContradictedByVoyage: true,
  contradictionCount: 1,
  doubtCount: 1,
};
const withoutVoyage: Partial<Decidable> = { confidence: 'WEAK', basis: 'PERIOD', obstacle: 'REFERENCE_OR_VOYAGE' };
const ofOtherShip: Partial<Decidable> = {
  isSameShip: false,
  isContradicted: true,
  isContradictedByShip: true,
  contradictionCount: 1,
  doubtCount: 1,
};
const onUniversalVoyage: Partial<Decidable> = { isOnUniversalVoyage: true };
const withoutShip: Partial<Decidable> = { confidence: 'PROBABLE', isSameShip: false, reasons: ['SHIP_UNASSIGNED'] };

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

test('knowing one more call never changes the answer to another call that was already known', () => {
  fc.assert(
    fc.property(candidate, candidate, candidate, (best, other, more) => {
      const before = decide([best, other], ['ANSWERED']).unique;
      const after = decide([best, other, more], ['ANSWERED']).unique;
      if (after !== undefined) expect(after).toBe(before);
    }),
  );
});

test('of two calls with the same agreements, the one that is days nearer is never ranked below the other', () => {
  fc.assert(
    fc.property(candidate, fc.integer({ min: 2, max: 12 }), (best, days) => {
      const nearer = { ...best, dayDistance: 0, daysApart: 0, isInWindow: true };
      const farther = { ...best, dayDistance: days, daysApart: days, isInWindow: days <= 3 };
      expect(decide([farther, nearer], ['ANSWERED']).unique).toBeUndefined();
    }),
  );
});
