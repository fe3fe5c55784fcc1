import type { FetchNode, PlanNode } from '@graphql-hive/router-query-planner';
import { parse } from 'graphql';
import { createBatchStep, createFlattenStep } from './entity-steps.ts';
import { type DataPath, mergeInto } from './plan-data.ts';
import { createRewrite } from './plan-rewrites.ts';
import { errorAt, fetchFor, type PlanParts, type PlanRun, type PlanStep, usedVariables } from './plan-run.ts';
import { keyOf } from './selections.ts';

/** Prepares the nodes of a plan, so that its executions derive nothing from them. */
export function createPlanStep(node: PlanNode, parts: PlanParts): PlanStep {
  switch (node.kind) {
    case 'Sequence': {
      const steps = node.nodes.map((inner) => createPlanStep(inner, parts));
      return async (run) => {
        for (const step of steps) await step(run);
      };
    }
    case 'Parallel': {
      const steps = node.nodes.map((inner) => createPlanStep(inner, parts));
      return (run) => inParallel(steps, run);
    }
    case 'Fetch':
      return createRootStep(node, parts);
    case 'Flatten':
      return createFlattenStep(node, parts);
    case 'BatchFetch':
      return createBatchStep(node, parts);
    case 'Condition':
    case 'Defer':
    case 'Subscription':
      throw new Error(`unexpected node ${node.kind} in a plan: conditions are resolved before planning, and events are queried one by one`);
  }
}

/** Executes steps concurrently. Their errors are in the order of the plan, whichever subgraph answers first. */
async function inParallel(steps: readonly PlanStep[], run: PlanRun): Promise<void> {
  const branches = steps.map((): PlanRun => ({ ...run, errors: [] }));
  await Promise.all(steps.map((step, index) => step(branches[index] ?? run)));
  for (const { errors, isExact } of branches) {
    run.errors.push(...errors);
    if (!isExact) run.isExact = false;
  }
}

/** Creates the step that requests root fields. */
function createRootStep(node: FetchNode, { conditions, selections, onRequest }: PlanParts): PlanStep {
  const document = parse(node.operation, { noLocation: true });
  const rewrite = createRewrite(node.outputRewrites, conditions);
  const pathOf = (path: DataPath) => rewrite?.path(path) ?? path;
  const roots = selections.rootOf(document).map(keyOf);
  const rootPath = roots.slice(0, 1);
  onRequest({ document, isRewritten: rewrite !== undefined, completes: [] });
  return async (run) => {
    const { data, errors = [] } = await fetchFor(
      node,
      { document, variables: usedVariables(node, run.variables) },
      { run, path: rootPath },
    );
    for (const error of errors) run.errors.push(errorAt(error.path === undefined ? rootPath : pathOf(error.path), error));
    if (data === null) {
      if (errors.length > 0) run.lost.push(...roots.map((root) => [root]));
      return;
    }
    rewrite?.data(data);
    mergeInto(run.data, data);
  };
}
