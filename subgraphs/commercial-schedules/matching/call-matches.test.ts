import { matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { expect, test } from 'vitest';
import type { ScheduleRow } from '../model.ts';
import { reportOf } from '../upstream/collect.ts';
import { matchCallPage } from './call-matches.ts';
import type { CallMatching } from './match-page.ts';

const codes = { acme: 'ACM', bolt: 'BLT', comet: 'CMT' } as const;
const producers = Object.keys(codes);
const rules = createComparisonRules(
  Object.entries(codes).map(([id, carrierCode]) => ({ id, carriers: [{ carrierCode, carrierCodeListProvider: 'SMDG' }] })),
);

const timestamps = [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: '2026-12-28T22:00:00+08:00' }];
const carrierImportVoyageNumber = '649E';
const oldShip = { vesselIMONumber: '9321483', name: 'Old Ship' };
const newShip = { vesselIMONumber: '9456783', name: 'New Ship' };

const vesselSchedule = (vessel: object, call: object = {}) => ({
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

const acmesNumber = { carrierCode: 'ACM', carrierCodeListProvider: 'SMDG', carrierServiceCode: 'ACM1', carrierImportVoyageNumber };
const boltsNumber = { carrierCode: 'BLT', carrierCodeListProvider: 'SMDG', carrierServiceCode: 'BLT7', carrierImportVoyageNumber: '012W' };

/** Returns a schedule of a service that acme and bolt operate together. */
const portSchedule = (vessel: object, ...others: readonly object[]): object => ({
  location: { UNLocationCode: 'SGSIN' },
  vesselSchedules: [{ vessel, servicePartners: [acmesNumber, boltsNumber], timestamps }, ...others],
});

/**
 * Matches a notice of acme that names the new ship. The partners have the `schedules`, by partner and endpoint, and do
 * not answer requests to the `failing` endpoints.
 */
async function matchNotice(
  schedules: Readonly<Record<string, object>>,
  {
    failing = [],
    voyage = {},
    refusesPort = false,
  }: { readonly failing?: readonly string[]; readonly voyage?: object; readonly refusesPort?: boolean } = {},
) {
  const requested: string[] = [];
  const request: CallMatching['request'] = async (requests) =>
    requests.map((each) => {
      const name = `${each.partner} ${each.topic.endpoint}`;
      const isRefused = refusesPort && 'UNLocationCode' in each.topic.conditions;
      requested.push(refusesPort ? `${name} by ${Object.keys(each.topic.conditions).join()}` : name);
      const document = isRefused ? undefined : schedules[name];
      const documents = document === undefined ? [] : [document].flat();
      const rows = documents.map((each): ScheduleRow => ({ document: each, violations: [], byteLength: 100 }));
      const empty = isRefused ? 'REFUSED_FILTER' : 'EMPTY';
      const status = failing.includes(name) ? 'FAILED' : rows.length === 0 ? empty : 'OK';
      return { request: each, answer: { id: '', rows, report: reportOf(each.partner, { status }) } };
    });
  const notice = {
    carrierCode: 'ACM',
    carrierCodeListProvider: 'SMDG',
    transport: {
      portOfDischarge: { UNLocationCode: 'SGSIN' },
      portOfDischargeArrivalDate: { value: '2026-12-28', classifier: 'EST' },
      legs: [
        { vesselVoyage: { vesselIMONumber: newShip.vesselIMONumber, vesselName: newShip.name, carrierImportVoyageNumber, ...voyage } },
      ],
    },
  };
  const { matched } = await matchCallPage([matchKeyOfNotice(notice, { partner: 'acme' })], {
    producers,
    hasFilter: () => true,
    rules,
    unseen: [],
    request,
  });
  return {
    requested,
    outcome: matched[0]?.found.outcome,
    records: matched[0]?.found.unique?.visit.records.map(({ claim: { kind } }) => kind),
    sources: matched[0]?.sources.map(({ partner, status }) => `${partner} ${status}`),
  };
}

test('if a carrier does not know yet that ships were swapped, its partner at the port, which knows it, is requested too', async () => {
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(oldShip),
    'acme port-schedules': portSchedule(oldShip),
    'bolt port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules', 'bolt port-schedules']);
});

