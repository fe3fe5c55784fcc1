import { readFileSync } from 'node:fs';
import { instantOf, isDay } from '@landfall/dcsa/instant.ts';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxViolations } from '#platform/wire/shape-check.ts';
import { jsonSchemaOf } from '../../../test/support/json-schema.ts';
import { casesOf } from '../../../test/support/random-cases.ts';
import { cleanOf, findViolations, shapes } from './parse.ts';

const fixture = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../test/fixtures/arrival-notices/${name}.json`, import.meta.url), 'utf8'));

const identity = { issueDateTime: '2026-05-11T07:30:00Z', transportDocumentReference: 'A' };

const messageAt = (value: object, path: string) =>
  findViolations('arrivalNotice', value).find((violation) => violation.path === path)?.message;

describe('findViolations', () => {
  test.each(['complete', 'minimal', 'every-attribute'])('accepts the notice %s', (name) => {
    expect(findViolations('arrivalNotice', fixture(name))).toEqual([]);
  });

  test('accepts a notification', () => {
    expect(findViolations('notification', fixture('notification'))).toEqual([]);
  });

  test('reports each kind of violation with its path and the received value', () => {
    expect(findViolations('arrivalNotice', fixture('schema-violations'))).toMatchObject([
      { path: '$.transportDocumentReference', message: 'expected at most 20 characters, got 29' },
      { path: '$.versionLabel', message: 'is null and treated as absent' },
      { path: '$.carrierCode', message: 'expected a string, got 4711; read as "4711"' },
      { path: '$.carrierCodeListProvider', message: 'expected at most 10 characters, got 14' },
      { path: '$.references', message: 'expected a list, got "PO-2026-0417"; read as [{"value":"PO-2026-0417"}]' },
      { path: '$.isElectronic', message: 'expected true or false, got "yes"; read as true' },
      { path: '$.carrierClauses[1]', message: 'is null and treated as absent' },
      { path: '$.carrierClauses[2]', message: 'expected a string, got 7; read as "7"' },
      { path: '$.releaseInformation.freightReleaseDate', message: 'expected a calendar day YYYY-MM-DD, got "13/05/2026"' },
      { path: '$.documentParties[0].address.addressLines', message: 'expected at most 5 elements, got 6' },
      { path: '$.documentParties[1]', message: 'expected an object, got "Noordkade Foods B.V."' },
      { path: '$.transport.portOfDischarge', message: 'expected an object, got a list' },
      { path: '$.transport.portOfDischargeArrivalDate.value', message: 'expected a calendar day YYYY-MM-DD, got "2026-02-30"' },
      {
        path: '$.transport.generalOrderDateTime.value',
        message: 'expected an RFC 3339 date-time with offset, got "2026-06-01T12:00:00"',
      },
      {
        path: '$.transport.legs[0].transportPlanStageSequenceNumber',
        message: 'expected a whole number of at most 32 bits, got 2147483648',
      },
      { path: '$.transport.legs[0].vesselVoyage.vesselName', message: 'expected a string, got true' },
      { path: '$.freeTimes[0].duration', message: 'expected a whole number of at most 32 bits, got 7.5' },
      { path: '$.charges[0].currencyAmount', message: 'expected a finite number, got "490.00"; read as 490' },
      { path: '$.charges[0].unitPrice', message: 'expected a finite number, got Infinity' },
    ]);
  });

  test('requires the two attributes of the identity', () => {
    expect(findViolations('arrivalNotice', {})).toEqual([
      { path: '$.issueDateTime', message: 'is required and absent' },
      { path: '$.transportDocumentReference', message: 'is required and absent' },
    ]);
  });

  test.each([null, 'text', 7, []])('rejects %j because it is not an object', (value) => {
    expect(findViolations('notification', value)).toMatchObject([{ path: '$' }]);
  });

  test.each([
    ['2026-05-11T07:30:00Z', true],
    ['2026-05-11t07:30:00.123456789z', true],
    ['2016-12-31T23:59:60Z', true],
    ['2026-05-11T07:30:00+14:00', true],
    ['2026-05-11T07:30:00', false],
    ['2026-05-11 07:30:00Z', false],
    ['2026-02-29T07:30:00Z', false],
    ['2026-05-11', false],
    ['', false],
  ])('validates the instant %j by RFC 3339', (issueDateTime, isRight) => {
    expect(messageAt({ ...identity, issueDateTime }, '$.issueDateTime') === undefined).toBe(isRight);
  });

  test('counts code points, not UTF-16 units', () => {
    expect(messageAt({ ...identity, transportDocumentReference: '🚢'.repeat(20) }, '$.transportDocumentReference')).toBeUndefined();
    expect(messageAt({ ...identity, transportDocumentReference: '🚢'.repeat(21) }, '$.transportDocumentReference')).toBe(
      'expected at most 20 characters, got 21',
    );
  });

  test('accepts unknown codes and unknown attributes, whatever their names', () => {
    const notice = JSON.parse(
      '{"issueDateTime":"2026-05-11T07:30:00Z","transportDocumentReference":"A","freightPaymentStatus":"BARTERED","__proto__":{"x":null},"constructor":1}',
    );
    expect(findViolations('arrivalNotice', notice)).toEqual([]);
  });

  test('echoes at most 50 characters and does not cut a character in two', () => {
    const message = messageAt({ ...identity, charges: '🚢'.repeat(1_000_000) }, '$.charges');
    expect(message).toBe(`expected a list, got "${'🚢'.repeat(50)}"...`);
  });

  test('stops at the hundredth violation of a malicious list', () => {
    const violations = findViolations('arrivalNotice', { ...identity, carrierClauses: Array(1_000_000).fill(1), carrierCode: 1 });
    expect(violations).toHaveLength(maxViolations);
    expect(violations.at(-1)?.path).toBe(`$.carrierClauses[${maxViolations - 1}]`);
  });

  test('gives the same results as ajv with the same JSON Schema', () => {
    const ajv = new Ajv({ formats: { date: isDay, 'date-time': (text: string) => instantOf(text) !== undefined } });
    const validateNotice = ajv.compile(jsonSchemaOf(shapes.arrivalNotice));
    const validateNotification = ajv.compile(jsonSchemaOf(shapes.notification));
    fc.assert(
      fc.property(changedNotice(fixture('every-attribute')), (notice) => {
        expect(findViolations('arrivalNotice', notice).length === 0).toBe(validateNotice(notice));
        expect(findViolations('notification', notice).length === 0).toBe(validateNotification(notice));
      }),
      casesOf(500),
    );
  });
});

describe('cleanOf', () => {
  test('returns a valid object unchanged', () => {
    const notice = fixture('complete');
    expect(cleanOf(notice, findViolations('arrivalNotice', notice))).toBe(notice);
  });

  test('reads what has one meaning, removes what the typed model cannot represent and keeps the rest', () => {
    const notice = fixture('schema-violations');
    const kept = cleanOf(notice, findViolations('arrivalNotice', notice));
    expect(kept).toEqual({
      issueDateTime: '2026-05-11T07:30:00Z',
      transportDocumentReference: 'LFDXSANRTM0419-LONGER-THAN-20',
      typeLabel: 'Ü🚢',
      carrierCode: '4711',
      carrierCodeListProvider: 'LONGER-THAN-10',
      references: [{ value: 'PO-2026-0417' }],
      isElectronic: true,
      carrierClauses: ['A clause', '7'],
      releaseInformation: {},
      documentParties: [{ partyFunction: 'CN', address: { addressLines: ['one', 'two', 'three', 'four', 'five', 'six'] } }],
      transport: { portOfDischargeArrivalDate: { classifier: 'EST' }, generalOrderDateTime: {}, legs: [{ vesselVoyage: {} }] },
      freeTimes: [{}],
      charges: [{ currencyAmount: 490 }],
      codeOfOurOwn: { is: ['kept', null] },
    });
    expect(notice).toEqual(fixture('schema-violations'));
  });

  test('cleans a notification by its own attributes', () => {
    const notification = { ...identity, equipmentReferences: ['A', true], portOfDischarge: 'NLRTM', placeOfDelivery: { address: null } };
    expect(cleanOf(notification, findViolations('notification', notification))).toEqual({
      ...identity,
      equipmentReferences: ['A'],
      placeOfDelivery: {},
    });
  });

  test('never assigns an attribute to the prototype', () => {
    const notice = JSON.parse('{"carrierCode":1,"__proto__":{"typeLabel":"x"}}');
    expect(cleanOf<{ typeLabel?: string }>(notice, findViolations('arrivalNotice', notice)).typeLabel).toBeUndefined();
  });

  test('removes only the value that is too long', () => {
    fc.assert(
      fc.property(changedNotice(fixture('every-attribute')), (notice) => {
        const kept = cleanOf(notice, findViolations('arrivalNotice', notice));
        const violations = findViolations('arrivalNotice', kept).filter(({ message }) => message !== 'is required and absent');
        expect(violations.filter(({ message }) => !message.startsWith('expected at most'))).toEqual([]);
      }),
      casesOf(500),
    );
  });
});

/** Changes up to three values of the notice, at any depth, to arbitrary ones. */
function changedNotice(notice: object): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.integer({ min: -(2 ** 33), max: 2 ** 33 }),
    fc.tuple(fc.constantFrom('a', '🚢'), fc.integer({ min: 0, max: 60 })).map(([letter, count]) => letter.repeat(count)),
    fc.constantFrom('2026-05-11', '2026-02-29', '2026-05-11T07:30:00Z', '2026-05-11T07:30:00', Number.POSITIVE_INFINITY),
    fc.array(fc.constantFrom('a', null, 1), { maxLength: 60 }),
  );
  const places = placesIn(notice);
  return fc.array(fc.tuple(fc.constantFrom(...places), anything), { maxLength: 3 }).map((replacements) => {
    const copy = structuredClone({ notice });
    for (const [place, value] of replacements) replace(copy, place, value);
    return copy.notice;
  });
}

function placesIn(value: unknown, place: readonly string[] = ['notice']): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [place];
  return [place, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...place, name]))];
}

function replace(root: object, place: readonly string[], value: unknown): void {
  let target: unknown = root;
  for (const name of place.slice(0, -1)) target = typeof target === 'object' && target !== null ? Reflect.get(target, name) : undefined;
  if (typeof target === 'object' && target !== null) Reflect.set(target, place.at(-1) ?? '', value);
}
