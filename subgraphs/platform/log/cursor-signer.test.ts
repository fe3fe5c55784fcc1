import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCursorSigner } from './cursor-signer.ts';

const signer = createCursorSigner(Buffer.from('a secret of the deployment'));

describe('signed cursors', () => {
  test('a cursor returns its position in its own scope', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1, unit: 'grapheme' }), (scope, position) => {
        expect(signer.open(scope, signer.sign(scope, position))).toBe(position);
      }),
    );
  });

  test('a cursor of another scope or another deployment is rejected', () => {
    const cursor = signer.sign('notices', '[12]');
    expect(() => signer.open('versions', cursor)).toThrow(expect.objectContaining({ code: 'CURSOR_INVALID' }));
    expect(() => createCursorSigner(Buffer.from('another')).open('notices', cursor)).toThrow(
      expect.objectContaining({ code: 'CURSOR_INVALID' }),
    );
  });

  test('a cursor with any character changed, added or removed is rejected', () => {
    const cursor = signer.sign('notices', '[12]');
    fc.assert(
      fc.property(
        fc.nat(cursor.length - 1),
        fc.constantFrom(...'abcXYZ019-_=+/ '),
        fc.constantFrom('replace', 'insert', 'cut'),
        (at, character, how) => {
          const tail = how === 'insert' ? cursor.slice(at) : cursor.slice(at + 1);
          const forged = cursor.slice(0, at) + (how === 'cut' ? '' : character) + tail;
          fc.pre(forged !== cursor);
          expect(() => signer.open('notices', forged)).toThrow(expect.objectContaining({ code: 'CURSOR_INVALID' }));
        },
      ),
    );
  });

  test('a cursor does not reveal its position, and is the same each time', () => {
    const cursor = signer.sign('notices', '[1234567]');
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('234');
    expect(signer.sign('notices', '[1234567]')).toBe(cursor);
  });

  test('strings that are not cursors are rejected', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (garbage) => {
        expect(() => signer.open('notices', garbage)).toThrow(expect.objectContaining({ code: 'CURSOR_INVALID' }));
      }),
    );
  });
});
