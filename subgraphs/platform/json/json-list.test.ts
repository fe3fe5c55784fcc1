import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../test/support/random-cases.ts';
import { bytesOf, openJsonList } from './json-slices.ts';
import { finish } from './steps.ts';

const limits = { maxDepth: 64, maxItems: 1_000 };

/** Parses the pieces of a body and puts them together again; undefined when one of them is not JSON. */
function whole(body: string, name: string | undefined): unknown {
  const list = finish(openJsonList(Buffer.from(body), name, limits));
  if (list.kind !== 'ok') return undefined;
  try {
    const elements = list.slices.map((slice) => JSON.parse(list.textOf(slice)));
    if (name === undefined) return Array.isArray(list.envelope) ? elements : list.envelope;
    const { envelope } = list;
    const isObject = typeof envelope === 'object' && envelope !== null && !Array.isArray(envelope);
    return isObject && Array.isArray(Reflect.get(envelope, name)) ? { ...envelope, [name]: elements } : envelope;
  } catch {
    return undefined;
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

describe('a list that is parsed piece by piece', () => {
  const value = fc.json({ maxDepth: 4 });
  const object = fc
    .array(
      fc.tuple(
        fc.constantFrom('list', 'l\\u0069st', 'other'),
        fc.oneof(
          value,
          fc.array(value).map((all) => `[${all.join(' , ')}]`),
        ),
      ),
    )
    .map((members) => `{${members.map(([key, text]) => `"${key}": ${text}`).join()}}`);

  test('has the same value as JSON.parse of the whole', () => {
    fc.assert(
      fc.property(fc.oneof(object, value), (body) => {
        expect(whole(body, 'list')).toEqual(parsed(body));
      }),
    );
    fc.assert(
      fc.property(value, (body) => {
        expect(whole(body, undefined)).toEqual(parsed(body));
      }),
    );
  });

  test('is valid JSON only if the whole is', () => {
    const broken = fc
      .tuple(object, fc.nat(), fc.constantFrom('', ',', ']', '}', '"', '[', '{', ':', '1', ' '))
      .map(([body, at, other]) => `${body.slice(0, at % (body.length + 1))}${other}${body.slice((at % (body.length + 1)) + 1)}`);
    fc.assert(
      fc.property(broken, (body) => {
        expect(whole(body, 'list')).toEqual(parsed(body));
      }),
      casesOf(1_000),
    );
  });

  test.each([
    ['{"list":[[0,0,0],[0,0]]}', 5, 'ok'],
    ['{"list":[[0,0,0],[0,0]]}', 3, 'TOO_MANY_VALUES'],
    ['{"list":[],"beside":[[],[],[]]}', 4, 'TOO_MANY_VALUES'],
    ['{"list":[],"a":1,"b":1,"c":1,"d":1}', 3, 'TOO_MANY_VALUES'],
  ])('%s with %d values allowed in each part is %s', (body, maxItemValues, kind) => {
    expect(finish(openJsonList(Buffer.from(body), 'list', { ...limits, maxItemValues })).kind).toBe(kind);
  });
});

test('elements of a large body are copies, so that an element does not keep the body in memory', () => {
  const body = Buffer.from(JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ index, text: 'x'.repeat(500) }))));
  const list = finish(openJsonList(body, undefined, { maxDepth: 64, maxItems: 5_000 }));
  if (list.kind !== 'ok') throw new Error(list.kind);
  const elements = list.slices.map((slice) => bytesOf(body, slice));
  expect(Buffer.concat(elements).equals(Buffer.concat(list.slices.map(({ start, end }) => body.subarray(start, end))))).toBe(true);
  expect(elements.filter(({ buffer, length }) => buffer.byteLength !== length)).toEqual([]);
});
