import type { GraphQLError, GraphQLSchema } from 'graphql';
import { refusal } from '../graphql/client-errors.ts';
import type { ValidatedOperation, Variables } from '../graphql/engine.ts';
import { costWeightsOf } from './cost-weights.ts';
import { type OperationCost, operationCostOf } from './operation-cost.ts';

/** Cost of an executed operation, returned to clients on request. */
export interface CostReport {
  /** Computed before the execution and compared with the limit. */
  readonly estimated: number;
  /** Computed from the answer, by the actual lengths of its lists. */
  readonly actual: number;
  readonly limit: number;
}

/** Computes the cost of operations. An operation is analysed once; each request adds the parts that depend on its variables. */
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

/** A subscription reads its log page by page, so it costs as much as a page. */
const eventsPerRead = 100;

/** @param schema schema with `@cost` and `@listSize` on fields that cost more than one stored object */
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
      const where = costOf(operation).mostExpensivePath(variables);
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
