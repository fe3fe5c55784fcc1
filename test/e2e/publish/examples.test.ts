import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failedScheduleChecks } from '../../support/publisher-conformance.ts';
import { contractViolations, type PublishedBody } from '../../support/standard-types.ts';
import { openPublishing, type Publishing } from './open-publishing.ts';

const fixture = (name: string) => JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), 'utf8'));
const notice = fixture('arrival-notices/complete');
const event = fixture('port-calls/every-attribute');
const route = fixture('commercial-schedules/route');
const toSingapore = { ...route, placeOfDelivery: { ...route.placeOfDelivery, location: { UNLocationCode: 'SGSIN' } } };

let publishing: Publishing;
beforeAll(async () => {
  const [port, service] = ['port-schedule', 'service-schedule'].map((name) => fixture(`commercial-schedules/${name}`));
  publishing = await openPublishing({
    acme: { schedules: { routes: [toSingapore, toSingapore], portSchedules: [port], vesselSchedules: [service] } },
  });
  const bare = { transportDocumentReference: 'BARE', issueDateTime: '2026-03-02T13:05:00Z' };
  await publishing.push('acme', {
    arrivalNotices: [notice, fixture('arrival-notices/every-attribute'), bare],
    events: [event, { ...event, eventID: '00000000-0000-4000-8000-000000000001' }],
  });
});
afterAll(async () => publishing[Symbol.asyncDispose]());

interface Example {
  readonly path: string;
  readonly version: string;
  readonly status: number;
  readonly type: PublishedBody;
  readonly rows?: number;
  readonly hasNextPage?: true;
  readonly messages?: readonly RegExp[];
}

const notices = { version: '1.0.1', type: 'GetArrivalNoticesResponse', status: 200 } as const;
const schedules = { version: '1.0.4', status: 200, rows: 1 } as const;
const singapore = 'vesselIMONumber=9321483&UNLocationCode=SGSIN';

/** What a reader of the standards tries first. */
const examples: readonly Example[] = [
  { ...notices, path: '/arrival-notices', rows: 3 },
  {
    ...notices,
    path: `/arrival-notices?transportDocumentReferences=${notice.transportDocumentReference},FARM00012346&limit=500`,
    rows: 1,
    messages: [/^limit=500 was lowered to 100/],
  },
  { ...notices, path: '/arrival-notices?limit=1&includeVisualization=true&removeCharges=true', rows: 1, hasNextPage: true },
  { ...notices, path: '/arrival-notices?transportDocumentReferences=FARM00012345', rows: 0 },
  {
    ...notices,
    path: '/arrival-notices?portOfDischargeArrivalDateMax=2026-13-01&limit=0',
    status: 400,
    type: 'GetArrivalNoticesError',
    messages: [/^Query parameter portOfDischargeArrivalDateMax: /, /^Query parameter limit: /],
  },
  {
    path: `/events?${singapore}&classifierCode=EST&eventTimestampMin=2026-12-01T00:00:00Z&limit=1`,
    version: '2.0.0',
    status: 200,
    type: 'GetEventsResponse',
    rows: 1,
    hasNextPage: true,
  },
  {
    path: '/events?timestampID=8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c11',
    version: '2.0.0',
    status: 400,
    type: 'GetEventsError',
    messages: [/^Query parameter timestampID: is not supported/],
  },
  {
    ...schedules,
    path: '/v1/point-to-point-routes?placeOfReceipt=NLRTM&placeOfDelivery=SGSIN&departureStartDate=2026-12-01&maxTranshipment=0&limit=1',
    type: 'point-to-point-routes',
    hasNextPage: true,
  },
  { ...schedules, path: '/v1/port-schedules?UNLocationCode=SGSIN&date=2026-12-01', type: 'port-schedules' },
  { ...schedules, path: `/v1/vessel-schedules?${singapore}&responseScope=MATCHED_CALLS`, type: 'vessel-schedules' },
  {
    ...schedules,
    path: '/v1/port-schedules?UNLocationCode=sgsin',
    status: 400,
    type: 'ErrorResponse',
    messages: [/^UNLocationCode: /, /^date: is required/],
    rows: 0,
  },
];

