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

/** A request of a query plan. */
export interface Requested {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Returns whether the data of a subgraph's answer match the selections of the request. Null is accepted everywhere,
 * because errors explain it.
 */
export type HasShape = (requested: Requested, data: unknown) => boolean;

/** Returns whether a value matches one field of the request. */
type Check = (value: unknown) => boolean;

/**
 * Creates the check of subgraphs' answers. The server at the address of a subgraph may be something else, such as a
 * proxy, another service, or a later version. The check of a document is built once, because the documents of plans are
 * the same objects for every request.
 *
 * @param schema schema of the supergraph, including what clients cannot access
 */
export function createShapeCheck(schema: GraphQLSchema, selections: Selections): HasShape {
  function checkOf(type: GraphQLOutputType, field: FieldNode, document: DocumentNode): Check {
    if (isNonNullType(type)) return checkOf(type.ofType, field, document);
    if (isListType(type)) {
      const isItem = checkOf(type.ofType, field, document);
      return (value) => value === null || (Array.isArray(value) && value.every(isItem));
    }
    const named = getNamedType(type);
    if (field.selectionSet === undefined) {
      const mayBeObject = isScalarType(named) && !isSpecifiedScalarType(named);
      return (value) => value !== undefined && (mayBeObject || value === null || typeof value !== 'object');
    }
    const isObject = objectCheckOf(named, field, document);
    return (value) => value === null || isObject(value);
  }

  function objectCheckOf(declared: GraphQLNamedType, field: FieldNode, document: DocumentNode): Check {
    const isAbstract = isAbstractType(declared);
    const byType = new Map<string, readonly Member[]>();
    return (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const typeName: unknown = isAbstract ? Reflect.get(value, '__typename') : undefined;
      // Only types of the schema are cached, because unexpected answers could otherwise fill the cache.
      const type = (typeof typeName === 'string' ? schema.getType(typeName)?.name : declared.name) ?? '';
      let members = byType.get(type);
      if (members === undefined) {
        members = membersOf(type, field, document);
        byType.set(type, members);
      }
      return members.every(({ key, check }) => check(Reflect.get(value, key)));
    };
  }

  function membersOf(type: string, field: FieldNode, document: DocumentNode): readonly Member[] {
    const named = schema.getType(type);
    const fields = isObjectType(named) || isInterfaceType(named) ? named.getFields() : {};
    return selections.below(field, document, type).map((inner) => memberOf(inner, fields[inner.name.value]?.type, document));
  }

  function memberOf(field: FieldNode, type: GraphQLOutputType | undefined, document: DocumentNode): Member {
    return { key: keyOf(field), check: type === undefined ? (value) => value !== undefined : checkOf(type, field, document) };
  }

  function entitiesCheckOf(field: FieldNode, document: DocumentNode): (value: unknown, entities: readonly Entity[]) => boolean {
    const byType = new Map<string, Check>();
    const isEntity = (value: unknown, type: string): boolean => {
      const named = schema.getType(type);
      if (value === null || named === undefined) return value === null;
      const check = byType.get(type) ?? objectCheckOf(named, field, document);
      byType.set(type, check);
      return check(value);
    };
    return (value, entities) =>
      Array.isArray(value) && value.length === entities.length && entities.every(({ type }, index) => isEntity(value[index], type));
  }

  function rootCheckOf(document: DocumentNode): (data: object, variables: Requested['variables']) => boolean {
    const roots = schema.getQueryType()?.getFields() ?? {};
    const checks = selections.rootOf(document).map((field) => {
      if (field.name.value !== entitiesField) {
        const { key, check } = memberOf(field, roots[field.name.value]?.type, document);
        return (data: object) => check(Reflect.get(data, key));
      }
      const [key, areEntities] = [keyOf(field), entitiesCheckOf(field, document)];
      return (data: object, variables: Requested['variables']) => areEntities(Reflect.get(data, key), entitiesOf(field, variables));
    });
    return (data, variables) => checks.every((check) => check(data, variables));
  }

  const known = new WeakMap<DocumentNode, ReturnType<typeof rootCheckOf>>();
  return ({ document, variables }, data) => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
    const check = known.get(document) ?? rootCheckOf(document);
    known.set(document, check);
    return check(data, variables);
  };
}

interface Member {
  readonly key: string;
  readonly check: Check;
}