test('a carrier that refuses the filter by port, although its file has it, is requested by ship', async () => {
  const { requested, outcome, sources } = await matchNotice({ 'acme vessel-schedules': vesselSchedule(newShip) }, { refusesPort: true });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules by UNLocationCode', 'acme vessel-schedules by vesselIMONumber']);
  expect(sources).toContain('acme REFUSED_FILTER');
  // Without the call it is not known whether the carrier has it.
  expect(await matchNotice({}, { refusesPort: true })).toMatchObject({ outcome: 'UNKNOWN' });
});

test('a call that the carrier itself knows by ship and voyage is requested from no other partner', async () => {
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(newShip),
    'acme port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules']);
});

test("a record of a port schedule that the carrier's vessel schedule shows as a passage of a canal is no call", async () => {
  const passage = vesselSchedule(newShip, { location: { UNLocationCode: 'SGSIN', waterwaySMDGEntryPointCode: 'SUEZN' } });
  const { requested, outcome } = await matchNotice({ 'acme vessel-schedules': passage, 'acme port-schedules': portSchedule(newShip) });
  expect(requested).toContain('acme port-schedules');
  expect(outcome).toBe('NONE');
  const later = [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: '2026-12-29T08:00:00+08:00' }];
  const call = { vessel: newShip, servicePartners: [acmesNumber], timestamps: later };
  const withCall = await matchNotice({ 'acme vessel-schedules': passage, 'acme port-schedules': portSchedule(newShip, call) });
  expect(withCall).toMatchObject({ outcome: 'UNIQUE', records: ['PORT_SCHEDULE'] });
  const ofOther = await matchNotice({ 'bolt vessel-schedules': passage, 'acme port-schedules': portSchedule(newShip) });
  expect(ofOther.outcome).toBe('UNIQUE');
});

test('the record of a passage is left out although its time differs by hours and only one of the answers states the IMO number', async () => {
  const at = (time: string) => [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: `2026-12-${time}:00:00+08:00` }];
  const waterway = { location: { UNLocationCode: 'SGSIN', waterwaySMDGEntryPointCode: 'SUEZN' } };
  const byName = { name: newShip.name };
  const passing = vesselSchedule(byName, { ...waterway, timestamps: at('28T17') });
  const passages = await matchNotice({ 'acme vessel-schedules': passing, 'acme port-schedules': portSchedule(newShip) });
  expect(passages.outcome).toBe('NONE');
  // Another call of the ship, at the time of the record, is with cargo.
  const [schedule] = passing.vesselSchedules;
  const call = {
    ...schedule?.transportCalls[0],
    location: { UNLocationCode: 'SGSIN' },
    carrierImportVoyageNumber: '9999R',
    timestamps: at('28T21'),
  };
  const both = { ...passing, vesselSchedules: [{ ...schedule, transportCalls: [...(schedule?.transportCalls ?? []), call] }] };
  const calls = await matchNotice({ 'acme vessel-schedules': both, 'acme port-schedules': portSchedule(newShip) });
  expect(calls).toMatchObject({ outcome: 'UNIQUE', records: expect.arrayContaining(['PORT_SCHEDULE']) });
});

test('the record of a passage is left out although its vessel schedule names no ship', async () => {
  const waterway = { location: { UNLocationCode: 'SGSIN', waterwaySMDGEntryPointCode: 'SUEZN' } };
  const passing = vesselSchedule({}, waterway);
  const passages = await matchNotice({ 'acme vessel-schedules': passing, 'acme port-schedules': portSchedule(newShip) });
  expect(passages.outcome).toBe('NONE');
  const ofOtherVoyage = vesselSchedule({}, { ...waterway, carrierImportVoyageNumber: '700E' });
  const calls = await matchNotice({ 'acme vessel-schedules': ofOtherVoyage, 'acme port-schedules': portSchedule(newShip) });
  expect(calls.outcome).toBe('UNIQUE');
});

