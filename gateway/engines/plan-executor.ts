import type { BatchFetchNode, EntityBatchAlias, FetchNode, FlattenNodePathSegment, PlanNode } from '@graphql-hive/router-query-planner';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  parse,
  print,
  stripIgnoredCharacters,
} from 'graphql';
import type { EngineRequest, EngineResult, Variables } from '#platform/graphql/engine.ts';
import type { Requested } from './answer-shape.ts';
import { createCanonicalize } from './canonical-names.ts';
import {
  createRepresentationOf,
  createRewrite,
  createTargets,
  createTypeConditions,
  type DataPath,
  mergeInto,
  objectAt,
  type PlanData,
  type Target,
  type TypeConditions,
} from './plan-data.ts';
import type { Planner } from './planner.ts';
import { createProjection, type MergedData } from './projection.ts';
import { entitiesField, keyOf, type Selections } from './selections.ts';
import type { SubgraphAnswer } from './subgraph-client.ts';

/** One execution of a plan. */
export interface PlanRun extends MergedData {
  /** Values of all variables of the operation. */
  readonly variables: Variables;
  readonly fetch: (subgraph: string, requested: Requested) => Promise<SubgraphAnswer>;
}

/** Executes a node of a plan. */
type PlanStep = (run: PlanRun) => Promise<void>;

type RequestNode = FetchNode | BatchFetchNode;

/**
 * @param schema schema as clients see it
 * @param options.unifiedGraph schema of the supergraph, including what clients cannot access
 * @param options.selections selections of documents over the unified graph
 */
