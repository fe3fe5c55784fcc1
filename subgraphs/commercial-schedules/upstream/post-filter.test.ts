import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PointToPointRecord, PortScheduleRecord, ScheduleRecord, VesselConditions, VesselScheduleRecord } from '../model.ts';
import { mayBeRequested, postFilter } from './post-filter.ts';

function fixture<S extends ScheduleRecord>(name: string): S {
  return JSON.parse(readFileSync(new URL(`../../../test/fixtures/commercial-schedules/${name}.json`, import.meta.url), 'utf8'));
}

describe('a route', () => {
  const route = fixture<PointToPointRecord>('route');
  const wanted = (conditions: object, said: object = {}) =>
    postFilter(
      { ...route, ...said },
      { endpoint: 'point-to-point-routes', conditions: { placeOfReceipt: 'NLRTM', placeOfDelivery: 'MYPKG', ...conditions } },
    ) !== undefined;

  it.each([
    [{}],
    [{ departureStartDate: '2026-12-03', departureEndDate: '2026-12-03' }],
    [{ arrivalStartDate: '2026-12-31' }],
    [{ arrivalEndDate: '2026-12-31' }],
    [{ maxTranshipment: 0 }],
    [{ receiptTypeAtOrigin: 'CY', deliveryTypeAtDestination: 'SD' }],
    [{ cargoType: 'REEFER' }],
  ])('is kept where it matches %j', (conditions) => {
    expect(wanted(conditions)).toBe(true);
  });

  it.each([
    [{ placeOfReceipt: 'DEHAM' }],
    [{ placeOfDelivery: 'SGSIN' }],
    [{ departureStartDate: '2026-12-04' }],
    [{ departureEndDate: '2026-12-02' }],
    [{ arrivalStartDate: '2027-01-01' }],
    [{ arrivalEndDate: '2026-12-30' }],
    [{ receiptTypeAtOrigin: 'CFS' }],
    [{ deliveryTypeAtDestination: 'CY' }],
  ])('is removed if it contradicts %j', (conditions) => {
    expect(wanted(conditions)).toBe(false);
  });

  it('is compared by its local day, not by the day in UTC', () => {
    const placeOfReceipt = { dateTime: '2026-12-04T00:30:00+09:00' };
    expect(wanted({ departureStartDate: '2026-12-04' }, { placeOfReceipt })).toBe(true);
    expect(wanted({ departureEndDate: '2026-12-03' }, { placeOfReceipt })).toBe(false);
  });

  it('counts as transhipped only where one vessel directly follows another', () => {
    const legsBy = (...modes: (string | undefined)[]) => ({
      legs: modes.map((mode) => (mode === undefined ? {} : { transport: { modeOfTransport: mode } })),
    });
    expect(wanted({ maxTranshipment: 0 }, legsBy('TRUCK', 'VESSEL', 'BARGE', 'VESSEL', 'RAIL'))).toBe(true);
    expect(wanted({ maxTranshipment: 1 }, legsBy('VESSEL', 'VESSEL', 'VESSEL'))).toBe(false);
    expect(wanted({ maxTranshipment: 2 }, legsBy('VESSEL', 'VESSEL', 'VESSEL'))).toBe(true);
    expect(wanted({ maxTranshipment: 0 }, legsBy('VESSEL', undefined, 'VESSEL'))).toBe(true);
  });

  it('without the attribute of a condition is kept', () => {
    const conditions = { departureEndDate: '2020-01-01', maxTranshipment: 0, receiptTypeAtOrigin: 'SD' } as const;
    const query = {
      endpoint: 'point-to-point-routes',
      conditions: { placeOfReceipt: 'NLRTM', placeOfDelivery: 'MYPKG', ...conditions },
    } as const;
    expect(postFilter({}, query)).toEqual({});
  });
});

