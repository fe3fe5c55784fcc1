import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseRow } from '../../../subgraphs/commercial-schedules/wire/parse.ts';
import { portScenario, type RouteParameter, routeScenarios, type VesselParameter, vesselScenarios } from '../../support/cs-conformance.ts';
import { failedScheduleChecks } from '../../support/publisher-conformance.ts';
import { contractViolations } from '../../support/standard-types.ts';
import { openPublishing, type Publishing } from './open-publishing.ts';

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/commercial-schedules/${name}.json`, import.meta.url), 'utf8'));
const [route, portSchedule, service] = [fixture('route'), fixture('port-schedule'), fixture('service-schedule')];

type Parameter = RouteParameter | VesselParameter | (typeof portScenario)[number];

/** The values in the fixtures, for each parameter of the scenarios. */
const values: Readonly<Record<Parameter, string>> = {
  placeOfReceipt: 'NLRTM',
  placeOfDelivery: 'MYPKG',
  departureStartDate: '2026-12-01',
  departureEndDate: '2026-12-10',
  arrivalStartDate: '2026-12-20',
  arrivalEndDate: '2027-01-31',
  maxTranshipment: '1',
  receiptTypeAtOrigin: 'CY',
  deliveryTypeAtDestination: 'SD',
  UNLocationCode: 'SGSIN',
  date: '2026-12-01',
  carrierServiceCode: 'FE1',
  universalServiceReference: 'SR12345A',
  vesselIMONumber: '9321483',
  carrierVoyageNumber: '649E',
  universalVoyageReference: '2649E',
  facilitySMDGCode: 'PSA',
};

interface Scenario {
  readonly number: number;
  readonly endpoint: 'point-to-point-routes' | 'port-schedules' | 'vessel-schedules';
  readonly parameters: readonly Parameter[];
}
const scenarios: readonly Scenario[] = [
  ...routeScenarios.map((parameters, index): Scenario => ({ number: 1 + index, endpoint: 'point-to-point-routes', parameters })),
  { number: 36, endpoint: 'port-schedules', parameters: portScenario },
  ...vesselScenarios.map((parameters, index): Scenario => ({ number: 37 + index, endpoint: 'vessel-schedules', parameters })),
];
const pagedScenarios: readonly Scenario[] = [
  { number: 52, endpoint: 'point-to-point-routes', parameters: ['placeOfReceipt', 'placeOfDelivery'] },
  { number: 53, endpoint: 'port-schedules', parameters: portScenario },
  { number: 54, endpoint: 'vessel-schedules', parameters: ['vesselIMONumber'] },
];
const several = (object: object, count: number) => Array.from({ length: count }, (_, number) => ({ ...object, 'x-number': number }));

let publishing: Publishing;
beforeAll(async () => {
  const of = (count: number) => ({
    routes: several(route, count),
    portSchedules: several(portSchedule, count),
    vesselSchedules: several(service, count),
  });
  publishing = await openPublishing({
    acme: { schedules: of(3) },
    coral: { schedules: of(2) },
    ring: { schedules: {}, lines: ['publish: {}'] },
  });
});
afterAll(async () => publishing[Symbol.asyncDispose]());

const queryOf = (parameters: readonly Parameter[]) => new URLSearchParams(parameters.map((name) => [name, values[name]])).toString();
const endpointOf = (path: string) => /^\/v1\/([a-z-]+)/.exec(path)?.[1] as Scenario['endpoint'];
const read = async (path: string, as?: string) => {
  const got = await publishing.get(path, as);
  expect([got.status, got.headers.get('content-type'), got.headers.get('api-version')]).toEqual([200, 'application/json', '1.0.4']);
  expect(contractViolations(endpointOf(path), got.body)).toEqual([]);
  return got;
};

describe('a Producer of schedules', () => {
  test.each(scenarios)(
    'passes scenario $number of the conformance gateway: $endpoint with $parameters',
    async ({ endpoint, parameters }) => {
      const { rows, text } = await read(`/v1/${endpoint}?${queryOf(parameters)}`);
      expect(rows).toHaveLength(5);
      expect(failedScheduleChecks(endpoint, rows)).toEqual([]);
      expect(rows.map((row) => parseRow(endpoint, row)?.violations)).toEqual(rows.map(() => []));
      expect(text).not.toContain('null');
    },
  );

  test.each(pagedScenarios)('passes scenario $number: $endpoint by pages', async ({ endpoint, parameters }) => {
    const request = `/v1/${endpoint}?${queryOf(parameters)}&limit=2`;
    const pages = await publishing.walk(request);
    expect(pages.map(({ rows }) => rows.length)).toEqual([2, 2, 1]);
    expect(pages.flatMap(({ rows }) => rows)).toEqual((await read(`/v1/${endpoint}?${queryOf(parameters)}`)).rows);
    expect(new Set(pages.map(({ text }) => text)).size).toBe(3);
  });

  test('accepts a cursor alone, as before 1.0.2, and with all parameters, as since, repeatedly', async () => {
    const request = `/v1/vessel-schedules?${queryOf(['vesselIMONumber', 'UNLocationCode'])}&responseScope=MATCHED_CALLS&limit=2`;
    const cursor = (await read(request)).headers.get('next-page-cursor') ?? '';
    const [whole, alone, again] = [`${request}&cursor=${cursor}`, `/v1/vessel-schedules?cursor=${cursor}`, `${request}&cursor=${cursor}`];
    const texts = await Promise.all([whole, alone, again].map(async (path) => (await read(path)).text));
    expect(new Set(texts).size).toBe(1);
  });

  test('rejects a cursor with other parameters, at another endpoint, from another subscriber or modified', async () => {
    const request = `/v1/vessel-schedules?${queryOf(['vesselIMONumber'])}`;
    const cursor = (await read(`${request}&limit=2`)).headers.get('next-page-cursor') ?? '';
    const wrong = [
      [`${request}&limit=3&cursor=${cursor}`],
      [`${request}&limit=2&UNLocationCode=SGSIN&cursor=${cursor}`],
      [`/v1/vessel-schedules?limit=2&cursor=${cursor}`],
      [`/v1/port-schedules?cursor=${cursor}`],
      [`${request}&limit=2&cursor=${cursor}`, 'frugal'],
      [`/v1/vessel-schedules?cursor=${cursor}`, 'frugal'],
      [`/v1/vessel-schedules?cursor=${cursor.slice(0, -2)}`],
    ];
    for (const [path = '', as] of wrong) expect([path, (await publishing.get(path, as)).status]).toEqual([path, 400]);
  });

  test('keeps rows of partners separate, and names the partner of each', async () => {
    const { rows, headers } = await read(`/v1/port-schedules?${queryOf(['UNLocationCode', 'date'])}`);
    expect(rows.map((row) => row['x-number'])).toEqual([0, 1, 2, 0, 1]);
    expect(headers.get('landfall-row-sources')).toBe('"acme";rows="0-2", "coral";rows="3-4"');
    expect(headers.get('landfall-missing-sources')).toBeNull();
  });

  test('requests for a subscriber only partners whose data it may see', async () => {
    const { rows, headers } = await read(`/v1/port-schedules?UNLocationCode=SGSIN&date=2026-12-02`, 'exclusive');
    expect([rows.length, headers.get('landfall-row-sources')]).toEqual([3, '"acme";rows="0-2"']);
    expect(publishing.partners.producer('coral').requests.filter(({ url }) => url.includes('date=2026-12-02'))).toEqual([]);
  });

  test('requests other partners for a partner that reads from us, and never the reader itself', async () => {
    const { rows } = await read('/v1/port-schedules?UNLocationCode=SGSIN&date=2026-12-05', 'ring');
    expect(rows).toHaveLength(5);
    expect(publishing.partners.producer('ring').requests.filter(({ url }) => url.includes('date=2026-12-05'))).toEqual([]);
  });

  test('applies filters, full voyages and matched calls, even if a partner ignores them', async () => {
    const calls = (rows: readonly Record<string, unknown>[]) =>
      (rows as unknown as (typeof service)[]).map(({ vesselSchedules }) => vesselSchedules[0].transportCalls.length);
    const all = service.vesselSchedules[0].transportCalls.length;
    publishing.partners.producer('coral').behave({ ignoresFilters: true });
    const path = `/v1/vessel-schedules?${queryOf(['vesselIMONumber', 'UNLocationCode'])}&startDate=2026-12-01`;
    const [whole, matched] = [await read(`${path}&responseScope=FULL_VOYAGE`), await read(`${path}&responseScope=MATCHED_CALLS`)];
    expect([calls(whole.rows), calls(matched.rows)]).toEqual([Array(5).fill(all), Array(5).fill(1)]);
    expect(matched.headers.get('landfall-missing-sources')).toBeNull();
    publishing.partners.producer('coral').behave();
    expect((await read('/v1/vessel-schedules?vesselIMONumber=9321483&carrierServiceCode=NONE')).text).toBe('[]');
  });

  test.each([
    ['649E', [0, 1]],
    ['702W', [1, 2, 3]],
  ])(
    'finds calls by voyage %s as their import or export voyage, and returns whole voyages or only these calls',
    async (voyage, matching) => {
      const calls: unknown[] = service.vesselSchedules[0].transportCalls;
      const callsOf = async (responseScope: string) => {
        const { rows } = await read(
          `/v1/vessel-schedules?carrierServiceCode=FE1&carrierVoyageNumber=${voyage}&responseScope=${responseScope}`,
        );
        return (rows as unknown as (typeof service)[]).map(({ vesselSchedules }) => vesselSchedules[0].transportCalls);
      };
      expect(await callsOf('FULL_VOYAGE')).toEqual(Array(5).fill(calls));
      expect(await callsOf('MATCHED_CALLS')).toEqual(Array(5).fill(matching.map((place) => calls[place])));
    },
  );
});

describe('a partner that does not answer', () => {
  test('costs its own rows only, and is named with the reason', async () => {
    publishing.partners.producer('coral').behave({ status: 403, body: {} });
    const { rows, headers } = await read('/v1/port-schedules?UNLocationCode=SGSIN&date=2026-12-03');
    expect([rows.length, headers.get('landfall-missing-sources')]).toEqual([3, '"coral";status=DENIED']);
    publishing.partners.producer('coral').behave();
  });

  test('and is the only one causes an error, not an empty answer', async () => {
    for (const id of ['acme', 'coral', 'ring']) publishing.partners.producer(id).behave({ status: 403, body: {} });
    const got = await publishing.get('/v1/port-schedules?UNLocationCode=SGSIN&date=2026-12-04');
    expect([got.status, got.headers.get('api-version'), got.headers.get('retry-after')]).toEqual([502, '1.0.4', '5']);
    expect(got.body).toMatchObject({
      statusCode: 502,
      statusCodeText: 'Bad Gateway',
      errors: [{ errorCodeMessage: expect.stringContaining('acme, coral, ring') }],
    });
    for (const id of ['acme', 'coral', 'ring']) publishing.partners.producer(id).behave();
  });
});