test('the record of a passage is left out although it states no arrival number, or only the time that was expected before', async () => {
  const at = (eventClassifierCode: string, time: string) => [
    { eventTypeCode: 'ARRI', eventClassifierCode, eventDateTime: `2026-12-${time}:00:00+08:00` },
  ];
  const passing = (vessel: object, call: object) => vesselSchedule(vessel, { isCargoOperationalCall: false, ...call });
  const carrierExportVoyageNumber = carrierImportVoyageNumber;
  const { carrierImportVoyageNumber: _, ...withoutImport } = { ...acmesNumber, carrierExportVoyageNumber };
  const unnumbered = {
    location: { UNLocationCode: 'SGSIN' },
    vesselSchedules: [{ vessel: newShip, servicePartners: [withoutImport], timestamps }],
  };
  const ofVoyage = await matchNotice({
    'acme vessel-schedules': passing({}, { carrierExportVoyageNumber }),
    'acme port-schedules': unnumbered,
  });
  expect(ofVoyage.outcome).toBe('NONE');
  const planned = await matchNotice({
    'acme vessel-schedules': passing(newShip, { timestamps: at('PLN', '28T17') }),
    'acme port-schedules': portSchedule(newShip),
  });
  expect(planned.outcome).toBe('NONE');
});

test('a call that only port schedules of another partner state, beside one of the voyage, is looked up in its vessel schedules', async () => {
  const later = [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: '2026-12-31T08:00:00+08:00' }];
  const call = { vessel: newShip, servicePartners: [acmesNumber, boltsNumber], timestamps: later };
  const schedules = {
    'acme port-schedules': { location: { UNLocationCode: 'SGSIN' }, vesselSchedules: [{ ...call, vessel: oldShip }] },
    'bolt port-schedules': portSchedule(newShip, call),
  };
  const found = await matchNotice(schedules, { failing: ['acme vessel-schedules'] });
  expect(found.requested).toContain('bolt vessel-schedules');
  expect(found.outcome).toBe('UNIQUE');
  const passage = vesselSchedule(newShip, { isCargoOperationalCall: false, carrierImportVoyageNumber: '012W' });
  const passed = await matchNotice({ ...schedules, 'bolt vessel-schedules': passage }, { failing: ['acme vessel-schedules'] });
  expect(passed.outcome).not.toBe('UNIQUE');
});

test('if a carrier names the old ship and no answer tells who shares its service, all other partners are requested', async () => {
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(oldShip),
    'comet port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules', 'bolt port-schedules', 'comet port-schedules']);
});

test('if two calls have the number of a notice, the port schedules of its carrier are requested, which may state more', async () => {
  const at = (day: string, eventClassifierCode = 'EST') => ({
    eventTypeCode: 'ARRI',
    eventClassifierCode,
    eventDateTime: `2026-12-${day}T22:00:00+08:00`,
  });
  const [schedule] = vesselSchedule(newShip).vesselSchedules;
  const call = schedule?.transportCalls[0];
  const transportCalls = [
    { ...call, timestamps: [at('27')] },
    { ...call, transportCallReference: 'CALL-2', timestamps: [at('30')] },
  ];
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': { ...vesselSchedule(newShip), vesselSchedules: [{ vessel: newShip, transportCalls }] },
    'acme port-schedules': {
      location: { UNLocationCode: 'SGSIN' },
      vesselSchedules: [{ vessel: newShip, servicePartners: [acmesNumber], timestamps: [at('30', 'PLN'), at('30')] }],
    },
  });
  expect(requested).toContain('acme port-schedules');
  expect(outcome).toBe('UNIQUE');
});

test('if two calls have the number of a notice, and none its universal voyage, port schedules are requested, which state it', async () => {
  const [schedule] = vesselSchedule(newShip).vesselSchedules;
  const call = schedule?.transportCalls[0];
  const later = [{ ...timestamps[0], eventDateTime: '2027-01-02T22:00:00+08:00' }];
  const transportCalls = [call, { ...call, transportCallReference: 'CALL-2', timestamps: later }];
  const universal = { universalServiceReference: 'SR12345A', universalImportVoyageReference: '2649E' };
  const { requested, outcome } = await matchNotice(
    {
      'acme vessel-schedules': { ...vesselSchedule(newShip), vesselSchedules: [{ vessel: newShip, transportCalls }] },
      'acme port-schedules': {
        location: { UNLocationCode: 'SGSIN' },
        vesselSchedules: [{ vessel: newShip, servicePartners: [acmesNumber], ...universal, timestamps: later }],
      },
    },
    { voyage: universal },
  );
  expect(requested.slice(0, 2)).toEqual(['acme vessel-schedules', 'acme port-schedules']);
  expect(outcome).toBe('AMBIGUOUS');
});

test('a carrier whose vessel schedules do not have the number of the voyage yet is requested for port schedules', async () => {
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(newShip, { carrierImportVoyageNumber: '9999R' }),
    'acme port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules']);
});

