import { expect, test } from 'vitest';
import { claimOfEvent } from './event-claim.ts';
import { chooseLegs, claimsOfNotice } from './notice-claims.ts';

const voyage = { vesselName: 'King of the Seas' };
const noticeOf = (legs: unknown, portOfDischarge: unknown = { UNLocationCode: 'SGSIN' }) => ({
  transport: { portOfDischarge, portOfLoading: { UNLocationCode: 'NLRTM' }, legs },
});

test('the leg that ends in the port of discharge is chosen', () => {
  const legs = [
    { vesselVoyage: voyage, dischargeLocation: { UNLocationCode: 'SGSIN' } },
    { vesselVoyage: voyage, dischargeLocation: { UNLocationCode: 'MYPKG' }, transportPlanStageSequenceNumber: 9 },
  ];
  expect(chooseLegs(noticeOf(legs), 'DISCHARGE')).toEqual({ rule: 'PORT_OF_LEG', legs: [0] });
});

test('if several legs end there, all of them are chosen, except a truck beside a ship', () => {
  const there = { dischargeLocation: { UNLocationCode: 'SG SIN' } };
  const legs = [
    { ...there, vesselVoyage: voyage },
    { ...there, modeOfTransport: 'TRUCK' },
    { ...there, vesselVoyage: voyage },
  ];
  expect(chooseLegs(noticeOf(legs), 'DISCHARGE').legs).toEqual([0, 2]);
});

test('without locations the last stage is chosen, if every leg at sea has a number', () => {
  const legs = [2, 1, 3].map((stage) => ({ vesselVoyage: voyage, transportPlanStageSequenceNumber: stage }));
  expect(chooseLegs(noticeOf(legs), 'DISCHARGE')).toEqual({ rule: 'SEQUENCE_NUMBER', legs: [2] });
  expect(chooseLegs(noticeOf([...legs, legs[2]]), 'DISCHARGE').legs).toEqual([2, 3]);
  expect(chooseLegs(noticeOf([{ vesselVoyage: voyage }, ...legs.slice(0, 2)]), 'DISCHARGE')).toEqual({ rule: 'POSITION', legs: [2] });
});

test('otherwise the last leg that may be at sea is chosen', () => {
  const legs = [
    { vesselVoyage: voyage },
    { modeOfTransport: 'VESSEL', vesselVoyage: voyage },
    { modeOfTransport: 'RAIL', vesselVoyage: voyage },
  ];
  expect(chooseLegs(noticeOf([...legs, { vesselVoyage: {} }]), 'DISCHARGE')).toEqual({ rule: 'POSITION', legs: [1] });
});

test('at the port of loading the first leg is chosen', () => {
  const legs = [{ vesselVoyage: voyage }, { vesselVoyage: voyage, loadLocation: { UNLocationCode: 'NLRTM' } }];
  expect(chooseLegs(noticeOf(legs), 'LOAD')).toEqual({ rule: 'PORT_OF_LEG', legs: [1] });
  expect(chooseLegs(noticeOf(legs.slice(0, 1)), 'LOAD')).toEqual({ rule: 'POSITION', legs: [0] });
});

test('A.4: a leg that says that it ends elsewhere is not the arrival leg, whatever its sequence number or position', () => {
  const elsewhere = { vesselVoyage: voyage, dischargeLocation: { UNLocationCode: 'MYPKG' }, transportPlanStageSequenceNumber: 9 };
  const open = { vesselVoyage: voyage, transportPlanStageSequenceNumber: 1 };
  expect(chooseLegs(noticeOf([open, elsewhere]), 'DISCHARGE')).toEqual({ rule: 'SEQUENCE_NUMBER', legs: [0] });
  expect(chooseLegs(noticeOf([{ vesselVoyage: voyage }, elsewhere]), 'DISCHARGE')).toEqual({ rule: 'POSITION', legs: [0] });
  expect(chooseLegs(noticeOf([elsewhere]), 'DISCHARGE')).toEqual({ rule: 'NO_LEG', legs: [] });
  expect(chooseLegs(noticeOf([{ vesselVoyage: voyage, loadLocation: { UNLocationCode: 'DEHAM' } }]), 'LOAD').rule).toBe('NO_LEG');
  // Without a port of discharge nothing says that a leg ends elsewhere.
  expect(chooseLegs(noticeOf([elsewhere], {}), 'DISCHARGE').legs).toEqual([0]);
});

