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
import { type CanonicalOperation, createCanonicalize } from './canonical-names.ts';
import { createTypeConditions } from './plan-data.ts';
import type { PlanRun, PlanStep } from './plan-run.ts';
import { createPlanStep } from './plan-steps.ts';
import type { Planner } from './planner.ts';
import { createProjection, type Projection } from './projection.ts';
import type { Selections } from './selections.ts';
import { findUnchangedFields, type PlannedRequest } from './unchanged-fields.ts';

/** Executes operations by query plans. */
export interface PlanExecutor {
  /**
   * @param document as returned by `withPlainSelections`. Its plan is cached with it
   * @throws {GraphQLError} if a variable is invalid
   * @throws {LandfallError} PLAN_FAILED, RATE_LIMITED if the operation cannot be planned, or not now
   */
  execute(document: DocumentNode, request: PlanRequest): Promise<EngineResult>;
}

export interface PlanRequest {
  readonly variables: Variables;
  /** Identifies the caller to the planner. */
  readonly caller: string;
  readonly fetch: PlanRun['fetch'];
}

export interface PlanExecutorOptions {
  readonly planner: Pick<Planner, 'plan'>;
  /** Schema as clients see it. */
  readonly schema: GraphQLSchema;
  /** Schema of the supergraph, including what clients cannot access. */
  readonly unifiedGraph: GraphQLSchema;
  /** Selections of documents over the unified graph. */
  readonly selections: Selections;
}

/** A plan, and everything that can be derived from it once. */
interface PreparedPlan {
  readonly operation: CanonicalOperation;
  /** Undefined if no subgraph is needed. */
  readonly step: PlanStep | undefined;
  readonly project: Projection;
}

export function createPlanExecutor({ planner, schema, unifiedGraph, selections }: PlanExecutorOptions): PlanExecutor {
  const canonicalize = createCanonicalize(schema, unifiedGraph);
  const conditions = createTypeConditions(unifiedGraph);
  const plans = new WeakMap<DocumentNode, Promise<PreparedPlan>>();

  async function prepare(plain: DocumentNode, caller: string): Promise<PreparedPlan> {
    const operation = canonicalize(plain);
    const { document } = operation;
    // Without the type of the root, which is known, nothing may be left to request.
    const isEmpty = operationOf(document).selectionSet.selections.length === 0;
    const node = isEmpty ? undefined : await planner.plan(stripIgnoredCharacters(print(document)), caller);
    const requests: PlannedRequest[] = [];
    const step = node && createPlanStep(node, { conditions, selections, onRequest: (request) => requests.push(request) });
    const unchanged = findUnchangedFields(schema, operation, { requests, selections });
    return { operation, step, project: createProjection(schema, operation, unchanged) };
  }

  function preparedOf(document: DocumentNode, caller: string): Promise<PreparedPlan> {
    let prepared = plans.get(document);
    if (prepared === undefined) {
      prepared = prepare(document, caller);
      plans.set(document, prepared);
      prepared.catch(() => plans.delete(document));
    }
    return prepared;
  }

  /** Returns the coerced values by their canonical names. Errors have the names of the client. */
  function valuesOf({ document, variablesOf }: CanonicalOperation, plain: DocumentNode, given: Variables): Variables {
    const coerce = ({ variableDefinitions = [] }: OperationDefinitionNode, values: Variables) =>
      getVariableValues(unifiedGraph, variableDefinitions, values);
    const { coerced } = coerce(operationOf(document), variablesOf(given));
    if (coerced !== undefined) return coerced;
    const { errors: [invalid] = [] } = coerce(operationOf(plain), given);
    throw invalid ?? new Error('expected valid variables');
  }

  return {
    async execute(document, { variables, caller, fetch }) {
      const { operation, step, project } = await preparedOf(document, caller);
      const values = valuesOf(operation, document, variables);
      const run: PlanRun = { data: {}, errors: [], lost: [], variables: values, fetch, isExact: true };
      await step?.(run);
      return project(run);
    },
  };
}

function operationOf({ definitions }: DocumentNode): OperationDefinitionNode {
  const operation = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('expected an operation in the document');
  return operation;
}
