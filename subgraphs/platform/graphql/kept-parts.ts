import {
  type DocumentNode,
  defaultFieldResolver,
  type ExecutionResult,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldConfig,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { type CachePool, heapBytesOf } from '../cache/bounded-cache.ts';
import { isConstantField } from '../cache/constant-fields.ts';
import { prepareJson } from '../json/exact-numbers.ts';
import { nothing, withPlainSelections } from './plain-operation.ts';

/** A part of a document below one field of a match set. */
export interface KeptPart {
  /** Returns the value of the part for a value of its field. @throws {PartError} */
  of(value: unknown, context: object): unknown;
}

/** How the match sets of a schema are found and resolved. */
export interface KeptPartRules {
  isMatchSet(type: string): boolean;
  /** Returns the subgraphs that can resolve the field. */
  ownersOf(type: string, field: string): readonly string[];
  /** Returns the resolver of a subgraph's field; undefined if it reads the property of its parent. */
  resolverOf(subgraph: string, type: string, field: string): object | undefined;
}

/**
 * Thrown for a part with errors, because the paths of errors can be determined only by executing the whole operation.
 */
export class PartError extends Error {}

/** Returns whether a result must be created again without cached parts. */
export function hasPartError({ errors = [] }: ExecutionResult): boolean {
  return errors.some(({ originalError }) => originalError instanceof PartError);
}

/** Compiles a document whose root selects exactly one field, without variables and arguments. */
type CompilePart = (schema: GraphQLSchema, document: DocumentNode) => CompiledQuery['query'] | undefined;

/**
 * Splits documents into a rest, which is executed for every request, and parts whose result depends on the match set
 * alone.
 */
export type KeptParts = ReturnType<typeof addKeptParts>;

const partArgument = 'part';
const prefix = '__kept_';
// Names that begin like this are reserved, so no schema has them.
const Kept = new GraphQLScalarType({ name: '__Kept', serialize: (value) => value });

/**
 * Adds, for each field of a match set that returns an object or a list of objects, a second field that returns the
 * finished part of the answer. Match sets are cached across requests and never change, and their resolvers depend only
 * on the parent. So a page that is shown again is not executed field by field again.
 *
 * @param schema schema with bound resolvers; not the one that clients see
 * @param pool limits the memory of the cached parts
 */
export function addKeptParts(schema: GraphQLSchema, rules: KeptPartRules, pool: CachePool) {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || !rules.isMatchSet(type.name)) continue;
    const fields = type.getFields();
    const kept: Record<string, GraphQLFieldConfig<unknown, unknown>> = {};
    for (const field of Object.values(fields)) {
      const isAlike = field.args.length === 0 && isCompositeType(getNamedType(field.type));
      if (isAlike && rules.ownersOf(type.name, field.name).length === 1) kept[`${prefix}${field.name}`] = keptFieldOf(field);
    }
    Object.assign(fields, new GraphQLObjectType({ name: 'KeptFields', fields: kept }).getFields());
  }

  /**
   * Returns whether a selection depends on its parent alone, as resolved by one subgraph. Fields without a resolver are
   * attributes of their parent; fields with arguments depend on these, too.
   */
  function isOfValue(typeName: string, { selections }: SelectionSetNode, owner: string): boolean {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) return false;
    return selections.every((selection) => {
      if (selection.kind !== Kind.FIELD) return false;
      if (selection.name.value === '__typename') return true;
      const field = type.getFields()[selection.name.value];
      if (field === undefined || field.args.length > 0 || !rules.ownersOf(typeName, field.name).includes(owner)) return false;
      const resolve = rules.resolverOf(owner, typeName, field.name);
      if (resolve !== undefined && !isConstantField(resolve)) return false;
      return selection.selectionSet === undefined || isOfValue(getNamedType(field.type).name, selection.selectionSet, owner);
    });
  }

  function partOf(field: GraphQLField<unknown, unknown>, selectionSet: SelectionSetNode, compile: CompilePart): KeptPart | undefined {
    const query = new GraphQLObjectType({ name: 'KeptPart', fields: { value: { type: field.type } } });
    const value: FieldNode = { kind: Kind.FIELD, name: nameOf('value'), selectionSet };
    const run = compile(new GraphQLSchema({ query, assumeValid: true }), documentOf(value));
    return run === undefined ? undefined : createPart(run, pool);
  }

  function cutSet(typeName: string, set: SelectionSetNode, parts: KeptPart[], compile: CompilePart): SelectionSetNode {
    const type = schema.getType(typeName);
    if (isAbstractType(type)) {
      const fragments = set.selections.flatMap((selection) => {
        if (selection.kind !== Kind.INLINE_FRAGMENT || selection.typeCondition === undefined) return [];
        return [{ ...selection, selectionSet: cutSet(selection.typeCondition.name.value, selection.selectionSet, parts, compile) }];
      });
      // The types of objects are known here without a field for them.
      return fragments.length === 0 ? set : { ...set, selections: fragments };
    }
    if (!isObjectType(type)) return set;
    const selections = set.selections.map((selection) => {
      const field = selection.kind === Kind.FIELD ? type.getFields()[selection.name.value] : undefined;
      if (field === undefined || selection.kind !== Kind.FIELD || selection.selectionSet === undefined) return selection;
      const inner = getNamedType(field.type).name;
      const [owner = ''] = rules.ownersOf(typeName, field.name);
      const part =
        type.getFields()[`${prefix}${field.name}`] !== undefined && isOfValue(inner, selection.selectionSet, owner)
          ? partOf(field, selection.selectionSet, compile)
          : undefined;
      if (part === undefined) return { ...selection, selectionSet: cutSet(inner, selection.selectionSet, parts, compile) };
      return keptNodeOf(selection, parts.push(part) - 1);
    });
    return { ...set, selections };
  }

  return {
    /**
     * Replaces parts by their fields. @returns the rest and the parts by their index in it; undefined if no part can be
     * cached
     */
    cut: (document: DocumentNode, compile: CompilePart) => {
      // A field that is selected twice would have two parts.
      const plain = withPlainSelections(schema, document);
      const operation = getOperationAST(plain);
      const root = operation && schema.getRootType(operation.operation);
      if (!operation || !root || operation.operation !== OperationTypeNode.QUERY) return undefined;
      const parts: KeptPart[] = [];
      const cut: OperationDefinitionNode = { ...operation, selectionSet: cutSet(root.name, operation.selectionSet, parts, compile) };
      return parts.length === 0 || selectsNothing(cut.selectionSet) ? undefined : { document: { ...plain, definitions: [cut] }, parts };
    },
  };
}

