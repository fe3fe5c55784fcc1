import { expect, test } from 'vitest';
import type { Entitlement } from '#platform/access/entitlement.ts';
import { viewOf, viewsOf } from './views.ts';

const all: Entitlement = { partners: '*', parties: '*', charges: true, portCalls: true, operator: false };

test('callers who see the same partners and port calls share a view, whatever parties and charges they see', () => {
  const party = { codeListProvider: 'DCSA', partyCode: 'A' };
  expect(viewOf({ ...all, parties: [party], charges: false, operator: true })).toBe('all');
  expect(viewOf({ ...all, partners: ['b', 'a', 'b'] })).toBe(viewOf({ ...all, partners: ['a', 'b'], charges: false }));
});

test('callers who see other partners, or no port calls, have a view of their own', () => {
  const rights = [all, { ...all, portCalls: false }, { ...all, partners: ['a'] }, { ...all, partners: ['a'], portCalls: false }];
  expect(new Set(rights.map(viewOf)).size).toBe(4);
});

test('a view is asked for with all parties and charges, and includes the arrivals of its partners only', () => {
  const [first, second] = viewsOf([all, { ...all, partners: ['a'], charges: false, parties: [] }, all]);
  expect([first?.id, first?.includes('b')]).toEqual(['all', true]);
  expect([second?.includes('a'), second?.includes('b')]).toEqual([true, false]);
  expect(second?.entitlement).toEqual({ partners: ['a'], parties: '*', charges: true, portCalls: true, operator: false });
  expect(viewsOf([all, all])).toHaveLength(1);
});
