import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logNames, matchesFilter } from '../store/version-store.ts';
import { type Entitlement, openCaller } from './entitlement.ts';
import { maySeePartner, partyTermOf, visibilityOf } from './visibility.ts';

const everything = openCaller.entitlement;
const blue = { codeListProvider: 'SMDG', partyCode: 'BLUE' };
const red = { codeListProvider: 'SMDG', partyCode: 'RED' };
const limitedTo = (limits: Partial<Entitlement>): Entitlement => ({ ...everything, ...limits });

describe('what a caller may see of a log', () => {
  test.each(logNames)('everything is requested without a condition in %s', (log) => {
    const visibility = visibilityOf(log, limitedTo({ charges: false, operator: false }));
    expect(visibility).toMatchObject({ filter: undefined, isBlind: false, isPerVersion: false });
    expect(visibility.shows({ terms: [] })).toBe(true);
  });

  test('a version is visible if it belongs to one of the partners and names one of the parties', () => {
    const { shows, isPerVersion } = visibilityOf('arrival-notice-versions', limitedTo({ partners: ['acme'], parties: [blue] }));
    expect(isPerVersion).toBe(true);
    expect(shows({ terms: ['partner:acme', partyTermOf(red), partyTermOf(blue)] })).toBe(true);
    expect(shows({ terms: ['partner:acme', partyTermOf(red)] })).toBe(false);
    expect(shows({ terms: ['partner:other', partyTermOf(blue)] })).toBe(false);
    expect(shows({ terms: ['partner:acme'] })).toBe(false);
  });

  test('a party is one code of one code list', () => {
    const { shows } = visibilityOf('arrival-notice-versions', limitedTo({ parties: [blue] }));
    expect(shows({ terms: [partyTermOf({ codeListProvider: 'ZZZ', partyCode: 'BLUE' })] })).toBe(false);
    expect(shows({ terms: [partyTermOf({ codeListProvider: 'SMDG', partyCode: 'blue' })] })).toBe(false);
  });

  test('port call events name no parties, and are not hidden for that reason', () => {
    expect(visibilityOf('port-call-events', limitedTo({ parties: [blue] })).filter).toBeUndefined();
  });

  test('without the right to port calls none is visible, and no partner is requested for them', () => {
    const { isBlind, shows, showsPartner } = visibilityOf('port-call-events', limitedTo({ portCalls: false }));
    expect([isBlind, shows({ terms: ['partner:acme'] }), showsPartner('acme')]).toEqual([true, false, false]);
  });

  test('no partner is named to a caller without partners', () => {
    const none = limitedTo({ partners: [] });
    expect(maySeePartner(none, 'acme')).toBe(false);
    expect(visibilityOf('arrival-notice-versions', none)).toMatchObject({ isBlind: true });
  });

  test('the filter of the store and the check of a version are equivalent', () => {
    const parties = fc.subarray([blue, red]);
    const partners = fc.subarray(['acme', 'bolt', 'cove']);
    const entitlements = fc.record({
      partners: fc.oneof(fc.constant('*' as const), partners),
      parties: fc.oneof(fc.constant('*' as const), parties),
      portCalls: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.constantFrom(...logNames), entitlements, partners, parties, (log, limits, named, of) => {
        const { filter = {}, shows } = visibilityOf(log, limitedTo(limits));
        const terms = [...named.map((partner) => `partner:${partner}`), ...of.map(partyTermOf)];
        expect(shows({ terms })).toBe(matchesFilter(filter, { index: { terms, groups: [] }, receivedAt: '' }));
      }),
    );
  });
});
