import { selectingConditions } from '@landfall/dcsa/filters.ts';
import { matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchCallPage } from '../../../subgraphs/commercial-schedules/matching/call-matches.ts';
import type { CallMatching } from '../../../subgraphs/commercial-schedules/matching/match-page.ts';
import type { ScheduleRow, VesselConditions } from '../../../subgraphs/commercial-schedules/model.ts';
import { reportOf } from '../../../subgraphs/commercial-schedules/upstream/collect.ts';
import { postFilter } from '../../../subgraphs/commercial-schedules/upstream/post-filter.ts';
import { requestUrlOf, type SchedulesEndpoint } from '../../../subgraphs/commercial-schedules/upstream/request-urls.ts';
import { parseRow } from '../../../subgraphs/commercial-schedules/wire/parse.ts';
import { parsedPartner } from '../../support/parsed-partner.ts';
import { servicesFor } from '../../support/producer-filters.ts';
import { casesOf } from '../../support/random-cases.ts';

const rules = createComparisonRules([{ id: 'acme', carriers: [{ carrierCode: 'ACM', carrierCodeListProvider: 'SMDG' }] }]);

/** Attributes by which a filter can select a row, if both sides state them. */
const attributes = [
  'vesselIMONumber',
  'vesselName',
  'universalVoyageReference',
  'carrierVoyageNumber',
  'universalServiceReference',
  'carrierServiceCode',
] as const;
type Stated = readonly (typeof attributes)[number][];

const values = {
  vesselIMONumber: '9321483',
  vesselName: 'COFFEE STAR',
  universalVoyageReference: '2649E',
  carrierVoyageNumber: '649E',
  universalServiceReference: 'SR12345A',
  carrierServiceCode: 'FE1',
} as const;

function statedIn(stated: Stated, names: Readonly<Partial<Record<Stated[number], string>>>): object {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, key]) =>
      stated.includes(name as Stated[number]) ? [[key, values[name as Stated[number]]]] : [],
    ),
  );
}

function noticeThatStates(stated: Stated): object {
  const vesselVoyage = statedIn(stated, {
    vesselIMONumber: 'vesselIMONumber',
    vesselName: 'vesselName',
    universalVoyageReference: 'universalImportVoyageReference',
    carrierVoyageNumber: 'carrierImportVoyageNumber',
    universalServiceReference: 'universalServiceReference',
    carrierServiceCode: 'carrierServiceCode',
  });
  return {
    carrierCode: 'ACM',
    carrierCodeListProvider: 'SMDG',
    transport: {
      portOfDischarge: { UNLocationCode: 'SGSIN' },
      portOfDischargeArrivalDate: { value: '2026-12-28', classifier: 'EST' },
      legs: [{ modeOfTransport: 'VESSEL', vesselVoyage }],
    },
  };
}

/** Returns a service with the call, which states some attributes, and with calls of other ships, ports and weeks. */
function servicesWith(stated: Stated): object[] {
  const call = (UNLocationCode: string, day: string, voyage: object) => ({
    ...voyage,
    location: { UNLocationCode },
    timestamps: [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: `${day}T22:00:00+08:00` }],
  });
  const own = statedIn(stated, {
    carrierVoyageNumber: 'carrierImportVoyageNumber',
    universalVoyageReference: 'universalImportVoyageReference',
  });
  const vessel = statedIn(stated, { vesselIMONumber: 'vesselIMONumber', vesselName: 'name' });
  const later = { carrierImportVoyageNumber: '655E', universalImportVoyageReference: '2655E' };
  return [
    {
      ...statedIn(stated, { universalServiceReference: 'universalServiceReference', carrierServiceCode: 'carrierServiceCode' }),
      vesselSchedules: [
        {
          vessel,
          transportCalls: [call('SGSIN', '2026-12-28', own), call('MYPKG', '2026-12-30', own), call('SGSIN', '2027-02-20', later)],
        },
      ],
    },
    {
      carrierServiceCode: 'XY7',
      vesselSchedules: [{ vessel: { vesselIMONumber: '9456783', name: 'TEA STAR' }, transportCalls: [call('SGSIN', '2027-01-02', later)] }],
    },
  ];
}

