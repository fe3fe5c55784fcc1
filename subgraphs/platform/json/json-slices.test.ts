import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../test/support/random-cases.ts';
import { locate, sliceArray } from './json-slices.ts';
import { finish } from './steps.ts';

const limits = { maxDepth: 64, maxItems: 10_000 };

/** Returns the slices as strings. */
function textsOf(body: string, name = 'list', within = limits): string[] | string {
  const bytes = Buffer.from(body);
  const result = finish(sliceArray(bytes, name, within));
  return result.kind === 'ok' ? result.slices.map(({ start, end }) => bytes.toString('utf8', start, end)) : result.kind;
}

describe('sliceArray', () => {
  test('returns each element byte for byte, without surrounding white space', () => {
    expect(textsOf('\n{ "a" : [0] , "list" :\t[ {"b" : 1 } ,\r\n"\\u00e4]\\"," , [1, [2]],-1.5e3 ,null ] }')).toEqual([
      '{"b" : 1 }',
      '"\\u00e4]\\","',
      '[1, [2]]',
      '-1.5e3',
      'null',
    ]);
  });

  test('returns nothing when there is no such list', () => {
    for (const body of ['{}', '{"list":{}}', '{"list":[]}', '{"lists":[1]}', '{"a":{"list":[1]}}', '[{"list":[1]}]', '"list"', '7']) {
      expect(textsOf(body)).toEqual([]);
    }
  });

  test('uses the last of equal keys, however they are written', () => {
    expect(textsOf('{"list":[1],"a":2,"list":[3,4]}')).toEqual(['3', '4']);
    expect(textsOf('{"list":[1],"l\\u0069st":[2]}')).toEqual(['2']);
    expect(textsOf('{"list":[1],"list":2}')).toEqual([]);
  });

  test('rejects nesting beyond the limit anywhere in the body, and nothing up to it', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    for (const body of [`{"list":[${nested(3)}]}`, `{"a":${nested(4)},"list":[]}`, `{"a":[{"list":${nested(2)}}]}`, nested(5)]) {
      expect(textsOf(body, 'list', { ...limits, maxDepth: 5 })).not.toBe('TOO_DEEP');
      expect(textsOf(body, 'list', { ...limits, maxDepth: 4 })).toBe('TOO_DEEP');
    }
    expect(textsOf(`{"list":[${'['.repeat(5_000_000)}`)).toBe('TOO_DEEP');
  });

  test('rejects a list with more elements than the limit, and accepts one that reaches it', () => {
    expect(textsOf('{"list":[1,2,3],"other":[1,2,3,4]}', 'list', { ...limits, maxItems: 3 })).toHaveLength(3);
    expect(textsOf('{"list":[1,2,3,4]}', 'list', { ...limits, maxItems: 3 })).toBe('TOO_MANY');
  });

  test.each([
    '',
    ' ',
    '{',
    '{"list"',
    '{"list":',
    '{"list":[',
    '{"list":[1',
    '{"list":[1,',
    '{"list":[,]}',
    '{"list":["\\',
    '{"list":["\\"]}',
    `{"list":["${'a'.repeat(200)}\\"]}`,
    '{list:[1]}',
    '{"list" [1]}',
    '{"list":[1}',
    '}',
  ])('rejects the broken text %j', (body) => {
    expect(textsOf(body)).toBe('NOT_JSON');
  });

  test('reads any JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const parsed: unknown = JSON.parse(body);
        const list = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? Reflect.get(parsed, 'list') : undefined;
        const texts = textsOf(body);
        if (!Array.isArray(texts)) throw new Error(texts);
        expect(texts.map((text) => JSON.parse(text))).toEqual(Array.isArray(list) ? list : []);
        expect(texts).toEqual(texts.map((text) => text.trim()));
      }),
      casesOf(1_000),
    );
  });

  test('counts depth exactly', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const depth = depthOf(JSON.parse(withUniqueKeys(body)));
        expect(textsOf(body, 'list', { ...limits, maxDepth: depth })).not.toBe('TOO_DEEP');
        if (depth > 0) expect(textsOf(body, 'list', { ...limits, maxDepth: depth - 1 })).toBe('TOO_DEEP');
      }),
    );
  });

  test('terminates on any mutilated text within its bounds, and never turns JSON into something else', () => {
    const cut = fc.record({ at: fc.nat(), length: fc.nat(8), bytes: fc.uint8Array({ maxLength: 8 }) });
    const structure = fc.record({
      at: fc.nat(),
      length: fc.nat(2),
      bytes: fc.constantFrom(...'{}[],:"\\ 0').map((text) => Buffer.from(text)),
    });
    fc.assert(
      fc.property(bodies, fc.array(fc.oneof(cut, structure), { minLength: 1, maxLength: 4 }), (body, cuts) => {
        let bytes = Buffer.from(body);
        for (const { at, length, bytes: inserted } of cuts) {
          const place = at % (bytes.length + 1);
          bytes = Buffer.concat([bytes.subarray(0, place), inserted, bytes.subarray(place + length)]);
        }
        const result = finish(sliceArray(bytes, 'list', limits));
        const slices = result.kind === 'ok' ? result.slices : [];
        for (const [index, { start, end }] of slices.entries()) {
          expect(start).toBeGreaterThanOrEqual(slices[index - 1]?.end ?? 0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(bytes.length);
        }
        const parsed = parsedOrUndefined(bytes.toString());
        if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return;
        const list: unknown = Reflect.get(parsed, 'list');
        const values = slices.map(({ start, end }) => JSON.parse(bytes.toString('utf8', start, end)));
        expect({ kind: result.kind, values }).toEqual({ kind: 'ok', values: Array.isArray(list) ? list : [] });
      }),
      casesOf(2_000),
    );
  });
});

