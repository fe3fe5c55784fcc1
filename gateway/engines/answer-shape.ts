import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { type Entity, entitiesField, entitiesOf } from './representations.ts';
import { keyOf, type Selections } from './selections.ts';

/** A question of a plan. */
export interface Asked {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Tells whether the data of a subgraph's answer are what the question selects. Nulls pass anywhere: errors say why. */
export type HasShape = (asked: Asked, data: unknown) => boolean;

/**
 * Makes the check of subgraphs' answers. What answers at the address of a subgraph need not be one: a proxy, another
 * service, or a subgraph that has just been replaced by a later version.
 *
 * @param schema of the supergraph, what clients cannot access included
 */
export function createShapeCheck(schema: GraphQLSchema, selections: Selections): HasShape {
  function isObjectOf(declared: GraphQLNamedType, value: unknown, field: FieldNode, document: DocumentNode): boolean {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const told: unknown = isAbstractType(declared) ? Reflect.get(value, '__typename') : undefined;
    const type = typeof told === 'string' ? schema.getType(told) : declared;
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
    return selections.below(field, document, type?.name ?? '').every((inner) => {
      const known = fields[inner.name.value];
      const found: unknown = Reflect.get(value, keyOf(inner));
      return known === undefined ? found !== undefined : isOf(known.type, found, inner, document);
    });
  }

  function isOf(type: GraphQLOutputType, value: unknown, field: FieldNode, document: DocumentNode): boolean {
    if (value === undefined) return false;
    if (value === null) return true;
    if (isNonNullType(type)) return isOf(type.ofType, value, field, document);
    if (isListType(type)) return Array.isArray(value) && value.every((item) => isOf(type.ofType, item, field, document));
    const named = getNamedType(type);
    if (field.selectionSet !== undefined) return isObjectOf(named, value, field, document);
    return typeof value !== 'object' || (isScalarType(named) && !isSpecifiedScalarType(named));
  }

  function areEntities(entities: readonly Entity[], value: unknown, field: FieldNode, document: DocumentNode): boolean {
    if (!Array.isArray(value) || value.length !== entities.length) return false;
    return entities.every(({ type }, index) => {
      const named = schema.getType(type);
      return value[index] === null || (named !== undefined && isObjectOf(named, value[index], field, document));
    });
  }

  return ({ document, variables }, data) => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
    const roots = schema.getQueryType()?.getFields() ?? {};
    return selections.rootOf(document).every((field) => {
      const value: unknown = Reflect.get(data, keyOf(field));
      if (field.name.value === entitiesField) return areEntities(entitiesOf(field, variables), value, field, document);
      const root = roots[field.name.value];
      return root === undefined ? value !== undefined : isOf(root.type, value, field, document);
    });
  };
}
