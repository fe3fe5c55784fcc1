import type { GraphQLError, GraphQLSchema } from 'graphql';
import { refusal } from '#platform/graphql/client-errors.ts';
import type { ValidatedOperation, Variables } from '#platform/graphql/engine.ts';
import { costWeightsOf } from './cost-weights.ts';
import { type OperationCost, operationCostOf } from './operation-cost.ts';

/** What an operation cost, as clients are told on request. */
export interface CostReport {
  /** Before it was executed; this is what is held against the limit. */
  readonly estimated: number;
  /** By the lengths that lists had. */
  readonly actual: number;
  readonly limit: number;
}

/** Knows what operations cost. The work is done once per operation; each request then adds up what its variables decide. */
export interface CostLimit {
  /** @returns OPERATION_TOO_LARGE, or nothing when the operation may be executed */
  check(operation: ValidatedOperation, variables: Variables, maxCost: number): GraphQLError | undefined;
  report(request: {
    readonly operation: ValidatedOperation;
    readonly variables: Variables;
    readonly data: unknown;
    readonly maxCost: number;
  }): CostReport;
}

/** A subscription is read a page of its log at a time, so it costs as much as a page. */
const eventsPerRead = 100;

/** @param schema with `@cost` and `@listSize` on what costs more than one stored object */
export function createCostLimit(schema: GraphQLSchema): CostLimit {
  const weights = costWeightsOf(schema);
  const costs = new WeakMap<ValidatedOperation, OperationCost>();
  function costOf(operation: ValidatedOperation): OperationCost {
    let cost = costs.get(operation);
    if (cost === undefined) {
      cost = operationCostOf(operation, schema, weights);
      costs.set(operation, cost);
    }
    return cost;
  }
  const estimateOf = (operation: ValidatedOperation, variables: Variables): number =>
    costOf(operation).estimate(variables) * (operation.kind === 'subscription' ? eventsPerRead : 1);
  return {
    check(operation, variables, maxCost) {
      const estimated = estimateOf(operation, variables);
      if (estimated <= maxCost) return undefined;
      const where = costOf(operation).dearestPath(variables);
      return refusal(
        'OPERATION_TOO_LARGE',
        `The operation costs ${Math.ceil(estimated)}, at most ${maxCost} is allowed; the most expensive field is ${where}.`,
      );
    },
    report({ operation, variables, data, maxCost }) {
      const actual = costOf(operation).actual(variables, data);
      return { estimated: Math.ceil(estimateOf(operation, variables)), actual: Math.ceil(actual), limit: maxCost };
    },
  };
}
