import { coralLine } from '@landfall/sandbox/coral-line.ts';
import { northernStar } from '@landfall/sandbox/northern-star.ts';
import { describe, expect, it } from 'vitest';
import { parseRow } from '../../../subgraphs/commercial-schedules/wire/parse.ts';
import { portScenario, routeConditions, routeScenarios, vesselScenarios } from '../../support/cs-conformance.ts';
import {
  type Answered,
  type Endpoint,
  openProducer,
  type PortSchedule,
  type Query,
  type Route,
  type ServiceSchedule,
  type TransportCall,
} from './open-producer.ts';

/**
 * The requests to each carrier; its routes cover both directions of each trade lane. Both conform to the standard here.
 */
const carriers = [
  { profile: northernStar, tradeLane: { placeOfReceipt: 'CNYTN', placeOfDelivery: 'DEHAM' }, port: 'NLRTM', turn: 'DEHAM' },
  {
    profile: { ...coralLine, deviations: {} },
    tradeLane: { placeOfReceipt: 'SGSIN', placeOfDelivery: 'AUMEL' },
    port: 'AUSYD',
    turn: 'NZAKL',
  },
];
const knownCutOffs = 'DCO VCO FCO LCO PCO ECP EFC RCO DGC OBC TCO STA SPA CUA AFC'.split(' ');

