import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  OperationTypeNode,
} from 'graphql';
import { type Entity, entitiesField, entitiesOf } from './representations.ts';
import { keyOf, type Selections } from './selections.ts';

/** A request of a query plan. */
export interface Requested {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The variables as JSON, if they have been serialized already. */
  readonly variablesJson?: string;
}

/**
 * How the data of an answer relate to the request, in this order: they have another shape; they have all requested
 * fields; or they are exact, which means that they have only these, in their order, and enum values that clients may see.
 */
export type Shape = (typeof Shape)[keyof typeof Shape];
export const Shape = { OTHER: 0, USABLE: 1, EXACT: 2 } as const;

/**
 * Returns the shape of a subgraph's answer. Null is accepted everywhere, because errors explain it; in a non-null field it
 * is not exact.
 */
export type ShapeOf = (requested: Requested, data: unknown) => Shape;

/** Returns the shape of the value of one field of the request. */
type Check = (value: unknown) => Shape;

interface Member {
  readonly key: string;
  readonly check: Check;
}

export interface ShapeCheckOptions {
  /** Schema of the supergraph, including what clients cannot access. */
  readonly unifiedGraph: GraphQLSchema;
  /** Schema as clients see it. */
  readonly schema: GraphQLSchema;
  /** Selections of documents over the unified graph. */
  readonly selections: Selections;
}

/**
 * Creates the check of subgraphs' answers. The server at the address of a subgraph may be something else, such as a
 * proxy, another service, or a later version. The check of a document is built once, because the documents of plans are
 * the same objects for every request.
 */
export function createShapeCheck({ unifiedGraph, schema, selections }: ShapeCheckOptions): ShapeOf {
  function checkOf(type: GraphQLOutputType, field: FieldNode, document: DocumentNode): Check {
    if (isNonNullType(type)) {
      const check = checkOf(type.ofType, field, document);
      return (value) => (value === null ? Shape.USABLE : check(value));
    }
    if (isListType(type)) {
      const checkItem = checkOf(type.ofType, field, document);
      return (value) => (value === null ? Shape.EXACT : Array.isArray(value) ? leastOf(value, checkItem) : Shape.OTHER);
    }
    const named = getNamedType(type);
    if (field.selectionSet !== undefined) return objectCheckOf(named, field, document);
    return isEnumType(named) ? enumCheckOf(named.name) : scalarCheckOf(named);
  }

  function enumCheckOf(name: string): Check {
    const type = schema.getType(name);
    const known = new Set<unknown>(isEnumType(type) ? type.getValues().map((value) => value.name) : []);
    return (value) => {
      if (value === null || known.has(value)) return Shape.EXACT;
      return value === undefined || typeof value === 'object' ? Shape.OTHER : Shape.USABLE;
    };
  }

  function objectCheckOf(declared: GraphQLNamedType, field: FieldNode, document: DocumentNode): Check {
    const isAbstract = isAbstractType(declared);
    const byType = new Map<string, readonly Member[]>();
    return (value) => {
      if (value === null) return Shape.EXACT;
      if (typeof value !== 'object' || Array.isArray(value)) return Shape.OTHER;
      const typeName: unknown = isAbstract ? Reflect.get(value, '__typename') : undefined;
      // Only types of the schema are cached, because unexpected answers could otherwise fill the cache.
      const type = (typeof typeName === 'string' ? unifiedGraph.getType(typeName)?.name : declared.name) ?? '';
      let members = byType.get(type);
      if (members === undefined) {
        members = membersOf(type, field, document);
        byType.set(type, members);
      }
      return shapeOfMembers(members, value as Readonly<Record<string, unknown>>);
    };
  }

  function membersOf(type: string, field: FieldNode, document: DocumentNode): readonly Member[] {
    const named = unifiedGraph.getType(type);
    const fields = isObjectType(named) || isInterfaceType(named) ? named.getFields() : {};
    return selections.below(field, document, type).map((inner) => memberOf(inner, fields[inner.name.value]?.type, document));
  }

  function memberOf(field: FieldNode, type: GraphQLOutputType | undefined, document: DocumentNode): Member {
    return { key: keyOf(field), check: type === undefined ? checkPresence : checkOf(type, field, document) };
  }

  function entitiesCheckOf(field: FieldNode, document: DocumentNode): (value: unknown, entities: readonly Entity[]) => Shape {
    const byType = new Map<string, Check>();
    const checkEntity = (value: unknown, type: string): Shape => {
      if (value === null) return Shape.EXACT;
      let check = byType.get(type);
      if (check === undefined) {
        const named = unifiedGraph.getType(type);
        if (named === undefined) return Shape.OTHER;
        check = objectCheckOf(named, field, document);
        byType.set(type, check);
      }
      return check(value);
    };
    return (value, entities) => {
      if (!Array.isArray(value) || value.length !== entities.length) return Shape.OTHER;
      return leastOf(entities, ({ type }, index) => checkEntity(value[index], type));
    };
  }

  function rootCheckOf(document: DocumentNode): (data: object, variables: Requested['variables']) => Shape {
    const root = unifiedGraph.getRootType(operationOf(document))?.getFields() ?? {};
    const checks = selections.rootOf(document).map((field) => {
      if (field.name.value !== entitiesField) {
        const { key, check } = memberOf(field, root[field.name.value]?.type, document);
        return (data: object) => check(Reflect.get(data, key));
      }
      const [key, checkEntities] = [keyOf(field), entitiesCheckOf(field, document)];
      return (data: object, variables: Requested['variables']) => checkEntities(Reflect.get(data, key), entitiesOf(field, variables));
    });
    return (data, variables) => leastOf(checks, (check) => check(data, variables));
  }

  const known = new WeakMap<DocumentNode, ReturnType<typeof rootCheckOf>>();
  return ({ document, variables }, data) => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return Shape.OTHER;
    let check = known.get(document);
    if (check === undefined) {
      check = rootCheckOf(document);
      known.set(document, check);
    }
    return check(data, variables);
  };
}

