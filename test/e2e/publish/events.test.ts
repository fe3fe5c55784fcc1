import { portCallFilters } from '@landfall/dcsa/filters.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparedFilters } from '../../../subgraphs/port-calls/model.ts';
import { findViolations } from '../../../subgraphs/port-calls/wire/parse.ts';
import { failedEventChecks } from '../../support/publisher-conformance.ts';
import { contractViolations } from '../../support/standard-types.ts';
import { openPublishing, type Publishing } from './open-publishing.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** An event that matches every filter of the standard. */
const berth = {
  eventID: id(1),
  eventUpdatedDateTime: '2026-12-20T07:30:00Z',
  isFYI: false,
  portCall: { portCallID: id(11), portVisitReference: 'SGSIN26004411', UNLocationCode: 'SGSIN' },
  terminalCall: {
    terminalCallID: id(12),
    terminalCallReference: 'SR12345A-9321483-2649E-SGSIN-PSA-1-1',
    carrierServiceName: 'Great Lion Service',
    serviceCodeOrReference: { carrierServiceCode: 'FE1', universalServiceReference: 'SR12345A' },
    importVoyageNumberOrReference: { carrierVoyageNumber: '649E', universalVoyageReference: '2649E' },
    exportVoyageNumberOrReference: { carrierVoyageNumber: '702W', universalVoyageReference: '2702W' },
  },
  portCallService: {
    portCallServiceID: id(13),
    portCallServiceTypeCode: 'BERTH',
    portCallServiceEventTypeCode: 'ARRI',
    portCallPhaseTypeCode: 'INBD',
    facilityTypeCode: 'BRTH',
  },
  vessel: { vesselIMONumber: '9321483', vesselName: 'King of the Seas', vesselMMSINumber: '563012300' },
  timestamp: { classifierCode: 'EST', serviceDateTime: '2026-12-28T14:00:00Z' },
};
const moves = {
  eventID: id(2),
  eventUpdatedDateTime: '2026-12-21T10:00:00Z',
  portCall: { portCallID: id(21), UNLocationCode: 'NLRTM' },
  portCallService: { portCallServiceID: id(23), portCallServiceTypeCode: 'MOVES', portCallServiceEventTypeCode: 'ARRI' },
  movesForecasts: [
    { carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA', dischargeUnits: { ladenUnits: { size20Units: 120, size40Units: 310 } } },
    { restowUnits: { totalUnits: 14 }, dischargeUnits: { totalUnits: { totalUnits: 640 } } },
  ],
};
const bare = { eventID: id(3) };

let publishing: Publishing;
beforeAll(async () => {
  publishing = await openPublishing();
  await publishing.push('acme', { events: [berth, moves, bare] });
  await publishing.push('coral', { events: [{ ...bare, isFYI: true }] });
});
afterAll(async () => publishing[Symbol.asyncDispose]());

const read = async (query: string, as?: string) => {
  const got = await publishing.get(`/events${query === '' ? '' : `?${query}`}`, as);
  expect([got.status, got.headers.get('content-type'), got.headers.get('api-version')]).toEqual([200, 'application/json', '2.0.0']);
  expect(contractViolations('GetEventsResponse', got.body)).toEqual([]);
  return got;
};
const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map((row) => row['eventID']);

describe('a Publisher of port call events', () => {
  test('passes the scenarios of the conformance gateway: timestamps, moves forecasts, pagination', async () => {
    expect(failedEventChecks((await read('classifierCode=EST')).rows, ['TIMESTAMP'])).toEqual([]);
    expect(failedEventChecks((await read('portCallServiceTypeCode=MOVES')).rows, ['MOVE_FORECAST'])).toEqual([]);
    const forecasts = (await read('portCallServiceTypeCode=MOVES')).rows as readonly (typeof moves)[];
    expect(forecasts.map(({ movesForecasts }) => movesForecasts)).toEqual([moves.movesForecasts]);
    await publishing.push('acme', { events: [4, 5].map((number) => ({ ...moves, eventID: id(number) })) });
    const first = await read('portCallServiceTypeCode=MOVES&limit=1');
    const second = await read(`portCallServiceTypeCode=MOVES&limit=1&cursor=${first.headers.get('next-page-cursor')}`);
    expect([first.rows.length, second.rows.length]).toEqual([1, 1]);
    expect(second.text).not.toBe(first.text);
  });

  test('conforms to the schema in every row and writes no null', async () => {
    const { rows, text } = await read('');
    expect(rows.flatMap((row) => findViolations(row))).toEqual([]);
    expect(text).not.toContain('null');
    expect(text).toContain(JSON.stringify(berth));
  });

  test.each(comparedFilters.map(([name, readAttribute]) => [name, readAttribute(berth) ?? '']))(
    'finds by %s only events with an equal value',
    async (name, value) => {
      expect(idsOf((await read(`${name}=${encodeURIComponent(value)}`)).rows)).toEqual([id(1)]);
      expect((await read(`${name}=${encodeURIComponent(`${value}x`)}`)).text).toBe('{"events":[]}');
    },
  );

  test('finds by any two filters together the events that both find', async () => {
    const filters = comparedFilters
      .filter(([name]) => name !== 'portCallServiceID')
      .map(([name, readAttribute]) => `${name}=${encodeURIComponent(readAttribute(berth) ?? '')}`);
    for (const [index, left] of filters.entries()) {
      for (const right of filters.slice(index + 1)) expect(idsOf((await read(`${left}&${right}`)).rows)).toEqual([id(1)]);
      expect((await read(`${left}&portCallServiceID=${id(23)}`)).rows).toEqual([]);
    }
  });

  test('compares times inclusively: that of the service, otherwise that of the last change', async () => {
    const between = async (min: string, max: string) => {
      const query = `eventTimestampMin=${encodeURIComponent(min)}&eventTimestampMax=${encodeURIComponent(max)}`;
      return idsOf((await read(query)).rows);
    };
    expect(await between('2026-12-28T14:00:00Z', '2026-12-28T15:00:00+01:00')).toEqual([id(1)]);
    expect(await between('2026-12-28T14:00:00.001Z', '2027-01-01T00:00:00Z')).toEqual([]);
    expect(await between('2026-12-21T00:00:00Z', '2026-12-22T00:00:00Z')).toContain(id(2));
    expect(await between('2026-12-20T07:30:00Z', '2026-12-20T07:30:00Z')).toEqual([]);
  });

  test('serves every filter of the standard except the one that no event has', () => {
    expect(new Set([...comparedFilters.map(([name]) => name), 'eventTimestampMin', 'eventTimestampMax'])).toEqual(new Set(portCallFilters));
  });

  test('publishes only the newest version of an event, and equal ids of two partners as two events', async () => {
    const later = { ...berth, eventUpdatedDateTime: '2026-12-20T09:30:00+01:00', timestamp: { ...berth.timestamp, classifierCode: 'PLN' } };
    await publishing.push('acme', { events: [later] });
    await publishing.push('acme', { events: [{ ...berth, eventUpdatedDateTime: '2026-12-19T07:30:00Z', isFYI: true }] });
    expect((await read(`portCallID=${id(11)}`)).rows).toEqual([later]);
    expect((await read(`portCallID=${id(11)}&classifierCode=EST`)).rows).toEqual([]);
    const { rows, headers } = await read('');
    expect(rows.filter((row) => row['eventID'] === id(3))).toEqual([bare, { ...bare, isFYI: true }]);
    expect(headers.get('landfall-row-sources')).toMatch(/"coral";rows="\d+"/);
  });

  test('swaps the parties that a relaying proxy names, also on errors', async () => {
    const headers = { 'request-sending-party': 'terminal', 'request-receiving-party': 'landfall' };
    for (const path of ['/events', '/events?limit=0']) {
      const got = await publishing.get(path, 'reader', { headers });
      expect([got.headers.get('response-sending-party'), got.headers.get('response-receiving-party')]).toEqual(['landfall', 'terminal']);
    }
  });

  test('shows nothing, without a reason, to subscribers without the right to port calls', async () => {
    const { text, headers } = await read('limit=1', 'landsman');
    expect(text).toBe('{"events":[]}');
    expect([headers.get('next-page-cursor'), headers.get('landfall-row-sources')]).toEqual([null, null]);
  });

  test('shows no volumes to subscribers that are parties to single shipments', async () => {
    const { rows } = await read('portCallServiceTypeCode=MOVES', 'consignee');
    expect(rows[0]).toEqual({ ...moves, movesForecasts: undefined });
  });
});
