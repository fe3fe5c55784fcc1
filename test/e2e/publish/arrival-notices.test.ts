import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findViolations } from '../../../subgraphs/arrival-notices/wire/parse.ts';
import { playNoticeScenarios } from '../../support/publisher-conformance.ts';
import { contractViolations } from '../../support/standard-types.ts';
import { openPublishing, type Publishing } from './open-publishing.ts';

const complete = JSON.parse(readFileSync(new URL('../../fixtures/arrival-notices/complete.json', import.meta.url), 'utf8'));
const file = Buffer.from('%PDF-1.7 of a notice').toString('base64');

/** A notice that matches each filter of the standard, and one that matches none. */
const found = {
  transportDocumentReference: 'FOUND1',
  issueDateTime: '2026-03-02T13:05:00Z',
  transport: {
    portOfDischarge: { UNLocationCode: 'BEANR' },
    portOfDischargeArrivalDate: { value: '2026-03-09', classifier: 'EST' },
    legs: [
      {
        vesselVoyage: {
          vesselIMONumber: '9321483',
          vesselName: 'Coffee Star',
          carrierImportVoyageNumber: '608N',
          universalImportVoyageReference: '2608N',
          carrierServiceCode: 'FE1',
          universalServiceReference: 'SR12345A',
        },
      },
    ],
  },
  utilizedTransportEquipments: [{ equipment: { equipmentReference: 'FARU1000027' } }],
};
const other = { transportDocumentReference: 'OTHER1', issueDateTime: '2026-03-02T13:05:00Z', transport: { legs: [{ vesselVoyage: {} }] } };

let publishing: Publishing;
const referencesOf = (rows: readonly Record<string, unknown>[]) => rows.map((row) => row['transportDocumentReference']);
const read = async (query: string, as?: string) => {
  const got = await publishing.get(`/arrival-notices${query === '' ? '' : `?${query}`}`, as);
  expect([got.status, got.headers.get('content-type'), got.headers.get('api-version')]).toEqual([200, 'application/json', '1.0.1']);
  expect(contractViolations('GetArrivalNoticesResponse', got.body)).toEqual([]);
  return got;
};

beforeAll(async () => {
  publishing = await openPublishing({
    gateway: { lines: ['publish: { versions: { arrivalNotices: 1.0.0 } }'] },
  });
  const whole = { ...complete, arrivalNoticeVisualization: { name: 'a.pdf', content: file } };
  const labelled = { ...complete, transportDocumentReference: 'LABELS', carrierCode: 'FARM' };
  await publishing.push('acme', {
    arrivalNotices: [
      found,
      other,
      whole,
      { ...labelled, typeLabel: 'EN, consignee' },
      { ...labelled, typeLabel: 'FR, consignee' },
      { ...found, transportDocumentReference: 'MOVED1', transport: { portOfDischarge: { UNLocationCode: 'SGSIN' } } },
    ],
  });
  await publishing.push('coral', { arrivalNotices: [{ ...other, carrierCode: 'CORL' }] });
});
afterAll(async () => publishing[Symbol.asyncDispose]());

