import { matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { describe, expect, it } from 'vitest';
import { encodeMatchQuery, matchKeyIn, matchTermsIn, readMatchKey, readMatchTerms } from './match-query.ts';

const matchKey = matchKeyOfNotice({ transport: { portOfDischarge: { UNLocationCode: 'SGSIN' } } }, { partner: 'acme' });
const text = encodeMatchKey(matchKey);

const read = (query: string) => ({ ...readMatchTerms(matchTermsIn(query)), matchKey: readMatchKey(matchKeyIn(query) ?? '') });

describe('a match query', () => {
  it('is read as it was written, also from the cache', () => {
    for (let round = 0; round < 2; round++) {
      expect(read(encodeMatchQuery(text, { maxAgeSeconds: 60, maxWaitMs: 0 }))).toEqual({ matchKey, maxAgeSeconds: 60, maxWaitMs: 0 });
      expect(read(encodeMatchQuery(text, {}))).toEqual({ matchKey, maxAgeSeconds: 900, maxWaitMs: 2_000 });
      expect(readMatchKey(text)).toEqual(matchKey);
    }
  });

  it.each([[''], ['60'], ['~'], ['-1~x'], [`99999999999~${text}`], [`60+1~${text}x`], [`60~${text}`], [`60+1~${text.slice(0, -3)}`]])(
    '%j is invalid',
    (forged) => {
      expect(() => read(forged)).toThrow('The key of the match set is invalid.');
    },
  );

  it('cannot request answers from the future', () => {
    expect(() => encodeMatchQuery(text, { maxAgeSeconds: -1 })).toThrow('Argument maxAgeSeconds');
    expect(() => encodeMatchQuery(text, { maxWaitMs: -1 })).toThrow('Argument maxWaitMs');
  });
});
