import { expect, test } from 'vitest';
import type { SubjectKey } from '#platform/store/removal/subject-rules.ts';
import { eventSubjectRules } from './subject-rule.ts';

const { isAbout } = eventSubjectRules['port-call-events'];
const event = {
  partner: 'port',
  entityId: '["port","e1"]',
  document: Buffer.from('{"eventID":"e1"}'),
  terms: ['partner:port', 'sendingParty:ABC'],
};

test.each<[SubjectKey, boolean]>([
  [{ kind: 'PARTNER', partner: 'port' }, true],
  [{ kind: 'PARTNER', partner: 'acme' }, false],
  [{ kind: 'PARTY', partyCode: 'ABC', codeListProvider: 'LEI' }, true],
  [{ kind: 'PARTY', partyCode: 'AB' }, false],
  [{ kind: 'PARTY_NAME', partyName: 'abc' }, true],
  [{ kind: 'NOTICE', partner: 'port', transportDocumentReference: 'e1' }, false],
])('an event is about its partner and about the party that a relaying proxy named: %j, %s', (key, expected) => {
  expect(isAbout(event, key)).toBe(expected);
});

test('an event without a known sender is about no party', () => {
  expect(isAbout({ ...event, terms: [] }, { kind: 'PARTY_NAME', partyName: '' })).toBe(false);
});
