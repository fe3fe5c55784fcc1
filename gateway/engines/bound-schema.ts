import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLIsTypeOfFn,
  GraphQLScalarType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { LandfallError } from '#platform/errors.ts';
import { createEntities, type Entities, type EntityParts, type RequestScope } from './entities.ts';
import { fieldResolverOf, type LocalSubgraph, typeResolversOf } from './local-subgraph.ts';
import { type Owners, ownersOf } from './owners.ts';
import { createUnknownMatches } from './unknown-matches.ts';

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/**
 * Binds the API schema to the subgraphs that own its parts: resolvers of fields, types of abstract values, scalars.
 * Fields without a resolver read the property of their parent.
 *
 * @returns the parts that execution needs
 * @throws {LandfallError} CONFIG_INVALID listing every part that no subgraph can resolve alone
 */
export function bindResolvers(
  schema: GraphQLSchema,
  options: { readonly supergraph: string; readonly subgraphs: readonly LocalSubgraph[] } & Pick<EntityParts, 'onUnknown'>,
): EntityParts {
  const owners = ownersOf(options.supergraph);
  const subgraphs = new Map(options.subgraphs.map((subgraph) => [subgraph.name, subgraph]));
  const issues = owners.subgraphs.filter((name) => !subgraphs.has(name)).map((name) => `the subgraph ${name} is missing`);
  const parts = { owners, subgraphs, matches: createUnknownMatches(schema, owners), onUnknown: options.onUnknown };
  if (issues.length === 0) issues.push(...bindTypes(schema, parts));
  if (issues.length > 0)
    throw new LandfallError('CONFIG_INVALID', `The supergraph cannot be executed in one process:\n  ${issues.join('\n  ')}`);
  return parts;
}

function bindTypes(schema: GraphQLSchema, parts: EntityParts): string[] {
  const { owners, subgraphs } = parts;
  const entities = createEntities(parts);
  const issues: string[] = [...entities.issues];
  const alone = subgraphs.size === 1;
  const markedTypes = alone ? new Set<string>() : markedTypesOf(schema, owners, entities);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || (isScalarType(type) && isSpecifiedScalarType(type))) continue;
    const named = owners.ofType(type.name).flatMap((name) => subgraphs.get(name) ?? []);
    if (named.length === 0) issues.push(`no subgraph has the type ${type.name}`);
    for (const subgraph of named) {
      const source = typeResolversOf(subgraph, type.name);
      if (isScalarType(type) && source instanceof GraphQLScalarType) {
        Object.assign(type, { serialize: source.serialize, parseValue: source.parseValue, parseLiteral: source.parseLiteral });
      } else if (isEnumType(type) && source !== undefined) {
        if (Object.entries(source).some(([name, value]) => name !== value)) issues.push(`values of the enum ${type.name} have inner names`);
      } else if (isAbstractType(type)) {
        const resolveType = fieldResolverOf<GraphQLTypeResolver<unknown, unknown>>(subgraph, type.name, '__resolveType');
        // It is unknown here which subgraph created a value; its `__typename` identifies the type in any case.
        if (resolveType && named.length > 1) issues.push(`several subgraphs resolve the type of ${type.name}`);
        if (resolveType) type.resolveType = resolveType;
      } else if (isObjectType(type)) {
        const isTypeOf = fieldResolverOf<GraphQLIsTypeOfFn<unknown, unknown>>(subgraph, type.name, '__isTypeOf');
        if (isTypeOf && named.length > 1) issues.push(`several subgraphs recognize the type ${type.name}`);
        if (isTypeOf) type.isTypeOf = isTypeOf;
      }
    }
    if (isObjectType(type) && type !== schema.getSubscriptionType()) {
      const root = type === schema.getQueryType() || type === schema.getMutationType();
      for (const field of Object.values(type.getFields())) {
        const returned = getNamedType(field.type).name;
        const isLoadedAhead = !alone && !isListType(getNullableType(field.type)) && entities.isLoadedAhead(returned);
        const [owner, ...others] = owners.ofField(type.name, field.name);
        const origin = isLoadedAhead && others.length === 0 ? owner : undefined;
        const marked = origin === undefined && canGive(schema, field, markedTypes);
        const issue = bindField(field, { type: type.name, root, alone, marked, owners, subgraphs, entities });
        if (issue !== undefined) issues.push(issue);
        if (isLoadedAhead) field.resolve = entities.loadingAhead(returned, field.resolve ?? defaultFieldResolver, origin);
      }
    }
  }
  return issues;
}