test('a leg that ends in the port by another UN/LOCODE of it is the arrival leg', () => {
  const legs = [{ vesselVoyage: voyage, dischargeLocation: { UNLocationCode: 'SGSNP' } }, { vesselVoyage: voyage }];
  const portOf = (code: string) => (code === 'SGSNP' ? 'SGSIN' : code);
  expect(chooseLegs(noticeOf(legs), 'DISCHARGE', portOf)).toEqual({ rule: 'PORT_OF_LEG', legs: [0] });
});

test('a notice without a leg at sea has none, whatever replaces its legs', () => {
  for (const legs of [undefined, null, 7, 'x', {}, [], [null], [{ vesselVoyage: 'x' }]]) {
    expect(chooseLegs(noticeOf(legs), 'DISCHARGE')).toEqual({ rule: 'NO_LEG', legs: [] });
  }
});

/** What counts of an arrival that is stated as actual, and the arrivals that count as stated before. */
type Counted = readonly [classifier: string, before?: readonly string[]];

test.each<[issued: string, port: string, Counted]>([
  // It is already the 28th at Singapore, and still the 27th at Los Angeles.
  ['2026-12-27T17:00:00Z', 'SGSIN', ['ACT']],
  ['2026-12-27T17:00:00Z', 'USLAX', ['EST', ['EST 2026-12-27']]],
  // Without the time zone of the port, the day at the sender counts.
  ['2026-12-28T01:00:00+08:00', 'ZZZZZ', ['ACT']],
  ['2026-12-27T17:00:00Z', 'ZZZZZ', ['EST', ['EST 2026-12-27']]],
  ['2026-12-31T17:00:00Z', 'SGSIN', ['ACT']],
  // The sender does not renew the time of its statements.
  ['2026-01-01T00:00:00Z', 'SGSIN', ['ACT']],
  ['yesterday', 'SGSIN', ['ACT']],
])(
  'an arrival of 29 December that was stated as actual at %s in %s counts as %o',
  (issueDateTime, UNLocationCode, [classifier, before]) => {
    const portOfDischargeArrivalDate = { value: '2026-12-29', classifier: 'ACT' };
    const notice = { issueDateTime, transport: { portOfDischarge: { UNLocationCode }, portOfDischargeArrivalDate } };
    const event = {
      eventUpdatedDateTime: issueDateTime,
      portCall: { UNLocationCode },
      portCallService: { portCallServiceTypeCode: 'BERTH', portCallServiceEventTypeCode: 'ARRI' },
      timestamp: { classifierCode: 'ACT', serviceDateTime: '2026-12-29T12:00:00Z' },
    };
    for (const { times, earlierTimes } of [claimsOfNotice(notice, 'acme').claims[0], claimOfEvent(event, 'port')]) {
      expect(times.map((time) => time.classifier)).toEqual([classifier]);
      expect(earlierTimes?.map((time) => `${time.classifier} ${time.text}`)).toEqual(before);
    }
  },
);

test('a departure that is stated as actual before its day is an estimate', () => {
  const departureDate = { value: '2026-12-29', classifier: 'ACT' };
  const notice = { issueDateTime: '2026-12-20T08:00:00Z', transport: { portOfLoading: { UNLocationCode: 'NLRTM' }, departureDate } };
  const [{ times, earlierTimes }] = claimsOfNotice(notice, 'acme', { end: 'LOAD' }).claims;
  expect([times[0]?.classifier, earlierTimes]).toEqual(['EST', undefined]);
});
