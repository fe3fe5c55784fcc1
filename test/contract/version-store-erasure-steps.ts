import fc from 'fast-check';

/**
 * A step in the history of a store: a push, a refusal by a subscriber, the passing of time, or the erasure of a party.
 */
export type Step =
  | { readonly kind: 'push'; readonly entityId: number; readonly order: number; readonly party: number; readonly content: number }
  | { readonly kind: 'letter'; readonly party: number }
  | { readonly kind: 'refuse'; readonly place: number; readonly subscriber: number; readonly party: number }
  | { readonly kind: 'age'; readonly share: number }
  | { readonly kind: 'erase'; readonly party: number }
  | { readonly kind: 'leave'; readonly party: number };

/** Numbers of entities and of parties that versions name. */
export const [entityCount, partyCount] = [4, 3];
const orderCount = 4;

/** Lists of steps. */
export const steps = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        kind: fc.constant('push' as const),
        entityId: fc.nat(entityCount - 1),
        order: fc.nat(orderCount - 1),
        party: fc.nat(partyCount - 1),
        content: fc.nat(1),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('letter' as const), party: fc.nat(partyCount - 1) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('refuse' as const),
        place: fc.nat(),
        subscriber: fc.nat(partyCount - 1),
        party: fc.nat(partyCount - 1),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('age' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase' as const), party: fc.nat(partyCount - 1) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), party: fc.nat(partyCount - 1) }) },
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
);