test('if a carrier states the arrival of another ship on the voyage, which is a fact, no port schedules are requested', async () => {
  const arrival = { eventTypeCode: 'ARRI', eventClassifierCode: 'ACT', eventDateTime: '2026-12-28T22:00:00+08:00' };
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(oldShip, { timestamps: [arrival] }),
    'acme port-schedules': portSchedule(oldShip),
  });
  expect(outcome).toBe('CONFLICTING');
  expect(requested).toEqual(['acme vessel-schedules']);
});

test('a call that was found without a ship is looked up in port schedules, because port call events state the ship', async () => {
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule({ isDummyVessel: true }),
    'acme port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules']);
});

test('if the issuer names another ship and its operator, it does not have to name that ship again: the operator is requested immediately', async () => {
  const ship = { ...oldShip, operatorCarrierCode: 'BLT', operatorCarrierCodeListProvider: 'SMDG' };
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(ship),
    'acme port-schedules': portSchedule(oldShip),
    'bolt port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested.slice(0, 2)).toEqual(['acme vessel-schedules', 'bolt port-schedules']);
});

test('a partner of the service that does not answer for port schedules is requested for vessel schedules', async () => {
  const universal = { universalServiceReference: 'SR12345A', universalImportVoyageReference: '2649E' };
  const { vesselSchedules, ...service } = vesselSchedule(newShip, {
    universalImportVoyageReference: '2649E',
    carrierImportVoyageNumber: '012W',
  });
  const { requested, outcome } = await matchNotice(
    {
      'acme vessel-schedules': vesselSchedule(oldShip),
      'acme port-schedules': portSchedule(oldShip),
      'bolt vessel-schedules': { ...service, carrierServiceCode: 'BLT7', universalServiceReference: 'SR12345A', vesselSchedules },
    },
    { failing: ['bolt port-schedules'], voyage: universal },
  );
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules', 'bolt port-schedules', 'bolt vessel-schedules']);
});

test('a partner that serves the port only in another service is not requested about the ship', async () => {
  const cometsNumber = { ...boltsNumber, carrierCode: 'CMT', carrierServiceCode: 'CMT3' };
  const otherService = {
    vessel: { vesselIMONumber: '9074729', name: 'Third Ship' },
    servicePartners: [{ ...acmesNumber, carrierServiceCode: 'ACM9', carrierImportVoyageNumber: '777E' }, cometsNumber],
    timestamps,
  };
  const { requested } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(oldShip),
    'acme port-schedules': portSchedule(oldShip, otherService),
  });
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules', 'bolt port-schedules']);
});

test('a partner whose carrier code is missing is identified by its service code, which is beside the carrier code in another call', async () => {
  const { carrierCode: _, carrierCodeListProvider: __, ...unnamed } = boltsNumber;
  const later = [{ ...timestamps[0], eventDateTime: '2027-01-04T22:00:00+08:00' }];
  const nextCall = { vessel: oldShip, servicePartners: [boltsNumber], timestamps: later };
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(oldShip),
    'acme port-schedules': {
      location: { UNLocationCode: 'SGSIN' },
      vesselSchedules: [{ vessel: oldShip, servicePartners: [acmesNumber, unnamed], timestamps }, nextCall],
    },
    'bolt port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules', 'bolt port-schedules']);
});

test('a carrier that mistyped a character of its number in vessel schedules is requested for port schedules, which state it again', async () => {
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(newShip, { carrierImportVoyageNumber: '648E' }),
    'acme port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules']);
});

test('a mistyped number is looked up again although another ship, which has arrived, had the number of the notice', async () => {
  const arrival = { eventTypeCode: 'ARRI', eventClassifierCode: 'ACT', eventDateTime: '2026-12-25T22:00:00+08:00' };
  const { vesselSchedules: ofOldShip } = vesselSchedule(oldShip, { timestamps: [arrival] });
  const { vesselSchedules: ofNewShip } = vesselSchedule(newShip, { transportCallReference: 'CALL-2', carrierImportVoyageNumber: '648E' });
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': { carrierServiceCode: 'ACM1', vesselSchedules: [...ofOldShip, ...ofNewShip] },
    'acme port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules']);
});

