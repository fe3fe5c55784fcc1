import type { BatchFetchNode, FetchNode } from '@graphql-hive/router-query-planner';
import { GraphQLError } from 'graphql';
import type { EngineError, Variables } from '#platform/graphql/engine.ts';
import type { Requested } from './answer-shape.ts';
import type { DataPath, PlanData, TypeConditions } from './plan-data.ts';
import type { Selections } from './selections.ts';
import type { SubgraphAnswer } from './subgraph-client.ts';
import type { PlannedRequest } from './unchanged-fields.ts';

/** One execution of a plan. */
export interface PlanRun {
  readonly data: PlanData;
  readonly errors: EngineError[];
  /** Paths of values that are missing because of errors at other paths. They have no indexes. */
  readonly lost: DataPath[];
  /** Values of all variables of the operation. */
  readonly variables: Variables;
  readonly fetch: (subgraph: string, requested: Requested) => Promise<SubgraphAnswer>;
  /** Whether all answers so far were exact, see {@link SubgraphAnswer.isExact}. */
  isExact: boolean;
}

/** Executes a node of a plan. */
export type PlanStep = (run: PlanRun) => Promise<void>;

/** The parts from which the steps of a plan are created. */
export interface PlanParts {
  readonly conditions: TypeConditions;
  readonly selections: Selections;
  /** Called once for each request of the plan. */
  readonly onRequest: (request: PlannedRequest) => void;
}

export type RequestNode = FetchNode | BatchFetchNode;

/**
 * Sends a request of a plan. An exception becomes an error, so that the rest of the plan is executed.
 *
 * @param options.path path of that error
 */
export async function fetchFor(
  { serviceName }: RequestNode,
  requested: Requested,
  { run, path }: { readonly run: PlanRun; readonly path: DataPath },
): Promise<SubgraphAnswer> {
  try {
    const answer = await run.fetch(serviceName, requested);
    if (!answer.isExact) run.isExact = false;
    return answer;
  } catch (error) {
    const originalError = error instanceof Error ? error : new Error(String(error));
    return { data: null, errors: [new GraphQLError(originalError.message, { path, originalError })] };
  }
}

/** Returns the variables of the operation that a request uses. */
export function usedVariables({ variableUsages = [] }: RequestNode, variables: Variables): Record<string, unknown> {
  const used: Record<string, unknown> = {};
  for (const name of variableUsages) if (Object.hasOwn(variables, name)) used[name] = variables[name];
  return used;
}

/** Returns an error of an answer with its path in the result. */
export function errorAt(path: DataPath, { message, extensions, originalError }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { path, extensions, originalError: originalError ?? null });
}
