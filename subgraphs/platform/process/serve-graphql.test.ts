import { buildSubgraphSchema } from '@apollo/subgraph';
import { execute, type GraphQLError, parse } from 'graphql';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { validatedOperation } from '../../../test/support/validated-operation.ts';
import { openCaller } from '../access/entitlement.ts';
import { constantFields } from '../cache/constant-fields.ts';
import type { EngineResult } from '../graphql/engine.ts';
import { createSubgraphEngine } from './serve-graphql.ts';

const sdl = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
  type Query { ports: [String!] }
  type EventSet @key(fields: "matchKey") { matchKey: String! outcome: String! events: [Match!]! sources: [Source!]! }
  type Match { name: String! shout: String }
  type Source { partner: String }
  type Port @key(fields: "code") { code: String! }`;

interface EventSet {
  readonly events: readonly { readonly name: string | null }[];
}

/** Match sets as a subgraph caches them. The executions of its resolvers are counted. */
const cached = new Map<string, EventSet>();
const shout = vi.fn((name: string | null) => name?.toUpperCase());

const resolvers = {
  EventSet: {
    __resolveReference: async ({ matchKey }: { matchKey: string }) => cached.get(matchKey),
    matchKey: () => 'key',
    outcome: () => 'UNIQUE',
    sources: () => [],
  },
  Match: constantFields({ shout: ({ name }: { name: string | null }) => shout(name) }),
  Port: { __resolveReference: ({ code }: { code: string }) => ({ code }) },
};

const openSchema = () => buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: resolvers as never }]);
const query = `query ($sets: [_Any!]!) { _entities(representations: $sets) { ...Set ... on Port { __typename code } } }
  fragment Set on EventSet { outcome events { shout name } }`;
const sets = [
  { __typename: 'EventSet', matchKey: 'one' },
  { __typename: 'Port', code: 'DEHAM' },
  { __typename: 'EventSet', matchKey: 'other' },
];

/** Executes the query as often as it takes to compile it and to cache its parts. */
async function executeOften(execution: () => Promise<EngineResult>): Promise<EngineResult[]> {
  const results = [];
  for (let use = 0; use < 7; use += 1) {
    results.push(await execution());
    // Loaded when an operation is repeated.
    if (use === 2) await import('graphql-jit');
  }
  return results;
}

function executionOf(): () => Promise<EngineResult> {
  const engine = createSubgraphEngine({ schema: openSchema(), openSchema, contextFor: () => ({}) }, { warn: vi.fn() });
  const operation = validatedOperation(engine.schema, query);
  return async () => engine.execute({ operation, variables: { sets }, caller: openCaller, requestId: 'r' });
}

function interpreted() {
  return execute({ schema: openSchema(), document: parse(query), variableValues: { sets }, contextValue: {} });
}

describe('match sets that a router requests repeatedly', () => {
  beforeEach(() => {
    cached.clear();
    cached.set('one', { events: [{ name: 'a' }, { name: 'b' }] });
    cached.set('other', { events: [] });
  });

  it('are executed field by field only until their parts are cached', async () => {
    const expected = JSON.stringify((await interpreted()).data);
    const execution = executionOf();
    const results = await executeOften(execution);
    shout.mockClear();
    results.push(await execution());
    expect(shout).not.toHaveBeenCalled();
    expect(new Set(results.map(({ data }) => JSON.stringify(data)))).toEqual(new Set([expected]));
    expect(expected).toContain('"events":[{"shout":"A","name":"a"},{"shout":"B","name":"b"}]');
  });

  it('are executed again after they have changed', async () => {
    const execution = executionOf();
    await executeOften(execution);
    cached.set('one', { events: [{ name: 'z' }] });
    expect(JSON.stringify((await execution()).data)).toBe(JSON.stringify((await interpreted()).data));
  });

  it('report their errors with paths of the whole operation', async () => {
    cached.set('other', { events: [{ name: null }] });
    const pathsOf = (errors: readonly Pick<GraphQLError, 'path'>[] | undefined) => errors?.map(({ path }) => path);
    const expected = await interpreted();
    expect(pathsOf(expected.errors)).toEqual([['_entities', 2, 'events', 0, 'name']]);
    for (const { data, errors } of await executeOften(executionOf())) {
      expect(data).toEqual(expected.data);
      expect(pathsOf(errors as GraphQLError[])).toEqual(pathsOf(expected.errors));
    }
  });
});
