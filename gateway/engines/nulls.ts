import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { nothing } from '#platform/graphql/conditions.ts';
import type { EngineResult } from '#platform/graphql/engine.ts';

/**
 * Propagates null from fields that the schema declares non-null to the nearest nullable parent, as GraphQL requires.
 * The planner leaves such objects incomplete if a subgraph has failed.
 *
 * @param document as returned by `withPlainSelections`
 */
export function withNullsPassedOn(schema: GraphQLSchema, document: DocumentNode, data: EngineResult['data']): EngineResult['data'] {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const root = operation && schema.getRootType(operation.operation);
  return operation && root ? (completeObject(root, data, operation.selectionSet) as EngineResult['data']) : data;

  /** @returns undefined if the value is null and must not be */
  function complete(type: GraphQLOutputType, value: unknown, set: SelectionSetNode | undefined): unknown {
    if (isNonNullType(type)) return complete(type.ofType, value, set) ?? undefined;
    if (value === null || value === undefined) return null;
    if (isListType(type)) {
      const items = Array.isArray(value) ? value.map((item) => complete(type.ofType, item, set)) : [];
      return items.includes(undefined) ? null : items;
    }
    return set === undefined ? value : completeObject(getNamedType(type), value, set);
  }

  function completeObject(declared: GraphQLNamedType, value: unknown, set: SelectionSetNode): unknown {
    if (typeof value !== 'object' || value === null) return null;
    const typeName: unknown = isAbstractType(declared) ? Reflect.get(value, nothing.alias?.value ?? '') : undefined;
    const type = typeof typeName === 'string' ? schema.getType(typeName) : declared;
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
    const completed: Record<string, unknown> = {};
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const field = fields[selection.name.value];
        const inner: unknown = Reflect.get(value, key);
        completed[key] = field === undefined ? inner : complete(field.type, inner, selection.selectionSet);
        if (completed[key] === undefined) return null;
      } else if (type !== undefined && 'typeCondition' in selection && selection.typeCondition?.name.value === type.name) {
        const part = completeObject(type, value, selection.selectionSet);
        if (part === null) return null;
        Object.assign(completed, part);
      }
    }
    return completed;
  }
}
