import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  OperationTypeNode,
} from 'graphql';
import { perObject } from '#platform/cache/bounded-cache.ts';
import { entitiesField, entitiesOf, keyOf, type Selections } from './selections.ts';

/** A request of a query plan. */
export interface Requested {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The variables as JSON, if they have been serialized already. */
  readonly variablesJson?: string;
}

/** Returns whether data have all requested fields. Null is accepted everywhere, because errors explain it. */
export type HasShape = (requested: Requested, data: unknown) => boolean;

/** Returns whether a value has the shape of one field of the request. */
type Check = (value: unknown) => boolean;

/**
 * Creates the check of subgraphs' answers. The server at the address of a subgraph may be something else, such as a
 * proxy, another service, or a later version. The check of a document is built once, because the documents of plans are
 * the same objects for every request.
 *
 * @param unifiedGraph schema of the supergraph, including what clients cannot access
 */
export function createShapeCheck(unifiedGraph: GraphQLSchema, selections: Selections): HasShape {
  function checkOf(type: GraphQLOutputType, field: FieldNode, document: DocumentNode): Check {
    if (isNonNullType(type)) return checkOf(type.ofType, field, document);
    if (isListType(type)) {
      const checkItem = checkOf(type.ofType, field, document);
      return (value) => value === null || (Array.isArray(value) && value.every(checkItem));
    }
    if (isCompositeType(type)) return objectCheckOf(type, field, document);
    if (isScalarType(type) && !isSpecifiedScalarType(type)) return isPresent;
    return (value) => value === null || (value !== undefined && typeof value !== 'object');
  }

  function objectCheckOf(declared: GraphQLNamedType, field: FieldNode, document: DocumentNode): Check {
    const isAbstract = isAbstractType(declared);
    const byType = new Map<string, ReturnType<typeof membersOf>>();
    return (value) => {
      if (value === null) return true;
      if (typeof value !== 'object' || Array.isArray(value)) return false;
      const typeName: unknown = isAbstract ? Reflect.get(value, '__typename') : undefined;
      // Only types of the schema are cached, because unexpected answers could otherwise fill the cache.
      const type = (typeof typeName === 'string' ? unifiedGraph.getType(typeName)?.name : declared.name) ?? '';
      let members = byType.get(type);
      if (members === undefined) {
        members = membersOf(type, field, document);
        byType.set(type, members);
      }
      for (const { key, check } of members) if (!check((value as Readonly<Record<string, unknown>>)[key])) return false;
      return true;
    };
  }

  function membersOf(type: string, field: FieldNode, document: DocumentNode) {
    const named = unifiedGraph.getType(type);
    const fields = isObjectType(named) || isInterfaceType(named) ? named.getFields() : {};
    return selections.below(field, document, type).map((inner) => memberOf(inner, fields[inner.name.value]?.type, document));
  }

  function memberOf(field: FieldNode, type: GraphQLOutputType | undefined, document: DocumentNode) {
    return { key: keyOf(field), check: type === undefined ? isPresent : checkOf(type, field, document) };
  }

  /** Checks the objects of `_entities`, each of which has the type of its representation. */
  function entitiesCheckOf(field: FieldNode, document: DocumentNode): (value: unknown, variables: Requested['variables']) => boolean {
    const byType = new Map<string, Check>();
    return (value, variables) => {
      const entities = entitiesOf(field, variables);
      if (!Array.isArray(value) || value.length !== entities.length) return false;
      return entities.every(({ type }, index) => {
        const named = unifiedGraph.getType(type);
        if (named === undefined) return false;
        const check = byType.get(type) ?? objectCheckOf(named, field, document);
        byType.set(type, check);
        return check(value[index]);
      });
    };
  }

  function rootCheckOf(document: DocumentNode): (data: object, variables: Requested['variables']) => boolean {
    const root = unifiedGraph.getRootType(getOperationAST(document)?.operation ?? OperationTypeNode.QUERY)?.getFields() ?? {};
    const checks = selections.rootOf(document).map((field) => {
      if (field.name.value === entitiesField) return { key: keyOf(field), check: entitiesCheckOf(field, document) };
      return memberOf(field, root[field.name.value]?.type, document);
    });
    return (data, variables) => checks.every(({ key, check }) => check(Reflect.get(data, key), variables));
  }

  const checkFor = perObject(rootCheckOf);
  return ({ document, variables }, data) => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
    return checkFor(document)(data, variables);
  };
}

function isPresent(value: unknown): boolean {
  return value !== undefined;
}
