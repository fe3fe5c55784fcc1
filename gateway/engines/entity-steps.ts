import type { BatchFetchNode, EntityBatchAlias, FlattenNode, FlattenNodePathSegment } from '@graphql-hive/router-query-planner';
import { type GraphQLError, parse } from 'graphql';
import type { Requested } from './answer-shape.ts';
import { createTargets, mergeInto, objectAt, type PlanData, type Target } from './plan-data.ts';
import { createRewrite, type Rewrite } from './plan-rewrites.ts';
import { errorAt, fetchFor, type PlanParts, type PlanRun, type PlanStep, type RequestNode, usedVariables } from './plan-run.ts';
import { createRepresentationOf, entitiesField, type RepresentationOf } from './representations.ts';

/** A field `_entities` of a request. */
interface EntityField {
  /** Its response name. */
  readonly alias: string;
  /** The variable of its representations, which several fields may share. */
  readonly variable: string;
  /** The response names of the fields to the objects that it completes, for errors without a path. */
  readonly path: readonly string[];
  readonly targetsIn: (data: PlanData) => readonly Target[];
  readonly representationOf: RepresentationOf;
  readonly rewrite: Rewrite | undefined;
}

/** The different representations of a variable. */
interface Representations {
  readonly values: PlanData[];
  /** Their indexes in the values, by their JSON, in the same order. */
  readonly indexes: Map<string, number>;
}

/** The representations of a request, by variable. */
type Represented = Map<string, Representations>;

/** The objects that each entity of an answer completes, by the index of the entity. */
type Targets = Map<number, Target[]>;

/** Creates the step that requests further fields of the objects at one path. */
export function createFlattenStep({ node, path }: FlattenNode, parts: PlanParts): PlanStep {
  if (node.kind !== 'Fetch') throw new Error(`unexpected node ${node.kind} below a path of a plan`);
  const { requires = [], inputRewrites = [], outputRewrites } = node;
  const alias = { alias: entitiesField, representationsVariableName: 'representations', paths: [path], requires, inputRewrites };
  return createEntityStep(node, [{ ...alias, ...(outputRewrites === undefined ? {} : { outputRewrites }) }], parts);
}

/** Creates the step that requests further fields of the objects at several paths. */
export function createBatchStep(node: BatchFetchNode, parts: PlanParts): PlanStep {
  return createEntityStep(node, node.entityBatch.aliases, parts);
}

function createEntityStep(node: RequestNode, batch: readonly EntityBatchAlias[], parts: PlanParts): PlanStep {
  const document = parse(node.operation, { noLocation: true });
  const fields = batch.map((alias) => createEntityField(alias, parts));
  const paths = batch.flatMap((each) => each.paths.map(fieldsOf));
  const firstPath = paths[0] ?? [];
  parts.onRequest({
    document,
    isRewritten: fields.some(({ rewrite }) => rewrite !== undefined),
    completes: batch.flatMap(({ alias, paths }) => paths.map((path) => ({ alias, path: fieldsOf(path) }))),
  });
  return async (run) => {
    const represented: Represented = new Map();
    const targets = representObjects(fields, run, represented);
    if (targets.every(({ size }) => size === 0)) return;
    const requested = { document, ...variablesOf(usedVariables(node, run.variables), represented) };
    const { data, errors = [] } = await fetchFor(node, requested, { run, path: firstPath });
    for (const error of errors) run.errors.push(...relocated(error, { fields, targets }));
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

function createEntityField(batch: EntityBatchAlias, { conditions }: PlanParts): EntityField {
  const { alias, representationsVariableName: variable, paths, requires, inputRewrites = [], outputRewrites } = batch;
  if (inputRewrites.length > 0)
    throw new Error('unexpected rewrite of a key in a plan: only interface objects need it, which are not composed');
  const finders = paths.map((path) => createTargets(path, conditions));
  return {
    alias,
    variable,
    path: fieldsOf(paths[0] ?? []),
    targetsIn: (data) => finders.flatMap((targetsIn) => targetsIn(data)),
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
    const representations = represented.get(variable) ?? { values: [], indexes: new Map() };
    represented.set(variable, representations);
    const targets: Targets = new Map();
    for (const target of targetsIn(data)) {
      const representation = representationOf(target.object);
      if (representation === undefined) continue;
      const index = indexIn(representations, representation);
      const completed = targets.get(index);
      if (completed === undefined) targets.set(index, [target]);
      else completed.push(target);
    }
    return targets;
  });
}

/** Returns the index of a representation. It is added unless an equal one is known. */
function indexIn({ values, indexes }: Representations, representation: PlanData): number {
  const json = JSON.stringify(representation);
  const known = indexes.get(json);
  if (known !== undefined) return known;
  indexes.set(json, values.length);
  return values.push(representation) - 1;
}

/** Returns the variables of a request. The representations have been serialized to compare them. */
function variablesOf(
  used: Readonly<Record<string, unknown>>,
  represented: Represented,
): Required<Pick<Requested, 'variables' | 'variablesJson'>> {
  const variables: Record<string, unknown> = { ...used };
  const members = Object.entries(used).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  for (const [variable, { values, indexes }] of represented) {
    variables[variable] = values;
    members.push(`${JSON.stringify(variable)}:[${[...indexes.keys()].join(',')}]`);
  }
  return { variables, variablesJson: `{${members.join(',')}}` };
}

/** Returns an error of an answer at every object that it affects, otherwise at the fields to these objects. */
function relocated(
  error: GraphQLError,
  { fields, targets }: { readonly fields: readonly EntityField[]; readonly targets: readonly Targets[] },
): GraphQLError[] {
  const [alias, index, ...inside] = error.path ?? [];
  const position = fields.findIndex((field) => field.alias === alias);
  const below = fields[position]?.rewrite?.path(inside) ?? inside;
  const affected = typeof index === 'number' ? targets[position]?.get(index) : undefined;
  if (affected !== undefined) return affected.map(({ path }) => errorAt([...path, ...below], error));
  return [errorAt((fields[position] ?? fields[0])?.path ?? [], error)];
}