/** Returns whether {@link nothing} is left anywhere, which clients must not see. */
function selectsNothing({ selections }: SelectionSetNode): boolean {
  return selections.some((selection) => {
    if (selection === nothing) return true;
    return 'selectionSet' in selection && selection.selectionSet !== undefined && selectsNothing(selection.selectionSet);
  });
}

/** The parts of the operations that are executed with contexts. */
export const partsOfContexts = new WeakMap<object, readonly KeptPart[]>();

/** Returns the result of the document's part that the argument names. */
function keptFieldOf({ name, resolve, type }: GraphQLField<unknown, unknown>): GraphQLFieldConfig<unknown, unknown> {
  return {
    type: isNonNullType(type) ? new GraphQLNonNull(Kept) : Kept,
    args: { [partArgument]: { type: GraphQLInt } },
    resolve: (source, { [partArgument]: number }, context, info) => {
      const part = partsOfContexts.get(context as object)?.[number];
      const value = (resolve ?? defaultFieldResolver)(source, {}, context, { ...info, fieldName: name });
      return value instanceof Promise
        ? value.then((resolved) => part?.of(resolved, context as object))
        : part?.of(value, context as object);
    },
  };
}

function createPart(run: CompiledQuery['query'], pool: CachePool): KeptPart {
  // The match cache owns the values; their results are dropped when memory is needed.
  const places = new WeakMap<object, object>();
  const results = pool.open<object, unknown>();
  return {
    of: (value, context) => {
      if (typeof value !== 'object' || value === null) return null;
      const place = places.get(value);
      const held = place && results.get(place);
      if (held !== undefined) return held;
      const result = run({ value }, context, {});
      if ('then' in result || result.errors !== undefined) throw new PartError('a part of the operation failed');
      const finished: unknown = result.data?.value;
      // Results of values that are seen only once are not cached.
      if (place === undefined) places.set(value, {});
      else results.set(place, finished, heapBytesOf(finished) + jsonBytesOf(finished));
      return finished;
    },
  };
}

/** Prepares the JSON of a result, which is the same in every answer. @returns its length */
function jsonBytesOf(finished: unknown): number {
  return typeof finished === 'object' && finished !== null ? prepareJson(finished) : 0;
}

function keptNodeOf({ alias, name }: FieldNode, part: number): FieldNode {
  return {
    kind: Kind.FIELD,
    alias: alias ?? name,
    name: nameOf(`${prefix}${name.value}`),
    arguments: [{ kind: Kind.ARGUMENT, name: nameOf(partArgument), value: { kind: Kind.INT, value: String(part) } }],
  };
}

function documentOf(field: FieldNode): DocumentNode {
  const selectionSet: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: [field] };
  return { kind: Kind.DOCUMENT, definitions: [{ kind: Kind.OPERATION_DEFINITION, operation: OperationTypeNode.QUERY, selectionSet }] };
}

function nameOf(value: string) {
  return { kind: Kind.NAME, value } as const;
}
