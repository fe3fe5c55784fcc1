import {
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  isNonNullType,
  Kind,
} from 'graphql';
import { entitiesField, entitiesOf, keyOf, type Selections } from './selections.ts';

/** A request of a query plan. */
export interface Requested {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The variables as JSON, if they have been serialized already. */
  readonly variablesJson?: string;
}

/**
 * Creates the check whether data have the requested root fields, and these their own fields. The server at the address of
 * a subgraph may be something else, such as a proxy or another service, which this shows. What is below is not checked.
 * Null is accepted everywhere, because errors explain it.
 *
 * @param unifiedGraph schema of the supergraph, including what clients cannot access
 */
export function createShapeCheck(unifiedGraph: GraphQLSchema, selections: Selections) {
  function hasFields(value: unknown, type: GraphQLOutputType, at: { readonly field: FieldNode; readonly document: DocumentNode }): boolean {
    if (isNonNullType(type)) return hasFields(value, type.ofType, at);
    if (value === null) return true;
    if (isListType(type)) return Array.isArray(value) && value.every((item) => hasFields(item, type.ofType, at));
    if (!isCompositeType(type)) return value !== undefined;
    if (typeof value !== 'object' || Array.isArray(value)) return false;
    const { __typename: name = type.name } = value as { readonly __typename?: unknown };
    // Selections are cached by type, and unexpected answers must not fill the cache.
    const known = unifiedGraph.getType(String(name))?.name ?? '';
    return selections.below(at.field, at.document, known).every((inner) => Reflect.get(value, keyOf(inner)) !== undefined);
  }

  return ({ document, variables }: Requested, data: unknown): boolean => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
    const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
    const roots = operation && unifiedGraph.getRootType(operation.operation)?.getFields();
    return selections.rootOf(document).every((field) => {
      const value: unknown = Reflect.get(data, keyOf(field));
      if (field.name.value !== entitiesField) {
        const type = roots?.[field.name.value]?.type;
        return type === undefined ? value !== undefined : hasFields(value, type, { field, document });
      }
      const entities = entitiesOf(field, variables);
      if (!Array.isArray(value) || value.length !== entities.length) return false;
      return entities.every(({ type }, index) => {
        const named = unifiedGraph.getType(type);
        return isCompositeType(named) && hasFields(value[index], named, { field, document });
      });
    });
  };
}