interface FieldPlace {
  readonly type: string;
  readonly root: boolean;
  readonly alone: boolean;
  /** Whether the field may return objects of which the engine must know the subgraph that created them. */
  readonly marked: boolean;
  readonly owners: Owners;
  readonly subgraphs: ReadonlyMap<string, LocalSubgraph>;
  readonly entities: Entities;
}

/** @returns why the field cannot be bound; undefined if it was */
function bindField(field: GraphQLField<unknown, unknown>, place: FieldPlace): string | undefined {
  const { type, root, alone, marked, owners, subgraphs, entities } = place;
  const path = `${type}.${field.name}`;
  const names = owners.ofField(type, field.name);
  const spread = !root && entities.isSpread(type);
  const resolvers = new Map<string, Resolver>();
  let plain = 0;
  for (const name of names) {
    const own: Resolver | undefined = fieldResolverOf(subgraphs.get(name), type, field.name);
    if (own === undefined) plain += 1;
    const resolve = own ?? defaultFieldResolver;
    resolvers.set(name, marked ? (...parts) => entities.mark(resolve(...parts), name) : resolve);
  }
  const [[first, resolve] = ['', defaultFieldResolver]] = resolvers;
  if (spread) {
    field.resolve = entities.resolverOf({ type, field: field.name, resolvers });
    return undefined;
  }
  if (root && plain > 0) return `nothing resolves ${path}`;
  // A parent may come from any subgraph that has the type, so all of them must resolve the field in the same way.
  if (!root && names.length < owners.ofType(type).length) return `${path} belongs to one of several subgraphs that have ${type}`;
  if (!sameFor(names, { type, field: field.name, subgraphs })) return `several subgraphs have ${path} and resolve it`;
  if (plain === names.length && !marked) return undefined;
  if (alone) {
    field.resolve = resolve;
  } else if (marked && names.length > 1) {
    // The subgraph that created the parent also creates the child.
    field.resolve = (source, args, scope, info) => {
      const origin = entities.originOf(source) ?? first;
      return (resolvers.get(origin) ?? resolve)(source, args, (scope as RequestScope).contextOf(origin), info);
    };
  } else {
    field.resolve = (source, args, scope, info) => resolve(source, args, (scope as RequestScope).contextOf(first), info);
  }
  return undefined;
}

/** Returns whether all subgraphs resolve a field by the same function, or all by reading the property. */
function sameFor(names: readonly string[], place: { type: string; field: string; subgraphs: ReadonlyMap<string, LocalSubgraph> }): boolean {
  return new Set(names.map((name) => fieldResolverOf(place.subgraphs.get(name), place.type, place.field))).size <= 1;
}

/**
 * Returns the types whose objects are marked with the subgraph that created them: entities whose fields belong to several
 * subgraphs, and values that several subgraphs share and that lead to such entities.
 */
function markedTypesOf(schema: GraphQLSchema, owners: Owners, entities: Entities): ReadonlySet<string> {
  const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
  const marked = new Set(objects.filter(({ name }) => entities.isSpread(name)).map(({ name }) => name));
  const shared = objects.filter(({ name }) => !marked.has(name) && owners.ofType(name).length > 1);
  for (let before = -1; before !== marked.size; ) {
    before = marked.size;
    for (const type of shared) if (Object.values(type.getFields()).some((field) => canGive(schema, field, marked))) marked.add(type.name);
  }
  return marked;
}

/** Returns whether the values of a field may include objects of these types. */
function canGive(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>, types: ReadonlySet<string>): boolean {
  const type = getNamedType(field.type);
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
  return possible.some(({ name }) => types.has(name));
}
