import { randomInt } from 'node:crypto';
import { buildSubgraphSchema } from '@apollo/subgraph';
import DataLoader from 'dataloader';
import { type GraphQLSchema, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCaller } from '#platform/access/entitlement.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import { createLogger } from '#platform/logger.ts';
import { openCompiledEngine } from '../../../gateway/engines/compiled.ts';
import type { LocalSubgraph } from '../../../gateway/engines/entities.ts';
import { openFederatedEngine } from '../../../gateway/engines/federated.ts';
import { composeSupergraph } from '../../../gateway/supergraph/composition.ts';
import { casesOf } from '../../support/random-cases.ts';
import { createRandomQuery } from '../../support/random-query.ts';
import { validatedOperation } from '../../support/validated-operation.ts';
import { openSubgraphServer } from './open-gateway.ts';

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@inaccessible"])';

/** Resolvers that all three subgraphs share. */
const shared = {
  Query: { ship: (_: unknown, { imo }: { imo: string }) => (imo === '0' ? null : { imo }) },
  Place: { port: ({ code }: { code?: string }) => (code ? { code } : null) },
};
const sharedSdl = `
  interface Node { id: ID! }
  type Place @shareable { code: String port: Port }
`;

const notices = {
  name: 'notices',
  sdl: `${link} ${sharedSdl}
    type Query { notices: [Notice!]! node(id: ID!): Node ship(imo: String!): Ship @shareable }
    type Notice implements Node @key(fields: "id") { id: ID! place: Place call: CallSet! other: CallSet ship: Ship events: [Event!] }
    type CallSet @key(fields: "matchKey") { matchKey: ID! @inaccessible }
    type Ship @key(fields: "imo") { imo: String! notices: [Notice!]! }
    type Port @key(fields: "code") { code: String! }
    type Event implements Node @key(fields: "id") { id: ID! }
  `,
};
const schedules = {
  name: 'schedules',
  sdl: `${link} ${sharedSdl}
    type Query { calls: [Call!]! ship(imo: String!): Ship @shareable }
    type CallSet @key(fields: "matchKey") { matchKey: ID! @inaccessible outcome: String! best: Call calls: [Call!]! broken: String }
    type Call { name: String! place: Place ship: Ship }
    type Ship @key(fields: "imo") { imo: String! calls(first: Int): [Call!]! }
    type Port @key(fields: "code") { code: String! calls: [Call!] }
  `,
};
const events = {
  name: 'events',
  sdl: `${link} ${sharedSdl}
    type Query { events: [Event!]! ship(imo: String!): Ship @shareable }
    type Event implements Node @key(fields: "id") { id: ID! kind: String! note: String place: Place calls: CallSet }
    type CallSet @key(fields: "matchKey") { matchKey: ID! @inaccessible }
    type Ship @key(fields: "imo") { imo: String! events: [Event!] lost: String! }
    type Port @key(fields: "code") { code: String! events: [Event!]! }
  `,
};

/** Keys of each batch that the schedules had to load. */
const batches: string[][] = [];

const ids = ['a', 'b', 'c'];
const noticeOf = (name: string) => ({ __typename: 'Notice', secretly: name });
const callOf = (name: string) => ({ name, place: { code: name === 'nowhere' ? undefined : `P-${name}` }, imoNumber: `I-${name}` });
const eventOf = (number: number) => ({ __typename: 'Event', number, place: { code: `E-${number}` } });

const resolversOf = {
  notices: {
    ...shared,
    Query: {
      ...shared.Query,
      notices: () => ids.map(noticeOf),
      node: (_: unknown, { id }: { id: string }) =>
        id.startsWith('event-') ? { __typename: 'Event', id } : id === 'gone' ? null : noticeOf(id),
    },
    Notice: {
      id: ({ secretly }: { secretly: string }) => secretly,
      place: ({ secretly }: { secretly: string }) => ({ code: `N-${secretly}` }),
      call: async ({ secretly }: { secretly: string }) => ({ matchKey: secretly }),
      other: ({ secretly }: { secretly: string }) => (secretly === 'a' ? null : { matchKey: `unknown ${secretly}` }),
      ship: ({ secretly }: { secretly: string }) => ({ imo: `I-${secretly}` }),
      events: () => [
        { __typename: 'Event', id: 'event-1' },
        { __typename: 'Event', id: 'event-2' },
      ],
    },
    Ship: { notices: ({ imo }: { imo: string }) => ids.filter((id) => imo === `I-${id}`).map(noticeOf) },
  },
  schedules: {
    ...shared,
    Query: { ...shared.Query, calls: () => [callOf('x'), callOf('nowhere')] },
    CallSet: {
      __resolveReference: ({ matchKey }: { matchKey: string }, { calls }: { calls: DataLoader<string, unknown> }) => calls.load(matchKey),
      outcome: ({ from }: { from: string }) => `OUTCOME ${from}`,
      best: ({ from }: { from: string }) => callOf(from),
      calls: async ({ from }: { from: string }) => [callOf(from), callOf('other')],
      broken: () => {
        throw new Error('no');
      },
    },
    Call: { ship: ({ imoNumber }: { imoNumber: string }) => ({ imo: imoNumber }) },
    Ship: {
      calls: ({ imo }: { imo: string }, { first = 2 }: { first?: number }) => ['m', 'n'].slice(0, first).map((name) => callOf(name + imo)),
    },
    Port: { calls: ({ code }: { code: string }) => [callOf(code)] },
  },
  events: {
    ...shared,
    Query: { ...shared.Query, events: () => [eventOf(1), eventOf(2)] },
    Event: {
      __resolveReference: async ({ id }: { id: string }) => {
        if (id === 'event-8') return null;
        if (id === 'event-9') throw new LandfallError('NOT_FOUND', 'There is no such event.');
        return eventOf(Number(id.slice(6)));
      },
      id: ({ number }: { number: number }) => `event-${number}`,
      kind: ({ number }: { number: number }) => `kind ${number}`,
      calls: ({ number }: { number: number }) => (number === 2 ? null : { matchKey: `event ${number}` }),
    },
    Ship: {
      events: () => [eventOf(1)],
      lost: () => {
        throw new Error('lost');
      },
    },
    Port: { events: () => [eventOf(2)] },
  },
};

