import { expect, it } from 'vitest';
import { visualizationOf, writePdf } from './visualization.ts';

it('is a PDF whose cross-reference table points to its objects', () => {
  const text = writePdf(['Arrival notice (copy)', 'back\\slash']).toString('latin1');
  expect(text.startsWith('%PDF-1.4\n')).toBe(true);
  expect(text.endsWith('%%EOF\n')).toBe(true);
  const table = Number(/startxref\n(\d+)\n/.exec(text)?.[1]);
  expect(text.slice(table, table + 4)).toBe('xref');
  const offsets = [...text.slice(table).matchAll(/(\d{10}) 00000 n /g)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual(['1 0 obj', '2 0 obj', '3 0 obj', '4 0 obj', '5 0 obj']);
  const stream = /\/Length (\d+) >>\nstream\n([\s\S]*)\nendstream/.exec(text);
  expect(stream?.[2]).toHaveLength(Number(stream?.[1]));
  expect(text).toContain('(Arrival notice \\(copy\\)) Tj');
  expect(text).toContain('(back\\\\slash) Tj');
});

it('is in the notice as Base64', () => {
  const { name, content, contentType } = visualizationOf('NSTR1', ['x']);
  expect([name, contentType]).toEqual(['NSTR1.pdf', 'application/pdf']);
  expect(Buffer.from(content, 'base64').toString('latin1')).toContain('%PDF-1.4');
});
