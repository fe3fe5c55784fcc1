import { buildSubgraphSchema } from '@apollo/subgraph';
import { buildSchema, execute, type GraphQLError, parse, print } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import { withPlainSelections } from '#platform/graphql/plain-operation.ts';
import { createLogger } from '#platform/logger.ts';
import { composeSupergraph } from '../supergraph/composition.ts';
import type { Requested } from './answer-shape.ts';
import { createPlanExecutor } from './plan-executor.ts';
import { createPlanner } from './planner.ts';
import { createSelections } from './selections.ts';
import type { SubgraphAnswer } from './subgraph-client.ts';

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@inaccessible"])';

/** Ships with their calls, and the containers of the calls in another subgraph. */
const sources = {
  ships: {
    sdl: `${link}
      type Query { ships: [Ship!]! media: [Medium!]! }
      type Mutation { first: Int second: Int third: Int }
      type Ship @key(fields: "imo") { imo: ID! name: String flag: Flag! code: Flag hull: Hull calls: [Call!]! }
      type Hull { length: Int beam: Int }
      type Call @key(fields: "id") { id: ID! port: String! }
      enum Flag { PA LR SECRET @inaccessible }
      union Medium = Book | Film
      type Book @key(fields: "id") { id: ID! pages: Int! @shareable }
      type Film { id: ID! pages: Int }
    `,
    resolvers: {
      Query: {
        ships: () => [ship('1'), ship('2')],
        media: () => [
          { __typename: 'Book', id: 'b', pages: 7 },
          { __typename: 'Film', id: 'f' },
        ],
      },
      Film: {
        pages: () => {
          throw new Error('a film has no pages');
        },
      },
      Ship: { __resolveReference: ({ imo }: { imo: string }) => ship(imo) },
      Call: { __resolveReference: ({ id }: { id: string }) => ({ id, port: 'NLRTM' }) },
    },
  },
  containers: {
    sdl: `${link}
      type Query { containers: [String!] }
      type Mutation { fourth: Int }
      type Call @key(fields: "id") { id: ID! containers(first: Int): [Container!] weight: Int! }
      type Container { number: String! size: Size }
      enum Size { TWENTY FORTY }
      type Book @key(fields: "id") { id: ID! pages: Int @shareable }
    `,
    resolvers: {
      Call: {
        __resolveReference: ({ id }: { id: string }) => ({ id }),
        containers: ({ id }: { id: string }) => [{ number: `of ${id}`, size: 'FORTY' }],
        weight: ({ id }: { id: string }) => {
          if (id === 'shared') throw new Error('not weighed');
          return 5;
        },
      },
    },
  },
};

function ship(imo: string) {
  return {
    imo,
    name: `Ship ${imo}`,
    flag: 'PA',
    hull: { length: 400, beam: 60 },
    calls: [
      { id: `call-${imo}`, port: 'DEHAM' },
      { id: 'shared', port: 'NLRTM' },
    ],
  };
}

type Name = keyof typeof sources;

const names = Object.keys(sources) as Name[];
const supergraph = composeSupergraph(names.map((name) => ({ name, url: `http://${name}.invalid`, sdl: sources[name].sdl })));
const schema = buildSchema(supergraph.apiSdl);
const unifiedGraph = buildSchema(supergraph.sdl, { assumeValid: true });
const selections = createSelections(unifiedGraph);
const planner = createPlanner(supergraph.sdl, createLogger('silent'));
afterAll(() => planner[Symbol.asyncDispose]());
const schemas = Object.fromEntries(
  names.map((name) => [name, buildSubgraphSchema([{ typeDefs: parse(sources[name].sdl), resolvers: sources[name].resolvers as never }])]),
);

/** Changes the data that a subgraph returns, as a faulty server could. */
type Change = (data: Record<string, unknown>, subgraph: string) => void | Promise<void>;

interface Received extends Requested {
  readonly subgraph: string;
}

