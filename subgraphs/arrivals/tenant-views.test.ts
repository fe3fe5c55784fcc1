import { expect, test } from 'vitest';
import type { Entitlement } from '#platform/access/entitlement.ts';
import { viewOf, viewsOf } from './tenant-views.ts';

const all: Entitlement = { partners: '*', parties: '*', charges: true, portCalls: true, operator: false };

const viewsWith = (...entitlements: Entitlement[]) =>
  viewsOf(entitlements.map((entitlement, index) => ({ name: `${index}`, entitlement })));
const party = (partyCode: string) => ({ codeListProvider: 'DCSA', partyCode });

test('callers who see the same partners, parties and port calls share a view, whether or not they see charges', () => {
  expect(viewOf({ ...all, charges: false, operator: true })).toBe('all');
  const parties = [party('A'), party('B')];
  expect(viewOf({ ...all, partners: ['b', 'a', 'b'], parties })).toBe(
    viewOf({ ...all, partners: ['a', 'b'], parties: parties.toReversed(), charges: false }),
  );
});

test('callers who see other partners or parties, or no port calls, have separate views', () => {
  const sources = [all, { ...all, portCalls: false }, { ...all, partners: ['a'] }, { ...all, partners: ['a'], portCalls: false }];
  const rights = sources.flatMap((own) => [
    own,
    { ...own, parties: [party('A')] },
    { ...own, parties: [party('B')] },
    { ...own, parties: [] },
  ]);
  expect(new Set(rights.map(viewOf)).size).toBe(16);
});

test('a view shows the versions of its partners that name one of its parties', () => {
  const [view] = viewsWith({ ...all, partners: ['a'], parties: [party('A'), party('B')] });
  const shown = [['partner:a', 'party:DCSA\nB'], ['partner:a'], ['partner:a', 'party:DCSA\nC'], ['partner:b', 'party:DCSA\nA']];
  expect(shown.map((terms) => view?.shows(terms))).toEqual([true, false, false, false]);
});

test('a view queries with all parties and charges, and includes only the arrivals of its partners', () => {
  const [first, second] = viewsWith(all, { ...all, partners: ['a'], charges: false, parties: [] }, all);
  expect([first?.id, first?.includes('b')]).toEqual(['all', true]);
  expect([second?.includes('a'), second?.includes('b')]).toEqual([true, false]);
  expect([first?.sourcesId, second?.sourcesId]).toEqual(['all', viewOf({ ...all, partners: ['a'] })]);
  expect(second?.caller.entitlement).toEqual({ partners: ['a'], parties: '*', charges: true, portCalls: true, operator: false });
  expect(viewsWith(all, all)).toHaveLength(1);
});
