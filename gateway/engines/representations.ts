import type { RequiresSelection } from '@graphql-hive/router-query-planner';
import { type FieldNode, Kind } from 'graphql';
import { type HoldsFor, isObject, type PlanData, type TypeConditions } from './plan-data.ts';

/** The root field by which a router requests objects of a subgraph by their keys. */
export const entitiesField = '_entities';

/** An object that is requested from a subgraph by its key. */
export interface Entity {
  /** Name of its type. */
  readonly type: string;
  /** The fields of its key. */
  readonly key: Readonly<Record<string, unknown>>;
}

/** Returns the objects that a field `_entities` requests, in the order of the answer. */
export function entitiesOf(field: FieldNode, variables: Readonly<Record<string, unknown>>): readonly Entity[] {
  const given = field.arguments?.[0]?.value;
  const representations = given?.kind === Kind.VARIABLE ? variables[given.name.value] : undefined;
  if (!Array.isArray(representations)) return [];
  return representations.map((key: { readonly __typename: string }) => ({ type: key.__typename, key }));
}

/** Returns the representation of an object: its type and the fields by which a subgraph finds it. */
export type RepresentationOf = (object: Readonly<PlanData>) => PlanData | undefined;

/**
 * Creates the representations of objects for one request of a plan.
 *
 * @returns undefined for an object that has none of the required fields
 */
export function createRepresentationOf(requires: readonly RequiresSelection[], conditions: TypeConditions): RepresentationOf {
  const project = projectionOf(requires, conditions);
  return (object) => {
    const projected = project(object);
    const { __typename: type = object['__typename'], ...key } = projected;
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
      const holdsFor: HoldsFor = conditions([required.typeCondition]);
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
