import { expect, test } from 'vitest';
import { alertEntityIdOf } from '#platform/store/arrival-store.ts';
import type { SubjectKey } from '#platform/store/removal/subject-rules.ts';
import { alertSubjectRules } from './subject-rule.ts';

const { isAbout, owner } = alertSubjectRules['arrival-alerts'];
const arrivalId = '["acme","TD1"]';
const alert = {
  partner: 'acme',
  entityId: alertEntityIdOf(arrivalId, 'a1'),
  document: Buffer.from('{"evidence":[{"source":"PORT","partner":"port"}],"closingEvidence":[{"source":"SCHEDULE","partner":"line"}]}'),
  terms: [],
};

test.each<[SubjectKey, boolean]>([
  [{ kind: 'PARTNER', partner: 'acme' }, true],
  [{ kind: 'PARTNER', partner: 'port' }, true],
  [{ kind: 'PARTNER', partner: 'line' }, true],
  [{ kind: 'PARTNER', partner: 'other' }, false],
  [{ kind: 'PARTY', partyCode: 'acme' }, false],
  [{ kind: 'NOTICE', partner: 'acme', transportDocumentReference: 'TD2' }, false],
])('an alert belongs to the partners whose records are its evidence: %j, %s', (key, expected) => {
  expect(isAbout(alert, key)).toBe(expected);
});

test('an alert is part of its notice', () => {
  expect(owner.log).toBe('arrival-notice-versions');
  expect(owner.ownerIdOf(alert.entityId)).toBe(arrivalId);
});
