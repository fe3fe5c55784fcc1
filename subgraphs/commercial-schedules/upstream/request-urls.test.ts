import { commercialScheduleFilters } from '@landfall/dcsa/filters.ts';
import { describe, expect, it } from 'vitest';
import type { ScheduleQuery } from '../model.ts';
import { requestUrlOf, type SchedulesEndpoint } from './request-urls.ts';

const endpoint: SchedulesEndpoint = {
  baseUrl: 'https://api.acme.example/cs',
  version: '1.0.3',
  versionHeader: 'major',
  filters: [...commercialScheduleFilters],
  maxReferences: 50,
  listStyle: 'comma',
  paging: true,
  pages: {},
  pageSize: 100,
  quirks: [],
};
const vessel = (conditions: object): ScheduleQuery => ({ endpoint: 'vessel-schedules', conditions });
const route = (conditions: object): ScheduleQuery => ({
  endpoint: 'point-to-point-routes',
  conditions: { placeOfReceipt: 'NLRTM', placeOfDelivery: 'SGSIN', ...conditions },
});

describe('the URL of a query', () => {
  it('names the path of the standard and each condition once, encoded', () => {
    expect(requestUrlOf(endpoint, vessel({ vesselName: 'COFFEE STAR', carrierServiceCode: 'A&B' }))).toMatchObject({
      urls: ['https://api.acme.example/cs/v1/vessel-schedules?vesselName=COFFEE%20STAR&carrierServiceCode=A%26B'],
      leftOut: [],
    });
  });

  it('omits what the Producer does not process, but never what the endpoint requires', () => {
    expect(requestUrlOf({ ...endpoint, filters: [] }, route({ maxTranshipment: 0, departureStartDate: '2026-12-01' }))).toMatchObject({
      urls: ['https://api.acme.example/cs/v1/point-to-point-routes?placeOfReceipt=NLRTM&placeOfDelivery=SGSIN'],
      leftOut: ['departureStartDate', 'maxTranshipment'],
    });
    expect(
      requestUrlOf(
        { ...endpoint, filters: [] },
        { endpoint: 'port-schedules', conditions: { UNLocationCode: 'SGSIN', date: '2026-12-01' } },
      ),
    ).toMatchObject({ urls: ['https://api.acme.example/cs/v1/port-schedules?UNLocationCode=SGSIN&date=2026-12-01'], leftOut: [] });
  });

  it('has no terminal without its port', () => {
    const filters = commercialScheduleFilters.filter((name) => name !== 'UNLocationCode');
    expect(
      requestUrlOf({ ...endpoint, filters }, vessel({ vesselIMONumber: '9321483', UNLocationCode: 'SGSIN', facilitySMDGCode: 'PSA' })),
    ).toMatchObject({
      urls: [expect.stringMatching(/vessel-schedules\?vesselIMONumber=9321483$/)],
      leftOut: ['UNLocationCode', 'facilitySMDGCode'],
    });
  });

  it('omits everything that 1.0.3 introduced for a Producer of an older version', () => {
    const older = { ...endpoint, version: '1.0.2' };
    expect(requestUrlOf(older, vessel({ vesselIMONumber: '9321483', responseScope: 'MATCHED_CALLS' }))).toMatchObject({
      leftOut: ['responseScope'],
    });
    expect(requestUrlOf(older, route({ cargoType: 'DRY' }))).toMatchObject({ leftOut: ['cargoType'] });
  });
});

describe('a query that cannot be sent', () => {
  it('has a cargo type that the Producer does not process, because its routes do not show it', () => {
    expect(requestUrlOf({ ...endpoint, version: '1.0.1' }, route({ cargoType: 'REEFER' }))).toEqual({
      refused: 'The partner does not support cargoType.',
    });
  });

  it('has no selecting condition left', () => {
    expect(
      requestUrlOf(
        { ...endpoint, filters: ['vesselIMONumber', 'startDate'] },
        vessel({ carrierServiceCode: 'FE1', startDate: '2026-12-01' }),
      ),
    ).toEqual({ refused: 'The partner does not support carrierServiceCode, and there is no other filter.' });
  });
});
