import { type FieldNode, Kind } from 'graphql';

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
  return representations.map(({ __typename: type, ...key }: { readonly __typename: string }) => ({ type, key }));
}
