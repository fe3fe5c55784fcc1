import type { FlattenNodePathSegment } from '@graphql-hive/router-query-planner';
import { type GraphQLSchema, isAbstractType } from 'graphql';

/** The data that the requests of a plan have returned so far, merged. */
export type PlanData = Record<string, unknown>;

/** Path of a value in the result. */
export type DataPath = readonly (string | number)[];

/** Returns whether objects of a type, by its name, satisfy a condition. */
export type HoldsFor = (type: string) => boolean;

/** Creates a condition that holds for the named types and for the implementations of the named interfaces. */
export type TypeConditions = (names: readonly string[]) => HoldsFor;

/** An object of the data that an entity request completes. */
export interface Target {
  readonly object: PlanData;
  readonly path: DataPath;
}

/** @param schema schema of the supergraph, including what clients cannot access */
export function createTypeConditions(schema: GraphQLSchema): TypeConditions {
  return (names) => {
    const types = new Set(names);
    for (const name of names) {
      const type = schema.getType(name);
      if (isAbstractType(type)) for (const possible of schema.getPossibleTypes(type)) types.add(possible.name);
    }
    return (type) => types.has(type);
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
