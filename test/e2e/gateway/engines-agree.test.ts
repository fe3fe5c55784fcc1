import { randomInt } from 'node:crypto';
import { buildSchema, execute, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { openCaller } from '#platform/access/entitlement.ts';
import { codeOf } from '#platform/graphql/client-errors.ts';
import { createLogger } from '#platform/logger.ts';
import { executeShared } from '#platform/operations/apollo-server.ts';
import { openFederatedEngine } from '../../../gateway/engines/federated.ts';
import { judged } from '../../equality/answers.ts';
import { casesOf } from '../../support/random-cases.ts';
import { createRandomQuery } from '../../support/random-query.ts';
import { validatedOperation } from '../../support/validated-operation.ts';
import { createTestBus, type GraphqlAnswer, openFederated, openGateway, openSubgraphServer } from './open-gateway.ts';
import { createSampleSubgraph, supergraph } from './sample-subgraph.ts';
import { withoutLimits } from './without-limits.ts';

/** Operations that the engines handle differently internally. */
const operations: [name: string, query: string, variables?: Record<string, unknown>][] = [
  [
    'scalars, lists and lists of lists',
    '{ notices { nodes { id reference kind versions { id document receivedAt } } edges { cursor } pageInfo { hasNextPage } } }',
  ],
  [
    'aliases of fields and of arguments',
    '{ a: notices(first: 1) { x: nodes { y: id z: id } } b: notices(filter: { references: ["B"] }) { nodes { id } } }',
  ],
  [
    'fragments that overlap',
    '{ notices { nodes { ...F id ...G } ...H } } fragment F on Notice { current { id } id } fragment G on Notice { current { reference } } fragment H on NoticeConnection { nodes { kind } }',
  ],
  [
    'an interface',
    '{ n: node(id: "notice-A") { __typename id ...N } v: node(id: "version-2") { __typename ... on ArrivalNoticeVersion { reference notice { id } } ...N } } fragment N on Notice { reference }',
  ],
  ['nothing found', '{ node(id: "gone") { id } }'],
  [
    'variables with defaults',
    'query($f: NoticeFilter = { references: ["A"] }, $first: Int = 1) { notices(filter: $f, first: $first) { nodes { id } pageInfo { hasNextPage } } }',
  ],
  [
    'variables given as null and left out',
    'query($f: NoticeFilter, $v: JSON, $at: DateTime) { notices(filter: $f) { nodes { id } } echo(value: $v, at: $at) }',
    { f: null, at: '2026-03-02T10:00:00+01:00' },
  ],
  [
    'values inside input objects and JSON',
    'query($r: [String!], $k: Kind, $v: JSON) { notices(filter: { references: $r, kind: $k }) { nodes { id } } echo(value: { a: [1, 2.5, true, null, { b: $v }] }, kind: REVISED) }',
    { r: ['B'], k: 'ORIGINAL', v: { 'c d': [null] } },
  ],
  [
    'variables in lists and objects, given and not',
    'query($r: String!, $s: Int, $k: Kind, $j: JSON) { a: echo(filter: { references: [$r, "x"], size: $s, kind: $k }) b: echo(filter: { references: [$r] }, value: [$j, [1, $j]]) }',
    { r: 'B', j: 'y' },
  ],
  [
    'defaults of input objects in variables',
    'query($f: NoticeFilter, $g: NoticeFilter = { kind: REVISED }) { a: echo(filter: $f) b: echo(filter: $g) }',
    { f: { references: 'alone' } },
  ],
  ['rows with nothing left in them', '{ notices { nodes { id @skip(if: true) } } }'],
  ['rows with nothing left in them by variable', 'query($on: Boolean!) { notices { nodes { id @skip(if: $on) } } }', { on: true }],
  [
    '@skip and @include by value',
    '{ notices { nodes { id @skip(if: true) reference @include(if: true) ... @include(if: false) { kind } } } }',
  ],
  [
    '@skip and @include by variable',
    'query($on: Boolean!, $off: Boolean = false) { notices @include(if: $on) { nodes { id @skip(if: $off) ...F @include(if: $off) } } gone: notices @include(if: $off) { nodes { id } } } fragment F on Notice { kind }',
    { on: true },
  ],
  [
    'a field both skipped and not',
    'query($on: Boolean!) { ...F @skip(if: $on) notices { nodes { id } } } fragment F on Query { notices { nodes { kind reference } } }',
    { on: true },
  ],
  ['everything skipped', '{ notices @skip(if: true) { nodes { id } } }'],
  ['everything skipped by variable', 'query($on: Boolean!) { notices @skip(if: $on) { nodes { id } } }', { on: true }],
  ['only __typename, also in a fragment', '{ ...F } fragment F on Query { __typename }'],
  [
    'introspection',
    '{ __schema { queryType { name fields { name args { name defaultValue } } } } __type(name: "Kind") { enumValues { name } } }',
  ],
  [
    'introspection in a fragment beside data',
    '{ ...F notices { nodes { id } } } fragment F on Query { __type(name: "Notice") { fields { name } } }',
  ],
  ['an error of the table at a nullable field', '{ refused notices { nodes { id } } }'],
  ['an inner error at a nullable field', '{ notices { nodes { id failing } } broken }'],
  ['an inner error at a non-null field of a row', '{ notices { nodes { failingForSure } } }'],
  ['an inner error at a non-null root field', '{ brokenForSure __typename }'],
  ['names that every object has', '{ notices { nodes { constructor: id toString: reference hasOwnProperty: kind } } }'],
  ['a mutation', 'mutation { a: remember(text: "1") b: remember(text: "2") }'],
  ['text that looks like code', '{ echo(value: "__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(globalThis.wrong = 1)") }'],
];

function shapeOf({ data, errors }: GraphqlAnswer) {
  const places = errors?.map(({ message, path, extensions }) => JSON.stringify({ message, path, code: extensions.code }));
  // Returns the bytes of the data. Which of several errors are reported first is undefined.
  return { data: JSON.stringify(data), errors: places?.sort() };
}

describe('both engines return the same answer', async () => {
  const bus = createTestBus();
  const subgraph = createSampleSubgraph(bus);
  subgraph.append({ reference: 'A', document: { deep: [{ x: 1 }] } }, { reference: 'B' }, { reference: 'A' });

  it.each(operations)('%s', async (_name, query, variables = {}) => {
    await using compiled = await openGateway({ subgraph, bus });
    await using federated = await openGateway({ subgraph, bus, engine: 'federated' });
    const expected = shapeOf(await compiled.query(query, variables));
    // Repeated, because repeated operations are executed in another way.
    for (let round = 0; round < 4; round++) {
      expect(shapeOf(await compiled.query(query, variables))).toEqual(expected);
      expect(shapeOf(await federated.query(query, variables))).toEqual(expected);
    }
    const plain = await execute({
      schema: subgraph.schema,
      document: parse(query),
      variableValues: variables,
      contextValue: { caller: 'open' },
    });
    if (!query.includes('__')) expect(expected.data).toBe(JSON.stringify(plain.data));
    expect(expected.errors?.length).toBe(plain.errors?.length);
    expect((globalThis as { wrong?: number }).wrong).toBeUndefined();
  });
});

describe.each(['compiled', 'federated'] as const)('the %s engine', (engine) => {
  it.each([
    ['@skip', 'query($x: Boolean = true) { notices { nodes { id reference @skip(if: $x) } } }', 'Boolean!'],
    ['@include at the root', 'query($x: Boolean = true) { notices @include(if: $x) { nodes { id } } }', 'Boolean!'],
    ['@include of a fragment', 'query($x: Boolean = true) { ...F } fragment F on Query { callers @include(if: $x) }', 'Boolean!'],
    ['@skip of introspection', 'query($x: Boolean = true) { callers __schema @skip(if: $x) { queryType { name } } }', 'Boolean!'],
    ['an argument', 'query($x: ID = "a") { node(id: $x) { id } }', 'ID!'],
    ['an argument of a mutation', 'mutation($x: String = "a") { remember(text: $x) }', 'String!'],
    ['an item of a list', 'query($x: String = "a") { echo(filter: { references: [$x] }) }', 'String!'],
  ])('rejects null in the variable of %s as an error of the client, however often it is sent', async (_name, query, type) => {
    await using landfall = await openGateway({ engine });
    const message = `Variable "$x" must not be null, because it is used where "${type}" is expected.`;
    for (let round = 0; round < 4; round++)
      expect(await landfall.query(query, { x: null })).toEqual({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] });
    expect((await landfall.query(query)).errors).toBeUndefined();
  });
});

