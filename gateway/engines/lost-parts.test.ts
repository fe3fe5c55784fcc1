import { buildSubgraphSchema } from '@apollo/subgraph';
import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { openCaller } from '#platform/access/entitlement.ts';
import { createLogger } from '#platform/logger.ts';
import { validatedOperation } from '../../test/support/validated-operation.ts';
import { composeSupergraph } from '../supergraph/composition.ts';
import { ownersOf } from '../supergraph/supergraph.ts';
import { openFederatedEngine } from './federated.ts';
import { createUnknownMatches } from './lost-parts.ts';
import { createLocalClient } from './subgraph-client.ts';

const shared = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])
  type Query { code: Int @shareable constructor: Int @shareable ships: [[Ship]] @shareable found: Found @shareable }
  union Found = Ship`;
const Query = {
  code: () => 7,
  constructor: () => null,
  ships: () => [[{ imo: '1' }, null], [{ imo: '2' }]],
  found: () => ({ __typename: 'Ship', imo: '3' }),
};
const sources = ['left', 'right'].map((name) => ({ name, sdl: `${shared} type Ship @key(fields: "imo") { imo: ID! ${name}: String }` }));
const supergraph = composeSupergraph(sources.map((source) => ({ ...source, url: `http://${source.name}.invalid/graphql` })));
const away = { fetch: async () => undefined, isReady: async () => false, [Symbol.asyncDispose]: async () => {} };

describe.each(['left', 'right'])('while the subgraph %s is away', (lost) => {
  it('root fields that another one has, too, lose only its part, with an error for each object in a list', async () => {
    const local = Object.fromEntries(
      sources.map(({ name, sdl }) => {
        const schema = buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: { Query, Ship: { [name]: () => name } } as never }]);
        return [name, name === lost ? away : createLocalClient(schema, () => ({}))];
      }),
    );
    await using engine = openFederatedEngine({ supergraph, subgraphs: {}, local, logger: createLogger('silent') });
    const query = `{ code constructor ships { imo ${lost} } found { ... on Ship { x: ${lost} } } }`;
    const operation = validatedOperation(engine.schema, query);
    const { data, errors } = await engine.execute({ operation, variables: {}, caller: openCaller, requestId: 'r' });
    const ship = (imo: string) => ({ imo, [lost]: null });
    expect(JSON.stringify(data)).toBe(
      JSON.stringify({ code: 7, constructor: null, ships: [[ship('1'), null], [ship('2')]], found: { x: null } }),
    );
    expect(errors?.map(({ path, extensions }) => `${path?.join('.')} ${extensions?.['code']}`).sort()).toEqual([
      'found.x SUBGRAPH_UNAVAILABLE',
      `ships.0.0.${lost} SUBGRAPH_UNAVAILABLE`,
      `ships.1.0.${lost} SUBGRAPH_UNAVAILABLE`,
    ]);
  });
});

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])';
const sharedTypes = `enum MatchOutcome { UNIQUE UNKNOWN }
  type Source @shareable { partner: String standard: String! status: String! }`;
const setOf = (type: string) => `${link} ${sharedTypes}
  type Query { ${type}s: ${type} }
  type ${type} @key(fields: "id") { id: ID outcome: MatchOutcome! rows: [String!]! sources: [Source!]! }`;

it('names the standard of the unavailable subgraph, and all standards for a subgraph that derives from all', () => {
  const sdls = { 'port-calls': setOf('EventSet'), arrivals: setOf('ArrivalSet') };
  const { sdl, apiSdl } = composeSupergraph(
    Object.entries(sdls).map(([name, text]) => ({ name, url: `http://${name}.invalid`, sdl: text })),
  );
  const matches = createUnknownMatches(buildSchema(apiSdl), ownersOf({ sdl }));
  const failed = (standard: string) => expect.objectContaining({ standard, status: 'FAILED', partner: null });
  expect(matches.valueOf('EventSet', 'outcome', {})).toBe('UNKNOWN');
  expect(matches.valueOf('EventSet', 'sources', {})).toEqual([failed('PORT_CALL')]);
  expect(matches.isMatchSet('ArrivalSet')).toBe(true);
  expect(matches.valueOf('ArrivalSet', 'rows', {})).toEqual([]);
  expect(matches.valueOf('ArrivalSet', 'sources', {})).toEqual(['ARRIVAL_NOTICE', 'COMMERCIAL_SCHEDULES', 'PORT_CALL'].map(failed));
});