export function createPlanExecutor(
  schema: GraphQLSchema,
  options: { readonly planner: Pick<Planner, 'plan'>; readonly unifiedGraph: GraphQLSchema; readonly selections: Selections },
) {
  const { planner, unifiedGraph, selections } = options;
  const canonicalize = createCanonicalize(schema, unifiedGraph);
  const conditions = createTypeConditions(unifiedGraph);
  const plans = new WeakMap<DocumentNode, ReturnType<typeof prepare>>();

  /** Derives everything from an operation and its plan that its executions share. */
  async function prepare(plain: DocumentNode, caller: string) {
    const operation = canonicalize(plain);
    const { document } = operation;
    // Without the type of the root, which is known, nothing may be left to request.
    const isEmpty = getOperationAST(document)?.selectionSet.selections.length === 0;
    const node = isEmpty ? undefined : await planner.plan(stripIgnoredCharacters(print(document)), caller);
    return { operation, step: node && stepOf(node), project: createProjection(schema, operation) };
  }

  /** Prepares the nodes of a plan, so that its executions derive nothing from them. */
  function stepOf(node: PlanNode): PlanStep {
    switch (node.kind) {
      case 'Sequence': {
        const steps = node.nodes.map(stepOf);
        return async (run) => {
          for (const step of steps) await step(run);
        };
      }
      case 'Parallel': {
        const steps = node.nodes.map(stepOf);
        return (run) => inParallel(steps, run);
      }
      case 'Fetch':
        return rootStepOf(node);
      case 'Flatten': {
        const { node: request, path } = node;
        if (request.kind !== 'Fetch') throw new Error(`unexpected node ${request.kind} below a path of a plan`);
        const { requires = [], inputRewrites = [], outputRewrites = [] } = request;
        const field = { alias: entitiesField, representationsVariableName: 'representations', paths: [path] };
        return entityStepOf(request, [{ ...field, requires, inputRewrites, outputRewrites }]);
      }
      case 'BatchFetch':
        return entityStepOf(node, node.entityBatch.aliases);
      case 'Condition':
      case 'Defer':
      case 'Subscription':
        throw new Error(
          `unexpected node ${node.kind} in a plan: conditions are resolved before planning, and events are queried one by one`,
        );
    }
  }

  /** Creates the step that requests root fields. */
  function rootStepOf(node: FetchNode): PlanStep {
    const document = parse(node.operation, { noLocation: true });
    const rewrite = createRewrite(node.outputRewrites, conditions);
    const roots = selections.rootOf(document).map(keyOf);
    const rootPath = roots.slice(0, 1);
    return async (run) => {
      const requested = { document, variables: usedVariables(node, run.variables) };
      const { data, errors = [] } = await fetchFor(node, requested, { run, path: rootPath });
      for (const error of errors) {
        run.errors.push(errorAt(error.path === undefined ? rootPath : (rewrite?.path(error.path) ?? error.path), error));
      }
      if (data === null) {
        if (errors.length > 0) run.lost.push(...roots.map((root) => [root]));
        return;
      }
      rewrite?.data(data);
      mergeInto(run.data, data);
    };
  }

  /** Creates the step that requests further fields of the objects at the paths of some fields `_entities`. */
  function entityStepOf(node: RequestNode, batch: readonly EntityBatchAlias[]): PlanStep {
    const document = parse(node.operation, { noLocation: true });
    const fields = batch.map((field) => entityFieldOf(field, conditions));
    const paths = batch.flatMap((each) => each.paths.map(fieldsOf));
    return async (run) => {
      const represented: Represented = new Map();
      const targets = representObjects(fields, run, represented);
      if (targets.every(({ size }) => size === 0)) return;
      const requested = { document, ...variablesOf(usedVariables(node, run.variables), represented) };
      const { data, errors = [] } = await fetchFor(node, requested, { run, path: paths[0] ?? [] });
      for (const error of errors) run.errors.push(...relocated(error, fields, targets));
      if (data === null) {
        if (errors.length > 0) run.lost.push(...paths);
        return;
      }
      for (const [position, { alias, rewrite }] of fields.entries()) {
        const entities = data[alias];
        if (!Array.isArray(entities)) continue;
        rewrite?.data(entities);
        for (const [index, completed] of targets[position] ?? []) {
          // An answer that arrived meanwhile may have replaced the object by a copy.
          for (const { object, path } of completed) mergeInto(objectAt(run.data, path) ?? object, entities[index] ?? {});
        }
      }
    };
  }

  return {
    /**
     * @param plain as returned by `withPlainSelections`. Its plan is cached with it
     * @param request.caller identifies the caller to the planner
     * @throws {GraphQLError} if a variable is invalid
     * @throws {LandfallError} PLAN_FAILED, RATE_LIMITED if the operation cannot be planned, or not now
     */
    async execute(
      plain: DocumentNode,
      {
        variables,
        coerced,
        caller,
        fetch,
      }: Pick<EngineRequest, 'variables' | 'coerced'> & Pick<PlanRun, 'fetch'> & { readonly caller: string },
    ): Promise<EngineResult> {
      let prepared = plans.get(plain);
      if (prepared === undefined) {
        prepared = prepare(plain, caller);
        plans.set(plain, prepared);
        prepared.catch(() => plans.delete(plain));
      }
      const { operation, step, project } = await prepared;
      const { variableDefinitions = [] } = getOperationAST(plain) ?? {};
      const known = coerced === undefined ? getVariableValues(schema, variableDefinitions, variables) : { coerced };
      if (known.coerced === undefined) throw known.errors?.[0];
      const run: PlanRun = { data: {}, errors: [], lost: [], variables: operation.variablesOf(known.coerced), fetch };
      await step?.(run);
      return project(run);
    },
  };
}

/** Executes steps concurrently. Their errors are in the order of the plan, whichever subgraph answers first. */
async function inParallel(steps: readonly PlanStep[], run: PlanRun): Promise<void> {
  const branches = steps.map((): PlanRun => ({ ...run, errors: [] }));
  await Promise.all(steps.map((step, index) => step(branches[index] ?? run)));
  for (const { errors } of branches) run.errors.push(...errors);
}

/** Sends a request of a plan. An exception becomes an error at the path, so that the rest of the plan is executed. */
async function fetchFor(
  { serviceName }: RequestNode,
  requested: Requested,
  { run, path }: { readonly run: PlanRun; readonly path: DataPath },
): Promise<SubgraphAnswer> {
  try {
    return await run.fetch(serviceName, requested);
  } catch (error) {
    const originalError = error instanceof Error ? error : new Error(String(error));
    return { data: null, errors: [new GraphQLError(originalError.message, { path, originalError })] };
  }
}

