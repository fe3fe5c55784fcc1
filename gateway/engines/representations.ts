import { type FieldNode, Kind } from 'graphql';

/** The root field by which a router asks a subgraph for objects that it knows by their keys. */
export const entitiesField = '_entities';

/** An object that a subgraph is asked for by its key. */
export interface Entity {
  /** Name of its type. */
  readonly type: string;
  /** By what it is asked for. */
  readonly key: Readonly<Record<string, unknown>>;
}

/** Reads what a field `_entities` asks for, in the order of the answer. */
export function entitiesOf(field: FieldNode, variables: Readonly<Record<string, unknown>>): readonly Entity[] {
  const given = field.arguments?.[0]?.value;
  const representations = given?.kind === Kind.VARIABLE ? variables[given.name.value] : undefined;
  if (!Array.isArray(representations)) return [];
  return representations.map(({ __typename: type, ...key }: { readonly __typename: string }) => ({ type, key }));
}
