import { describe, expect, test } from 'vitest';
import { partyTermOf } from '#platform/access/visibility.ts';
import { matchesFilter } from '#platform/store/version-store.ts';
import { entityIdOf, indexOfNotice, indexOfNotification, type NoticeFilter, noticeKeyOf, partyTermsOf, versionFilterOf } from './model.ts';

const notice = {
  transportDocumentReference: 'FARM00012345',
  utilizedTransportEquipments: [{ equipment: { equipmentReference: 'FARU 1000027' } }, null, { equipment: 7 }],
  transport: {
    portOfDischarge: { UNLocationCode: 'BEANR' },
    portOfDischargeArrivalDate: { value: '2026-03-09', classifier: 'EST' },
    legs: [
      { vesselVoyage: { vesselName: ' Coffee Star ', vesselIMONumber: '9321483', carrierImportVoyageNumber: '608N' } },
      {
        vesselVoyage: { vesselName: 'Tea Star', vesselIMONumber: '9321495', carrierImportVoyageNumber: '701S', carrierServiceCode: 'TEA' },
      },
      { modeOfTransport: 'TRUCK' },
    ],
  },
};
const finds = (filter: NoticeFilter): boolean =>
  matchesFilter(versionFilterOf(filter), { index: indexOfNotice('acme', notice), receivedAt: '2026-03-02T13:05:00.000Z' });

describe('identity of a notice', () => {
  test('an absent and an empty label identify the notice without label, every other label a different notice', () => {
    const key = { partner: 'acme', transportDocumentReference: 'A' };
    expect(entityIdOf({ ...key, typeLabel: '' })).toBe(entityIdOf(key));
    expect(entityIdOf({ ...key, typeLabel: ' ' })).not.toBe(entityIdOf(key));
  });

  test('no two keys have the same string, however their parts are spelled', () => {
    const keys = [
      { partner: 'a', transportDocumentReference: 'b","c' },
      { partner: 'a', transportDocumentReference: 'b', typeLabel: 'c' },
      { partner: 'a","b', transportDocumentReference: 'c' },
      { partner: 'a', transportDocumentReference: 'b\u0000c' },
      { partner: 'a', transportDocumentReference: 'b\ud800' },
      { partner: 'a', transportDocumentReference: 'b\ud801' },
    ];
    expect(new Set(keys.map(entityIdOf)).size).toBe(keys.length);
    expect(keys.map((key) => noticeKeyOf(entityIdOf(key)))).toEqual(keys);
  });
});

describe('filters of a notice', () => {
  test('container numbers are compared without blanks and case', () => {
    expect(finds({ equipmentReferences: ['XXXU0000000', 'faru1000027'] })).toBe(true);
  });

  test('names and codes are compared without case and surrounding blanks', () => {
    expect(finds({ vesselName: ' COFFEE  STAR' })).toBe(true);
    expect(finds({ portOfDischarge: 'be anr' })).toBe(true);
    expect(finds({ carrierImportVoyageNumber: '608n ' })).toBe(true);
    expect(finds({ carrierImportVoyageNumber: '608' })).toBe(false);
    expect(finds({ vesselName: 'x'.repeat(500) })).toBe(false);
  });

  test('a notice is also found by the values that matching normalizes', () => {
    const written = {
      transport: {
        portOfDischarge: { UNLocationCode: 'be anr' },
        legs: [{ vesselVoyage: { vesselName: 'MV Coffee  Star', vesselIMONumber: 'IMO 9321483', carrierImportVoyageNumber: '608n ' } }],
      },
    };
    const index = indexOfNotice('acme', written);
    const conditions = [
      { portOfDischarge: 'BEANR' },
      { vesselName: 'Coffee Star' },
      { vesselIMONumber: '9321483' },
      { carrierImportVoyageNumber: '608N' },
    ];
    // Conditions that match separately also match together, in any combination.
    for (let chosen = 1; chosen < 2 ** conditions.length; chosen++) {
      const requested = Object.assign({}, ...conditions.filter((_, at) => (chosen & (1 << at)) !== 0));
      expect([requested, matchesFilter(versionFilterOf(requested), { index, receivedAt: '' })]).toEqual([requested, true]);
      const other = { ...requested, vesselIMONumber: '9321495' };
      expect([other, matchesFilter(versionFilterOf(other), { index, receivedAt: '' })]).toEqual([other, false]);
    }
  });

  test('one leg has to satisfy vessel, voyage and service together', () => {
    expect(finds({ vesselIMONumber: '9321483', carrierImportVoyageNumber: '608N' })).toBe(true);
    expect(finds({ vesselIMONumber: '9321483', carrierImportVoyageNumber: '701S' })).toBe(false);
    expect(finds({ vesselName: 'tea star', carrierServiceCode: 'TEA', vesselIMONumber: '9321495' })).toBe(true);
  });

  test('bounds of the arrival day are inclusive and exclude notices without the day', () => {
    expect(finds({ portOfDischargeArrivalDateMin: '2026-03-09', portOfDischargeArrivalDateMax: '2026-03-09' })).toBe(true);
    expect(finds({ portOfDischargeArrivalDateMin: '2026-03-10' })).toBe(false);
    const index = indexOfNotice('acme', { transportDocumentReference: 'A' });
    expect(matchesFilter(versionFilterOf({ portOfDischargeArrivalDateMax: '9999-12-31' }), { index, receivedAt: '' })).toBe(false);
  });

  test('values of one list are alternatives, and an empty list matches nothing', () => {
    expect(finds({ transportDocumentReferences: ['X', 'FARM00012345'], partners: ['acme', 'other'] })).toBe(true);
    expect(finds({ partners: [] })).toBe(false);
  });

  test('attributes of a wrong type match nothing and cause no error', () => {
    const wrong = { transportDocumentReference: 'A', transport: 'x', utilizedTransportEquipments: { equipment: 1 } };
    expect(indexOfNotice('acme', wrong)).toEqual({ terms: ['partner:acme', 'document:A'], groups: [] });
  });
});

describe('parties of a notice', () => {
  const consignee = { codeListProvider: 'SMDG', partyCode: 'BLUE' };
  const documentParties = [
    { partyFunction: 'CN', identifyingCodes: [consignee, { ...consignee, codeListName: 'LCL' }, { partyCode: 'RED' }, null] },
    { partyName: 'without codes' },
    'not an object',
    { identifyingCodes: { codeListProvider: 'SMDG', partyCode: 'GREEN' } },
  ];

  test('each party that is named by a list and a code is listed once, and no other party is', () => {
    expect(partyTermsOf({ documentParties })).toEqual([partyTermOf(consignee)]);
    expect(partyTermsOf({ documentParties: null })).toEqual([]);
  });

  test('find notices, and notifications that name parties', () => {
    expect(indexOfNotice('acme', { documentParties }).terms).toContain(partyTermOf(consignee));
    expect(indexOfNotification('acme', { documentParties }).terms).toContain(partyTermOf(consignee));
    expect(indexOfNotification('acme', { transportDocumentReference: 'A' }).terms).toEqual(['partner:acme', 'document:A']);
  });
});
