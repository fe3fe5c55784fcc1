import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactJson, parseCompactJson } from './compact-json.ts';

test('any value is read as JSON would read it', () => {
  const names = fc.oneof(fc.string(), fc.constantFrom('$', '$$', '__proto__', 'nodes'));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.constant(undefined), fc.constant(null), fc.boolean()),
      fc.array(tie('value')),
      fc.dictionary(names, tie('value')),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(names, value), (members) => {
      const text = compactJson({ members, again: [members, structuredClone(members)] });
      expect(parseCompactJson(text)).toEqual(JSON.parse(JSON.stringify({ members, again: [members, members] })));
    }),
  );
});

test('equal objects are stored once, and read as one object', () => {
  const time = () => ({ source: 'PORT', localDate: '2026-03-05', evidence: { partner: 'acme', id: 'event-1' } });
  const text = compactJson({ before: time(), steps: [{ time: time() }, { time: time() }] });
  expect(text.split('2026-03-05')).toHaveLength(2);
  const read = parseCompactJson(text) as { before: object; steps: { time: object }[] };
  expect(read.steps.map((step) => step.time === read.before)).toEqual([true, true]);
});

test('a document of an earlier version, which is plain JSON, is read as it is', () => {
  expect(parseCompactJson('{"kind":"ARRIVED","evidence":[]}')).toEqual({ kind: 'ARRIVED', evidence: [] });
});