/** Returns the variables of the operation that a request uses. */
function usedVariables({ variableUsages = [] }: RequestNode, variables: Variables): Record<string, unknown> {
  const used: Record<string, unknown> = {};
  for (const name of variableUsages) if (Object.hasOwn(variables, name)) used[name] = variables[name];
  return used;
}

/** Returns an error of an answer with its path in the result. */
function errorAt(path: DataPath, { message, extensions, originalError }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { path, extensions, originalError: originalError ?? null });
}

/** The different representations of a request by variable, and their indexes by their JSON, in the same order. */
type Represented = Map<string, { readonly values: PlanData[]; readonly indexes: Map<string, number> }>;

/** The objects that each entity of an answer completes, by the index of the entity. */
type Targets = Map<number, Target[]>;

type EntityField = ReturnType<typeof entityFieldOf>;

/** Prepares a field `_entities`, whose variable several fields may share. */
function entityFieldOf(field: EntityBatchAlias, conditions: TypeConditions) {
  const { alias, representationsVariableName: variable, paths, requires, inputRewrites = [], outputRewrites } = field;
  if (inputRewrites.length > 0)
    throw new Error('unexpected rewrite of a key in a plan: only interface objects need it, which are not composed');
  const finders = paths.map((path) => createTargets(path, conditions));
  return {
    alias,
    variable,
    /** The response names of the fields to the objects that it completes, for errors without a path. */
    path: fieldsOf(paths[0] ?? []),
    targetsIn: (data: PlanData) => finders.flatMap((targetsIn) => targetsIn(data)),
    representationOf: createRepresentationOf(requires, conditions),
    rewrite: createRewrite(outputRewrites, conditions),
  };
}

function fieldsOf(path: readonly FlattenNodePathSegment[]): string[] {
  return path.flatMap((segment) => (segment !== '@' && 'Field' in segment ? [segment.Field] : []));
}

/**
 * Adds the representations of the objects that the fields complete. Equal objects are represented once.
 *
 * @returns the objects, by field
 */
function representObjects(fields: readonly EntityField[], { data }: PlanRun, represented: Represented): Targets[] {
  return fields.map(({ variable, targetsIn, representationOf }) => {
    const { values, indexes } = represented.get(variable) ?? { values: [], indexes: new Map<string, number>() };
    represented.set(variable, { values, indexes });
    const targets: Targets = new Map();
    for (const target of targetsIn(data)) {
      const representation = representationOf(target.object);
      if (representation === undefined) continue;
      const json = JSON.stringify(representation);
      const index = indexes.get(json) ?? values.push(representation) - 1;
      indexes.set(json, index);
      const completed = targets.get(index);
      if (completed === undefined) targets.set(index, [target]);
      else completed.push(target);
    }
    return targets;
  });
}

/** Returns the variables of a request. The representations have been serialized to compare them. */
function variablesOf(used: Readonly<Record<string, unknown>>, represented: Represented) {
  const variables: Record<string, unknown> = { ...used };
  const members = Object.entries(used).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  for (const [variable, { values, indexes }] of represented) {
    variables[variable] = values;
    members.push(`${JSON.stringify(variable)}:[${[...indexes.keys()].join(',')}]`);
  }
  return { variables, variablesJson: `{${members.join(',')}}` };
}

/** Returns an error of an answer at every object that it affects, otherwise at the fields to these objects. */
function relocated(error: GraphQLError, fields: readonly EntityField[], targets: readonly Targets[]): GraphQLError[] {
  const [alias, index, ...inside] = error.path ?? [];
  const position = fields.findIndex((field) => field.alias === alias);
  const below = fields[position]?.rewrite?.path(inside) ?? inside;
  const affected = typeof index === 'number' ? targets[position]?.get(index) : undefined;
  if (affected !== undefined) return affected.map(({ path }) => errorAt([...path, ...below], error));
  return [errorAt((fields[position] ?? fields[0])?.path ?? [], error)];
}