const sources = [notices, schedules, events];
const supergraph = composeSupergraph(sources.map(({ name, sdl }) => ({ name, url: `http://${name}.invalid/graphql`, sdl })));
const subgraphs: (LocalSubgraph & { readonly schema: GraphQLSchema })[] = sources.map(({ name, sdl }) => ({
  name,
  resolvers: resolversOf[name as keyof typeof resolversOf],
  schema: buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: resolversOf[name as keyof typeof resolversOf] as never }]),
  contextFor: () => ({
    calls: new DataLoader<string, unknown>(async (keys) => {
      batches.push([...keys]);
      return keys.map((key) => (key.startsWith('unknown') ? new Error(`${key} cannot be loaded`) : { from: key }));
    }),
  }),
}));

/** @returns the answer's data as a string, and the paths of errors */
async function sendQuery(
  engine: Engine,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<{ data: string; errors: string[] | undefined }> {
  const operation = validatedOperation(engine.schema, query);
  const { data, errors } = await engine.execute({ operation, variables, caller: openCaller, requestId: 'r' });
  const reported = errors?.map(({ path, message, extensions }) => JSON.stringify([path, message, extensions?.['code']]));
  return { data: JSON.stringify(data), errors: reported?.sort() };
}

/**
 * Returns an answer with the paths that its errors made null. For several errors below one such path GraphQL requires
 * one of them; which one, and how many more, is undefined.
 */
function nulledBy({ data, errors = [] }: Awaited<ReturnType<typeof sendQuery>>): { data: string; places: string[] } {
  const root: unknown = JSON.parse(data);
  const places = errors.map((reported) => {
    const [path] = JSON.parse(reported) as [(string | number)[]];
    let [at, depth] = [root, 0];
    for (; at !== null && depth < path.length; depth += 1) at = Reflect.get(Object(at), path[depth] ?? '') ?? null;
    return JSON.stringify(path.slice(0, depth));
  });
  return { data, places: [...new Set(places)].sort() };
}

const operations: [name: string, query: string, data: unknown][] = [
  [
    'fields of another subgraph behind an inaccessible key',
    '{ notices { id call { outcome best { name ship { imo } } } } }',
    {
      notices: ids.map((id) => ({ id, call: { outcome: `OUTCOME ${id}`, best: { name: id, ship: { imo: `I-${id}` } } } })),
    },
  ],
  [
    'there and back again',
    '{ calls { ship { notices { id } events { id kind } calls(first: 1) { name } } } }',
    {
      calls: ['x', 'nowhere'].map((name) => ({
        ship: { notices: [], events: [{ id: 'event-1', kind: 'kind 1' }], calls: [{ name: `mI-${name}` }] },
      })),
    },
  ],
  [
    'a root field that all have, and the three parts of one entity',
    '{ ship(imo: "I-a") { imo notices { id call { outcome } } calls { name place { code port { code events { id } calls { name } } } } events { id note calls { outcome } } } none: ship(imo: "0") { imo } }',
    {
      ship: {
        imo: 'I-a',
        notices: [{ id: 'a', call: { outcome: 'OUTCOME a' } }],
        calls: ['mI-a', 'nI-a'].map((name) => ({
          name,
          place: { code: `P-${name}`, port: { code: `P-${name}`, events: [{ id: 'event-2' }], calls: [{ name: `P-${name}` }] } },
        })),
        events: [{ id: 'event-1', note: null, calls: { outcome: 'OUTCOME event 1' } }],
      },
      none: null,
    },
  ],
  [
    'a plain type that all have, with a child that is an entity',
    '{ notices { place { port { code calls { name } } } } events { place { port { code } } calls { best { name } } } }',
    {
      notices: ids.map((id) => ({ place: { port: { code: `N-${id}`, calls: [{ name: `N-${id}` }] } } })),
      events: [
        { place: { port: { code: 'E-1' } }, calls: { best: { name: 'event 1' } } },
        { place: { port: { code: 'E-2' } }, calls: null },
      ],
    },
  ],
  [
    'an interface whose object another subgraph knows',
    '{ one: node(id: "event-1") { __typename id ... on Event { kind place { code } } } two: node(id: "a") { id ... on Notice { ship { imo } } } }',
    {
      one: { __typename: 'Event', id: 'event-1', kind: 'kind 1', place: { code: 'E-1' } },
      two: { id: 'a', ship: { imo: 'I-a' } },
    },
  ],
  [
    'stubs in a list',
    '{ notices { events { id kind } } }',
    { notices: ids.map(() => ({ events: [1, 2].map((number) => ({ id: `event-${number}`, kind: `kind ${number}` })) })) },
  ],
];

/** Failing loads, which the engines handle differently internally. */
const failing: [name: string, query: string][] = [
  ['entities that cannot be loaded, at a nullable field', '{ notices { id other { best { name } } } }'],
  ['entities that cannot be loaded, at several fields', '{ notices { id other { best { name } broken x: best { name } } } }'],
  ['entities that cannot be loaded, at a non-null field', '{ notices { id other { calls { name } outcome } } }'],
  ['an error at a nullable field behind the border', '{ notices { call { broken } } }'],
  ['an error at a non-null field behind the border', '{ calls { ship { lost imo } } }'],
  ['an object that its owner does not know', '{ node(id: "event-9") { id ... on Event { note } } }'],
  ['an object that its owner does not know, and what it always has', '{ node(id: "event-9") { id ... on Event { kind } } }'],
  ['an object that its owner answers with null', '{ node(id: "event-8") { id ... on Event { note place { code } } } }'],
  ['an object that its owner answers with null, and what it always has', '{ node(id: "event-8") { id ... on Event { note kind } } }'],
  [
    'the same under other names',
    '{ x: node(id: "event-8") { kind: id ... on Event { note: kind id: note } } y: node(id: "event-1") { ... on Event { x: kind } } }',
  ],
  ['the same, its type looked at', '{ x: node(id: "event-9") { __typename ... on Event { id kind } } node(id: "a") { __typename id } }'],
  [
    'what an object always has, missing in a list that holds no nulls',
    '{ notices { id events { id } other { calls { ship { lost } } } } }',
  ],
  [
    'what an object always has, missing up to the root',
    '{ calls { name ship { imo } } notices { ship { lost } call { best { ship { lost } } } } }',
  ],
];

describe('entities whose fields belong to several subgraphs', () => {
  let compiled: Engine;
  let federated: Engine;
  const servers: Awaited<ReturnType<typeof openSubgraphServer>>[] = [];
  beforeAll(async () => {
    for (const subgraph of subgraphs) servers.push(await openSubgraphServer(subgraph));
    const logger = createLogger('silent');
    const urls = Object.fromEntries(subgraphs.map(({ name }, index) => [name, `${servers[index]?.url}/graphql`]));
    compiled = openCompiledEngine({ supergraph, subgraphs, logger });
    federated = openFederatedEngine({ supergraph, subgraphs: urls, logger });
  });
  afterAll(async () => {
    await federated[Symbol.asyncDispose]();
    for (const { server } of servers) await server.close();
  });

  it.each(operations)('both engines return the same across subgraphs: %s', async (_name, query, data) => {
    // Repeated, because repeated operations are compiled.
    for (let round = 0; round < 4; round++)
      expect(await sendQuery(compiled, query)).toEqual({ data: JSON.stringify(data), errors: undefined });
    expect(await sendQuery(federated, query)).toEqual({ data: JSON.stringify(data), errors: undefined });
  });

  it.each(failing)('both engines report failures in the same way: %s', async (_name, query) => {
    const expected = await sendQuery(federated, query);
    for (let round = 0; round < 4; round++) expect(await sendQuery(compiled, query)).toEqual(expected);
  });

  it('a page of objects is loaded in one batch', async () => {
    const query = '{ notices { call { outcome best { name } calls { name } } } }';
    for (const engine of [compiled, compiled, compiled, compiled, federated]) {
      batches.length = 0;
      await sendQuery(engine, query);
      expect(batches).toEqual([ids]);
    }
  });

  it('both engines return the same for any query with any names', async () => {
    const words = {
      values: { id: ['a', 'event-1', 'event-8', 'event-9', 'gone'], imo: ['I-a', 'I-b', '0'], first: [null, 0, 1, 2] },
      without: new Set<string>(),
      favourites: new Set<string>(),
    };
    const [first, { numRuns: runs }] = [randomInt(2 ** 31), casesOf(150)];
    for (let seed = first; seed < first + runs; seed += 1) {
      const { query, variables } = createRandomQuery(compiled.schema, String(seed), words);
      const expected = nulledBy(await sendQuery(federated, query, variables));
      for (let round = 0; round < 3; round++)
        expect(nulledBy(await sendQuery(compiled, query, variables)), `seed ${seed}: ${query}`).toEqual(expected);
    }
  });
});
