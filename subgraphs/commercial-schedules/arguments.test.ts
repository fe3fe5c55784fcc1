import { describe, expect, it } from 'vitest';
import { maxAgeMsOf, portRequestOf, routeRequestOf, vesselRequestOf } from './arguments.ts';

const places = { placeOfReceipt: 'NLRTM', placeOfDelivery: 'SGSIN' };

describe('a filter', () => {
  it('becomes a query without nulls, in an order that does not depend on the caller', () => {
    const requested = vesselRequestOf({ vesselName: null, UNLocationCode: 'SGSIN', carrierServiceCode: 'FE1', partners: ['b', 'a', 'b'] });
    expect(requested).toEqual({
      query: { endpoint: 'vessel-schedules', conditions: { UNLocationCode: 'SGSIN', carrierServiceCode: 'FE1' } },
      partners: ['a', 'b'],
    });
    expect(JSON.stringify(requested)).toBe(
      JSON.stringify(vesselRequestOf({ partners: ['a', 'b'], carrierServiceCode: 'FE1', UNLocationCode: 'SGSIN' })),
    );
  });

  it('of routes may select direct ones, and a cargo type that is in no list', () => {
    expect(routeRequestOf({ ...places, maxTranshipment: 0, cargoType: 'FCL' }).query.conditions).toEqual({
      ...places,
      cargoType: 'FCL',
      maxTranshipment: 0,
    });
  });

  it.each([
    ['carrierVoyageNumber', { carrierServiceCode: 'FE1' }],
    ['carrierVoyageNumber', { universalServiceReference: 'SR12345A' }],
    ['carrierVoyageNumber', { vesselIMONumber: '9321483' }],
    ['carrierVoyageNumber', { vesselName: 'COFFEE STAR' }],
  ])('may name a voyage together with what makes it unique: %s with %j', (voyage, companion) => {
    expect(() => vesselRequestOf({ [voyage]: '649E', ...companion })).not.toThrow();
  });
});

describe('an invalid filter is rejected with the name of the attribute and the rule', () => {
  it.each([
    [{}, /vesselIMONumber, .*at least one/],
    [{ startDate: '2026-12-01', endDate: '2026-12-31' }, /at least one/],
    [{ responseScope: 'MATCHED_CALLS' as const, partners: ['acme'] }, /at least one/],
    [{ facilitySMDGCode: 'PSA' }, /facilitySMDGCode: requires UNLocationCode/],
    [{ carrierVoyageNumber: '649E', UNLocationCode: 'SGSIN' }, /carrierVoyageNumber: requires a service or a ship/],
    [{ universalVoyageReference: '2649E' }, /universalVoyageReference: requires a service or a ship/],
    [{ carrierVoyageNumber: '9999R', carrierServiceCode: 'FE1' }, /carrierVoyageNumber: 9999R/],
    [{ carrierVoyageNumber: ' 9999r', carrierServiceCode: 'FE1' }, /carrierVoyageNumber: 9999r/],
    [{ vesselName: '' }, /vesselName: expected a string that is not blank/],
    [{ vesselName: 'X', startDate: '2026-12-31', endDate: '2026-12-01' }, /startDate: 2026-12-31 is later than endDate 2026-12-01/],
    [{ vesselIMONumber: 'IMO 9321483' }, /vesselIMONumber: .*7 or 8 digits, got "IMO 9321483"/],
    [{ UNLocationCode: 'sgsin' }, /UNLocationCode: .*SGSIN, got "sgsin"/],
    [{ universalServiceReference: 'SR1234A' }, /universalServiceReference/],
    [{ vesselIMONumber: '9321483', universalVoyageReference: '649E' }, /universalVoyageReference/],
    [{ vesselName: ' X' }, /vesselName: .*blanks/],
    [{ vesselName: '' }, /vesselName/],
    [{ vesselName: 'x'.repeat(51) }, /vesselName: .*1 to 50/],
    [{ carrierServiceCode: 'x'.repeat(12) }, /carrierServiceCode: .*1 to 11/],
    [{ UNLocationCode: 'SGSIN', facilitySMDGCode: 'PSAPSAP' }, /facilitySMDGCode: .*1 to 6/],
    [{ vesselOperatorCarrierCode: 'x'.repeat(11) }, /vesselOperatorCarrierCode: .*1 to 10/],
    [{ vesselName: 'X', partners: Array.from({ length: 1_001 }, String) }, /partners: at most 1000/],
  ])('of vessel schedules: %j', (filter, message) => {
    expect(() => vesselRequestOf(filter)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', message: expect.stringMatching(message) }),
    );
  });

  it.each([
    [{ placeOfReceipt: 'Rotterdam' }, /placeOfReceipt/],
    [{ placeOfDelivery: '' }, /placeOfDelivery/],
    [{ maxTranshipment: -1 }, /maxTranshipment: expected 0 or more, got -1/],
    [{ departureStartDate: '2026-12-02', departureEndDate: '2026-12-01' }, /departureStartDate/],
    [{ arrivalStartDate: '2026-12-02', arrivalEndDate: '2026-12-01' }, /arrivalStartDate/],
  ])('of routes: %j', (filter, message) => {
    expect(() => routeRequestOf({ ...places, ...filter })).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', message: expect.stringMatching(message) }),
    );
  });

  it('of port schedules: a port that is not a UN/LOCODE', () => {
    expect(() => portRequestOf({ UNLocationCode: 'SIN', date: '2026-12-01' })).toThrow(/UNLocationCode/);
  });
});

it('accepts answers up to a quarter of an hour old unless the query has another age', () => {
  expect([maxAgeMsOf(undefined), maxAgeMsOf(null), maxAgeMsOf(0), maxAgeMsOf(60)]).toEqual([900_000, 900_000, 0, 60_000]);
  expect(() => maxAgeMsOf(-1)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }));
});