describe('a Publisher of arrival notices', () => {
  test('passes the scenarios of the conformance gateway, in the version the subscriber is configured for', async () => {
    const url = `${publishing.url}/dcsa`;
    await playNoticeScenarios(url, { 'x-api-key': 'key-of-reader' }, [complete.transportDocumentReference, 'LABELS']);
    expect((await publishing.get('/arrival-notices', 'gateway')).headers.get('api-version')).toBe('1.0.0');
  });

  test('conforms to the schema in every row, which contains no null and has the bytes of its partner', async () => {
    const { rows, text } = await read('');
    expect(rows.flatMap((row) => findViolations('arrivalNotice', row))).toEqual([]);
    expect(text).not.toContain('null');
    expect(text).toContain(JSON.stringify(found));
  });

  test.each([
    'transportDocumentReferences=FOUND1',
    'transportDocumentReferences=FOUND1&equipmentReferences=FARU1000027',
    'transportDocumentReferences=FOUND1,OTHER1&equipmentReferences=faru%201000027',
    ...[
      'equipmentReferences=FARU1000027',
      'portOfDischarge=BEANR',
      ...['vesselIMONumber=9321483', 'vesselName=%20COFFEE%20star'].flatMap((vessel) => [
        vessel,
        ...['carrierImportVoyageNumber=608N', 'universalImportVoyageReference=2608N'].flatMap((voyage) => [
          `${vessel}&${voyage}`,
          `${vessel}&${voyage}&carrierServiceCode=FE1`,
          `${vessel}&${voyage}&universalServiceReference=SR12345A`,
        ]),
      ]),
    ].map(
      (filter) =>
        `portOfDischargeArrivalDateMin=2026-03-09&portOfDischargeArrivalDateMax=2026-03-09&${filter}&transportDocumentReferences=FOUND1,OTHER1`,
    ),
  ])('finds by %s', async (query) => {
    expect(referencesOf((await read(query)).rows)).toEqual(['FOUND1']);
  });

  test.each([
    'portOfDischarge=bean',
    'vesselIMONumber=9321483&carrierServiceCode=FE2',
    'portOfDischargeArrivalDateMin=2026-03-10',
    'portOfDischargeArrivalDateMax=2026-03-08',
    'transportDocumentReferences=FOUND1&equipmentReferences=MISSING',
    'vesselName=Coffee&transportDocumentReferences=MISSING',
  ])('answers 200 with an empty list and nothing else if nothing matches: %s', async (query) => {
    const { text, headers } = await read(query.includes('MISSING') ? query : `${query}&transportDocumentReferences=FOUND1`);
    expect(text).toBe('{"arrivalNotices":[]}');
    expect([headers.get('next-page-cursor'), headers.get('landfall-row-sources')]).toEqual([null, null]);
  });

  test('treats lists with commas, with encoded commas and with repeated parameters alike, and drops blanks, empty values and repeats', async () => {
    const forms = [
      'transportDocumentReferences=FOUND1,LABELS',
      'transportDocumentReferences=FOUND1%2CLABELS',
      'transportDocumentReferences=FOUND1&transportDocumentReferences=LABELS',
      'transportDocumentReferences=%20LABELS%20,,FOUND1,LABELS&transportDocumentReferences=FOUND1',
    ];
    const texts = await Promise.all(forms.map(async (form) => (await read(form)).text));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? '').arrivalNotices).toHaveLength(3);
  });

  test('treats a list without values as absent, and reports it', async () => {
    const { rows, feedback } = await read('transportDocumentReferences=,');
    expect(rows.length).toBe((await read('')).rows.length);
    expect(feedback).toEqual([
      { severity: 'INFO', message: 'Query parameter transportDocumentReferences is empty and treated as absent.' },
    ]);
  });

  test('ignores unknown parameters, and reports them', async () => {
    const { feedback, rows } = await read('transportDocumentReferences=FOUND1&colour=blue');
    expect(referencesOf(rows)).toEqual(['FOUND1']);
    expect(feedback).toEqual([{ severity: 'WARN', message: 'Query parameter colour is unknown and was ignored.' }]);
  });

  test('lowers a limit that is too large, and reports it', async () => {
    expect((await read('limit=500')).feedback).toEqual([
      { severity: 'INFO', message: 'limit=500 was lowered to 100, the largest page served.' },
    ]);
  });

  test('names the partner of each row in a header', async () => {
    expect((await read('transportDocumentReferences=OTHER1,FOUND1')).headers.get('landfall-row-sources')).toBe(
      '"acme";rows="0-1", "coral";rows="2"',
    );
  });
});

describe('versions of a published notice', () => {
  test('are one row: the newest by its time of issue, in whatever order they arrive, and filters apply to that version only', async () => {
    const moved = (issueDateTime: string, port: string) => ({
      transportDocumentReference: 'MOVED1',
      issueDateTime,
      transport: { portOfDischarge: { UNLocationCode: port } },
    });
    await publishing.push('acme', { arrivalNotices: [moved('2026-03-02T14:05:01+01:00', 'NLRTM')] });
    await publishing.push('acme', { arrivalNotices: [moved('2026-03-02T13:05:00.5Z', 'DEHAM')] });
    const { rows } = await read('transportDocumentReferences=MOVED1');
    expect(rows).toEqual([moved('2026-03-02T14:05:01+01:00', 'NLRTM')]);
    expect((await read('transportDocumentReferences=MOVED1&portOfDischarge=SGSIN')).rows).toEqual([]);
  });

  test('are distinguished by label: two labels are two notices', async () => {
    const { rows } = await read('transportDocumentReferences=LABELS');
    expect(rows.map((row) => row['typeLabel'])).toEqual(['EN, consignee', 'FR, consignee']);
  });
});

