import type { FetchNodePathSegment, FetchRewrite, FlattenNodePathSegment, RequiresSelection } from '@graphql-hive/router-query-planner';
import { type GraphQLSchema, isAbstractType } from 'graphql';
import { isObject } from '#platform/wire/shape-check.ts';

/** The data that the requests of a plan have returned so far, merged. */
export type PlanData = Record<string, unknown>;

/** Path of a value in the result. */
export type DataPath = readonly (string | number)[];

/** Returns whether objects of a type, by its name, satisfy a condition. */
type HoldsFor = (type: string) => boolean;

/** Creates a condition that holds for the named types and for the implementations of the named interfaces. */
export type TypeConditions = ReturnType<typeof createTypeConditions>;

/** An object of the data that an entity request completes. */
export interface Target {
  readonly object: PlanData;
  readonly path: DataPath;
}

/** @param schema schema of the supergraph, including what clients cannot access */
export function createTypeConditions(schema: GraphQLSchema) {
  return (names: readonly string[]): HoldsFor => {
    const types = new Set(names);
    for (const name of names) {
      const type = schema.getType(name);
      if (isAbstractType(type)) for (const possible of schema.getPossibleTypes(type)) types.add(possible.name);
    }
    return (type) => types.has(type);
  };
}

/**
 * Creates the function that finds the objects at a path of the plan, with their types known. Lists on the way are
 * followed.
 */
export function createTargets(path: readonly FlattenNodePathSegment[], conditions: TypeConditions): (data: PlanData) => Target[] {
  const segments = path.map((segment) => {
    if (segment === '@') return { kind: 'list' } as const;
    return 'Field' in segment
      ? ({ kind: 'field', key: segment.Field } as const)
      : ({ kind: 'type', holdsFor: conditions(segment.TypeCondition) } as const);
  });

  function collect(value: unknown, depth: number, at: (string | number)[], found: Target[]): void {
    if (Array.isArray(value)) {
      const next = segments[depth]?.kind === 'list' ? depth + 1 : depth;
      for (const [index, item] of value.entries()) {
        at.push(index);
        collect(item, next, at, found);
        at.pop();
      }
      return;
    }
    const segment = segments[depth];
    if (!isObject(value) || segment?.kind === 'list') return;
    const { __typename: type } = value;
    if (segment === undefined) {
      if (typeof type === 'string') found.push({ object: value, path: [...at] });
    } else if (segment.kind === 'field') {
      at.push(segment.key);
      collect(value[segment.key], depth + 1, at, found);
      at.pop();
    } else if (typeof type !== 'string' || segment.holdsFor(type)) {
      collect(value, depth + 1, at, found);
    }
  }

  return (data) => {
    const found: Target[] = [];
    collect(data, 0, [], found);
    return found;
  };
}

/** Returns the object at a path. */
export function objectAt(data: PlanData, path: DataPath): PlanData | undefined {
  let value: unknown = data;
  for (const key of path) value = (value as Readonly<Record<string | number, unknown>> | null | undefined)?.[key];
  return isObject(value) ? value : undefined;
}

/**
 * Merges the data of an answer into an object. A value that is held remains if the answer has null. Nested objects are
 * copied before they are changed, because several objects may share them.
 */
export function mergeInto(target: PlanData, source: Readonly<PlanData>): void {
  for (const [key, value] of Object.entries(source)) {
    target[key] = merged(target[key], value);
  }
}

function merged(held: unknown, given: unknown): unknown {
  if (held === null || held === undefined) return given;
  // An object that several places of the data share is merged once for each of them.
  if (given === null || given === undefined || given === held) return held;
  if (Array.isArray(held) && Array.isArray(given)) {
    return held.length === given.length ? held.map((item, index) => merged(item, given[index])) : held;
  }
  if (!isObject(held) || !isObject(given)) return given;
  const copy = { ...held };
  mergeInto(copy, given);
  return copy;
}

/**
 * Creates the representations of objects for one request of a plan: their type and the fields by which a subgraph finds
 * them.
 *
 * @returns undefined for an object that has none of the required fields
 */
