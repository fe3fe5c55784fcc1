import { describe, expect, it } from 'vitest';
import { escapeControls } from './terminal.ts';

describe('a text for a terminal', () => {
  it.each([
    ['an escape sequence', '\u001b[31mred', '\\u001b[31mred'],
    ['the one-byte form of it', '\u009b2J', '\\u009b2J'],
    ['an operating system command', '\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
    ['a carriage return', 'kept\rlost', 'kept\\u000dlost'],
    ['a line feed', 'one\ntwo', 'one\\u000atwo'],
    ['a delete', 'a\u007f', 'a\\u007f'],
    ['a bidirectional override', 'invoice\u202efdp.exe', 'invoice\\u202efdp.exe'],
    ['a bidirectional isolate', '\u2066x\u2069', '\\u2066x\\u2069'],
    ['a zero-width space', 'AC\u200bME', 'AC\\u200bME'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
    ['a tag beyond the BMP', 'a\u{e0041}', 'a\\udb40\\udc41'],
  ])('shows %s as an escape sequence', (_what, text, shown) => {
    expect(escapeControls(text)).toBe(shown);
  });

  it('is unchanged when it contains no control characters', () => {
    expect(escapeControls('Zürich 東京 🚢 {"a":"b\\n"}')).toBe('Zürich 東京 🚢 {"a":"b\\n"}');
  });

  it('that is JSON keeps its content, whatever its strings contain', () => {
    const document = { 'a\u009b': 'b\u202e\u0000\n\u{e0041}\ud800' };
    expect(JSON.parse(escapeControls(JSON.stringify(document, undefined, 2), { keepsLines: true }))).toEqual(document);
    expect(JSON.parse(escapeControls(JSON.stringify(document)))).toEqual(document);
  });
});