test('a mistyped number is looked up again although an earlier call on the voyage has the number of the notice', async () => {
  const arrival = { eventTypeCode: 'ARRI', eventClassifierCode: 'ACT', eventDateTime: '2026-12-18T22:00:00+08:00' };
  const { vesselSchedules: earlier } = vesselSchedule(newShip, { timestamps: [arrival] });
  const { vesselSchedules: onDay } = vesselSchedule(newShip, { transportCallReference: 'CALL-2', carrierImportVoyageNumber: '648E' });
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': { carrierServiceCode: 'ACM1', vesselSchedules: [...earlier, ...onDay] },
    'acme port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules']);
});

test('a mistyped number is looked up again although the ship arrived days before on another voyage with the number', async () => {
  const arrival = { eventTypeCode: 'ARRI', eventClassifierCode: 'ACT', eventDateTime: '2026-12-25T22:00:00+08:00' };
  const { vesselSchedules: earlier } = vesselSchedule(newShip, { timestamps: [arrival] });
  const { vesselSchedules: onDay } = vesselSchedule(newShip, { transportCallReference: 'CALL-2', carrierImportVoyageNumber: '648E' });
  const { requested } = await matchNotice({
    'acme vessel-schedules': { carrierServiceCode: 'ACM1', vesselSchedules: [...earlier, ...onDay] },
    'acme port-schedules': portSchedule(newShip),
  });
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules']);
});

test('a mistyped number is looked up again although a call without a ship has the number of the notice two days later', async () => {
  const later = { transportCallReference: 'CALL-2', timestamps: [{ ...timestamps[0], eventDateTime: '2026-12-30T22:00:00+08:00' }] };
  const { vesselSchedules: onDay } = vesselSchedule(newShip, { carrierImportVoyageNumber: '648E' });
  const { vesselSchedules: shipless } = vesselSchedule({ isDummyVessel: true }, later);
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': { carrierServiceCode: 'ACM1', vesselSchedules: [...onDay, ...shipless] },
    'acme port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('UNIQUE');
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules']);
});

test('a number with another character is not looked up again if the universal voyage differs as well, which no number corrects', async () => {
  const service = { universalServiceReference: 'SR12345A' };
  const { requested, outcome } = await matchNotice(
    {
      'acme vessel-schedules': {
        ...vesselSchedule(newShip, { carrierImportVoyageNumber: '648E', universalImportVoyageReference: '2648E' }),
        ...service,
      },
      'acme port-schedules': portSchedule(newShip),
    },
    { voyage: { ...service, universalImportVoyageReference: '2649E' } },
  );
  expect(outcome).toBe('CONFLICTING');
  expect(requested).toEqual(['acme vessel-schedules']);
});

test('a number that differs in more than one character is another number: no port schedules are requested', async () => {
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(newShip, { carrierImportVoyageNumber: '657E' }),
    'acme port-schedules': portSchedule(newShip),
  });
  expect(outcome).toBe('CONFLICTING');
  expect(requested).toEqual(['acme vessel-schedules']);
});

test('a ship that is expected three days before the stated day is looked up in port schedules, which state omitted calls', async () => {
  const estimate = (day: number) => [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: `2026-12-${day}T22:00:00+08:00` }];
  const { vesselSchedules: early } = vesselSchedule(newShip, { timestamps: estimate(25) });
  const { vesselSchedules: later } = vesselSchedule(oldShip, { carrierImportVoyageNumber: '700E', timestamps: estimate(29) });
  const vesselSchedules = { carrierServiceCode: 'ACM1', vesselSchedules: [...early, ...later] };
  const found = await matchNotice({ 'acme vessel-schedules': vesselSchedules });
  expect(found.outcome).toBe('UNIQUE');
  expect(found.requested).toEqual(['acme vessel-schedules', 'acme port-schedules']);

  const omitted = await matchNotice({ 'acme vessel-schedules': vesselSchedules, 'acme port-schedules': portSchedule(newShip) });
  expect(omitted.outcome).toBe('UNIQUE');
  expect(omitted.records).toEqual(['PORT_SCHEDULE']);
});

