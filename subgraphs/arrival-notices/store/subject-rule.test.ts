import { describe, expect, test } from 'vitest';
import type { SubjectKey } from '#platform/store/removal/subject-rules.ts';
import { entityIdOf } from '../model.ts';
import { noticeSubjectRules } from './subject-rule.ts';

const rule = noticeSubjectRules['arrival-notice-versions'];
const notifications = noticeSubjectRules['arrival-notice-notifications'];
const notice = { partner: 'acme', transportDocumentReference: 'TD1', typeLabel: 'L' };

function keptOf(document: object) {
  return { partner: 'acme', entityId: entityIdOf(notice), document: Buffer.from(JSON.stringify(document)), terms: [] };
}

const lei = { identifyingCodes: [{ codeListProvider: 'LEI', partyCode: 'ABC' }], partyName: 'Coffee Roasters NV' };

describe('a notice is about', () => {
  test.each<[object, SubjectKey, boolean]>([
    [{ documentParties: [{}, lei] }, { kind: 'PARTY', partyCode: 'ABC' }, true],
    [{ documentParties: [lei] }, { kind: 'PARTY', partyCode: 'ABC', codeListProvider: 'LEI' }, true],
    [{ documentParties: [lei] }, { kind: 'PARTY', partyCode: 'ABC', codeListProvider: 'SMDG' }, false],
    [{ documentParties: [lei] }, { kind: 'PARTY', partyCode: 'abc' }, false],
    [{ documentParties: { consignee: lei } }, { kind: 'PARTY', partyCode: 'ABC' }, true],
    [{ carrierCode: 'ABC' }, { kind: 'PARTY', partyCode: 'ABC' }, false],
    [{ documentParties: [lei] }, { kind: 'PARTY_NAME', partyName: ' coffee  roasters nv' }, true],
    [{ documentParties: [lei] }, { kind: 'PARTY_NAME', partyName: 'coffee' }, false],
    [{}, { kind: 'PARTNER', partner: 'acme' }, true],
    [{}, { kind: 'PARTNER', partner: 'other' }, false],
    [{}, { kind: 'NOTICE', partner: 'acme', transportDocumentReference: 'TD1' }, true],
    [{}, { kind: 'NOTICE', partner: 'acme', transportDocumentReference: 'TD1', typeLabel: 'L' }, true],
    [{}, { kind: 'NOTICE', partner: 'acme', transportDocumentReference: 'TD1', typeLabel: 'M' }, false],
    [{}, { kind: 'NOTICE', partner: 'other', transportDocumentReference: 'TD1' }, false],
  ])('the parties that it names, its publisher and its document: %j, %j, %s', (document, key, expected) => {
    expect(rule.isAbout(keptOf(document), key)).toBe(expected);
  });
});

test('a notification is about the document of its notice, and is removed together with it', () => {
  const entityId = JSON.stringify([entityIdOf(notice), '2026-12-20T08:00:00']);
  const key = { kind: 'NOTICE', partner: 'acme', transportDocumentReference: 'TD1' } as const;
  expect(notifications.isAbout({ ...keptOf({}), entityId }, key)).toBe(true);
  expect(notifications.owner).toMatchObject({ log: 'arrival-notice-versions' });
  expect(notifications.owner.ownerIdOf(entityId)).toBe(entityIdOf(notice));
});
