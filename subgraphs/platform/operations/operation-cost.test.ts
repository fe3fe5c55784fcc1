import fc from 'fast-check';
import { buildSchema, execute, type GraphQLSchema, getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { defaultCallerLimits } from '../access/entitlement.ts';
import type { Variables } from '../graphql/engine.ts';
import { costWeightsOf, type OperationCost, operationCostOf } from './operation-cost.ts';

const definitions = `
  directive @cost(weight: Int!) on ARGUMENT_DEFINITION | FIELD_DEFINITION | OBJECT
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], requireOneSlicingArgument: Boolean) on FIELD_DEFINITION
`;
const schema = buildSchema(`${definitions}
  type Query {
    rows(first: Int = 4, last: Int, maxAgeSeconds: Int @cost(weight: 50)): Rows! @listSize(slicingArguments: ["first", "last"], sizedFields: ["nodes", "edges"])
    top(first: Int): [Row!]! @listSize(slicingArguments: ["first"], assumedSize: 7)
    any: Any
    count: Int
  }
  type Rows { nodes: [Row!]! edges: [Edge!]! total: Int sources: [Source!]! @listSize(assumedSize: 2) }
  type Edge { node: Row! }
  type Source { name: String }
  type Row { id: ID! parent: Row parts: [Part!] document: String @cost(weight: 10) matches: Matches @cost(weight: 20) }
  type Matches @cost(weight: 3) { outcome: String }
  type Part { row: Row name: String names: [String!] }
  union Any = Row | Matches
`);

function costOf(query: string, over: GraphQLSchema = schema): OperationCost {
  const document = parse(query);
  const definition = document.definitions.find((each) => each.kind === 'OperationDefinition');
  if (definition === undefined) throw new Error('no operation');
  return operationCostOf({ document, definition, kind: definition.operation }, over, costWeightsOf(over));
}

const estimate = (query: string, variables: Variables = {}): number => costOf(query).estimate(variables);

describe('the cost of an operation', () => {
  it.each([
    ['one for each object, nothing for plain values', '{ count any { ... on Row { id parent { id } } } }', 3 + 1],
    ['the default length of a list', '{ rows { nodes { id } } }', 1 + 4],
    ['the length asked for', '{ rows(first: 9) { nodes { id } } }', 1 + 9],
    ['the larger of two lengths asked for', '{ rows(first: 2, last: 9) { nodes { id } } }', 1 + 9],
    [
      'both lists of a connection, and what stands beside them',
      '{ rows(first: 2) { nodes { id } edges { node { id } } sources { name } } }',
      1 + 2 + 2 * 2 + 2,
    ],
    ['a length said by the list itself', '{ top(first: 3) { id } }', 3],
    ['the length that a list is assumed to have', '{ top { id } }', 7],
    ['five for a list of which nothing is said', '{ top(first: 3) { parts { name names } } }', 3 + 3 * 5],
    ['lists in lists', '{ rows(first: 10) { nodes { parts { row { parts { name } } } } } }', 1 + 10 * (1 + 5 * (1 + 1 + 5))],
    ['weights of fields, once for each time', '{ rows(first: 10) { nodes { document matches { outcome } } } }', 1 + 10 * (1 + 10 + 20 + 3)],
    ['weights of arguments that are given', '{ rows(first: 1, maxAgeSeconds: 0) { total } }', 50 + 1],
    ['nothing for arguments that are null', '{ rows(first: 1, maxAgeSeconds: null) { total } }', 1],
    [
      'fields that are merged once',
      '{ rows(first: 2) { nodes { id } } ...F } fragment F on Query { rows(first: 2) { nodes { parent { id } } } }',
      1 + 2 * 2,
    ],
    ['fields under other names again', '{ a: top(first: 2) { id } b: top(first: 2) { id } }', 4],
    ['nothing for what is never there', '{ top(first: 2) { id parent @include(if: false) { id } parts @skip(if: true) { name } } }', 2],
    ['nothing below a length of none', '{ rows(first: 0) { nodes { document } } }', 1],
  ])('counts %s', (_what, query, cost) => {
    expect(estimate(query)).toBe(cost);
  });

  it('counts the entities that a router asks a subgraph for by the number of their representations', () => {
    const subgraph = buildSchema(
      'scalar _Any type Row { id: ID! parts: [Row!] } union _Entity = Row type Query { _entities(representations: [_Any!]!): [_Entity]! }',
    );
    const query = 'query ($them: [_Any!]!) { _entities(representations: $them) { ... on Row { id parts { id } } } }';
    const cost = costOf(query, subgraph);
    const representations = (length: number) => Array.from({ length }, (_, id) => ({ __typename: 'Row', id }));
    expect(cost.estimate({ them: representations(1) })).toBe(20 + 5);
    expect(cost.estimate({ them: representations(500) })).toBe(500 * (20 + 5));
    expect(costOf('{ _entities(representations: [{ __typename: "Row", id: 1 }]) { __typename } }', subgraph).estimate({})).toBe(20);
  });

  it('depends on variables if the document leaves it open', () => {
    const query =
      'query($n: Int = 2, $age: Int, $deep: Boolean = false) { rows(first: $n, maxAgeSeconds: $age) { nodes { id parent @include(if: $deep) { id } } } }';
    const cost = costOf(query);
    expect(cost.estimate({})).toBe(1 + 2);
    expect(cost.estimate({ n: 100 })).toBe(1 + 100);
    expect(cost.estimate({ n: null })).toBe(1 + 4);
    expect(cost.estimate({ n: 100, deep: true })).toBe(1 + 200);
    expect(cost.estimate({ n: 1, age: 0 })).toBe(50 + 1 + 1);
  });

  it('includes a field that several fragments select if one of them is included', () => {
    const query = `query($a: Boolean!, $b: Boolean!) { top(first: 1) { ...A @include(if: $a) ...B @include(if: $b) } }
      fragment A on Row { parent { id } } fragment B on Row { parent { parent { id } } }`;
    const cost = costOf(query);
    expect([cost.estimate({ a: false, b: false }), cost.estimate({ a: true, b: false }), cost.estimate({ a: false, b: true })]).toEqual([
      1, 2, 3,
    ]);
  });

  it('names the most expensive field', () => {
    expect(costOf('{ top(first: 1) { id } all: rows(first: 100) { nodes { id ms: matches { outcome } } } }').mostExpensivePath({})).toBe(
      'all.nodes.ms',
    );
    expect(costOf('query($n: Int) { top(first: $n) { document } }').mostExpensivePath({ n: 3 })).toBe('top.document');
  });

  it('of usual introspection is below the default limit, and of introspection that multiplies itself far above', () => {
    const wide = buildSchema(
      `type Query { a: Int } ${Array.from({ length: 300 }, (_, index) => `type T${index} { ${Array.from({ length: 10 }, (__, field) => `f${field}: T${(index + field) % 300}`).join(' ')} }`).join(' ')}`,
    );
    expect(costOf(getIntrospectionQuery(), wide).estimate({})).toBeLessThan(defaultCallerLimits.operationCost);
    const bomb = `{ __schema { types { ${Array.from({ length: 99 }, (_, index) => `a${index}: fields { type { fields { name } } }`).join(' ')} } } }`;
    expect(costOf(bomb, wide).estimate({})).toBeGreaterThan(200_000);
  });

  it('is computed from the actual lengths of lists when the answer is complete', () => {
    const query = '{ rows(first: 10) { nodes { id document parts { name } } } }';
    const data = {
      rows: {
        nodes: [
          { id: '1', document: 'x', parts: [{ name: 'a' }] },
          { id: '2', document: null, parts: null },
        ],
      },
    };
    expect(costOf(query).actual({}, data)).toBe(1 + 2 * (1 + 10) + 1);
    expect(costOf(query).actual({}, null)).toBe(0);
  });
});

describe('the cost before an execution', () => {
  const row = fc.letrec((tie) => ({
    row: fc.record(
      {
        id: fc.constant('1'),
        __typename: fc.constant('Row'),
        parent: tie('row'),
        parts: fc.array(tie('part'), { maxLength: 5 }),
        matches: fc.constant({}),
      },
      { requiredKeys: ['id', '__typename'] },
    ),
    part: fc.record({ row: tie('row'), names: fc.array(fc.string(), { maxLength: 9 }) }, { requiredKeys: [] }),
  })).row;
  const selection = fc.letrec<{ row: string; part: string }>((tie) => ({
    row: fc
      .array(
        fc.oneof(
          { maxDepth: 4 },
          fc.constantFrom('id', 'document', 'matches { outcome }'),
          tie('row').map((inner) => `parent ${inner}`),
          tie('part').map((inner) => `parts ${inner}`),
          tie('row').map((inner) => `... on Row @include(if: $on) ${inner}`),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((parts) => `{ ${parts.join(' ')} }`),
    part: fc
      .array(
        fc.oneof(
          { maxDepth: 4 },
          fc.constantFrom('name', 'names'),
          tie('row').map((inner) => `row ${inner}`),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((parts) => `{ ${parts.join(' ')} }`),
  })).row;

  it('is never below the cost of the answer, and that is never below the number of its objects, as long as lists have the assumed lengths', () => {
    fc.assert(
      fc.property(selection, fc.array(row, { maxLength: 8 }), fc.nat(8), fc.boolean(), (inner, rows, first, on) => {
        const query = `query($first: Int, $on: Boolean!) { rows(first: $first) { nodes ${inner} } top(first: $first) ${inner} any { __typename ... on Row ${inner} } }`;
        const kept = rows.slice(0, first);
        const rootValue = { rows: { nodes: kept }, top: kept, any: rows[0] };
        const result = execute({ schema, document: parse(query), rootValue, variableValues: { first, on } });
        if ('then' in result) throw new Error('expected an answer at once');
        expect(result.errors).toBeUndefined();
        const cost = costOf(query);
        const actual = cost.actual({ first, on }, result.data);
        expect(cost.estimate({ first, on })).toBeGreaterThanOrEqual(actual);
        expect(actual).toBeGreaterThanOrEqual(objectsIn(result.data) - 1);
      }),
    );
  });
});

function objectsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + objectsIn(each), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + objectsIn(each), 1);
}
