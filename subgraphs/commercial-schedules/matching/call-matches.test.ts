import { expect, test } from 'vitest';
import { matchKeyOfNotice } from '#platform/matching/keys/match-key.ts';
import { createComparisonRules } from '#platform/matching/rules/comparison-rules.ts';
import type { ScheduleRow } from '../model.ts';
import { reportOf } from '../upstream/collect.ts';
import { matchCallPage } from './call-matches.ts';
import type { CallMatching } from './match-page.ts';

const codes = { acme: 'ACM', bolt: 'BLT', comet: 'CMT' } as const;
const producers = Object.keys(codes);
const rules = createComparisonRules({
  partners: Object.entries(codes).map(([id, carrierCode]) => ({ id, carriers: [{ carrierCode, carrierCodeListProvider: 'SMDG' }] })),
});

const timestamps = [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: '2026-12-28T22:00:00+08:00' }];
const carrierImportVoyageNumber = '649E';
const oldShip = { vesselIMONumber: '9321483', name: 'Old Ship' };
const newShip = { vesselIMONumber: '9456783', name: 'New Ship' };

const vesselSchedule = (vessel: object, call: object = {}): object => ({
  carrierServiceCode: 'ACM1',
  vesselSchedules: [
    {
      vessel,
      transportCalls: [
        { transportCallReference: 'CALL-1', carrierImportVoyageNumber, location: { UNLocationCode: 'SGSIN' }, timestamps, ...call },
      ],
    },
  ],
});

/** A service that acme and bolt sail together. */
const portSchedule = (vessel: object): object => ({
  location: { UNLocationCode: 'SGSIN' },
  vesselSchedules: [
    {
      vessel,
      servicePartners: [
        { carrierCode: 'ACM', carrierCodeListProvider: 'SMDG', carrierServiceCode: 'ACM1', carrierImportVoyageNumber },
        { carrierCode: 'BLT', carrierCodeListProvider: 'SMDG', carrierServiceCode: 'BLT7', carrierImportVoyageNumber: '012W' },
      ],
      timestamps,
    },
  ],
});

/** Matches a notice of acme that names the new ship; the partners know what `schedules` have, by partner and endpoint. */
async function matchNotice(schedules: Readonly<Record<string, object>>) {
  const requested: string[] = [];
  const request: CallMatching['request'] = async (requests) =>
    requests.map((each) => {
      const name = `${each.partner} ${each.topic.endpoint}`;
      requested.push(name);
      const document = schedules[name];
      const rows: ScheduleRow[] = document === undefined ? [] : [{ document, violations: [], byteLength: 100 }];
      return { request: each, answer: { id: '', rows, report: reportOf(each.partner, { status: rows.length === 0 ? 'EMPTY' : 'OK' }) } };
    });
  const notice = {
    carrierCode: 'ACM',
    carrierCodeListProvider: 'SMDG',
    transport: {
      portOfDischarge: { UNLocationCode: 'SGSIN' },
      portOfDischargeArrivalDate: { value: '2026-12-28', classifier: 'EST' },
      legs: [{ vesselVoyage: { vesselIMONumber: newShip.vesselIMONumber, vesselName: newShip.name, carrierImportVoyageNumber } }],
    },
  };
  const { matched } = await matchCallPage([matchKeyOfNotice(notice, { partner: 'acme' })], { producers, rules, unseen: [], request });
  return { requested, outcome: matched[0]?.found.outcome };
}

test('a carrier that does not know yet that ships were swapped is not the last one to be requested: its partner at the port knows', async () => {
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(oldShip),
    'acme port-schedules': portSchedule(oldShip),
    'bolt port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules', 'bolt port-schedules']);
});

test('a call that the carrier itself knows by ship and voyage is requested from no other partner', async () => {
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(newShip),
    'acme port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules']);
});

test('a carrier that has no number of the voyage yet in vessel schedules is asked for port schedules', async () => {
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(newShip, { carrierImportVoyageNumber: '9999R' }),
    'acme port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules']);
});

test('a carrier that states the arrival of another ship on the voyage states a fact: no port schedules are requested', async () => {
  const arrival = { eventTypeCode: 'ARRI', eventClassifierCode: 'ACT', eventDateTime: '2026-12-28T22:00:00+08:00' };
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(oldShip, { timestamps: [arrival] }),
    'acme port-schedules': portSchedule(oldShip),
  });
  expect(outcome).toBe('CONFLICTING');
  expect(requested).toEqual(['acme vessel-schedules']);
});

test('the operator that a port schedule of the call names is asked what it calls the call', async () => {
  const ship = { ...newShip, operatorCarrierCode: 'BLT', operatorCarrierCodeListProvider: 'SMDG' };
  const { requested, outcome } = await matchNotice({ 'acme port-schedules': portSchedule(ship) });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules', 'bolt vessel-schedules']);
});
