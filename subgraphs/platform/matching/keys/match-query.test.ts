import { describe, expect, it } from 'vitest';
import { keySetOfNotice } from './match-key.ts';
import { encodeKeySet } from './match-key-text.ts';
import { encodeQuestion, readKeySet, readQuestion } from './match-query.ts';

const keySet = keySetOfNotice({ transport: { portOfDischarge: { UNLocationCode: 'SGSIN' } } }, { partner: 'acme' });
const text = encodeKeySet(keySet);

describe('a question of a join', () => {
  it('is read as it was written, also the second time', () => {
    for (let round = 0; round < 2; round++) {
      expect(readQuestion(encodeQuestion(text, { maxAge: 60, maxWaitMs: 0 }))).toEqual({ keySet, maxAge: 60, maxWaitMs: 0 });
      expect(readQuestion(encodeQuestion(text, {}))).toEqual({ keySet, maxAge: 900, maxWaitMs: 2_000 });
      expect(readKeySet(text)).toEqual(keySet);
    }
  });

  it.each([[''], ['60'], ['~'], ['-1~x'], [`99999999999~${text}`], [`60+1~${text}x`], [`60~${text}`], [`60+1~${text.slice(0, -3)}`]])(
    '%j is invalid',
    (forged) => {
      expect(() => readQuestion(forged)).toThrow('The key of the match set is invalid.');
    },
  );

  it('may not ask for answers from the future', () => {
    expect(() => encodeQuestion(text, { maxAge: -1 })).toThrow('Argument maxAge');
    expect(() => encodeQuestion(text, { maxWaitMs: -1 })).toThrow('Argument maxWaitMs');
  });
});
