import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readSubgraphSdl } from '#platform/graphql/subgraph-sdl.ts';
import {
  pointToPoint,
  portSchedule,
  serviceSchedule,
  transports,
} from '../../subgraphs/commercial-schedules/wire/commercial-schedules-1-0-4.ts';
import { collectAttributes, fieldsOf, type GraphNames, graphTypeOf, typesIn } from '../support/standard-types.ts';

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const fixture = (name: string): unknown => JSON.parse(textOf(`test/fixtures/commercial-schedules/${name}.json`));

const typeDefs = parse(readSubgraphSdl('commercial-schedules'));
const roots = [
  { schema: pointToPoint, value: fixture('route') },
  { schema: portSchedule, value: fixture('port-schedule') },
  { schema: serviceSchedule, value: fixture('service-schedule') },
];
const allTypes = new Map<string, (typeof roots)[number]['schema']>();
for (const schema of [...roots.map((root) => root.schema), ...transports]) typesIn(schema, allTypes);

/** The union of the three transports, by which documents are checked. The standard has no such type. */
const union = 'Transport';
const typesOfStandard = [...allTypes.values()].filter(({ title }) => title !== union);

/** Names that differ because another standard uses them otherwise, or because the graph needs one type less. */
const graphNames: GraphNames = {
  Transport: 'RouteTransport',
  Leg: 'RouteLeg',
  PlaceOfReceipt: 'RoutePlace',
  PlaceOfDelivery: 'RoutePlace',
  PlaceOfDeparture: 'RoutePlace',
  PlaceOfArrival: 'RoutePlace',
  Location: 'RouteLocation',
  ServicePartnerSchedule: 'ServicePartner',
  TransportCall: 'ScheduledCall',
  Timestamp: 'CallTimestamp',
  Vessel: 'ScheduledVessel',
  Barge: 'ScheduledVessel',
};

/** Attributes that the graph adds to types of the standard. */
const root = ['partner', 'retrievedAt', 'apiVersion', 'violations', 'document'];
const added: Readonly<Record<string, readonly string[]>> = {
  PointToPoint: root,
  PortSchedule: root,
  ServiceSchedule: root,
  PlaceOfReceipt: ['transportCallReference'],
  PlaceOfDelivery: ['transportCallReference'],
  Location: ['port'],
  PortScheduleLocation: ['port'],
  TransportCallLocation: ['port'],
  Vessel: ['vessel'],
  Barge: ['vessel'],
  Address: ['POBox', 'addressLines'],
  Facility: ['facilityName'],
};

describe('the schema and Commercial Schedules 1.0.4', () => {
  test('have 27 types with 142 attributes', () => {
    expect(typesOfStandard).toHaveLength(27);
    expect(typesOfStandard.flatMap(({ properties }) => Object.keys(properties))).toHaveLength(142);
  });

  test.each(typesOfStandard)('$title has the same attributes in the same shape on both sides, all of them nullable', (type) => {
    const fields = fieldsOf(typeDefs, graphNames[type.title] ?? type.title);
    for (const field of added[type.title] ?? []) expect(fields.delete(field)).toBe(true);
    const expected = Object.entries(type.properties).map(([name, schema]) => [name, graphTypeOf(schema, graphNames)]);
    expect(Object.fromEntries(fields)).toEqual(Object.fromEntries(expected));
  });

  test('use each attribute at least once in the fixtures', () => {
    const met = new Set<string>();
    for (const each of roots) collectAttributes(each, met);
    const all = roots.flatMap(({ schema }) => [...typesIn(schema).values()]);
    const attributes = all.flatMap(({ title, properties }) => Object.keys(properties).map((name) => `${title}.${name}`));
    expect(attributes.filter((attribute) => !met.has(attribute))).toEqual([]);
  });
});