describe('a port schedule', () => {
  const schedule = fixture<PortScheduleRecord>('port-schedule');
  const wanted = (said: PortScheduleRecord, date: string, UNLocationCode = 'SGSIN') =>
    postFilter(said, { endpoint: 'port-schedules', conditions: { UNLocationCode, date } }) as PortScheduleRecord | undefined;
  const call = (...times: [string, string][]) => ({
    timestamps: times.map(([eventTypeCode, eventDateTime]) => ({ eventTypeCode, eventDateTime })),
  });

  it('is returned as the same object if all of it matches', () => {
    expect(wanted(schedule, '2026-12-28')).toBe(schedule);
  });

  it('is removed for another port or if every call is too early', () => {
    expect(wanted(schedule, '2026-12-28', 'MYPKG')).toBeUndefined();
    expect(wanted(schedule, '2026-12-29')).toBeUndefined();
  });

  it('is returned without the calls that are too early: by latest arrival, or by departure if there is no arrival', () => {
    const early = call(['ARRI', '2026-12-27T23:59:00+08:00'], ['DEPA', '2026-12-29T10:00:00+08:00']);
    const drifted = call(['ARRI', '2026-12-27T10:00:00+08:00'], ['ARRI', '2026-12-28T01:00:00+08:00']);
    const leaving = call(['DEPA', '2026-12-28T01:00:00+08:00']);
    const timeless = { vessel: { name: 'X' } };
    expect(wanted({ vesselSchedules: [early, drifted, leaving, timeless] }, '2026-12-28')?.vesselSchedules).toEqual([
      drifted,
      leaving,
      timeless,
    ]);
  });

  it('without calls is kept', () => {
    expect(wanted({ location: { UNLocationCode: 'SGSIN' } }, '2026-12-28')).toBeDefined();
  });
});

