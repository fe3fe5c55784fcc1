import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readSubgraphSdl } from '#platform/graphql/subgraph-sdl.ts';
import { feedbackElement } from '../../subgraphs/arrival-notices/wire/arrival-notice-1-0-1.ts';
import { findViolations } from '../../subgraphs/port-calls/wire/parse.ts';
import { event } from '../../subgraphs/port-calls/wire/port-call-2-0-0.ts';
import { collectAttributes, fieldsOf, type GraphNames, graphTypeOf, typesIn } from '../support/standard-types.ts';

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const everyAttribute: unknown = JSON.parse(textOf('test/fixtures/port-calls/every-attribute.json'));

const typeDefs = parse(readSubgraphSdl('port-calls'));
/** The five messages around them have no type in the graph; connections and logs replace them. */
const messages = {
  GetEventsResponse: ['events', 'feedbackElements'],
  GetEventsError: ['feedbackElements'],
  PostEventsRequest: ['events'],
  PostEventsResponse: ['feedbackElements'],
  PostEventsError: ['feedbackElements'],
};
const typesOfStandard = [...typesIn(event, typesIn(feedbackElement)).values()];

/** Names that differ because another standard or the scalar type uses them otherwise. */
const graphNames: GraphNames = {
  Event: 'PortCallEvent',
  Vessel: 'PortCallVessel',
  Timestamp: 'PortCallTimestamp',
  FeedbackElement: 'Feedback',
};

/** Attributes that are identifiers have the ID type of GraphQL. */
const identities = new Set(['eventID', 'replyToEventID', 'portCallID', 'terminalCallID', 'portCallServiceID']);

/** Attributes that the graph adds to types of the standard. */
const added: Readonly<Record<string, readonly string[]>> = {
  Event: [
    ...['id', 'partner', 'kinds', 'replyTo', 'timeline', 'receivedAt', 'receivedBy', 'sendingParty', 'isCurrent', 'versions'],
    ...['document', 'violations', 'clashes', 'call', 'arrivalNotices'],
  ],
  PortCall: ['port'],
  Location: ['port'],
  Vessel: ['vessel'],
  Address: ['addressLines'],
  Facility: ['facilityName'],
};

/** Attributes that the graph omits: only responses to a POST can refer to a request body. */
const leftOut: Readonly<Record<string, readonly string[]>> = { FeedbackElement: ['propertyPath'] };

describe('the schema and Port Call 2.0.0', () => {
  test('have 21 types with 94 attributes', () => {
    expect(typesOfStandard.length + Object.keys(messages).length).toBe(21);
    const attributes = typesOfStandard.flatMap(({ properties }) => Object.keys(properties));
    expect([...attributes, ...Object.values(messages).flat()]).toHaveLength(94);
  });

  test.each(typesOfStandard)('$title has the same attributes in the same shape on both sides, all of them nullable', (type) => {
    const fields = fieldsOf(typeDefs, graphNames[type.title] ?? type.title);
    for (const field of added[type.title] ?? []) expect(fields.delete(field), `${type.title}.${field}`).toBe(true);
    const attributes = Object.entries(type.properties).filter(([name]) => !leftOut[type.title]?.includes(name));
    const expected = attributes.map(([name, schema]) => [name, identities.has(name) ? 'ID' : graphTypeOf(schema, graphNames)]);
    expect(Object.fromEntries(fields)).toEqual(Object.fromEntries(expected));
  });

  test('use each attribute at least once in the fixture of that name, which is valid', () => {
    expect(findViolations(everyAttribute)).toEqual([]);
    const met = new Set<string>();
    collectAttributes({ schema: event, value: everyAttribute }, met);
    const attributes = [...typesIn(event).values()].flatMap(({ title, properties }) =>
      Object.keys(properties).map((name) => `${title}.${name}`),
    );
    expect(attributes.filter((attribute) => !met.has(attribute))).toEqual([]);
  });
});