test.each(examples)(
  'GET $path is answered with $status, as the contract requires',
  async ({ path, version, status, type, ...expected }) => {
    for (const spelled of [version, version.split('.', 1)[0] ?? '']) {
      const got = await publishing.get(path, 'reader', { headers: { 'api-version': spelled } });
      expect([got.status, got.headers.get('api-version'), got.headers.get('content-type')]).toEqual([status, version, 'application/json']);
      expect(contractViolations(type, got.body)).toEqual([]);
      expect(got.text).not.toContain('null');
      expect(got.headers.has('next-page-cursor')).toBe(expected.hasNextPage ?? false);
      if (status === 200) expect(got.rows).toHaveLength(expected.rows ?? 0);
      const { errors = [] } = got.body as { errors?: readonly { errorCodeMessage: string }[] };
      const said = [...got.feedback.map(({ message }) => message), ...errors.map(({ errorCodeMessage }) => errorCodeMessage)];
      expect(said).toEqual((expected.messages ?? []).map((pattern) => expect.stringMatching(pattern)));
    }
  },
);

describe('the combinations of filters that Arrival Notice lists', () => {
  const reference = `transportDocumentReferences=${notice.transportDocumentReference}`;
  const equipment = 'equipmentReferences=LFDU4170012';
  const period = 'portOfDischargeArrivalDateMin=2026-05-17&portOfDischargeArrivalDateMax=2026-05-17';
  const vessels = ['vesselIMONumber=9876501', 'vesselName=LANDFALL%20HORIZON'];
  const voyages = ['carrierImportVoyageNumber=617N', 'universalImportVoyageReference=2617N'];
  const services = ['carrierServiceCode=SAMNE', 'universalServiceReference=SR00417B'];
  const ofVessels = vessels.flatMap((vessel) => [
    [period, vessel],
    ...voyages.flatMap((voyage) => [[period, vessel, voyage], ...services.map((service) => [period, vessel, voyage, service])]),
  ]);
  const combinations = [
    [reference],
    [reference, equipment],
    [equipment],
    [period, equipment],
    [period, 'portOfDischarge=NLRTM'],
    ...ofVessels,
  ].map((parts) => parts.join('&'));

  test.each(combinations)('%s finds the notices that match all of it', async (query) => {
    const { status, rows, body } = await publishing.get(`/arrival-notices?${query}`);
    expect([status, rows]).toEqual([200, [notice]]);
    expect(contractViolations('GetArrivalNoticesResponse', body)).toEqual([]);
  });
});

describe('the scenarios of Commercial Schedules in the newer version of the gateway', () => {
  const places = 'placeOfReceipt=NLRTM&placeOfDelivery=SGSIN';
  test.each([
    ['point-to-point-routes', places],
    [
      'point-to-point-routes',
      `${places}&departureStartDate=2026-12-01&arrivalEndDate=2027-01-31&maxTranshipment=1&receiptTypeAtOrigin=CY&deliveryTypeAtDestination=SD&cargoType=FCL`,
    ],
    ['port-schedules', 'UNLocationCode=SGSIN&date=2026-12-01'],
    ['vessel-schedules', 'carrierServiceCode=FE1'],
    ['vessel-schedules', 'vesselIMONumber=9321483'],
    ['vessel-schedules', 'carrierServiceCode=FE1&carrierVoyageNumber=649E'],
    ['vessel-schedules', 'UNLocationCode=SGSIN&facilitySMDGCode=PSA'],
    [
      'vessel-schedules',
      'carrierServiceCode=FE1&vesselName=COFFEE%20STAR&universalServiceReference=SR12345A&universalVoyageReference=2649E&vesselOperatorCarrierCode=NSTR&startDate=2026-12-01&endDate=2027-01-31&responseScope=FULL_VOYAGE',
    ],
  ] as const)('%s?%s', async (endpoint, query) => {
    const { status, rows, body } = await publishing.get(`/v1/${endpoint}?${query}`);
    expect([status, failedScheduleChecks(endpoint, rows), contractViolations(endpoint, body)]).toEqual([200, [], []]);
  });

  test('and these checks fail for responses that do not conform', () => {
    const cutOffTimes = [{ cutOffDateTimeCode: 'LCO' }, { cutOffDateTimeCode: 'XXX' }];
    expect(failedScheduleChecks('point-to-point-routes', [{ legs: [{ cutOffTimes, footprint: {} }], routingReference: ' ' }])).toEqual([
      'A2',
      'A3',
      'O2',
      'O4',
    ]);
    expect(failedScheduleChecks('point-to-point-routes', [{ receiptTypeAtOrigin: 'cfs', cutOffTimes: cutOffTimes.slice(0, 1) }])).toEqual(
      [],
    );
    expect(failedScheduleChecks('port-schedules', [])).toEqual(['B4', 'B5']);
    expect(failedScheduleChecks('vessel-schedules', [{ vesselSchedules: [{ transportCalls: [{ cutOffTimes: [] }] }] }])).toEqual([
      'B8',
      'O6',
    ]);
    expect(contractViolations('vessel-schedules', [{ carrierServiceName: 'Lion', carrierServiceCode: 'FE1' }])).toHaveLength(1);
  });
});
