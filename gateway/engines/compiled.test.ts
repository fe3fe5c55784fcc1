import { buildSubgraphSchema } from '@apollo/subgraph';
import { execute, type GraphQLResolveInfo, parse, responsePathAsArray } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { openCaller } from '#platform/access/entitlement.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import { JSONScalar } from '#platform/graphql/shared-types.ts';
import { validatedOperation } from '../../test/support/validated-operation.ts';
import { composeSupergraph } from '../supergraph/composition.ts';
import { openCompiledEngine } from './compiled.ts';
import type { LocalSubgraph } from './entities.ts';

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

/** Lets the compiler finish loading graphql-jit, which the third use begins. */
const loaded = async () => {
  await import('graphql-jit');
  await new Promise(setImmediate);
};

/** Executes the operation often enough that it is compiled, and returns all answers. */
async function queryOften(engine: Engine, query: string, variables = {}) {
  const operation = validatedOperation(engine.schema, query);
  const answers = [];
  for (let use = 0; use < 5; use++) {
    await loaded();
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

  it('tells each resolver of its own field, whatever response names the client chooses', async () => {
    const told = (_: unknown, __: unknown, ___: unknown, info: GraphQLResolveInfo) =>
      `${info.parentType.name}.${info.fieldName}: ${info.returnType} at ${responsePathAsArray(info.path).join('.')}`;
    const engine = open([
      {
        name: 'told',
        sdl: 'type Query { ship: Ship port: String } type Ship { name: String! }',
        resolvers: { Query: { ship: () => ({}), port: told }, Ship: { name: told } },
      },
    ]);
    // Joined from the inside, the path of the name is `name_of`, too.
    const answers = await queryOften(engine, '{ name_of: port of: ship { name } }');
    const expected = { of: { name: 'Ship.name: String! at of.name' }, name_of: 'Query.port: String at name_of' };
    for (const answer of answers) expect(JSON.parse(JSON.stringify(answer))).toEqual(expected);
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

  describe('returns what graphql-js returns, however often an operation is sent, for', () => {
    // The order in which a resolver finds its arguments has no meaning.
    const stated = (_: unknown, given: object) => JSON.stringify(Object.entries(given).sort(([a], [b]) => a.localeCompare(b)));
    const echo: Source = {
      name: 'echo',
      sdl: `${link} scalar JSON enum Kind { FULL EMPTY }
        input Filter { isOpen: Boolean = true kind: Kind = FULL size: Int within: Filter names: [String] = ["a"] any: JSON }
        type Query { echo(filter: Filter = { size: 7 }, kind: Kind = EMPTY, names: [[String!]], any: JSON, size: Int! = 3, deep: [Filter!]): String row: Row }
        interface Holder { held(size: Int = 1): String }
        type Row implements Holder { held(size: Int = 2, more: Int = 4): String }`,
      resolvers: {
        JSON: JSONScalar,
        Query: { echo: stated, row: () => ({}) },
        Holder: { __resolveType: () => 'Row' },
        Row: { held: stated },
      },
    };
    const shapes: [name: string, query: string, variables?: Record<string, unknown>][] = [
      ['an absent variable with a default in an input object', 'query($o: Boolean) { echo(filter: { isOpen: $o }) }'],
      ['a null in an input object', 'query($o: Boolean) { echo(filter: { isOpen: $o }) }', { o: null }],
      ['an absent variable in an input object two levels down', 'query($o: Kind) { echo(filter: { within: { kind: $o } }) }'],
      ['absent variables in lists', 'query($a: String, $o: Boolean) { echo(filter: { names: ["x", $a] }, deep: [{ isOpen: $o }]) }'],
      [
        'a variable in place of a list',
        'query($a: [[String!]], $b: [String]) { echo(names: $a, filter: { names: $b }) }',
        { a: 'x', b: 'y' },
      ],
      ['a variable in a list of lists', 'query($a: String!, $b: [String!]) { echo(names: [[$a], $b, "z"]) }', { a: 'x' }],
      ['an absent variable in place of an argument', 'query($f: Filter, $k: Kind) { echo(filter: $f, kind: $k) }'],
      ['a null in place of an argument', 'query($f: Filter, $k: Kind) { echo(filter: $f, kind: $k) }', { f: null, k: null }],
      ['a default of a variable', 'query($f: Filter = { kind: EMPTY }, $s: Int = 5) { echo(filter: $f, size: $s) }'],
      ['a nullable variable without a value at an argument with a default', 'query($s: Int) { echo(size: $s) }'],
      [
        'defaults of fields of an input object',
        'query($f: Filter) { echo(filter: $f, deep: [$f]) }'.replace('$f]', '{ names: [] }]'),
        { f: { size: 1 } },
      ],
      ['variables in JSON', 'query($a: JSON, $b: Int) { echo(any: { a: $a, b: [1, $b], c: { d: $a } }) }', { a: { b: [null] } }],
      ['absent variables in JSON', 'query($a: JSON, $b: Int) { echo(any: { a: $a, b: [1, $b] }, filter: { any: [$a] }) }'],
      [
        'variables named like properties of objects',
        'query($constructor: Boolean, $toString: Int!, $valueOf: JSON, $hasOwnProperty: Kind) { echo(filter: { isOpen: $constructor, kind: $hasOwnProperty }, size: $toString, any: $valueOf) }',
        { toString: 1 },
      ],
      [
        'absent variables in JSON that are named like properties of objects',
        'query($constructor: JSON, $__proto__: JSON, $toString: JSON) { echo(any: { a: $constructor, b: [$__proto__], c: { d: $toString } }) }',
      ],
      [
        'a variable named __proto__',
        'query($__proto__: JSON, $a: Int) { echo(any: $__proto__, filter: { size: $a }) }',
        JSON.parse('{ "__proto__": { "a": 5 } }'),
      ],
      [
        'unknown variables',
        'query($o: Boolean) { echo(filter: { isOpen: $o }) }',
        JSON.parse('{ "__proto__": { "o": false }, "": 1, "a b": 2, "constructor": 3 }'),
      ],
      [
        'keys of JSON values',
        'query($a: JSON) { echo(any: $a) }',
        { a: JSON.parse('{ "__proto__": [1], "": 1, "a b": 2, "constructor": 3, "$a": 4 }') },
      ],
      ['keys of JSON literals', '{ echo(any: { __proto__: [1], constructor: "x", toString: null }) }'],
      [
        'several uses of one variable',
        'query($o: Boolean) { a: echo(filter: { isOpen: $o }) b: echo(filter: { within: { isOpen: $o } }) ...F } fragment F on Query { c: echo(deep: { isOpen: $o }) }',
      ],
      [
        'defaults that differ between an interface and its type',
        'query($s: Int) { row { ... on Holder { held(size: $s) } ... on Row { own: held(more: $s) } } }',
      ],
      [
        'conditions with absent variables',
        'query($on: Boolean = false) { echo(any: 1) b: echo(any: 2) @skip(if: $on) c: echo(any: 3) @include(if: $on) }',
      ],
    ];
    it.each(shapes)('%s', async (_name, query, variables = {}) => {
      const schema = buildSubgraphSchema([{ typeDefs: parse(echo.sdl), resolvers: echo.resolvers as never }]);
      const { data, errors } = await execute({ schema, document: parse(query), variableValues: variables });
      expect(errors).toBeUndefined();
      const answers = await queryOften(open([echo]), query, variables);
      expect(answers.map((answer) => JSON.stringify(answer))).toEqual(Array(5).fill(JSON.stringify(data)));
    });

    it.each([
      ['a missing variable', 'query($on: Boolean!) { echo @skip(if: $on) row { __typename } }', {}],
      ['a value of another type', 'query($s: Int) { echo(filter: { size: $s }) }', { s: 'x' }],
      ['null at an argument that must not be null', 'query($s: Int = 1) { echo(size: $s) row { held } }', { s: null }],
      ['null in a list that must not have it', 'query($s: String = "a") { echo(names: [[$s]]) }', { s: null }],
    ])('%s', async (_name, query, variables) => {
      const engine = open([echo]);
      const operation = validatedOperation(engine.schema, query);
      const answers = new Set<string>();
      for (let use = 0; use < 5; use++) {
        await loaded();
        answers.add(JSON.stringify(await engine.execute({ operation, variables, caller: openCaller, requestId: 'r' })));
      }
      expect([...answers]).toEqual([expect.stringContaining('message')]);
    });
  });

  /** Checks that repeated answers of subgraphs equal those of the subgraph that has all of their fields. */
  async function expectEqualToOne(sources: readonly Source[], one: Source, query: string) {
    const schema = buildSubgraphSchema([{ typeDefs: parse(one.sdl), resolvers: one.resolvers as never }]);
    const { data } = await execute({ schema, document: parse(query) });
    const answers = await queryOften(open(sources), query);
    expect(answers.map((answer) => JSON.stringify(answer))).toEqual(Array(5).fill(JSON.stringify(data)));
  }

  it('keeps the places of rejected promises in lists, of values and of objects from several subgraphs', async () => {
    const boxOf = async (id: number) => {
      if (id % 2 === 0) throw new Error('lost');
      return { id: String(id) };
    };
    const left: Source = {
      name: 'left',
      sdl: `${link} type Query { boxes: [Box] rows: [[Box]] numbers: [Int] } type Box @key(fields: "id") { id: ID! }`,
      resolvers: {
        Query: {
          boxes: () => [0, 1, 2, 3].map(boxOf),
          rows: async () => [[0, 1].map(boxOf), null, [2, 3].map(boxOf)],
          numbers: () => [Promise.reject('no error'), 1, Promise.reject(new Error('lost')), Promise.resolve(3)],
        },
      },
    };
    const size = { size: ({ id }: { id: string }) => Number(id) };
    const right: Source = {
      name: 'right',
      sdl: `${link} type Query { any: Int } type Box @key(fields: "id") { id: ID! size: Int }`,
      resolvers: { Query: { any: () => 1 }, Box: { ...size, __resolveReference: (box: object) => ({ ...box }) } },
    };
    const one = { ...left, sdl: left.sdl.replace('id: ID!', 'id: ID! size: Int'), resolvers: { ...left.resolvers, Box: size } };
    await expectEqualToOne([left, right], one, '{ boxes { id size } rows { id size } numbers }');
    await expectEqualToOne([one], one, '{ boxes { id } rows { id } numbers }');
  });

  it('finds objects of shared fields by keys that are resolved, or that other subgraphs do not know', async () => {
    const shared = { Query: { ship: () => ({ number: 7 }) }, Place: { ship: ({ number }: { number: number }) => ({ number }) } };
    const place = 'type Place @shareable { ship: Ship }';
    const key = (name: string) => ({ [name]: ({ number }: { number: number }) => `${name}${number}` });
    const found = (name: string) => ({
      __resolveReference: (ship: Record<string, string>) => ({ number: Number(ship[name]?.slice(name.length)) }),
    });
    const places = { place: () => ({ number: 8 }), places: () => [{ number: 9 }] };
    const [left, middle, right]: Source[] = [
      {
        name: 'left',
        sdl: `${link} ${place} type Query { ship: Ship @shareable place: Place } type Ship @key(fields: "imo") { imo: ID! }`,
        resolvers: { ...shared, Query: { ...shared.Query, place: places.place }, Ship: { ...key('imo'), ...found('imo') } },
      },
      {
        name: 'middle',
        sdl: `${link} ${place} type Query { ship: Ship @shareable places: [Place] } type Ship @key(fields: "imo") @key(fields: "code") { imo: ID! code: ID! }`,
        resolvers: {
          ...shared,
          Query: { ...shared.Query, places: places.places },
          Ship: { ...key('imo'), ...key('code'), ...found('imo') },
        },
      },
      {
        name: 'right',
        sdl: `${link} type Query { any: Int } type Ship @key(fields: "code") { code: ID! speed: Int }`,
        resolvers: {
          Query: { any: () => 1 },
          Ship: { ...key('code'), ...found('code'), speed: ({ number }: { number: number }) => number },
        },
      },
    ] as [Source, Source, Source];
    const one: Source = {
      name: 'one',
      sdl: `${link} ${place} type Query { ship: Ship place: Place places: [Place] } type Ship { imo: ID! code: ID! speed: Int }`,
      resolvers: {
        ...shared,
        Query: { ...shared.Query, ...places },
        Ship: { ...key('imo'), ...key('code'), speed: ({ number }: { number: number }) => number },
      },
    };
    await expectEqualToOne(
      [left, middle, right],
      one,
      '{ ship { imo speed code } place { ship { speed imo } } places { ship { speed code } } }',
    );
  });

  it('takes names for what they are that objects, compiled code or its own schema have', async () => {
    const named: Source = {
      name: 'named',
      sdl: `${link} type Query { toString: A ab: Ab kept: Kept } type A { bC: String constructor: String valueOf: [Kept] }
        type Ab { C: String } type Kept { hasOwnProperty: Int }`,
      resolvers: {
        Query: {
          toString: () => ({ constructor: 'plain', valueOf: [{ hasOwnProperty: 1 }] }),
          ab: () => ({}),
          kept: () => ({ hasOwnProperty: 2 }),
        },
        A: { bC: () => 'of A' },
        Ab: { C: () => 'of Ab' },
      },
    };
    const queries = [
      '{ toString { constructor bC valueOf { hasOwnProperty } } ab { C } kept { hasOwnProperty } }',
      '{ __typename: toString { __typename: constructor b: bC } ab { data: __typename C } }',
      '{ ab { constructor: C } constructor: kept { toString: hasOwnProperty } hasOwnProperty: __typename }',
    ];
    for (const query of queries) {
      await expectEqualToOne([named], named, query);
      await expectEqualToOne([named, ships], named, query);
    }
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