describe.each(carriers)('$profile.carrierName as a Producer', ({ profile, tradeLane, port, turn }) => {
  it('conforms in every scenario of the public gateway: C2, C3, A1 to A4', async () => {
    await using carrier = await openProducer(profile);
    const { values } = await carrier.valuesFor(tradeLane, port);
    const pick = (names: readonly string[]): Query => Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
    const scenarios: [Endpoint, Query][] = [
      ...routeScenarios.map((names): [Endpoint, Query] => ['point-to-point-routes', { ...pick(names), ...tradeLane }]),
      ['port-schedules', pick(portScenario)],
      ...vesselScenarios.map((names): [Endpoint, Query] => ['vessel-schedules', pick(names)]),
    ];
    expect(scenarios).toHaveLength(51);
    for (const [endpoint, query] of scenarios) {
      const { status, headers, rows, text } = await carrier.query(endpoint, query);
      const which = `${endpoint} ${JSON.stringify(query)}`;
      expect([status, headers.get('api-version')], which).toEqual([200, '1.0.4']);
      expect(rows.length, which).toBeGreaterThan(0);
      expect(rows.flatMap((row): readonly unknown[] => parseRow(endpoint, row)?.violations ?? ['no object'])).toEqual([]);
      expect(text).not.toContain('null');
      expect(cutOffsIn(rows).filter((code) => !knownCutOffs.includes(code))).toEqual([]);
      expect(cutOffsIn(rows)).not.toContain('LCO');
    }
  });

  it('has pages that contain each row once, with cursors that are valid once and for the same parameters: 52 to 54', async () => {
    await using carrier = await openProducer(profile);
    const { values } = await carrier.valuesFor(tradeLane, port);
    const requests: [Endpoint, Query][] = [
      ['point-to-point-routes', tradeLane],
      ['port-schedules', { UNLocationCode: port, date: values['date'] ?? '' }],
      ['vessel-schedules', { UNLocationCode: port }],
    ];
    for (const [endpoint, query] of requests) {
      const all = await carrier.query(endpoint, query);
      const read: unknown[] = [];
      for (let cursor: Query | undefined = {}; cursor !== undefined; ) {
        const page: Answered<unknown> = await carrier.query(endpoint, { ...query, limit: '1', ...cursor });
        expect(page.rows.length).toBeLessThanOrEqual(1);
        read.push(...page.rows);
        if ('cursor' in cursor) expect((await carrier.query(endpoint, { ...query, limit: '1', ...cursor })).status).toBe(400);
        const next = page.headers.get('next-page-cursor');
        cursor = next === null ? undefined : { cursor: next };
      }
      // Without a requested size, the carrier decides about the size of a page.
      expect(read.slice(0, all.rows.length)).toEqual(all.rows);
      expect(read.length > all.rows.length).toBe(all.headers.has('next-page-cursor'));
      expect(new Set(read.map((row) => JSON.stringify(row))).size).toBe(read.length);
    }
    const first = await carrier.query('point-to-point-routes', { ...tradeLane, limit: '1' });
    const other = { ...tradeLane, limit: '2', cursor: first.headers.get('next-page-cursor') ?? '' };
    expect((await carrier.query('point-to-point-routes', other)).status).toBe(400);
  });

  it('applies dates, transhipments and kinds of service to routes', async () => {
    await using carrier = await openProducer(profile);
    const { values } = await carrier.valuesFor(tradeLane, port);
    const query = { ...tradeLane, ...Object.fromEntries(routeConditions.map((name) => [name, values[name] ?? ''])) };
    const { rows } = await carrier.query<Route>('point-to-point-routes', query);
    for (const { placeOfReceipt, placeOfDelivery, legs, receiptTypeAtOrigin, deliveryTypeAtDestination } of rows) {
      expect([placeOfReceipt.location.UNLocationCode, placeOfDelivery.location.UNLocationCode]).toEqual(Object.values(tradeLane));
      expect(placeOfReceipt.dateTime.slice(0, 10) >= (values['departureStartDate'] ?? '')).toBe(true);
      expect(placeOfReceipt.dateTime.slice(0, 10) <= (values['departureEndDate'] ?? '')).toBe(true);
      expect(placeOfDelivery.dateTime.slice(0, 10) >= (values['arrivalStartDate'] ?? '')).toBe(true);
      expect(placeOfDelivery.dateTime.slice(0, 10) <= (values['arrivalEndDate'] ?? '')).toBe(true);
      expect([receiptTypeAtOrigin, deliveryTypeAtDestination]).toEqual(['SD', 'CY']);
      expect(legs.length).toBeLessThanOrEqual(2);
    }
    const direct = await carrier.query<Route>('point-to-point-routes', { ...tradeLane, maxTranshipment: '0' });
    const any = await carrier.query<Route>('point-to-point-routes', tradeLane);
    expect(new Set(direct.rows.map(({ legs }) => legs.length))).toEqual(new Set([1]));
    expect(new Set(any.rows.map(({ legs }) => legs.length))).toEqual(new Set([1, 2]));
  });

  it('returns the matching calls, or the whole voyages on either side of them', async () => {
    await using carrier = await openProducer(profile);
    const queried = { UNLocationCode: turn, startDate: carrier.day(3), endDate: carrier.day(17) };
    const matched = callsIn(
      (await carrier.query<ServiceSchedule>('vessel-schedules', { ...queried, responseScope: 'MATCHED_CALLS' })).rows,
    );
    expect(matched.length).toBeGreaterThan(0);
    for (const { location, timestamps, universalImportVoyageReference, universalExportVoyageReference } of matched) {
      expect(location.UNLocationCode).toBe(turn);
      const days = timestamps
        .filter(({ eventTypeCode }) => eventTypeCode === 'ARRI')
        .map(({ eventDateTime }) => eventDateTime.slice(0, 10));
      expect(days.some((day) => day >= queried.startDate && day <= queried.endDate)).toBe(true);
      expect(universalImportVoyageReference).not.toBe(universalExportVoyageReference);
    }
    const whole = callsIn((await carrier.query<ServiceSchedule>('vessel-schedules', queried)).rows);
    const voyages = new Set(matched.flatMap((call) => [call.universalImportVoyageReference, call.universalExportVoyageReference]));
    expect(whole.length).toBeGreaterThan(matched.length);
    for (const call of whole) {
      expect(voyages.has(call.universalImportVoyageReference) || voyages.has(call.universalExportVoyageReference)).toBe(true);
    }
    const { carrierExportVoyageNumber = '', transportCallReference } = { ...matched[0] };
    const byExport = { UNLocationCode: turn, carrierVoyageNumber: carrierExportVoyageNumber, responseScope: 'MATCHED_CALLS' };
    const found = callsIn((await carrier.query<ServiceSchedule>('vessel-schedules', byExport)).rows);
    expect(found.map((call) => call.transportCallReference)).toContain(transportCallReference);
  });

  it.each([
    ['port-schedules', { UNLocationCode: 'nlrtm' }, ['UNLocationCode', 'date']],
    ['port-schedules', { UNLocationCode: 'NLRTM', date: '2026-02-30' }, ['date']],
    ['point-to-point-routes', { placeOfReceipt: 'CNYTN' }, ['placeOfDelivery']],
    ['point-to-point-routes', { placeOfReceipt: 'CNYTN', placeOfDelivery: 'DEHAM', maxTranshipment: '-1' }, ['maxTranshipment']],
    [
      'point-to-point-routes',
      { placeOfReceipt: 'CNYTN', placeOfDelivery: 'DEHAM', arrivalStartDate: '2026-05-02', arrivalEndDate: '2026-05-01' },
      ['arrivalStartDate'],
    ],
    ['vessel-schedules', {}, ['vesselIMONumber']],
    ['vessel-schedules', { startDate: '2026-05-01', limit: '5' }, ['vesselIMONumber']],
    ['vessel-schedules', { vesselIMONumber: '12', limit: '0' }, ['vesselIMONumber', 'limit']],
    ['vessel-schedules', { UNLocationCode: 'NLRTM', cursor: 'made-up' }, ['cursor']],
  ] as const)('rejects %s with %o, and names %o', async (endpoint, query, names) => {
    await using carrier = await openProducer(profile);
    const { status, body } = await carrier.query(endpoint, query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ httpMethod: 'GET', statusCode: 400, statusCodeText: 'Bad Request' });
    expect((body as { errors: { property: string }[] }).errors.map(({ property }) => property)).toEqual(names);
  });

  it('answers 200 with an empty list if nothing matches, and ignores parameters and cargo types that it does not know', async () => {
    await using carrier = await openProducer(profile);
    const contradicting = { vesselIMONumber: '9999999', UNLocationCode: port };
    expect(await carrier.query('vessel-schedules', contradicting)).toMatchObject({ status: 200, rows: [] });
    const odd = await carrier.query('point-to-point-routes', { ...tradeLane, cargoType: 'FCL', colour: 'blue' });
    expect(odd.rows.length).toBeGreaterThan(0);
  });

  it('rejects unknown callers and other versions', async () => {
    await using carrier = await openProducer(profile);
    const url = `${carrier.url}/v1/vessel-schedules?UNLocationCode=${port}`;
    const statusOf = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;
    const key = { 'x-api-key': profile.ownKey };
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ ...key, 'api-version': '2' })).toBe(400);
    for (const version of ['1', '1.0.4']) expect(await statusOf({ ...key, 'api-version': version })).toBe(200);
  });
});

it('the schedule of a port lists the numbers of both carriers of a shared ship', async () => {
  await using carrier = await openProducer(coralLine);
  const { rows } = await carrier.query<PortSchedule>('port-schedules', { UNLocationCode: 'AUMEL', date: carrier.day(0) });
  const schedules = rows.flatMap(({ vesselSchedules }) => vesselSchedules);
  expect(schedules.length).toBeGreaterThan(5);
  for (const { servicePartners } of schedules) {
    expect(servicePartners.map(({ carrierCode }) => carrierCode)).toEqual(['CRLX', 'NSTR']);
    expect(new Set(servicePartners.map(({ carrierImportVoyageNumber }) => carrierImportVoyageNumber)).size).toBe(2);
  }
});

function callsIn(rows: readonly ServiceSchedule[]): TransportCall[] {
  return rows.flatMap(({ vesselSchedules }) => vesselSchedules.flatMap(({ transportCalls }) => transportCalls));
}

function cutOffsIn(rows: readonly unknown[]): string[] {
  return [...JSON.stringify(rows).matchAll(/"cutOffDateTimeCode":"(\w+)"/g)].map(([, code]) => code ?? '');
}
