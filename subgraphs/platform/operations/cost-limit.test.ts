import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { validatedOperation } from '../../../test/support/validated-operation.ts';
import { createCostLimit } from './operation-cost.ts';

const schema = buildSchema(`
  type Query { rows(first: Int): [Row!]! @listSize(slicingArguments: ["first"]) }
  type Subscription { event: Row! }
  type Row { id: ID! parent: Row }
  directive @listSize(slicingArguments: [String!]) on FIELD_DEFINITION
`);
const limit = createCostLimit(schema);
const maxCost = 200;

const operationOf = (text: string) => validatedOperation(schema, text);

describe('the limit of costs', () => {
  it('accepts an operation with variables that keep it within the limit, and rejects it with others', () => {
    const operation = operationOf('query($n: Int) { all: rows(first: $n) { id } }');
    expect(limit.check(operation, { n: 200 }, maxCost)).toBeUndefined();
    const refused = limit.check(operation, { n: 201 }, maxCost);
    expect([refused?.extensions['code'], refused?.message]).toEqual([
      'OPERATION_TOO_LARGE',
      'The operation costs 201, at most 200 is allowed; the most expensive field is all.',
    ]);
  });

  it('allows a subscription as much as a page of its events', () => {
    expect(limit.check(operationOf('subscription { event { parent { id } } }'), {}, maxCost)).toBeUndefined();
    expect(limit.check(operationOf('subscription { event { parent { parent { id } } } }'), {}, maxCost)?.message).toContain('costs 300');
  });

  it('reports the estimated and the actual cost', () => {
    const operation = operationOf('query($n: Int) { rows(first: $n) { id } }');
    expect(limit.report({ operation, variables: { n: 9 }, data: { rows: [{ id: '1' }, { id: '2' }] }, maxCost })).toEqual({
      estimated: 9,
      actual: 2,
      limit: 200,
    });
    expect(limit.report({ operation, variables: { n: 9 }, data: null, maxCost })).toEqual({ estimated: 9, actual: 0, limit: 200 });
  });
});
