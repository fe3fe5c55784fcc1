import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { composeSupergraph } from '../supergraph/composition.ts';
import { ownersOf } from './owners.ts';
import { createUnknownMatches } from './unknown-matches.ts';

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])';
const shared = `enum MatchOutcome { UNIQUE UNKNOWN }
  type Source @shareable { partner: String standard: String! status: String! }`;
const setOf = (type: string) => `${link} ${shared}
  type Query { ${type}s: ${type} }
  type ${type} @key(fields: "id") { id: ID outcome: MatchOutcome! rows: [String!]! sources: [Source!]! }`;

it('names the standard of the unavailable subgraph, and all standards for a subgraph that derives from all', () => {
  const sdls = { 'port-calls': setOf('EventSet'), arrivals: setOf('ArrivalSet') };
  const { sdl, apiSdl } = composeSupergraph(
    Object.entries(sdls).map(([name, text]) => ({ name, url: `http://${name}.invalid`, sdl: text })),
  );
  const matches = createUnknownMatches(buildSchema(apiSdl), ownersOf(sdl));
  const failed = (standard: string) => expect.objectContaining({ standard, status: 'FAILED', partner: null });
  expect(matches.valueOf('EventSet', 'outcome', {})).toBe('UNKNOWN');
  expect(matches.valueOf('EventSet', 'sources', {})).toEqual([failed('PORT_CALL')]);
  expect(matches.isMatchSet('ArrivalSet')).toBe(true);
  expect(matches.valueOf('ArrivalSet', 'rows', {})).toEqual([]);
  expect(matches.valueOf('ArrivalSet', 'sources', {})).toEqual(['ARRIVAL_NOTICE', 'COMMERCIAL_SCHEDULES', 'PORT_CALL'].map(failed));
});
