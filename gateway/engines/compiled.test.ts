import { describe, expect, it, vi } from 'vitest';
import { openCaller } from '#platform/access/entitlement.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import { validatedOperation } from '../../test/support/validated-operation.ts';
import { composeSupergraph } from '../supergraph/composition.ts';
import { openCompiledEngine } from './compiled.ts';
import type { LocalSubgraph } from './local-subgraph.ts';

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])';
const pageInfo = 'type PageInfo @shareable { hasNextPage: Boolean! }';

interface Source {
  readonly name: string;
  readonly sdl: string;
  readonly resolvers?: object;
}

const ships: Source = {
  name: 'ships',
  sdl: `${link} ${pageInfo} scalar Stamp type Query { ship: Ship ships: ShipPage! } type ShipPage { pageInfo: PageInfo! } type Ship { name: String seenBy: String at: Stamp }`,
  resolvers: {
    Query: { ship: () => ({ name: 'Meridian', at: 7 }), ships: () => ({ pageInfo: { hasNextPage: true } }) },
    Ship: { seenBy: (_: unknown, __: unknown, context: { tag: string }) => context.tag },
  },
};
const ports: Source = {
  name: 'ports',
  sdl: `${link} ${pageInfo} type Query { port(code: String!): Port ports: PortPage! } type PortPage { pageInfo: PageInfo! } type Port { code: String seenBy: String }`,
  resolvers: {
    Query: { port: (_: unknown, { code }: { code: string }) => ({ code }), ports: () => ({ pageInfo: { hasNextPage: false } }) },
    Port: { seenBy: (_: unknown, __: unknown, context: { tag: string }) => context.tag },
  },
};

function open(sources: readonly Source[], contextFor: LocalSubgraph['contextFor'] = () => ({})): Engine {
  const supergraph = composeSupergraph(sources.map(({ name, sdl }) => ({ name, url: `http://${name}.invalid/graphql`, sdl })));
  const subgraphs = sources.map(({ name, resolvers = {} }) => ({ name, resolvers, contextFor }));
  return openCompiledEngine({ supergraph, subgraphs, logger: { warn: vi.fn() } });
}

/** Executes the operation often enough that it is compiled, and returns all answers. */
async function queryOften(engine: Engine, query: string, variables = {}) {
  const operation = validatedOperation(engine.schema, query);
  const answers = [];
  for (let use = 0; use < 5; use++) {
    answers.push((await engine.execute({ operation, variables, caller: openCaller, requestId: 'r' })).data);
  }
  return answers;
}

describe('the compiled engine', () => {
  it('resolves every field by the subgraph that owns it, with one context of that subgraph per request', async () => {
    const contexts = vi.fn(() => ({ tag: `context ${contexts.mock.calls.length}` }));
    const engine = open([ships, ports], contexts);
    const query =
      '{ ship { name seenBy at } a: port(code: "NLRTM") { code seenBy } b: port(code: "x") { seenBy } ships { pageInfo { hasNextPage } } ports { pageInfo { hasNextPage } } }';
    const answers = await queryOften(engine, query);
    expect(contexts).toHaveBeenCalledTimes(10);
    expect(JSON.parse(JSON.stringify(answers[0]))).toEqual({
      ship: { name: 'Meridian', seenBy: 'context 1', at: 7 },
      a: { code: 'NLRTM', seenBy: 'context 2' },
      b: { seenBy: 'context 2' },
      ships: { pageInfo: { hasNextPage: true } },
      ports: { pageInfo: { hasNextPage: false } },
    });
    expect(JSON.stringify(answers[4])).toBe(
      JSON.stringify(answers[0]).replaceAll('context 1', 'context 9').replaceAll('context 2', 'context 10'),
    );
  });

  it('creates no context for a subgraph that is not needed', async () => {
    const contexts = vi.fn(() => ({}));
    await queryOften(open([ships, ports], contexts), '{ ship { name } }');
    // Only the resolver of the field is called, none of the ports.
    expect(contexts).toHaveBeenCalledTimes(5);
  });

  it('never runs a string of a client as code', async () => {
    const engine = open([ports]);
    const code = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(globalThis.ran = true)';
    for (const written of [JSON.stringify(code), `"""${code}"""`, JSON.stringify(code).replace('__', '\\u005f_')]) {
      const answers = await queryOften(engine, `{ port(code: ${written}) { code } }`);
      expect(answers.map((answer) => JSON.stringify(answer))).toEqual(Array(5).fill(JSON.stringify({ port: { code } })));
    }
    expect((globalThis as { ran?: boolean }).ran).toBeUndefined();
  });

  it('refuses to start if an object would have to be loaded by more than one field, or could not be loaded', () => {
    const query = { Query: { ship: () => null } };
    const left = (key: string): Source => ({
      name: 'left',
      sdl: `${link} type Query { ship: Ship } type Ship ${key} { id: ID! flag: ID! name: String }`,
      resolvers: query,
    });
    const right: Source = { name: 'right', sdl: `${link} type Ship @key(fields: "id flag") { id: ID! flag: ID! calls: Int }` };
    expect(() => open([left('@key(fields: "id flag")'), right])).toThrow('the key of Ship in left is not one field');
  });

  it('refuses to start if subgraphs resolve a shared type differently', () => {
    const alike = () => true;
    const openWith = (first: () => boolean, second: () => boolean) =>
      open([
        { ...ships, resolvers: { ...ships.resolvers, PageInfo: { hasNextPage: first } } },
        { ...ports, resolvers: { ...ports.resolvers, PageInfo: { hasNextPage: second } } },
      ]);
    expect(() => openWith(alike, () => true)).toThrow('several subgraphs have PageInfo.hasNextPage and resolve it');
    expect(openWith(alike, alike).schema.getType('PageInfo')).toBeDefined();
  });

  it('refuses to start without a subgraph of the supergraph, without a resolver at the root, or with internal enum values', () => {
    const supergraph = composeSupergraph([ships, ports].map(({ name, sdl }) => ({ name, url: 'http://x.invalid', sdl })));
    expect(() => openCompiledEngine({ supergraph, subgraphs: [], logger: { warn: vi.fn() } })).toThrow('the subgraph ships is missing');
    expect(() => open([{ ...ports, resolvers: {} }])).toThrow('nothing resolves Query.port');
    const colours: Source = {
      name: 'colours',
      sdl: `${link} type Query { colour: Colour } enum Colour { RED }`,
      resolvers: { Query: { colour: () => 1 }, Colour: { RED: 1 } },
    };
    expect(() => open([colours])).toThrow('values of the enum Colour have inner names');
  });
});
