import { describe, expect, test } from 'vitest';
import { defaultAlertThresholds } from '#platform/access/access-file.ts';
import { arrivalFilterOf, arrivalIdOfArguments } from './arguments.ts';
import { arrivalIdOf, globalIdOfArrival } from './model.ts';
import { beginningsOf, codeTerms, nameTerms } from './terms.ts';

const reader = { view: 'all', thresholds: defaultAlertThresholds, charges: false };
const key = { partner: 'acme', transportDocumentReference: 'D1' };

describe('the arguments of one arrival', () => {
  test('are its id, or its partner and document', () => {
    expect(arrivalIdOfArguments(key)).toBe(arrivalIdOf(key));
    expect(arrivalIdOfArguments({ ...key, typeLabel: 'A' })).toBe(arrivalIdOf({ ...key, typeLabel: 'A' }));
    expect(arrivalIdOfArguments({ id: globalIdOfArrival('["acme","D1"]') })).toBe('["acme","D1"]');
    expect(arrivalIdOfArguments({ id: 'none of ours' })).toBeUndefined();
  });

  test.each([
    ['none', {}],
    ['a part of the key', { partner: 'acme' }],
    ['both', { id: 'x', ...key }],
    ['an id with a label', { id: 'x', typeLabel: 'A' }],
  ])('are rejected if %s is given', (_, given) => {
    expect(() => arrivalIdOfArguments(given)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }));
  });
});

describe('a filter of arrivals', () => {
  test('compares alerts at the thresholds of the caller, and hides alerts about charges', () => {
    const { all } = arrivalFilterOf({ alertKinds: ['ETA_CHANGED', 'BERTHED', 'CHARGES_CHANGED'] }, reader);
    const terms = all?.flat() ?? [];
    expect(terms).toEqual(expect.arrayContaining(['open:all:ETA_CHANGED:6', 'open:all:ETA_CHANGED:1-12', 'open:all:BERTHED']));
    expect(terms.filter((term) => /CHARGES|:1-3|:12/.test(term))).toEqual([]);
  });

  test.each([{ text: '- /' }, { party: '.' }, { text: 'a b c d e f g h i j k' }, { text: ' ' }])('rejects %o', (filter) => {
    expect(() => arrivalFilterOf(filter, reader)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }));
  });
});

describe('words', () => {
  test('are normalized to lower case, without accents, blanks and punctuation', () => {
    expect(codeTerms('word', ' MSKU 123456-7 ')).toEqual(['word:msku1234567']);
    expect(nameTerms('word', 'Gdańsk–Nowy Port')).toEqual(['word:gdansknowyport', 'word:nowyport', 'word:port']);
    expect(codeTerms('word', undefined)).toEqual([]);
    expect(nameTerms('word', '—')).toEqual([]);
  });

  test('of a search are found alone, or together with neighbouring words', () => {
    expect(beginningsOf(['word'], 'text', 'MSKU 123456-7  rot')).toEqual([
      ['word:msku', 'word:msku1234567', 'word:msku1234567rot'],
      ['word:msku1234567', 'word:msku1234567rot', 'word:1234567', 'word:1234567rot'],
      ['word:msku1234567rot', 'word:1234567rot', 'word:rot'],
    ]);
  });

  test('are compared by their first forty characters', () => {
    const long = 'x'.repeat(60);
    expect(codeTerms('word', long)).toEqual([`word:${'x'.repeat(40)}`]);
    expect(beginningsOf(['word'], 'text', long)).toEqual([codeTerms('word', long)]);
  });
});