function endpointWith(filters: readonly string[]): SchedulesEndpoint {
  const yaml = JSON.stringify({ id: 'acme', name: 'acme', commercialSchedules: { baseUrl: 'https://acme.example', filters } });
  const { commercialSchedules } = parsedPartner(yaml);
  if (commercialSchedules === undefined) throw new Error('the file has schedules');
  return commercialSchedules;
}

/** Matches a notice with the services of a Producer that has only some filters. */
async function match(notice: object, services: readonly object[], filters: readonly string[]) {
  const endpoint = endpointWith(filters);
  let requestCount = 0;
  const request: CallMatching['request'] = async (requests) =>
    requests.map((each) => {
      const planned = requestUrlOf(endpoint, each.query);
      if ('refused' in planned)
        return { request: each, answer: { id: '', rows: [], report: reportOf('acme', { status: 'REFUSED_FILTER' }) } };
      if (each.query.endpoint === 'vessel-schedules') requestCount += 1;
      const parameters = new URLSearchParams(planned.urls[0]?.split('?')[1]);
      const found = each.query.endpoint === 'vessel-schedules' ? servicesFor(services, parameters, undefined) : [];
      const rows = found.flatMap((element): ScheduleRow[] => {
        const parsed = parseRow(each.query.endpoint, element);
        const record = parsed && postFilter(parsed.record, each.query);
        return record === undefined ? [] : [{ document: element, violations: [], byteLength: 0, record }];
      });
      return { request: each, answer: { id: '', rows, report: reportOf('acme', { status: rows.length === 0 ? 'EMPTY' : 'OK' }) } };
    });
  const { matched } = await matchCallPage([matchKeyOfNotice(notice, { partner: 'acme' })], {
    producers: ['acme'],
    hasFilter: (_, filter) => endpoint.filters.includes(filter),
    rules,
    unseen: [],
    request,
  });
  const [call] = matched;
  if (call === undefined) throw new Error('the page has one match key');
  return { ...call, requestCount };
}

function shownOf({ found }: Awaited<ReturnType<typeof match>>) {
  return { outcome: found.outcome, unique: found.unique?.rule, candidates: found.candidates.map(({ rule }) => rule) };
}

test('a Producer with any filter that selects the call gives the same match as one with all filters; any other one is unknown', async () => {
  const some = fc.subarray([...attributes]);
  await fc.assert(
    fc.asyncProperty(
      fc.record({ notice: some, row: some, filters: fc.subarray([...selectingConditions, 'startDate', 'endDate'], { minLength: 1 }) }),
      async ({ notice: inNotice, row: inRow, filters }) => {
        const [notice, services] = [noticeThatStates(inNotice), servicesWith(inRow)];
        const usual = await match(notice, services, [...selectingConditions, 'startDate', 'endDate', 'responseScope']);
        expect(usual.requestCount).toBe(1);
        const limited = await match(notice, services, filters);
        const isReached =
          filters.includes('UNLocationCode') ||
          attributes.some((name) => filters.includes(name) && inNotice.includes(name) && inRow.includes(name));
        if (isReached && usual.found.candidates.length > 0) expect(shownOf(limited)).toEqual(shownOf(usual));
        else if (!isReached) {
          expect(shownOf(limited)).toEqual({
            outcome: usual.found.candidates.length === 0 ? expect.stringMatching(/NONE|UNKNOWN/) : 'UNKNOWN',
            unique: undefined,
            candidates: [],
          });
          const remarks = limited.sources.flatMap(({ feedback }) => feedback.map(({ message }) => message)).join();
          if (limited.found.outcome === 'UNKNOWN') expect(remarks).toContain('no filter UNLocationCode');
        }
      },
    ),
    casesOf(500),
  );
});

test('the narrowest filter is used first, and wider ones only as long as the call is not found', async () => {
  const conditions: (keyof VesselConditions)[] = ['vesselIMONumber', 'carrierVoyageNumber', 'carrierServiceCode'];
  const notice = noticeThatStates([...attributes]);
  expect((await match(notice, servicesWith([...attributes]), conditions)).requestCount).toBe(1);
  const unnamed = await match(notice, servicesWith(['carrierVoyageNumber', 'carrierServiceCode']), conditions);
  expect([unnamed.requestCount, unnamed.found.outcome]).toEqual([2, 'UNIQUE']);
});
