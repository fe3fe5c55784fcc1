import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openCaller } from './entitlement.ts';
import { eachHidden, hiddenAttributesOf, violationsOutside, withoutAttributes } from './visibility.ts';

const { entitlement: everything } = openCaller;
const charges = hiddenAttributesOf('arrival-notice-versions', { ...everything, charges: false });
const documents = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'medium' }, fc.integer(), fc.string(), fc.constant(null), fc.array(tie('value')), tie('object')),
  object: fc.dictionary(fc.constantFrom('charges', 'a', '__proto__', 'portOfDischarge', 'arrivalNoticeVisualization'), tie('value')),
}));

describe('hidden attributes', () => {
  test('charges are removed at every level, and so is the file that may show them', () => {
    const notice = {
      charges: [{ currencyAmount: 1 }],
      utilizedTransportEquipments: [{ isShipperOwned: true, charges: [] }],
      consignmentItems: [{ cargoItems: [{ position: 1, charges: null }] }],
      transport: { portOfDischarge: { UNLocationCode: 'BEANR' } },
      arrivalNoticeVisualization: { name: 'freight-240-EUR.pdf' },
    };
    expect(withoutAttributes(notice, charges)).toEqual({
      utilizedTransportEquipments: [{ isShipperOwned: true }],
      consignmentItems: [{ cargoItems: [{ position: 1 }] }],
      transport: { portOfDischarge: { UNLocationCode: 'BEANR' } },
    });
  });

  test('attributes are hidden at any depth, hiding is idempotent, and the document is not changed', () => {
    fc.assert(
      fc.property(documents.value, (generated) => {
        const before = JSON.stringify(generated);
        const document: unknown = JSON.parse(before);
        const shown = withoutAttributes(document, charges);
        expect(JSON.stringify(shown)).not.toContain('"charges":');
        expect(withoutAttributes(shown, charges)).toBe(shown);
        expect(JSON.stringify(document)).toBe(before);
      }),
    );
  });

  test('a document without hidden attributes is not copied', () => {
    const document = { a: [{ b: 1 }] };
    expect(withoutAttributes(document, charges)).toBe(document);
    expect(hiddenAttributesOf('arrival-notice-versions', everything).size).toBe(0);
  });

  test('violations of hidden attributes are hidden too, because they quote the received values', () => {
    const violations = [
      '$.charges[0].currencyAmount',
      '$.consignmentItems[2].cargoItems[1].charges',
      '$.portOfDischarge',
      '$.arrivalNoticeVisualization.name',
    ];
    const shown = violationsOutside(
      violations.map((path) => ({ path, message: 'expected a finite number, got "240.5"' })),
      charges,
    );
    expect(shown.map(({ path }) => path)).toEqual(['$.portOfDischarge']);
  });

  test('carriers’ volumes are hidden from callers that have access as a party', () => {
    const parties = [{ codeListProvider: 'SMDG', partyCode: 'BLUE' }];
    const volumes = hiddenAttributesOf('port-call-events', { ...everything, parties });
    expect(withoutAttributes({ eventID: '1', movesForecasts: [{ carrierCode: 'MSK' }] }, volumes)).toEqual({ eventID: '1' });
    expect(hiddenAttributesOf('port-call-events', { ...everything, charges: false }).size).toBe(0);
  });

  test('paths for equal sets of hidden attributes are one cached object', () => {
    const of = eachHidden((hidden) => ({ hidden }));
    expect(of(charges)).toBe(of(hiddenAttributesOf('arrival-notice-notifications', { ...everything, charges: false })));
    expect(of(charges)).not.toBe(of(hiddenAttributesOf('arrival-notice-versions', everything)));
  });
});