function open(change: Change = () => {}) {
  const received: Received[] = [];
  const executor = createPlanExecutor(schema, { planner, unifiedGraph, selections });
  const fetch = async (subgraph: string, requested: Requested): Promise<SubgraphAnswer> => {
    received.push({ subgraph, ...requested });
    const { data, errors } = await execute({
      schema: schemas[subgraph] as never,
      document: requested.document,
      variableValues: requested.variables,
    });
    const copy = JSON.parse(JSON.stringify(data ?? null));
    await change(copy, subgraph);
    return { data: copy, ...(errors === undefined ? {} : { errors: errors as GraphQLError[] }) };
  };
  return {
    received,
    run: async (query: string, variables = {}) => {
      const document = withPlainSelections(schema, parse(query));
      return executor.execute(document, { variables, caller: '', fetch });
    },
  };
}

const shipQuery = '{ ships { flag hull { length beam } calls { port containers { size number } } } }';
const shipOf = (imo: string, flag: string | null = 'PA') => ({
  flag,
  hull: { length: 400, beam: 60 },
  calls: [`call-${imo}`, 'shared'].map((id, index) => ({
    port: index === 0 ? 'DEHAM' : 'NLRTM',
    containers: [{ size: 'FORTY', number: `of ${id}` }],
  })),
});

