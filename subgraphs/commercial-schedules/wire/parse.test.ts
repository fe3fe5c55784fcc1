import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseRow } from './parse.ts';

const fixture = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../../test/fixtures/commercial-schedules/${name}.json`, import.meta.url), 'utf8'));

describe('a row of an answer', () => {
  it.each([
    ['point-to-point-routes', 'route'],
    ['port-schedules', 'port-schedule'],
    ['vessel-schedules', 'service-schedule'],
  ] as const)('of %s that conforms to the standard has no violations and is shown as received', (endpoint, name) => {
    const document = fixture(name);
    const parsed = parseRow(endpoint, document);
    expect(parsed).toEqual({ document, violations: [], unknown: [], record: document });
    expect(parsed?.record).toBe(document);
  });

  it('that does not conform is kept, and each violation is reported with its path', () => {
    const parsed = parseRow('point-to-point-routes', fixture('schema-violations'));
    expect(parsed?.violations.map(({ path, message }) => `${path} ${message}`)).toEqual([
      '$.placeOfReceipt.location.UNLocationCode expected a string, got 7; read as "7"',
      '$.placeOfReceipt.location.address is null and treated as absent',
      '$.placeOfReceipt.dateTime expected an RFC 3339 date-time with offset, got "2026-12-03T18:00:00"',
      '$.placeOfDelivery expected an object, got "MYPKG"',
      '$.receiptTypeAtOrigin expected one of CY, SD, CFS, got "CARRIER"',
      '$.cutOffTimes expected a list, got an object',
      '$.solutionNumber expected a whole number of at most 32 bits, got "1"; read as 1',
      '$.transitTime expected a whole number of at most 32 bits, got 2.5',
      '$.solutionFootprint.co2 expected a finite number, got "much"',
      '$.legs[0] is null and treated as absent',
      '$.legs[1].transport.modeOfTransport expected one of VESSEL, BARGE, RAIL, TRUCK, RAIL_TRUCK, BARGE_TRUCK, BARGE_RAIL, MULTIMODAL, got "DRONE"',
      '$.legs[1].arrival.location expected an object, got a list',
      '$.legs[1].arrival.facilityTypeCode is required and absent',
      '$.legs[1].arrival.dateTime is required and absent',
      '$.legs[1].departure is required and absent',
    ]);
    expect(parsed?.record).toEqual({
      placeOfReceipt: { facilityTypeCode: 'POTE', location: { UNLocationCode: '7' } },
      receiptTypeAtOrigin: 'CARRIER',
      solutionNumber: 1,
      solutionFootprint: {},
      codeOfOurOwn: { x: 1 },
      legs: [{ transport: { modeOfTransport: 'DRONE', wings: 4 }, arrival: {} }],
    });
  });

  it.each([
    ['null', null],
    ['a text', 'x'],
    ['a list', [[]]],
  ])('that is %s is rejected', (_what, value) => {
    expect(parseRow('vessel-schedules', value)).toBeUndefined();
  });

  it('that is nested without end is rejected', () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    expect(parseRow('vessel-schedules', { carrierServiceCode: 'FE1', deep })).toBeUndefined();
  });
});