describe('content controls', () => {
  const reference = complete.transportDocumentReference;
  const one = async (query: string, as?: string) => (await read(`transportDocumentReferences=${reference}&${query}`, as)).rows[0] ?? {};

  test('the visualization is included in Base64 on request only', async () => {
    for (const query of ['', 'includeVisualization=false']) expect(await one(query)).not.toHaveProperty('arrivalNoticeVisualization');
    expect(await one('includeVisualization=true')).toEqual({ ...complete, arrivalNoticeVisualization: { name: 'a.pdf', content: file } });
  });

  test('charges are removed from all three places, together with the file that may show them, and nothing else is', async () => {
    const charges = [{ chargeName: 'THC' }];
    const notice = {
      transportDocumentReference: 'MONEY',
      issueDateTime: '2026-03-02T13:05:00Z',
      charges,
      paymentRemittance: { remittanceText: 'pay' },
      freightPaymentStatus: 'ZERO_PAID',
      utilizedTransportEquipments: [{ equipment: { equipmentReference: 'X' }, charges }],
      consignmentItems: [{ cargoItems: [{ equipmentReference: 'X', charges }] }],
      arrivalNoticeVisualization: { content: file },
    };
    await publishing.push('acme', { arrivalNotices: [notice] });
    const { rows, text } = await read('transportDocumentReferences=MONEY&removeCharges=true&includeVisualization=true');
    expect(text).not.toMatch(/charges|Visualization/);
    expect(rows).toEqual([
      {
        transportDocumentReference: 'MONEY',
        issueDateTime: '2026-03-02T13:05:00Z',
        paymentRemittance: { remittanceText: 'pay' },
        freightPaymentStatus: 'ZERO_PAID',
        utilizedTransportEquipments: [{ equipment: { equipmentReference: 'X' } }],
        consignmentItems: [{ cargoItems: [{ equipmentReference: 'X' }] }],
      },
    ]);
    expect((await read('transportDocumentReferences=MONEY&removeCharges=false')).text).toContain('"charges":[{"chargeName":"THC"}]');
  });

  test('do not extend what a subscriber may see', async () => {
    expect(JSON.stringify(await one('includeVisualization=true&removeCharges=false', 'frugal'))).not.toMatch(/charges|Visualization/);
  });
});

describe('deviating content of partners', () => {
  test('is published without nulls and values without meaning, with others as they are read, with a remark, and with numbers as they were written', async () => {
    const body =
      '{"arrivalNotices":[{"transportDocumentReference":"ODD","issueDateTime":"2026-03-02T13:05:00Z","carrierCode":null,"x":[null,{"y":null}]},' +
      '{"transportDocumentReference":"ODDER","issueDateTime":"2026-03-02T13:05:00Z","isElectronic":"perhaps","carrierCode":"FARM","freeTimes":{"duration":"7"}},' +
      '{"transportDocumentReference":"EXACT","issueDateTime":"2026-03-02T13:05:00Z","z":100.10,"unknown":null}]}';
    const answer = await publishing.get('/arrival-notices', 'acme', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    const { text, feedback } = await read('transportDocumentReferences=ODD,ODDER,EXACT');
    expect(text).toContain(
      '{"arrivalNotices":[{"transportDocumentReference":"ODD","issueDateTime":"2026-03-02T13:05:00Z","x":[{}]},' +
        '{"transportDocumentReference":"ODDER","issueDateTime":"2026-03-02T13:05:00Z","carrierCode":"FARM","freeTimes":[{"duration":7}]},' +
        '{"transportDocumentReference":"EXACT","issueDateTime":"2026-03-02T13:05:00Z","z":100.10}]',
    );
    expect(feedback).toEqual([{ severity: 'INFO', message: expect.stringMatching(/^2 of these rows /) }]);
  });
});
