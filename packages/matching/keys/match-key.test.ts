import { valueAt } from '@landfall/dcsa/wire-values.ts';
import { expect, test } from 'vitest';
import { pathOfFacility, pathOfKey, pathOfNumber, pathOfTime } from '../claims/paths.ts';
import { callRecordsOfPointToPoint, callRecordsOfVesselSchedules, eventRecordOf } from '../claims/records.ts';
import { matchKeyOfCall, matchKeyOfNotice, routeMatchKeyOfNotice, windowOf } from './match-key.ts';
import { decodeMatchKey, encodeMatchKey } from './match-key-text.ts';

const notice = {
  carrierCode: 'MAEU',
  carrierCodeListProvider: 'NMFTA',
  transport: {
    placeOfReceipt: { UNLocationCode: 'DEDUI' },
    portOfLoading: { UNLocationCode: 'NLRTM' },
    portOfDischarge: { UNLocationCode: 'SGSIN' },
    legs: [
      { vesselVoyage: { vesselName: 'Feeder' } },
      {
        dischargeLocation: { UNLocationCode: 'SGSIN', facility: { facilityCode: 'PSA', facilityCodeListProvider: 'SMDG' } },
        arrivalDate: { value: '2026-12-28', classifier: 'EST' },
        vesselVoyage: { vesselIMONumber: '9321483', carrierImportVoyageNumber: '649E', callReferenceNumber: 'C1' },
      },
    ],
  },
};

test('a match key determines the path of each of its values in the notice, without containing the paths', () => {
  const { claims, legRule } = matchKeyOfNotice(notice, { partner: 'acme' });
  const [claim] = claims;
  const [time] = claim.times;
  expect(legRule).toBe('PORT_OF_LEG');
  const paths = [
    pathOfKey(claim, 'vesselIMONumber'),
    pathOfKey(claim, 'UNLocationCode'),
    pathOfNumber(claim, 'carrierImportVoyageNumber', 0),
    pathOfFacility(claim),
    time === undefined ? '' : pathOfTime(claim, time),
  ];
  expect(paths).toEqual([
    'transport.legs[1].vesselVoyage.vesselIMONumber',
    'transport.portOfDischarge.UNLocationCode',
    'transport.legs[1].vesselVoyage.carrierImportVoyageNumber',
    'transport.legs[1].dischargeLocation.facility.facilityCode',
    'transport.legs[1].arrivalDate.value',
  ]);
  expect(paths.map((path) => valueAt(notice, path.split(/[.[\]]+/)))).not.toContain(undefined);
});

test('the trade lane of a notice connects its outer places and ports', () => {
  expect(routeMatchKeyOfNotice(notice, { partner: 'acme' }).tradeLane).toEqual({
    from: [
      { path: 'transport.placeOfReceipt.UNLocationCode', value: 'DEDUI' },
      { path: 'transport.portOfLoading.UNLocationCode', value: 'NLRTM' },
    ],
    to: [{ path: 'transport.portOfDischarge.UNLocationCode', value: 'SGSIN' }],
  });
});

test('the load side of a notice is searched by its export numbers', () => {
  const [claim] = matchKeyOfNotice(notice, { partner: 'acme', end: 'LOAD' }).claims;
  expect(claim).toMatchObject({ UNLocationCode: 'NLRTM', sides: 'EXPORT', vesselName: 'FEEDER', callReferenceNumber: undefined });
});

test('candidates are within days of the arrival: near ones within a week and a day, all within a month and a day', () => {
  expect(windowOf(matchKeyOfNotice(notice, { partner: 'acme' }))).toEqual({
    lastStatedDay: '2026-12-28',
    near: { firstDay: '2026-12-20', lastDay: '2027-01-09' },
    reach: { firstDay: '2026-11-27', lastDay: '2027-02-01' },
  });
  expect(windowOf(matchKeyOfNotice({}, { partner: 'acme' }))).toBeUndefined();
});

test('the days of a call are those of its port, whatever the offset of its times', () => {
  const timestamps = [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: '2026-12-09T03:00:00Z' }];
  const schedule = { vesselSchedules: [{ transportCalls: [{ location: { UNLocationCode: 'USLAX' }, timestamps }] }] };
  const [record] = callRecordsOfVesselSchedules(schedule, { partner: 'acme' });
  if (record === undefined) throw new Error('the sample has a call');
  expect(windowOf(matchKeyOfCall([record]))?.lastStatedDay).toBe('2026-12-08');
});

test('a malicious notice with thousands of legs and letters results in a match key of limited length', () => {
  const legs = Array(5_000).fill({
    ...notice.transport.legs[1],
    vesselVoyage: { vesselName: '\u0001'.repeat(90), vesselIMONumber: 'x'.repeat(9_999) },
  });
  const text = encodeMatchKey(matchKeyOfNotice({ transport: { ...notice.transport, legs } }, { partner: 'acme' }));
  expect(text.length).toBeLessThan(50_000);
  expect(decodeMatchKey(text)).toBeDefined();
});

test('the reference of a call at the end of a route belongs to the call, the deprecated one only to the departure', () => {
  const place = { location: { UNLocationCode: 'SGSIN' }, dateTime: '2026-12-28T22:00:00+08:00' };
  const routeOf = (departure: object, arrival: object) => ({
    legs: [{ transport: { modeOfTransport: 'BARGE', transportCallReference: 'OLD', barge: { name: 'Rhine' } }, departure, arrival }],
  });
  const endsOf = (route: object) => callRecordsOfPointToPoint(route, { partner: 'acme' }).map(({ claim }) => claim);
  const old = endsOf(routeOf(place, place));
  expect(old.map(({ transportCallReference }) => transportCallReference)).toEqual(['OLD', undefined]);
  expect(old.map((claim) => pathOfKey(claim, 'transportCallReference'))).toEqual([
    'legs[0].transport.transportCallReference',
    'legs[0].arrival.transportCallReference',
  ]);
  expect(old.map((claim) => pathOfKey(claim, 'vesselName'))).toEqual(Array(2).fill('legs[0].transport.barge.name'));
  const own = endsOf(routeOf(place, { ...place, transportCallReference: 'NEW' }));
  expect(own.map(({ transportCallReference }) => transportCallReference)).toEqual([undefined, 'NEW']);
});

test('an event without a port call has the port of its service, with that path', () => {
  const { claim } = eventRecordOf({ portCallService: { serviceLocation: { UNLocationCode: 'SGSIN' } } }, { partner: 'port' });
  expect(claim.UNLocationCode).toBe('SGSIN');
  expect(pathOfKey(claim, 'UNLocationCode')).toBe('portCallService.serviceLocation.UNLocationCode');
});

test('a call that many records state has a match key of the first of them', () => {
  const route = { legs: [{ transport: { modeOfTransport: 'VESSEL' }, departure: {}, arrival: {} }] };
  const [record] = callRecordsOfPointToPoint(route, { partner: 'acme' });
  if (record === undefined) throw new Error('the sample has a leg');
  expect(matchKeyOfCall([record, ...Array(99).fill(record)]).claims.length).toBeLessThan(50);
});