describe('a service schedule', () => {
  const service = fixture<VesselScheduleRecord>('service-schedule');
  const wanted = (conditions: VesselConditions, said: VesselScheduleRecord = service) =>
    postFilter(said, { endpoint: 'vessel-schedules', conditions }) as VesselScheduleRecord | undefined;
  /** The positions of the remaining calls in the fixture. */
  const matched = (conditions: VesselConditions) => {
    const all = service.vesselSchedules?.[0]?.transportCalls ?? [];
    const left = wanted({ ...conditions, responseScope: 'MATCHED_CALLS' })?.vesselSchedules?.[0]?.transportCalls ?? [];
    return left.map((call) => all.findIndex(({ transportCallReference }) => transportCallReference === call.transportCallReference));
  };

  it.each<[VesselConditions]>([
    [{ vesselIMONumber: '9321484' }],
    [{ vesselName: 'TEA STAR' }],
    [{ carrierServiceCode: 'FE2' }],
    [{ universalServiceReference: 'SR54321B' }],
    [{ vesselOperatorCarrierCode: 'CORL' }],
    [{ carrierServiceCode: 'FE1', carrierVoyageNumber: '650E' }],
    [{ UNLocationCode: 'MYPKG' }],
    [{ UNLocationCode: 'SGSIN', facilitySMDGCode: 'TPT' }],
    [{ vesselIMONumber: '9321483', startDate: '2027-02-01' }],
    [{ vesselIMONumber: '9321483', endDate: '2026-12-27' }],
  ])('is removed if it contradicts %j', (conditions) => {
    expect(wanted(conditions)).toBeUndefined();
    expect(wanted({ ...conditions, responseScope: 'MATCHED_CALLS' })).toBeUndefined();
  });

  it('is kept whole, as the same object, if one of its calls matches', () => {
    expect(wanted({ UNLocationCode: 'SGSIN' })).toBe(service);
    expect(wanted({ vesselName: 'Coffee  Star', responseScope: 'MATCHED_CALLS' })).toBe(service);
  });

  it('is matched by either side of a call: its import and its export voyage', () => {
    expect(matched({ vesselIMONumber: '9321483', carrierVoyageNumber: '649E' })).toEqual([0, 1]);
    expect(matched({ vesselIMONumber: '9321483', carrierVoyageNumber: '702W' })).toEqual([1, 2, 3]);
    expect(matched({ vesselIMONumber: '9321483', universalVoyageReference: '2702W' })).toEqual([1, 2, 3]);
  });

  it('must match all conditions with one and the same call', () => {
    expect(matched({ carrierServiceCode: 'FE1', carrierVoyageNumber: '649E', UNLocationCode: 'NLRTM' })).toEqual([0]);
    expect(matched({ UNLocationCode: 'NLRTM', startDate: '2027-01-01' })).toEqual([2]);
    expect(wanted({ UNLocationCode: 'SGSIN', startDate: '2027-01-01' })).toBeUndefined();
  });

  it('is matched by the local day of arrivals; a call with only departures has none', () => {
    expect(matched({ vesselIMONumber: '9321483', startDate: '2026-12-01', endDate: '2026-12-28' })).toEqual([1]);
  });

  it('has the local day of its port, whatever the offset of its time', () => {
    const timestamps = [{ eventTypeCode: 'ARRI', eventDateTime: '2026-12-09T03:00:00Z' }];
    const said = { vesselSchedules: [{ transportCalls: [{ location: { UNLocationCode: 'USLAX' }, timestamps }] }] };
    const on = (day: string): VesselConditions => ({ UNLocationCode: 'USLAX', startDate: day, endDate: day });
    expect(wanted(on('2026-12-08'), said)).toBe(said);
    expect(wanted(on('2026-12-09'), said)).toBeUndefined();
  });

  it('keeps calls and ships without the attribute of a condition', () => {
    const bare = { vesselSchedules: [{ transportCalls: [{ transportCallReference: 'X' }] }, {}] };
    const everything: VesselConditions = {
      vesselIMONumber: '9321483',
      carrierServiceCode: 'FE1',
      carrierVoyageNumber: '649E',
      UNLocationCode: 'SGSIN',
      startDate: '2026-12-01',
    };
    for (const responseScope of ['FULL_VOYAGE', 'MATCHED_CALLS'] as const)
      expect(wanted({ ...everything, responseScope }, bare)).toBe(bare);
  });

  it('treats the placeholder for no voyage as an absent voyage', () => {
    const call = { transportCallReference: 'X', carrierImportVoyageNumber: '9999R' };
    const said = { vesselSchedules: [{ transportCalls: [call] }] };
    expect(wanted({ vesselIMONumber: '9321483', carrierVoyageNumber: '649E' }, said)).toBe(said);
  });

  it('keeps the second voyage of a turn-around that a Producer lists separately', () => {
    const ship = { vesselIMONumber: '9321483' };
    const turnAround = { transportCallReference: 'T', carrierImportVoyageNumber: '649E', carrierExportVoyageNumber: '702W' };
    const back = { transportCallReference: 'B', carrierImportVoyageNumber: '702W' };
    const other = { vessel: { vesselIMONumber: '9000001' }, transportCalls: [back] };
    const said = { vesselSchedules: [{ vessel: ship, transportCalls: [turnAround] }, { vessel: ship, transportCalls: [back] }, other] };
    const requested: VesselConditions = { carrierServiceCode: 'FE1', carrierVoyageNumber: '649E' };
    expect(wanted(requested, said)?.vesselSchedules).toEqual(said.vesselSchedules.slice(0, 2));
    expect(wanted({ ...requested, responseScope: 'MATCHED_CALLS' }, said)?.vesselSchedules).toEqual(said.vesselSchedules.slice(0, 1));
  });
});

describe('a record that a Producer sent', () => {
  const timestamps = [{ eventTypeCode: 'ARRI', eventDateTime: '2026-12-09T03:00:00Z' }];
  const record = { vesselSchedules: [{ transportCalls: [{ location: { UNLocationCode: 'USLAX' }, timestamps }] }] } as never;
  const mayBeSent = (conditions: VesselConditions) => mayBeRequested(record, { endpoint: 'vessel-schedules', conditions });

  it('was requested if a day that it may count agrees', () => {
    expect(mayBeSent({ startDate: '2026-12-09', endDate: '2026-12-09' })).toBe(true);
    expect(mayBeSent({ startDate: '2026-12-10' })).toBe(false);
    expect(mayBeSent({ UNLocationCode: 'USOAK' })).toBe(false);
  });
});