describe('the executor of plans', () => {
  it('returns the fields of each object in the order of the query, without those that only the plan needs', async () => {
    const { run } = open();
    expect(JSON.stringify(await run(shipQuery))).toBe(JSON.stringify({ data: { ships: [shipOf('1'), shipOf('2')] } }));
  });

  it('requests equal objects once', async () => {
    const { run, received } = open();
    await run(shipQuery);
    expect(received.map(({ subgraph }) => subgraph)).toEqual(['ships', 'containers']);
    const representations = ['call-1', 'shared', 'call-2'].map((id) => ({ __typename: 'Call', id }));
    expect(received[1]?.variables).toEqual({ representations });
  });

  it('drops fields that a subgraph adds to its answer, and keeps the order of the query', async () => {
    const { run } = open((data, subgraph) => {
      if (subgraph !== 'ships') return;
      for (const each of data['ships'] as Record<string, unknown>[]) each['hull'] = { beam: 60, secret: 'x', length: 400 };
    });
    expect(JSON.stringify(await run(shipQuery))).toBe(JSON.stringify({ data: { ships: [shipOf('1'), shipOf('2')] } }));
  });

  it.each(['SECRET', 'ADDED_LATER'])('reports the enum value %s that clients may not see, and propagates its null', async (value) => {
    const { run } = open((data, subgraph) => {
      if (subgraph !== 'ships') return;
      for (const each of data['ships'] as object[]) Object.assign(each, { code: value, flag: value });
    });
    const { data, errors } = await run('{ ships { x: code name } }');
    expect(data).toEqual({ ships: ['1', '2'].map((imo) => ({ x: null, name: `Ship ${imo}` })) });
    const message = `Enum "Flag" cannot represent value: "${value}"`;
    expect(errors?.map((error) => [error.message, error.path])).toEqual([
      [message, ['ships', 0, 'x']],
      [message, ['ships', 1, 'x']],
    ]);
    const propagated = await run('{ ships { name x: flag } }');
    expect(propagated.data).toBeNull();
    expect(propagated.errors?.map((error) => [error.message, error.path])).toEqual([[message, ['ships', 0, 'x']]]);
  });

  it('reports null that a subgraph returns without an error where the schema does not allow it, and propagates it', async () => {
    const { run } = open((data, subgraph) => {
      const entities = data['_entities'] as unknown[] | undefined;
      if (subgraph === 'containers' && entities !== undefined) entities[0] = null;
    });
    const nullable = { imo: '1', c: [{ x: null }, { x: [{ number: 'of shared' }] }] };
    expect((await run('{ ships { imo c: calls { x: containers { number } } } }')).data).toMatchObject({ ships: [nullable, {}] });
    const { data, errors } = await run('{ ships { imo c: calls { w: weight } } }');
    expect(data).toBeNull();
    expect(errors?.map(({ message, path }) => [message, path])).toEqual([
      ['not weighed', ['ships', 0, 'c', 1, 'w']],
      ['not weighed', ['ships', 1, 'c', 1, 'w']],
      ['Cannot return null for non-nullable field Call.weight.', ['ships', 0, 'c', 0, 'w']],
    ]);
  });

  it('adds no error to null that an error of the subgraph explains', async () => {
    const { run } = open((data, subgraph) => {
      if (subgraph === 'ships') Object.assign((data['ships'] as object[])[0] ?? {}, { hull: null });
    });
    expect((await run('{ ships { hull { length } } }')).errors).toBeUndefined();
    const { errors } = await run('{ ships { x: calls { y: weight } } }');
    expect(errors?.map(({ message }) => message)).toEqual(['not weighed', 'not weighed']);
  });

  it('sends no name of the client to a subgraph', async () => {
    const { run, received } = open();
    const query = `query secret1($secret2: Int!) { secret3: ships { ...secret4 } }
      fragment secret4 on Ship { secret5: calls { secret6: port port secret7: weight secret8: containers(first: $secret2) { secret9: number } } }`;
    expect((await run(query, { secret2: 1 })).errors).toHaveLength(2);
    expect(received.map(({ variables }) => Object.keys(variables))).toEqual([[], ['v1', 'representations']]);
    const texts = received.map(({ document }) => print(document)).join();
    expect(texts).not.toContain('secret');
    expect(texts).toContain('port_2: port');
  });

  it('reports the error of an object at every place of that object, and propagates its null', async () => {
    const { run } = open();
    const { data, errors } = await run('{ ships { imo calls { id weight } } }');
    expect(errors?.map(({ message, path }) => [message, path])).toEqual([
      ['not weighed', ['ships', 0, 'calls', 1, 'weight']],
      ['not weighed', ['ships', 1, 'calls', 1, 'weight']],
    ]);
    expect(data).toBeNull();
  });

  it('returns fields and errors under their names if a subgraph declares different types for them', async () => {
    const { run, received } = open();
    const { data, errors } = await run('{ media { ... on Book { x: pages } ... on Film { x: pages } } }');
    expect(received.map(({ document }) => print(document)).join()).toContain('alias');
    expect(data).toEqual({ media: [{ x: 7 }, { x: null }] });
    expect(errors?.map(({ message, path }) => [message, path])).toEqual([['a film has no pages', ['media', 1, 'x']]]);
  });

  it('requests the type of the root from no subgraph', async () => {
    const { run, received } = open();
    expect(await run('{ __typename a: __typename }')).toEqual({ data: { __typename: 'Query', a: 'Query' } });
    expect(received).toEqual([]);
  });

  it('executes mutations one after another, also across subgraphs', async () => {
    const { run, received } = open();
    await run('mutation { third fourth first }');
    expect(received.map(({ subgraph }) => subgraph)).toEqual(['ships', 'containers', 'ships']);
  });

  it('rejects an invalid variable before any request to a subgraph', async () => {
    const { run, received } = open();
    await expect(run('query($on: Boolean!) { containers @include(if: $on) }')).rejects.toThrow('$on');
    expect(received).toEqual([]);
  });

  it('reports an exception at the path of the request and executes the rest of the plan', async () => {
    const { run } = open((_, subgraph) => {
      if (subgraph === 'containers') throw new Error('broken');
    });
    const { data, errors } = await run('{ ships { name calls { containers { number } } } }');
    expect(errors?.map(({ message, path }) => [message, path])).toEqual([['broken', ['ships', 'calls']]]);
    expect(data).toEqual({
      ships: ['1', '2'].map((imo) => ({ name: `Ship ${imo}`, calls: [{ containers: null }, { containers: null }] })),
    });
  });

  it('reports errors in one order, whichever subgraph answers first', async () => {
    const pathsIfLast = async (last: string) => {
      let release = () => {};
      const others = new Promise<void>((resolve) => {
        release = resolve;
      });
      const { run } = open(async (_, subgraph) => {
        if (subgraph === last) await others;
        else release();
        throw new Error('broken');
      });
      const { errors } = await run('{ containers ships { name } }');
      return errors?.map(({ path }) => path);
    };
    const paths = await pathsIfLast('ships');
    expect(paths).toHaveLength(2);
    expect(await pathsIfLast('containers')).toEqual(paths);
  });
});
