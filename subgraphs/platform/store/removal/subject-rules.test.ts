import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashOfKey, isNamedIn, mayBeAbout, someWithin } from './subject-rules.ts';

describe('erasure keys', () => {
  test('are stored as the SHA-256 of a list that can be rebuilt from the key', () => {
    const hashed = createHash('sha256').update('["PARTY","LEI","529900"]').digest('hex');
    const key = { kind: 'PARTY', partyCode: '529900', codeListProvider: 'LEI' } as const;
    expect(hashOfKey(key)).toEqual({ keyKind: 'PARTY', keyHash: hashed });
  });

  test('are the same for names that compare equal, and differ by kind and by absent parts', () => {
    const named = (partyName: string) => hashOfKey({ kind: 'PARTY_NAME', partyName }).keyHash;
    expect(named(' Coffee  ROASTERS\tNV')).toBe(named('coffee roasters nv'));
    const notice = { kind: 'NOTICE', partner: 'acme', transportDocumentReference: 'TD1' } as const;
    const keys = [{ kind: 'PARTNER', partner: 'acme' } as const, notice, { ...notice, typeLabel: 'L' }];
    expect(new Set(keys.map((key) => hashOfKey(key).keyHash)).size).toBe(3);
  });
});

describe('dead letters', () => {
  const deadLetter = {
    partner: 'acme',
    bytes: Buffer.from('{"documentParties":{"identifyingCodes":[{"partyCode":"\\u0041BC"}],"x":"Coffee Roasters"}}'),
  };

  test('are about a party whose code or name is one of their strings, whatever their shape', () => {
    expect(mayBeAbout(deadLetter, { kind: 'PARTY', partyCode: 'ABC', codeListProvider: 'LEI' })).toBe(true);
    expect(mayBeAbout(deadLetter, { kind: 'PARTY', partyCode: 'AB' })).toBe(false);
    expect(mayBeAbout(deadLetter, { kind: 'PARTY_NAME', partyName: 'COFFEE roasters' })).toBe(true);
    expect(mayBeAbout({ ...deadLetter, bytes: Buffer.from('{"broken":"ABC') }, { kind: 'PARTY', partyCode: 'ABC' })).toBe(true);
  });

  test('are about their partner, and about a document that they name if it belongs to that partner', () => {
    const bytes = Buffer.from('{"transportDocumentReference":"TD1"}');
    const notice = { kind: 'NOTICE', transportDocumentReference: 'TD1' } as const;
    expect(mayBeAbout({ partner: 'acme', bytes }, { ...notice, partner: 'acme' })).toBe(true);
    expect(mayBeAbout({ partner: 'acme', bytes }, { ...notice, partner: 'other' })).toBe(false);
    expect(mayBeAbout({ partner: 'acme', bytes }, { kind: 'PARTNER', partner: 'acme' })).toBe(true);
  });
});

test('a subject is found anywhere in a text, whatever its format', () => {
  const text = '{"error":"Unknown consignee  Coffee ROASTERS of TD1"}';
  expect(isNamedIn(text, { kind: 'PARTY_NAME', partyName: 'Coffee Roasters' })).toBe(true);
  expect(isNamedIn(text, { kind: 'NOTICE', partner: 'acme', transportDocumentReference: 'TD1' })).toBe(true);
  expect(isNamedIn(text, { kind: 'PARTY', partyCode: 'TD2' })).toBe(false);
});

test('a value is searched at any depth', () => {
  const isSeven = (value: unknown) => value === 7;
  expect([7, { a: [{ b: 7 }] }, { a: [{ b: 8 }] }, null].map((value) => someWithin(value, isSeven))).toEqual([true, true, false, false]);
});
