import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { noticeOf, visit } from '../arrivals/arriving-notice.ts';
import { untilArrival } from '../arrivals/until-arrival.ts';
import { type BothWays, openBothWays } from './both-ways.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];

const ship = `vesselIMONumber: "${visit.vesselIMONumber}"`;
const portOf = (selection: string) =>
  `{ arrivalNotices { nodes { current { transport { portOfDischarge { port { ${selection} } } } } } } }`;

/** Queries with names that clients may choose, and that the planner or a subgraph could confuse with others. */
const queries: Readonly<Record<string, string>> = {
  'an alias that is the key of its type': portOf('portCallEvents { __typename } UNLocationCode: arrivalNotices { __typename }'),
  'an alias that is the key of its type, in another place':
    '{ arrivalNotices { nodes { current { vessel { portCallEvents { __typename } vesselIMONumber: arrivalNotices { __typename } } } } } }',
  'an alias that is the key of a root field’s type': `{ vessel(${ship}) { portCallEvents { __typename } vesselIMONumber: arrivalNotices { __typename } } }`,
  'an alias of a scalar that is a key':
    '{ arrivals(first: 2) { nodes { id: transportDocumentReference notice { transportDocumentReference } } } }',
  'an alias of an inaccessible key’s field': '{ arrivals(first: 1) { nodes { id: documentKey notice { transportDocumentReference } } } }',
  'an alias of an object that is a key': '{ arrivalNotices(first: 1) { nodes { arrival { id } id: current { versionLabel } } } }',
  'an alias of an enumerable object’s key':
    '{ partners { id: name commercialSchedules { endpoint { host } } portCalls { invalidRows { cleaned } } arrivalNotices { invalidRows { cleaned } } } }',
  'a key that is selected under several names': '{ arrivals(first: 1) { nodes { a: id id b: id c: documentKey notice { d: id } } } }',
  'a key beside an alias that is the key':
    '{ arrivals(first: 1) { nodes { documentKey: id id: documentKey notice { id: transportDocumentReference } } } }',
  'the type under other names': `{ a: __typename vessel(${ship}) { id: __typename vesselIMONumber __typename arrivalNotices { nodes: __typename } } b: __typename }`,
  'a type under the name of a field, and a field under the name of a type':
    '{ node(id: "x") { id } arrivals(first: 1) { nodes { __typename: id Arrival: state notice { __typename: id } } } }',
  'names that this program uses internally':
    '{ arrivals(first: 1) { nodes { landfall_nothing: id _entities: state representations: isOpen notice { landfall_nothing: id } kept_candidates: documentKey } } }',
  'a name of this program where nothing is selected':
    '{ arrivals(first: 1) { nodes { landfall_nothing: state ... @include(if: false) { id } notice { id @skip(if: true) landfall_nothing: id @skip(if: true) } } } }',
  'names that objects of JavaScript have':
    '{ arrivals(first: 1) { nodes { valueOf: id constructor: state toString: isOpen notice { hasOwnProperty: id then: transportDocumentReference toJSON: id } } } }',
  'names that look like numbered ones':
    '{ arrivals_2: arrivals(first: 1) { nodes { id_2: id id_3: state id notice { id_2: id id } } } arrivals(first: 2) { nodes { id } } arrivals_3: arrivals(first: 0) { nodes { id } } }',
  'one field with different arguments under names of others': `{ vessel(${ship}) { portCallEvents: arrivalNotices(first: 1) { nodes { id } } arrivalNotices: portCallEvents(first: 1) { nodes { id } } vesselSchedules: arrivalNotices(first: 2) { nodes { id: current { id } } } } }`,
  'fields of two types under one name':
    'query ($id: ID!) { node(id: $id) { ... on ArrivalNotice { x: current { y: notice { id } } } ... on ArrivalNoticeVersion { x: notice { y: current { id } } } } }',
  'one field of two types with different arguments':
    'query ($id: ID!) { node(id: $id) { id ... on PortCallEvent { x: arrivalNotices { notices(first: 1) { confidence } } } ... on TransportCall { x: arrivalNotices { notices(first: 2) { confidence } } } } }',
  'fragments with names of types and keys':
    'query Arrival { arrivals(first: 1) { ...id } } fragment id on ArrivalConnection { nodes { ...Arrival ...Query } } fragment Arrival on Arrival { id: documentKey } fragment Query on Arrival { notice { ...Query_2 } } fragment Query_2 on Node { id x: id }',
  'an error at an alias':
    '{ big: arrivals(first: 501) { nodes { id } } arrivals(first: 1) { nodes { id: notice { versions: versions(first: -1) { nodes { id } } } } } }',
  'an error below two aliases of one field':
    '{ x: arrivals(first: 1) { nodes { n: notice { v: versions(first: 501) { nodes { id } } v2: versions(first: 502) { nodes { id } } } } } }',
};

/** Variables with names that have a meaning elsewhere. */
const variables: readonly [query: string, values: Record<string, unknown>][] = [
  [
    'query ($representations: Int, $v1: Int, $v2: Boolean!) { arrivals(first: $representations) { nodes { id notice { versions(first: $v1) { nodes { id @include(if: $v2) } } } } } }',
    { representations: 1, v1: 1, v2: true },
  ],
  [
    'query ($__batch_reps_0: Int = 1, $constructor: Int) { arrivals(first: $__batch_reps_0) { nodes { id notice { id arrivalCall: versions(first: $constructor) { nodes { id } } } } } }',
    {},
  ],
  [
    `query ($constructor: Int, $toString: Int = 100) { vessel(${ship}) { vesselSchedules(maxWaitMs: $constructor) { nodes { partner { id } } } x: arrivalNotices(first: $toString) { nodes { id } } } }`,
    {},
  ],
];

describe.runIf(mongodbUrl && redisUrl)('names that a client chooses', () => {
  let ways: BothWays;
  let id = '';
  beforeAll(async () => {
    // The name of this partner differs from its id, which is its key.
    const writeFiles = (folder: string) =>
      writeFile(
        join(folder, 'named.yaml'),
        'id: named\nname: Another Name\nallowPrivate: true\ncarriers: []\ncommercialSchedules: { baseUrl: "http://127.0.0.1:9" }\n',
      );
    ways = await openBothWays({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '', evaluatesArrivals: true, writeFiles });
    const { together } = ways;
    await together.push(noticeOf({ reference: 'NAMES1' }), noticeOf({ reference: 'NAMES2' }));
    for (const reference of ['NAMES1', 'NAMES2']) await untilArrival(together, reference, ({ state }) => state === 'EXPECTED');
    ({ id } = (await together.query<{ arrivalNotices: { nodes: { id: string }[] } }>('{ arrivalNotices { nodes { id } } }')).arrivalNotices
      .nodes[0] ?? { id });
  });
  afterAll(() => ways[Symbol.asyncDispose]());

  test.each(Object.entries(queries))('change nothing in a distributed deployment: %s', async (_name, query) => {
    const operation = { query, ...(query.includes('$id') ? { variables: { id } } : {}) };
    const [together, apart] = await ways.answersTo(operation);
    expect(apart).toBe(together);
    expect(together).toMatch(/"data":\{"/);
    if (!_name.includes('error')) expect(together).not.toContain('"errors"');
  });

  test.each(variables)('may be those of variables: %s', async (query, values) => {
    const [together, apart] = await ways.answersTo({ query, variables: values });
    expect(apart).toBe(together);
    expect(together).not.toContain('"errors"');
  });
});