it('both engines return the data and the paths of errors of graphql-js for any query with any names', async () => {
  const bus = createTestBus();
  const subgraph = createSampleSubgraph(bus);
  subgraph.append({ reference: 'A', document: { deep: [{ x: 1 }] } }, { reference: 'B' }, { reference: 'A' });
  await using compiled = await openGateway({ subgraph, bus, limits: withoutLimits });
  await using federated = await openGateway({ subgraph, bus, limits: withoutLimits, engine: 'federated' });
  const schema = buildSchema(supergraph.apiSdl);
  const words = {
    values: {
      id: ['notice-A', 'version-1', 'version-3', 'gone'],
      first: [0, 1, 2],
      after: [null, '0', 'c1', 'c9'],
      filter: [null, { references: ['A'] }, { references: ['B', 'x'], kind: null }, { size: null }],
      value: [null, [1, 'x', { a: { b: null } }]],
      at: ['2026-03-02T10:00:00Z'],
      kind: ['REVISED', null],
    },
    // It waits until a test answers it.
    without: new Set(['Query.held']),
    favourites: new Set<string>(),
  };
  const [first, { numRuns: runs }] = [randomInt(2 ** 31), casesOf(150)];
  for (let seed = first; seed < first + runs; seed += 1) {
    const { query, variables } = createRandomQuery(schema, String(seed), words);
    const plain = await execute({
      schema: subgraph.schema,
      document: parse(query),
      variableValues: variables,
      contextValue: { caller: 'open' },
    });
    for (const landfall of [compiled, compiled, compiled, federated])
      expect(judged(await landfall.query(query, variables)), `seed ${seed}: ${query} ${JSON.stringify(variables)}`).toEqual(judged(plain));
  }
});