test('a call outside the window is looked up at a partner of the service, which may know the call that the issuer leaves out', async () => {
  const at = (day: string) => [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: `2026-12-${day}T08:00:00+08:00` }];
  const earlier = { vessel: newShip, servicePartners: [acmesNumber, boltsNumber], timestamps: at('25') };
  const omitted = { vessel: newShip, servicePartners: [{ ...acmesNumber, carrierImportVoyageNumber: '651E' }], timestamps: at('28') };
  const { requested, outcome } = await matchNotice({
    'acme vessel-schedules': vesselSchedule(newShip, { timestamps: at('25') }),
    'acme port-schedules': {
      location: { UNLocationCode: 'SGSIN' },
      vesselSchedules: [earlier, { ...earlier, timestamps: at('31'), vessel: oldShip }],
    },
    'bolt port-schedules': { location: { UNLocationCode: 'SGSIN' }, vesselSchedules: [earlier, omitted] },
  });
  expect(outcome).toBe('AMBIGUOUS');
  expect(requested).toContain('bolt port-schedules');
});

test('a call of which only the plan is known, three days before the stated day, is looked up at the partners of its service', async () => {
  const planned = (day: number) => [{ eventTypeCode: 'ARRI', eventClassifierCode: 'PLN', eventDateTime: `2026-12-${day}T22:00:00+08:00` }];
  const other = { ...vesselSchedule(oldShip, { carrierImportVoyageNumber: '700E', timestamps: planned(30) }).vesselSchedules[0] };
  const schedulesOf = (day: number) => {
    const own = vesselSchedule(newShip, { timestamps: planned(day) });
    const [earlier] = (portSchedule(newShip) as { readonly vesselSchedules: readonly object[] }).vesselSchedules;
    return {
      'acme vessel-schedules': { ...own, vesselSchedules: [...own.vesselSchedules, other] },
      'acme port-schedules': { location: { UNLocationCode: 'SGSIN' }, vesselSchedules: [{ ...earlier, timestamps: planned(day) }] },
      // A call on the stated day, which the issuer leaves out because it is omitted.
      'bolt vessel-schedules': vesselSchedule(newShip, { transportCallReference: 'CALL-2', timestamps, carrierImportVoyageNumber: '012W' }),
    };
  };
  const { requested, outcome } = await matchNotice(schedulesOf(25));
  expect(requested).toEqual(['acme vessel-schedules', 'acme port-schedules', 'bolt vessel-schedules']);
  expect(outcome).toBe('AMBIGUOUS');
  // Without another call, the ship is late.
  const { 'bolt vessel-schedules': _, ...withoutCall } = schedulesOf(25);
  expect((await matchNotice(withoutCall)).outcome).toBe('UNIQUE');
  // No ship calls twice within two days.
  expect((await matchNotice(schedulesOf(26))).requested).toEqual(['acme vessel-schedules']);
});

test('a ship three days late without a plan is looked up in port schedules, whose plan tells a delay from the next call', async () => {
  const time = (eventClassifierCode: string, day: number) => ({
    eventTypeCode: 'ARRI',
    eventClassifierCode,
    eventDateTime: `2026-12-${day}T22:00:00+08:00`,
  });
  const late = vesselSchedule(newShip, { timestamps: [time('EST', 31)] });
  const planned = async (day: number) => {
    const timestamps = [time('PLN', day), time('EST', 31)];
    const vesselSchedules = [{ vessel: newShip, servicePartners: [acmesNumber, boltsNumber], timestamps }];
    return matchNotice({
      'acme vessel-schedules': late,
      'acme port-schedules': { location: { UNLocationCode: 'SGSIN' }, vesselSchedules },
    });
  };
  expect(await planned(28)).toMatchObject({ outcome: 'UNIQUE', requested: ['acme vessel-schedules', 'acme port-schedules'] });
  expect(await planned(31)).toMatchObject({ outcome: 'AMBIGUOUS' });
  // Port schedules of the carrier may leave out the plan as well; those of its partner state it.
  const port = (...timestamps: readonly object[]) => ({
    location: { UNLocationCode: 'SGSIN' },
    vesselSchedules: [{ vessel: newShip, servicePartners: [acmesNumber, boltsNumber], timestamps }],
  });
  const schedules = { 'acme vessel-schedules': late, 'acme port-schedules': port(time('EST', 31)) };
  const ofPartner = await matchNotice({ ...schedules, 'bolt port-schedules': port(time('PLN', 31), time('EST', 31)) });
  expect(ofPartner).toMatchObject({
    outcome: 'AMBIGUOUS',
    requested: ['acme vessel-schedules', 'acme port-schedules', 'bolt port-schedules'],
  });
});

