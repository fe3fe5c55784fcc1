import { describe, expect, it } from 'vitest';
import { portScenario, routeScenarios, vesselScenarios } from '../../support/cs-conformance.ts';
import { openSchedules } from './open-schedules.ts';

// Consumer role: the scenarios of the public conformance gateway, by their numbers. The gateway defines the parameters;
// the values are ours.

const values = {
  placeOfReceipt: 'NLRTM',
  placeOfDelivery: 'SGSIN',
  departureStartDate: '2026-12-01',
  departureEndDate: '2026-12-10',
  arrivalStartDate: '2026-12-20',
  arrivalEndDate: '2026-12-31',
  maxTranshipment: 1,
  receiptTypeAtOrigin: 'CY',
  deliveryTypeAtDestination: 'CFS',
  UNLocationCode: 'SGSIN',
  date: '2026-12-01',
  carrierServiceCode: 'FE1',
  universalServiceReference: 'SR12345A',
  vesselIMONumber: '9321483',
  carrierVoyageNumber: '649E',
  universalVoyageReference: '2649E',
  facilitySMDGCode: 'PSA',
} as const;
type Parameter = keyof typeof values;

interface Scenario {
  readonly number: number;
  readonly path: string;
  readonly field: string;
  readonly filterType: string;
  readonly parameters: readonly Parameter[];
}

const route = { path: '/cs/v1/point-to-point-routes', field: 'pointToPointRoutes', filterType: 'PointToPointFilter!' };
const port = { path: '/cs/v1/port-schedules', field: 'portSchedules', filterType: 'PortScheduleFilter!' };
const vessel = { path: '/cs/v1/vessel-schedules', field: 'vesselSchedules', filterType: 'VesselScheduleFilter!' };
const scenarios: Scenario[] = [
  ...routeScenarios.map((parameters, index) => ({ number: 1 + index, ...route, parameters })),
  { number: 36, ...port, parameters: portScenario },
  ...vesselScenarios.map((parameters, index) => ({ number: 37 + index, ...vessel, parameters })),
];
const paged: Scenario[] = [
  { number: 52, ...route, parameters: ['placeOfReceipt', 'placeOfDelivery'] },
  { number: 53, ...port, parameters: ['UNLocationCode', 'date'] },
  { number: 54, ...vessel, parameters: ['vesselIMONumber'] },
];

const valuesOf = (parameters: readonly Parameter[]) => Object.fromEntries(parameters.map((name) => [name, values[name]]));
const queryOf = ({ field, filterType }: Scenario) => `query ($filter: ${filterType}) { ${field}(filter: $filter) { sources { status } } }`;

describe('the Consumer sends exactly the requests of a scenario, with pages of 100', () => {
  it.each(scenarios)('$number: $path with $parameters', async (scenario) => {
    await using schedules = await openSchedules({ acme: { otherwise: { body: [] } } });
    await schedules.query(queryOf(scenario), { filter: valuesOf(scenario.parameters) });
    const [request] = schedules.producer('acme').requests;
    expect(request?.method).toBe('GET');
    expect(request?.url.split('?', 1)).toEqual([scenario.path]);
    expect(request?.headers['api-version']).toBe('1');
    const expected = Object.entries(valuesOf(scenario.parameters)).map(([name, value]) => [name, String(value)]);
    expect([...(request?.query ?? [])].toSorted()).toEqual([...expected, ['limit', '100']].toSorted());
  });

  it.each(paged)('$number: $path with $parameters, then the same with the cursor of the answer', async (scenario) => {
    await using schedules = await openSchedules({ acme: {} });
    const acme = schedules.producer('acme');
    acme.answer({ headers: { 'Next-Page-Cursor': 'fE9mZnNldHw9MTAmbGltaXQ9MTA' }, body: [{}] }, { body: [{}, {}] });
    await schedules.query(queryOf(scenario), { filter: valuesOf(scenario.parameters) });
    const [first, second] = acme.requests.map(({ url }) => url);
    expect(second).toBe(`${first}&cursor=fE9mZnNldHw9MTAmbGltaXQ9MTA`);
  });

  it('are 54', () => {
    expect([...scenarios, ...paged].map(({ number }) => number)).toEqual(Array.from({ length: 54 }, (_, index) => index + 1));
  });
});