describe('the federated engine', () => {
  it('reports SUBGRAPH_UNAVAILABLE at every root field of an unavailable subgraph, and recovers', async () => {
    const subgraph = createSampleSubgraph(createTestBus());
    const first = await openSubgraphServer(subgraph);
    await using engine = openFederated(first.url);
    expect(await engine.checkReadiness()).toBeUndefined();
    await first.server.close();
    await expect(engine.checkReadiness()).rejects.toThrow('not ready: arrival-notices');
    const document = parse('{ refused x: node(id: "notice-A") { id } }');
    const [definition] = document.definitions;
    if (definition?.kind !== 'OperationDefinition') throw new Error('no operation');
    const request = {
      operation: { document, definition, kind: 'query' },
      variables: {},
      caller: openCaller,
      requestId: 'r-1',
    } as const;
    const { data, errors } = await engine.execute(request);
    expect(data).toEqual({ refused: null, x: null });
    expect(errors?.map(({ path, message, extensions }) => [path, message, extensions?.['code']])).toEqual([
      [['refused'], 'The subgraph arrival-notices did not answer.', 'SUBGRAPH_UNAVAILABLE'],
      [['x'], 'The subgraph arrival-notices did not answer.', 'SUBGRAPH_UNAVAILABLE'],
    ]);
    await using server = (await openSubgraphServer(subgraph, Number(new URL(first.url).port))).server;
    expect(server.server.listening).toBe(true);
    expect((await engine.execute(request)).data).toEqual({ refused: null, x: { id: 'notice-A' } });
  });

  it('answers PLAN_FAILED for an operation that the planner rejects, and plans others', async () => {
    const { apiSdl, sdl } = supergraph;
    const later = { sdl, apiSdl: apiSdl.replace('refused: String', 'later: String refused: String') };
    await using engine = openFederatedEngine({
      supergraph: later,
      subgraphs: { 'arrival-notices': 'http://127.0.0.1:9/graphql' },
      logger: createLogger('silent'),
    });
    const codesOf = async (query: string) => {
      const request = { operation: validatedOperation(engine.schema, query), variables: {}, caller: openCaller, requestId: 'r' };
      const { data, errors } = await executeShared(engine, request);
      return [data, errors?.map(codeOf)];
    };
    for (let time = 0; time < 2; time += 1) expect(await codesOf('{ later }')).toEqual([{ later: null }, ['PLAN_FAILED']]);
    expect(await codesOf('{ refused }')).toEqual([{ refused: null }, ['SUBGRAPH_UNAVAILABLE']]);
  });
});