function scalarCheckOf(type: GraphQLNamedType): Check {
  const mayBeObject = isScalarType(type) && !isSpecifiedScalarType(type);
  if (mayBeObject) return checkPresence;
  return (value) => (value !== undefined && (value === null || typeof value !== 'object') ? Shape.EXACT : Shape.OTHER);
}

function checkPresence(value: unknown): Shape {
  return value === undefined ? Shape.OTHER : Shape.EXACT;
}

/** Checks the members of an object in one pass, as long as they have the order of the request. */
function shapeOfMembers(members: readonly Member[], object: Readonly<Record<string, unknown>>): Shape {
  let least: Shape = Shape.EXACT;
  let count = 0;
  for (const key in object) {
    const member = members[count];
    if (member === undefined || member.key !== key) return shapeOfUnordered(members, object);
    const shape = member.check(object[key]);
    if (shape === Shape.OTHER) return shape;
    if (shape < least) least = shape;
    count += 1;
  }
  return count === members.length ? least : shapeOfUnordered(members, object);
}

function shapeOfUnordered(members: readonly Member[], object: Readonly<Record<string, unknown>>): Shape {
  const shape = leastOf(members, ({ key, check }) => check(object[key]));
  return shape === Shape.EXACT ? Shape.USABLE : shape;
}

function leastOf<T>(values: readonly T[], shapeOf: (value: T, index: number) => Shape): Shape {
  let least: Shape = Shape.EXACT;
  for (const [index, value] of values.entries()) {
    const shape = shapeOf(value, index);
    if (shape === Shape.OTHER) return shape;
    if (shape < least) least = shape;
  }
  return least;
}

function operationOf(document: DocumentNode): OperationTypeNode {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return operation?.operation ?? OperationTypeNode.QUERY;
}
