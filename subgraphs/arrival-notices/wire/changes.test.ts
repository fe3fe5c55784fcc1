import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesBetween } from './changes.ts';

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../test/fixtures/arrival-notices/${name}.json`, import.meta.url), 'utf8'));

/** Returns the changes between two versions that differ in one attribute only. */
const changesIn = (name: string, before: unknown, after: unknown) => changesBetween({ [name]: before }, { [name]: after });

describe('changesBetween', () => {
  test('identifies a changed seal by container and seal, not by index', () => {
    const before = fixture('complete');
    const after = fixture('complete');
    after.utilizedTransportEquipments.reverse();
    after.utilizedTransportEquipments[1].seals[0].type = 'WIR';
    expect(changesBetween(before, after)).toEqual([
      {
        path: '$.utilizedTransportEquipments[equipment.equipmentReference=LFDU4170012].seals[number=SB70431].type',
        before: 'BLT',
        after: 'WIR',
      },
    ]);
  });

  test('lists changes in the standard’s order, whatever the order in the documents', () => {
    const paths = changesBetween(
      { zone: 1, transport: { onBoardDate: {}, placeOfReceipt: {} }, carrierCode: 'A', issueDateTime: 'x', area: 1 },
      { area: 2, issueDateTime: 'y', carrierCode: 'B', transport: { placeOfReceipt: { a: 1 }, onBoardDate: { b: 1 } }, zone: 2 },
    ).map(({ path }) => path);
    expect(paths).toEqual([
      '$.issueDateTime',
      '$.carrierCode',
      '$.transport.placeOfReceipt.a',
      '$.transport.onBoardDate.b',
      '$.zone',
      '$.area',
    ]);
  });

  test('treats null as absent, in lists and inside attributes', () => {
    expect(changesBetween({ carrierCode: null, carrierClauses: ['a', null] }, { carrierClauses: ['a'] })).toEqual([]);
    expect(changesIn('carrierCode', null, 'A')).toEqual([{ path: '$.carrierCode', before: undefined, after: 'A' }]);
  });

  test('reports an added or removed object as one change', () => {
    expect(changesIn('charges', undefined, [{ chargeCode: 'A' }])).toEqual([
      { path: '$.charges', before: undefined, after: [{ chargeCode: 'A' }] },
    ]);
    expect(changesIn('charges', [{ chargeCode: 'A' }, { chargeCode: 'B' }], [{ chargeCode: 'B' }])).toEqual([
      { path: '$.charges[chargeCode=A]', before: { chargeCode: 'A' }, after: undefined },
    ]);
  });

  test('reports a list of strings as one change and ignores its order', () => {
    expect(changesIn('houseBillOfLadingReferences', ['a', 'b', 'a'], ['a', 'a', 'b'])).toEqual([]);
    expect(changesIn('houseBillOfLadingReferences', ['a', 'b', 'a'], ['a', 'b'])).toEqual([
      { path: '$.houseBillOfLadingReferences', before: ['a', 'b', 'a'], after: ['a', 'b'] },
    ]);
  });

  test('ignores how an object was created under an unknown or malicious name', () => {
    const [before, after] = [JSON.parse('{"__proto__":{"a":1},"constructor":1}'), JSON.parse('{"__proto__":{"a":2}}')];
    expect(changesBetween(before, after)).toEqual([
      { path: '$.__proto__.a', before: 1, after: 2 },
      { path: '$.constructor', before: 1, after: undefined },
    ]);
  });

  test('writes names that are not identifiers in JSONPath quotes', () => {
    expect(changesBetween({ 'it\'s "so" \\': 1 }, {}).map(({ path }) => path)).toEqual(["$['it\\'s \"so\" \\\\']"]);
  });

  test('compares values of any type', () => {
    expect(changesBetween([1], 'x')).toEqual([{ path: '$', before: [1], after: 'x' }]);
    expect(changesBetween(null, undefined)).toEqual([]);
    expect(changesIn('transport', { legs: [] }, [])).toHaveLength(1);
  });
});

describe('names of list elements', () => {
  const namesOf = (name: string, before: object[], after: object[]) =>
    changesIn(name, before, after).map(({ path }) => path.slice(`$.${name}`.length));

  test('identify a leg by its number, or by its ports if it has no number', () => {
    const leg = (load: string, discharge: string, mode: string, number?: number) => ({
      ...(number === undefined ? {} : { transportPlanStageSequenceNumber: number }),
      loadLocation: { UNLocationCode: load },
      dischargeLocation: { UNLocationCode: discharge },
      modeOfTransport: mode,
    });
    const legsChange = (before: object[], after: object[]) =>
      changesBetween({ transport: { legs: before } }, { transport: { legs: after } }).map(({ path }) => path);
    expect(legsChange([leg('A', 'B', 'VESSEL', 1)], [leg('A', 'B', 'BARGE', 1)])).toEqual([
      '$.transport.legs[transportPlanStageSequenceNumber=1].modeOfTransport',
    ]);
    expect(legsChange([leg('A', 'B', 'VESSEL'), leg('B', 'C', 'RAIL')], [leg('B', 'C', 'TRUCK', 2), leg('A', 'B', 'VESSEL', 1)])).toEqual([
      '$.transport.legs[loadLocation.UNLocationCode=A,dischargeLocation.UNLocationCode=B].transportPlanStageSequenceNumber',
      '$.transport.legs[loadLocation.UNLocationCode=B,dischargeLocation.UNLocationCode=C].transportPlanStageSequenceNumber',
      '$.transport.legs[loadLocation.UNLocationCode=B,dischargeLocation.UNLocationCode=C].modeOfTransport',
    ]);
    expect(legsChange([leg('A', 'B', 'VESSEL', 1), leg('B', 'C', 'RAIL', 2)], [leg('A', 'B', 'VESSEL', 1)])).toEqual([
      '$.transport.legs[transportPlanStageSequenceNumber=2]',
    ]);
  });

  test('identify a charge by its code, or by its quoted name if it has no code', () => {
    expect(namesOf('charges', [{ chargeCode: 'THC', quantity: 1 }], [{ chargeCode: 'THC', quantity: 2 }])).toEqual([
      '[chargeCode=THC].quantity',
    ]);
    expect(namesOf('charges', [{ chargeName: "Carrier's fee", quantity: 1 }], [{ chargeName: "Carrier's fee", quantity: 2 }])).toEqual([
      "[chargeName='Carrier\\'s fee'].quantity",
    ]);
  });

  test('use a more specific key if the usual one gives two elements the same name', () => {
    const customer = (value: string) => ({ type: 'CR', value });
    expect(namesOf('references', [customer('1')], [customer('2')])).toEqual(['[type=CR].value']);
    expect(namesOf('references', [customer('1'), customer('2')], [customer('2'), customer('3')])).toEqual([
      '[type=CR,value=1]',
      '[type=CR,value=3]',
    ]);
  });

  test('number elements that cannot be distinguished, pairing equal ones first', () => {
    const code = (partyCode: string) => ({ codeListProvider: 'ZZZ', partyCode });
    expect(namesOf('identifyingCodes', [code('1'), code('2')], [code('2'), code('3'), code('4')])).toEqual([
      '[codeListProvider=ZZZ].partyCode',
      '[codeListProvider=ZZZ#3]',
    ]);
    expect(namesOf('somethingNew', [{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 3 }])).toEqual(['[#1].a']);
  });

  test('identify free times by their subject', () => {
    const freeTime = (duration: number) => ({ typeCodes: ['DET', 'DEM'], equipmentReferences: ['A'], duration });
    expect(namesOf('freeTimes', [freeTime(7)], [{ ...freeTime(9), typeCodes: ['DEM', 'DET'] }])).toEqual([
      '[typeCodes=DEM|DET,equipmentReferences=A].duration',
    ]);
  });

  test('take the order into account for further notify parties only', () => {
    const party = (partyFunction: string, partyName: string) => ({ partyFunction, partyName });
    const [buyer, third, fourth] = [party('CN', 'A'), party('NI', 'B'), party('NI', 'C')];
    expect(namesOf('documentParties', [buyer, third, fourth], [third, fourth, buyer])).toEqual([]);
    expect(namesOf('documentParties', [buyer, third, fourth], [buyer, fourth, third])).toEqual([
      '[partyFunction=NI].partyName',
      '[partyFunction=NI#2].partyName',
    ]);
  });
});

describe('the embedded file', () => {
  const embedded = (content: string, name = 'a.pdf') => ({ arrivalNoticeVisualization: { name, content } });

  test('is reported without its content', () => {
    expect(changesBetween({}, embedded('QQ=='))).toEqual([
      { path: '$.arrivalNoticeVisualization', before: undefined, after: { name: 'a.pdf' } },
    ]);
    expect(changesBetween(undefined, embedded('QQ=='))).toEqual([
      { path: '$', before: undefined, after: { arrivalNoticeVisualization: { name: 'a.pdf' } } },
    ]);
    expect(changesBetween(embedded('QQ=='), embedded('Qg=='))).toEqual([
      { path: '$.arrivalNoticeVisualization', before: { name: 'a.pdf' }, after: { name: 'a.pdf' } },
    ]);
  });

  test('is reported by its attributes if the content is the same', () => {
    expect(changesBetween(embedded('QQ=='), embedded('QQ==', 'b.pdf'))).toEqual([
      { path: '$.arrivalNoticeVisualization.name', before: 'a.pdf', after: 'b.pdf' },
    ]);
  });
});

describe('properties', () => {
  test('a version does not differ from itself', () => {
    fc.assert(
      fc.property(notices, (notice) => {
        expect(changesBetween(notice, structuredClone(notice))).toEqual([]);
      }),
    );
  });

  test('the order of elements and attributes changes nothing', () => {
    fc.assert(
      fc.property(notices, fc.infiniteStream(fc.nat()), (notice, numbers) => {
        expect(
          changesBetween(
            notice,
            shuffled(notice, () => numbers.next().value),
          ),
        ).toEqual([]);
      }),
    );
  });

  test('different versions always have changes, and swapping the versions reverses the changes', () => {
    fc.assert(
      fc.property(notices, notices, (before, after) => {
        const changes = changesBetween(before, after);
        expect(changes.length > 0).toBe(!isDeepStrictEqual(normal(before), normal(after)));
        expect(changesBetween(after, before)).toHaveLength(changes.length);
      }),
    );
  });

  test('a single changed value is reported only at its position', () => {
    fc.assert(
      fc.property(fc.constantFrom(...leavesIn(fixture('every-attribute'))), (place) => {
        const [before, after] = [fixture('every-attribute'), fixture('every-attribute')];
        const holder = place.slice(0, -1).reduce((target: object, name) => Reflect.get(target, name), after);
        Reflect.set(holder, place.at(-1) ?? '', 'another');
        const changes = changesBetween(before, after);
        expect(changes.length).toBeGreaterThan(0);
        const root = place[0] ?? '';
        for (const { path } of changes)
          expect(path === `$.${root}` || path.startsWith(`$.${root}.`) || path.startsWith(`$.${root}[`)).toBe(true);
      }),
    );
  });

  test('no path is reported twice and no change without a difference', () => {
    fc.assert(
      fc.property(notices, notices, (before, after) => {
        const changes = changesBetween(before, after);
        expect(new Set(changes.map(({ path }) => path)).size).toBe(changes.length);
        for (const change of changes) expect(isDeepStrictEqual(change.before, change.after)).toBe(false);
      }),
    );
  });
});

const code = fc.constantFrom('A', 'B', 'A,B', 'C=1', "it's", '#2', '', null, 1, '1');
const maybe = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: undefined });

/**
 * Notices with many elements of the same name, wrong types and unknown attributes. `NI` is left out, because its order
 * has a meaning.
 */
const notices = fc.record(
  {
    issueDateTime: code,
    carrierCode: fc.oneof(code, fc.jsonValue({ maxDepth: 2 })),
    references: maybe(fc.array(fc.record({ type: code, value: code }, { requiredKeys: [] }), { maxLength: 4 })),
    charges: maybe(
      fc.array(
        fc.record({ chargeCode: code, chargeName: code, paymentLocation: fc.record({ UNLocationCode: code }) }, { requiredKeys: [] }),
        {
          maxLength: 4,
        },
      ),
    ),
    transport: fc.record(
      {
        legs: fc.array(
          fc.record(
            {
              transportPlanStageSequenceNumber: code,
              loadLocation: fc.record({ UNLocationCode: code }),
              departureDate: fc.jsonValue({ maxDepth: 1 }),
            },
            { requiredKeys: [] },
          ),
          { maxLength: 4 },
        ),
      },
      { requiredKeys: [] },
    ),
    utilizedTransportEquipments: fc.array(
      fc.record(
        {
          equipment: fc.record({ equipmentReference: code }),
          seals: fc.array(fc.record({ number: code, type: code }, { requiredKeys: [] }), { maxLength: 3 }),
          shippingMarks: fc.array(code, { maxLength: 3 }),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 3 },
    ),
    houseBillOfLadingReferences: fc.array(code, { maxLength: 3 }),
    unknown: fc.array(fc.oneof(fc.record({ a: code, b: fc.array(fc.record({ c: code })) }, { requiredKeys: [] }), code), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

function shuffled(value: unknown, next: () => number): unknown {
  const mix = <T>(list: T[]): T[] => {
    for (let index = list.length - 1; index > 0; index--) list.push(...list.splice(next() % (index + 1), 1));
    return list;
  };
  if (Array.isArray(value)) return mix(value.map((element) => shuffled(element, next)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(mix(Object.entries(value)).map(([name, inner]) => [name, shuffled(inner, next)]));
}

/** Removes `null`s and sorts lists. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) {
    const elements = value.map(normal).filter((element) => element !== undefined);
    return elements.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const entries = Object.entries(value).map(([name, inner]) => [name, normal(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function leavesIn(value: unknown, place: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [place];
  return Object.entries(value).flatMap(([name, inner]) => leavesIn(inner, [...place, name]));
}
