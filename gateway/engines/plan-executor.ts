import { type PlanNode, QueryPlanner } from '@graphql-hive/router-query-planner';
import {
  type DocumentNode,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  print,
  stripIgnoredCharacters,
} from 'graphql';
import type { EngineResult, Variables } from '#platform/graphql/engine.ts';
import { createTypeConditions } from './plan-data.ts';
import type { PlanRun, PlanStep } from './plan-run.ts';
import { createPlanStep } from './plan-steps.ts';
import { createProjection, type Projection } from './projection.ts';
import type { Selections } from './selections.ts';
import { findUnchangedFields, type PlannedRequest } from './unchanged-fields.ts';

/** Executes operations by query plans. */
export interface PlanExecutor {
  /**
   * @param document as returned by `withPlainSelections`. Its plan is cached with it
   * @throws {GraphQLError} if a variable is invalid, or if the operation cannot be planned
   */
  execute(document: DocumentNode, request: PlanRequest): Promise<EngineResult>;
}

export interface PlanRequest {
  readonly variables: Variables;
  readonly fetch: PlanRun['fetch'];
}

export interface PlanExecutorOptions {
  readonly supergraphSdl: string;
  /** Schema as clients see it. */
  readonly schema: GraphQLSchema;
  /** Schema of the supergraph, including what clients cannot access. */
  readonly unifiedGraph: GraphQLSchema;
  /** Selections of documents over the unified graph. */
  readonly selections: Selections;
}

/** A plan, and everything that can be derived from it once. */
interface PreparedPlan {
  readonly operation: OperationDefinitionNode;
  /** Undefined if no subgraph is needed. */
  readonly step: PlanStep | undefined;
  readonly project: Projection;
}

export function createPlanExecutor(options: PlanExecutorOptions): PlanExecutor {
  const { schema, unifiedGraph, selections } = options;
  const planner = new QueryPlanner(options.supergraphSdl);
  const conditions = createTypeConditions(unifiedGraph);
  const plans = new WeakMap<DocumentNode, Promise<PreparedPlan>>();

  async function prepare(document: DocumentNode): Promise<PreparedPlan> {
    const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
    if (operation === undefined) throw new Error('expected an operation in the document');
    const node = await planOf(document, operation);
    const requests: PlannedRequest[] = [];
    const step = node && createPlanStep(node, { conditions, selections, onRequest: (request) => requests.push(request) });
    const unchanged = findUnchangedFields(schema, document, { requests, selections });
    return { operation, step, project: createProjection(schema, document, unchanged) };
  }

  async function planOf(document: DocumentNode, { selectionSet }: OperationDefinitionNode): Promise<PlanNode | undefined> {
    // The type of the root is known here, and the planner would request it from a subgraph.
    const isOfRoot = selectionSet.selections.every((selection) => selection.kind === Kind.FIELD && selection.name.value === '__typename');
    if (isOfRoot) return undefined;
    const { node } = await planner.planAsync(stripIgnoredCharacters(print(document)), undefined, new Set(), 0);
    return node;
  }

  function preparedOf(document: DocumentNode): Promise<PreparedPlan> {
    let prepared = plans.get(document);
    if (prepared === undefined) {
      prepared = prepare(document);
      plans.set(document, prepared);
      prepared.catch(() => plans.delete(document));
    }
    return prepared;
  }

  return {
    async execute(document, { variables, fetch }) {
      const { operation, step, project } = await preparedOf(document);
      const { coerced, errors: [invalid] = [] } = getVariableValues(unifiedGraph, operation.variableDefinitions ?? [], variables);
      if (coerced === undefined) throw invalid ?? new Error('expected valid variables');
      const run: PlanRun = { data: {}, errors: [], variables: coerced, fetch, isExact: true };
      await step?.(run);
      const { errors } = run;
      const data = project(run.data, { hasErrors: errors.length > 0, isExact: run.isExact });
      return errors.length === 0 ? { data } : { data, errors };
    },
  };
}