describe('locate', () => {
  const textAt = (json: string, path: string[]) => {
    const bytes = Buffer.from(json);
    const found = locate(bytes, path);
    return found === undefined ? undefined : bytes.toString('utf8', found.start, found.end);
  };

  test('finds the bytes between the quotes', () => {
    expect(textAt(' {"a":{"c":"x","b" : "\\"\\u00e4" }}', ['a', 'b'])).toBe('\\"\\u00e4');
    expect(textAt('{"a":""}', ['a'])).toBe('');
    const content = 'QUJD'.repeat(100_000);
    expect(textAt(`{"a":{"b":"${content}"}}`, ['a', 'b'])).toBe(content);
  });

  test('uses the last of equal keys at every level', () => {
    expect(textAt('{"a":{"b":"1"},"a":{"b":"2","b":"3"}}', ['a', 'b'])).toBe('3');
    expect(textAt('{"a":{"b":"1"},"a":{}}', ['a', 'b'])).toBeUndefined();
    expect(textAt('{"a":{"b":"1","b":2}}', ['a', 'b'])).toBeUndefined();
  });

  test('returns nothing when there is no such string', () => {
    for (const json of ['{}', '{"a":1}', '{"a":"b"}', '{"a":{"b":1}}', '{"a":{"b":{}}}', '{"a":[{"b":"1"}]}', '[]', '', '{"a":{"b":"']) {
      expect(textAt(json, ['a', 'b'])).toBeUndefined();
    }
  });

  test('finds the same string as JSON.parse', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const parsed: unknown = JSON.parse(body);
        const inner: unknown = isRecord(parsed) ? parsed['a'] : undefined;
        const text: unknown = isRecord(inner) && Object.hasOwn(inner, 'b') ? inner['b'] : undefined;
        const found = textAt(body, ['a', 'b']);
        expect(found === undefined ? undefined : JSON.parse(`"${found}"`)).toEqual(typeof text === 'string' ? text : undefined);
      }),
      casesOf(1_000),
    );
  });
});

/** JSON texts with white space, escapes, equal keys, and the names `list`, `a` and `b` in many places. */
const bodies = fc
  .letrec<{ value: string; object: string; list: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(texts(), fc.double({ noDefaultInfinity: true, noNaN: true }).map(String), fc.constantFrom('true', 'false', 'null')),
      tie('object'),
      tie('list'),
    ),
    object: joined(
      '{',
      '}',
      fc.tuple(keys(), blanks(), tie('value')).map(([key, blank, value]) => `${key}${blank}:${blank}${value}`),
    ),
    list: joined('[', ']', tie('value')),
  }))
  .object.chain((object) => fc.tuple(blanks(), blanks()).map(([before, after]) => before + object + after));

function joined(open: string, close: string, element: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(element, { maxLength: 5 }), blanks())
    .map(([elements, blank]) => `${open}${blank}${elements.map((text) => `${text}${blank}`).join(`,${blank}`)}${close}`);
}

function keys(): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom('"list"', '"a"', '"b"', '"l\\u0069st"', '"\\u0061"', '"lis"', '"list\\u0000"', '"\\/"'), texts());
}

function texts(): fc.Arbitrary<string> {
  const plain = fc.string({ unit: 'binary', maxLength: 100 }).map((text) => JSON.stringify(text));
  const escapes = fc.array(fc.constantFrom('\\\\', '\\"', '\\/', '\\ud83d', '\\u0041', 'x', '[', '}', ',', 'ä', '🚢'), { maxLength: 100 });
  return fc.oneof(
    plain,
    escapes.map((parts) => `"${parts.join('')}"`),
  );
}

function blanks(): fc.Arbitrary<string> {
  return fc.constantFrom('', '', ' ', '\n', '\r\n\t ');
}

/** Replaces equal keys by unique ones, because `JSON.parse` would hide them. */
function withUniqueKeys(body: string): string {
  let count = 0;
  return body.replaceAll(/"(?:[^"\\]|\\.)*"(?=\s*:)/gs, () => `"${count++}"`);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
