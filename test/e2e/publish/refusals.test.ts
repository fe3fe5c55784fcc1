import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawExchange } from '../../support/raw-exchange.ts';
import { contractViolations } from '../../support/standard-types.ts';
import { type Got, openPublishing, type Publishing } from './open-publishing.ts';

let publishing: Publishing;
beforeAll(async () => {
  publishing = await openPublishing();
});
afterAll(async () => publishing[Symbol.asyncDispose]());

const paths = ['/arrival-notices', '/events', '/v1/port-schedules', '/v1/vessel-schedules', '/v1/point-to-point-routes'];
const errorTypeOf = (path: string) =>
  path.startsWith('/v1') ? 'ErrorResponse' : path.startsWith('/events') ? 'GetEventsError' : 'GetArrivalNoticesError';
const versionOf = (path: string) => (path.startsWith('/v1') ? '1.0.4' : path.startsWith('/events') ? '2.0.0' : '1.0.1');

/** Expects the error body of the path's standard. @returns its message, one string per issue */
function issuesIn(got: Got, path: string, method = 'GET'): string[] {
  expect(got.headers.get('content-type')).toBe('application/json');
  expect(got.headers.get('api-version')).toBe(versionOf(path));
  expect(got.headers.get('next-page-cursor')).toBeNull();
  expect(got.text).not.toContain('null');
  expect(contractViolations(errorTypeOf(path), got.body)).toEqual([]);
  if (!path.startsWith('/v1')) {
    expect(Object.keys(got.body as object)).toEqual(['feedbackElements']);
    expect(got.feedback.map(({ severity }) => severity)).toEqual(got.feedback.map(() => 'ERROR'));
    return got.feedback.map(({ message }) => message);
  }
  const { errors, ...rest } = got.body as { errors: { property?: string; errorCodeText: string; errorCodeMessage: string }[] };
  expect(rest).toEqual({
    httpMethod: method,
    requestUri: `/dcsa${path}`,
    statusCode: got.status,
    statusCodeText: expect.stringMatching(/^.{1,50}$/),
    providerCorrelationReference: got.headers.get('x-request-id'),
    errorDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  return errors.map(({ errorCodeMessage }) => errorCodeMessage);
}

const route = '/v1/point-to-point-routes?placeOfReceipt=NLRTM&placeOfDelivery=SGSIN';
const port = '/v1/port-schedules?UNLocationCode=SGSIN&date=2026-12-01';
const ship = '/v1/vessel-schedules?vesselIMONumber=9321483';
const long = 'x'.repeat(1_001);

describe('an invalid parameter is rejected with 400 and named', () => {
  test.each([
    ...[
      'limit=0',
      'limit=-1',
      'limit=1.5',
      'limit=',
      'limit=2147483648',
      'limit=1e2',
      'limit=1&limit=2',
      'cursor=',
      'cursor=made-up',
      'cursor=a&cursor=b',
    ].flatMap((query) =>
      [`/arrival-notices?${query}`, `/events?${query}`, `${route}&${query}`, `${port}&${query}`, `${ship}&${query}`].map((path) => [
        path,
        query.split('=', 1)[0] ?? '',
      ]),
    ),
    ...[
      'removeCharges=yes',
      'removeCharges=TRUE',
      'includeVisualization=1',
      'includeVisualization=',
      'portOfDischargeArrivalDateMin=2026-13-01',
      'portOfDischargeArrivalDateMax=2026-02-29',
      'portOfDischargeArrivalDateMin=2026-03-01T00:00:00Z',
      'portOfDischargeArrivalDateMin=2026-03-02&portOfDischargeArrivalDateMax=2026-03-01',
      'portOfDischarge=NLRTM&portOfDischarge=BEANR',
      'portOfDischarge=',
      'vesselName=%20',
      'vesselName=a%00b',
      'carrierImportVoyageNumber=9999R',
      'universalImportVoyageReference=9999r%20',
      `vesselIMONumber=${long}`,
      `transportDocumentReferences=${Array.from({ length: 101 }, (_, number) => number).join(',')}`,
      `equipmentReferences=${Array.from({ length: 101 }, (_, number) => number).join('&equipmentReferences=')}`,
    ].map((query) => [`/arrival-notices?${query}`, query.split('=', 1)[0] ?? '']),
    ...[
      'timestampID=8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c11',
      'vesselImo=9321483',
      'colour=blue',
      'eventTimestampMin=2026-12-01',
      'eventTimestampMin=2026-12-01T00:00:00',
      'eventTimestampMax=2026-12-01T00:00:00+01:00',
      'eventTimestampMin=2026-12-02T00:00:00Z&eventTimestampMax=2026-12-02T00:59:59%2B01:00',
      'vesselName=',
      'UNLocationCode=SGSIN&UNLocationCode=NLRTM',
      'carrierExportVoyageNumber=9999R',
      'universalImportVoyageReference=9999R',
    ].map((query) => [`/events?${query}`, query.split('=', 1)[0] ?? '']),
    ['/v1/point-to-point-routes?placeOfReceipt=NLRTM', 'placeOfDelivery'],
    ['/v1/point-to-point-routes?placeOfDelivery=NLRTM', 'placeOfReceipt'],
    ['/v1/point-to-point-routes?placeOfReceipt=NLRTM&placeOfDelivery=sgsin', 'placeOfDelivery'],
    [`${route}&departureStartDate=2026-12-02&departureEndDate=2026-12-01`, 'departureStartDate'],
    [`${route}&arrivalStartDate=2026-12-02&arrivalEndDate=2026-12-01`, 'arrivalStartDate'],
    [`${route}&arrivalEndDate=tomorrow`, 'arrivalEndDate'],
    [`${route}&maxTranshipment=-1`, 'maxTranshipment'],
    [`${route}&receiptTypeAtOrigin=XX`, 'receiptTypeAtOrigin'],
    [`${route}&deliveryTypeAtDestination=cy`, 'deliveryTypeAtDestination'],
    ['/v1/port-schedules?date=2026-12-01', 'UNLocationCode'],
    ['/v1/port-schedules?UNLocationCode=SGSIN', 'date'],
    ['/v1/port-schedules?UNLocationCode=SGSI0&date=2026-12-01', 'UNLocationCode'],
    ['/v1/port-schedules?UNLocationCode=SGSIN&date=1.12.2026', 'date'],
    ['/v1/vessel-schedules', 'vesselIMONumber'],
    ['/v1/vessel-schedules?startDate=2026-12-01&endDate=2026-12-02&responseScope=MATCHED_CALLS&limit=3', 'vesselIMONumber'],
    ['/v1/vessel-schedules?vesselIMONumber=932148', 'vesselIMONumber'],
    [`/v1/vessel-schedules?vesselName=${'x'.repeat(51)}`, 'vesselName'],
    ['/v1/vessel-schedules?vesselName=%20x', 'vesselName'],
    ['/v1/vessel-schedules?carrierServiceCode=123456789012', 'carrierServiceCode'],
    ['/v1/vessel-schedules?universalServiceReference=SR1234A', 'universalServiceReference'],
    ['/v1/vessel-schedules?universalVoyageReference=26491', 'universalVoyageReference'],
    [`${ship}&facilitySMDGCode=1234567`, 'facilitySMDGCode'],
    [`${ship}&carrierVoyageNumber=9999R`, 'carrierVoyageNumber'],
    [`${ship}&universalVoyageReference=9999R`, 'universalVoyageReference'],
    [`${ship}&startDate=2026-12-02&endDate=2026-12-01`, 'startDate'],
  ])('%s', async (path, name) => {
    const got = await publishing.get(path);
    expect(got.status).toBe(400);
    const issues = issuesIn(got, path);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatch(new RegExp(`^(Query parameter )?${name}: `));
  });

  test('and all issues are reported at once', async () => {
    expect(issuesIn(await publishing.get('/arrival-notices?limit=0&removeCharges=1'), '/arrival-notices')).toHaveLength(2);
    expect(issuesIn(await publishing.get('/v1/port-schedules?UNLocationCode=sgsin'), '/v1/port-schedules?UNLocationCode=sgsin')).toEqual([
      'UNLocationCode: expected a UN/LOCODE of five characters, such as SGSIN.',
      'date: is required.',
    ]);
  });

  test('but values of open lists, and parameters unknown to Commercial Schedules, are accepted', async () => {
    for (const query of [
      `${route}&cargoType=FCL`,
      `${ship}&responseScope=WHATEVER`,
      `${port}&colour=blue`,
      '/v1/vessel-schedules?facilitySMDGCode=PSA',
      '/v1/vessel-schedules?carrierServiceCode=FE1%20&carrierVoyageNumber=%20649E&facilitySMDGCode=PSA%20&vesselOperatorCarrierCode=%20X',
    ])
      expect((await publishing.get(query)).text).toBe('[]');
  });
});

describe.each(paths)('%s', (path) => {
  const full = { '/v1/port-schedules': port, '/v1/vessel-schedules': ship, '/v1/point-to-point-routes': route }[path] ?? path;

  test('rejects unknown callers with 401, and partners to whom nothing is published with 403', async () => {
    const stranger = await publishing.get(full, null);
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([401, 'ApiKey, Bearer']);
    expect(issuesIn(stranger, full)).toHaveLength(1);
    expect((await publishing.get(full, 'unknown')).status).toBe(401);
    const partner = await publishing.get(full, 'coral');
    expect(partner.status).toBe(403);
    expect(issuesIn(partner, full)).toHaveLength(1);
  });

  test('does not reveal to an unknown caller which of its parameters are invalid', async () => {
    expect(issuesIn(await publishing.get(`${path}?limit=0`, null), `${path}?limit=0`)).toEqual(['The credential is missing or unknown.']);
  });

  test('accepts every spelling of its major version, and none; another one is 400', async () => {
    const version = versionOf(path);
    const major = version.split('.', 1)[0] ?? '';
    for (const spelled of [major, `${major}.0`, `${major}.0.0`, version, `${version}-beta.1`, `${major}.0.9`, `${major}.12`]) {
      expect((await publishing.get(full, 'reader', { headers: { 'api-version': spelled } })).status).toBe(200);
    }
    for (const spelled of [String(Number(major) + 1), 'one', '']) {
      const got = await publishing.get(full, 'reader', { headers: { 'api-version': spelled } });
      expect(got.status).toBe(400);
      expect(issuesIn(got, full)).toEqual([expect.stringMatching(/^API-Version: expected one of /)]);
    }
  });

  test('can be read by GET only: 405 lists the served methods, also for HEAD', async () => {
    const allowed = path.startsWith('/v1') ? 'GET' : 'GET, POST';
    for (const method of ['HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', ...(path.startsWith('/v1') ? ['POST'] : [])]) {
      const got = await publishing.get(full, 'reader', { method });
      expect([method, got.status, got.headers.get('allow')]).toEqual([method, 405, allowed]);
      if (method !== 'HEAD') expect(issuesIn(got, full, method === 'OPTIONS' ? 'OPTION' : method)).toHaveLength(1);
    }
  });

  test("answers a path with broken percent-encoding with the standard's error body", async () => {
    for (const broken of [`${path}/%`, `${path}/%zz`, `${path}/%ff%fe`, `${path}/%zz?limit=%zz`]) {
      const got = await publishing.get(broken);
      expect([broken, got.status]).toEqual([broken, 400]);
      expect(issuesIn(got, broken)).toEqual(['The path is not percent-encoded UTF-8.']);
    }
    expect((await publishing.get(`${full}${full.includes('?') ? '&' : '?'}limit=%zz`)).status).toBe(400);
  });

  test('rejects a URL that is too long with 414', async () => {
    for (const length of [12_288, 40_000]) {
      const long = `${full}${full.includes('?') ? '&' : '?'}colour=${'x'.repeat(length)}`;
      const got = await publishing.get(long);
      expect([length, got.status]).toEqual([length, 414]);
      expect(issuesIn(got, long)).toHaveLength(1);
    }
  });

  test('answers a Java client that offers another protocol and sends a content type without a body', async () => {
    const requested = [`GET /dcsa${full} HTTP/1.1`, 'Host: x', 'x-api-key: key-of-reader', 'Content-Type: application/json'];
    const offer = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA'];
    const requests = [...requested, ...offer, '', ...requested, 'Connection: close', '', ''];
    const answer = await rawExchange(Number(new URL(publishing.url).port), requests.join('\r\n'));
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  });

  test('forbids caching of its answers, and a slash at the end is another path', async () => {
    expect((await publishing.get(full)).headers.get('cache-control')).toBe('no-store');
    const got = await publishing.get(`${path}/`);
    expect(got.status).toBe(404);
    expect(issuesIn(got, `${path}/`)).toEqual(['The path does not exist.']);
  });
});
