import { type GraphQLSchema, getNamedType, isObjectType, Kind, type SelectionSetNode } from 'graphql';

/** How the fields of a schema are resolved. */
export interface FieldSources {
  /** Returns the subgraphs that can resolve the field. */
  ownersOf(type: string, field: string): readonly string[];
  /** Returns the resolver of a subgraph's field; undefined if it reads the property of its parent. */
  resolverOf(subgraph: string, type: string, field: string): object | undefined;
}

/** Returns whether one subgraph resolves a whole selection of a type by allowed resolvers. */
export type SelectionCheck = (typeName: string, set: SelectionSetNode, owner: string) => boolean;

/**
 * Creates the check. Fields without a resolver are attributes of their parent and always allowed; fields with arguments
 * never are.
 */
export function createSelectionCheck(
  schema: GraphQLSchema,
  { ownersOf, resolverOf }: FieldSources,
  isAllowed: (resolve: object) => boolean,
): SelectionCheck {
  const isAllowedSelection: SelectionCheck = (typeName, { selections }, owner) => {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) return false;
    return selections.every((selection) => {
      if (selection.kind !== Kind.FIELD) return false;
      if (selection.name.value === '__typename') return true;
      const field = type.getFields()[selection.name.value];
      if (field === undefined || field.args.length > 0 || !ownersOf(typeName, field.name).includes(owner)) return false;
      const resolve = resolverOf(owner, typeName, field.name);
      if (resolve !== undefined && !isAllowed(resolve)) return false;
      return selection.selectionSet === undefined || isAllowedSelection(getNamedType(field.type).name, selection.selectionSet, owner);
    });
  };
  return isAllowedSelection;
}