test('an answer whose last call is before the stated day counts as truncated, so an early ship is not the unique match', async () => {
  const estimate = (eventDateTime: string) => [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime }];
  const early = vesselSchedule(newShip, { timestamps: estimate('2026-12-26T22:00:00+08:00') });
  const truncated = await matchNotice({ 'acme vessel-schedules': early });
  expect(truncated.sources).toEqual(['acme TRUNCATED']);
  expect(truncated.outcome).toBe('AMBIGUOUS');
  const found = await matchNotice({ 'acme vessel-schedules': early, 'acme port-schedules': portSchedule(newShip) });
  expect(found.requested).toEqual(['acme vessel-schedules', 'acme port-schedules']);

  const { vesselSchedules: later } = vesselSchedule(oldShip, {
    carrierImportVoyageNumber: '700E',
    timestamps: estimate('2026-12-29T08:00:00+08:00'),
  });
  const complete = await matchNotice({
    'acme vessel-schedules': { ...early, vesselSchedules: [...early.vesselSchedules, ...later] },
  });
  expect(complete.sources).toEqual(['acme OK']);
  expect(complete.outcome).toBe('UNIQUE');
});

test('if vessel schedules list no call near the stated day that the notice may mean, port schedules of the carrier are requested', async () => {
  const timestamps = [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: '2027-01-03T22:00:00+08:00' }];
  const other = vesselSchedule(newShip, { carrierImportVoyageNumber: '671E', timestamps });
  const { requested, outcome } = await matchNotice({ 'acme vessel-schedules': other, 'acme port-schedules': portSchedule(newShip) });
  expect([requested, outcome]).toEqual([['acme vessel-schedules', 'acme port-schedules'], 'UNIQUE']);
});

test('if vessel schedules end before the stated day, they are requested again from a nearer day', async () => {
  const before = [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: '2026-12-05T22:00:00+08:00' }];
  const truncated = vesselSchedule(newShip, { carrierImportVoyageNumber: '611E', timestamps: before });
  const { requested, sources } = await matchNotice({ 'acme vessel-schedules': truncated });
  expect(requested.filter((name) => name === 'acme vessel-schedules')).toHaveLength(2);
  expect(sources).toContain('acme TRUNCATED');
});

test('a shift between terminals without a plan is looked up in port schedules, whose plans tell it from two calls', async () => {
  const time = (eventTypeCode: string, eventClassifierCode: string, day: string) => ({
    eventTypeCode,
    eventClassifierCode,
    eventDateTime: `2026-12-${day}:00:00+08:00`,
  });
  const estimates = (arrival: string, departure: string) => [time('ARRI', 'EST', arrival), time('DEPA', 'EST', departure)];
  const [first, second] = [estimates('28T07', '29T03'), estimates('29T06', '30T03')];
  const placeOf = (facilitySMDGCode: string) => ({ UNLocationCode: 'SGSIN', facilitySMDGCode });
  const callOf = (transportCallReference: string, terminal: string, timestamps: readonly object[]) => ({
    ...{ transportCallReference, carrierImportVoyageNumber, carrierExportVoyageNumber: carrierImportVoyageNumber },
    ...{ location: placeOf(terminal), timestamps },
  });
  const transportCalls = [callOf('CALL-1', 'EMX', first), callOf('CALL-2', 'RWG', second)];
  const ofVessel = { carrierServiceCode: 'ACM1', vesselSchedules: [{ vessel: newShip, transportCalls }] };
  const planned = async (day: string) => {
    const ofPort = (terminal: string, plan: string, timestamps: readonly object[]) => ({
      location: placeOf(terminal),
      vesselSchedules: [
        {
          vessel: newShip,
          servicePartners: [{ ...acmesNumber, carrierExportVoyageNumber: carrierImportVoyageNumber }],
          timestamps: [time('ARRI', 'PLN', plan), ...timestamps],
        },
      ],
    });
    return matchNotice({
      'acme vessel-schedules': ofVessel,
      'acme port-schedules': [ofPort('EMX', '28T07', first), ofPort('RWG', day, second)],
    });
  };
  expect(await planned('29T06')).toMatchObject({ outcome: 'UNIQUE', requested: ['acme vessel-schedules', 'acme port-schedules'] });
  expect(await planned('24T06')).toMatchObject({ outcome: 'AMBIGUOUS' });
  const failed = await matchNotice({ 'acme vessel-schedules': ofVessel }, { failing: ['acme port-schedules'] });
  expect(failed.outcome).toBe('AMBIGUOUS');
  expect(failed.requested).toContain('bolt port-schedules');
});