export function createRepresentationOf(requires: readonly RequiresSelection[], conditions: TypeConditions) {
  const project = projectionOf(requires, conditions);
  return (object: Readonly<PlanData>): PlanData | undefined => {
    const { __typename: type = object['__typename'], ...key } = project(object);
    return Object.keys(key).length === 0 ? undefined : { __typename: type, ...key };
  };
}

/** Copies the required fields of an object, without nulls. */
type Projection = (object: Readonly<PlanData>) => PlanData;

function projectionOf(requires: readonly RequiresSelection[], conditions: TypeConditions): Projection {
  const parts = requires.map((required): ((object: Readonly<PlanData>, into: PlanData) => void) => {
    if (required.kind === 'FragmentSpread') throw new Error(`unexpected fragment ${required.value} in the required fields of a plan`);
    const inner = required.selections === undefined ? undefined : projectionOf(required.selections, conditions);
    if (required.kind === 'InlineFragment') {
      const holdsFor = conditions([required.typeCondition]);
      return (object, into) => {
        const { __typename: type } = object;
        if (inner !== undefined && typeof type === 'string' && holdsFor(type)) Object.assign(into, inner(object));
      };
    }
    const { name, alias = name } = required;
    return (object, into) => {
      const value = object[name] === undefined ? object[alias] : object[name];
      const projected = inner === undefined ? value : projectedValue(value, inner);
      if (projected !== null && projected !== undefined) into[alias] = projected;
    };
  });
  return (object) => {
    const projected: PlanData = {};
    for (const part of parts) part(object, projected);
    return projected;
  };
}

function projectedValue(value: unknown, project: Projection): unknown {
  if (Array.isArray(value)) return value.map((item) => projectedValue(item, project));
  return isObject(value) ? project(value) : value;
}

/** One segment of the path to a renamed field: a field, or a condition on the type of the object. */
type Segment = { readonly key: string } | { readonly holdsFor: HoldsFor };

/**
 * Creates the rewrites of the answers to one request of a plan, which requests fields under names of its own, because the
 * subgraph declares different types for fields of the same name.
 *
 * @returns undefined if there are none
 */
export function createRewrite(rewrites: readonly FetchRewrite[] | undefined, conditions: TypeConditions) {
  if (rewrites === undefined || rewrites.length === 0) return undefined;
  const renamed = new Map<unknown, string>();
  const steps = rewrites.map((rewrite) => {
    if (!('KeyRenamer' in rewrite)) throw new Error('unexpected rewrite in a plan: only interface objects need it, which are not composed');
    const { path, renameKeyTo } = rewrite.KeyRenamer;
    const segments = path.map((segment) => segmentOf(segment, conditions));
    const [last] = segments.slice(-1);
    if (last !== undefined && 'key' in last) renamed.set(last.key, renameKeyTo);
    return renaming(segments, renameKeyTo);
  });
  return {
    /** Renames fields of an answer in place, before it is merged. */
    data: (value: unknown): void => {
      for (const step of steps) step(value);
    },
    /** Returns the path of an error of the answer with the same names. */
    path: (path: DataPath): DataPath => path.map((segment) => renamed.get(segment) ?? segment),
  };
}

function segmentOf(segment: FetchNodePathSegment, conditions: TypeConditions): Segment {
  return 'Key' in segment ? { key: segment.Key } : { holdsFor: conditions(segment.TypenameEquals) };
}

/** Creates the rewrite that renames the last field of the path, in every object to which the path leads. */
function renaming(segments: readonly Segment[], name: string): (value: unknown) => void {
  const apply = (value: unknown, depth: number): void => {
    if (Array.isArray(value)) {
      for (const item of value) apply(item, depth);
      return;
    }
    const segment = segments[depth];
    if (segment === undefined || !isObject(value)) return;
    if ('holdsFor' in segment) {
      const { __typename: type } = value;
      if (typeof type !== 'string' || segment.holdsFor(type)) apply(value, depth + 1);
    } else if (depth < segments.length - 1) {
      apply(value[segment.key], depth + 1);
    } else if (segment.key in value) {
      value[name] = value[segment.key];
      delete value[segment.key];
    }
  };
  return (value) => apply(value, 0);
}
