import {
  buildASTSchema,
  defaultFieldResolver,
  type ExecutionResult,
  GraphQLError,
  type GraphQLField,
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
import { sharedCachePool } from '#platform/cache/memory-bounds.ts';
import { LandfallError } from '#platform/errors.ts';
import { andThen, createCompiler } from '#platform/graphql/compiler.ts';
import type { Engine, EngineError, EngineRequest, EngineResult } from '#platform/graphql/engine.ts';
import { addKeptParts, type KeptPartRules } from '#platform/graphql/kept-parts.ts';
import type { Logger } from '#platform/logger.ts';
import { apiDocumentOf, ownersOf, type Supergraph } from '../supergraph/supergraph.ts';
import {
  createEntities,
  EntityLoadError,
  type EntityParts,
  fieldResolverOf,
  type LocalSubgraph,
  type RequestScope,
  type Resolver,
  typeResolversOf,
} from './entities.ts';
import { createUnknownMatches } from './lost-parts.ts';

/**
 * Executes operations in this process: each field by the resolver of the subgraph that owns it, and repeated operations
 * by compiled code.
 *
 * @throws {LandfallError} CONFIG_INVALID when the subgraphs do not fit the supergraph, or when an entity would have to
 *   be loaded in a way that this engine does not support
 */
export function openCompiledEngine(options: {
  readonly supergraph: Supergraph;
  readonly subgraphs: readonly LocalSubgraph[];
  readonly logger: Pick<Logger, 'warn'>;
}): Engine {
  const { supergraph, subgraphs, logger } = options;
  const onUnknown = (cause: unknown) => logger.warn({ err: cause }, 'match sets could not be loaded and are UNKNOWN');
  const open = () => {
    const schema = buildASTSchema(apiDocumentOf(supergraph), { assumeValid: true, assumeValidSDL: true });
    const owners = ownersOf(supergraph);
    const matches = createUnknownMatches(schema, owners);
    const parts = { owners, subgraphs: new Map(subgraphs.map((subgraph) => [subgraph.name, subgraph])), matches, onUnknown };
    const issues = owners.subgraphs.filter((name) => !parts.subgraphs.has(name)).map((name) => `the subgraph ${name} is missing`);
    if (issues.length === 0) issues.push(...bindResolvers(schema, parts));
    if (issues.length > 0)
      throw new LandfallError('CONFIG_INVALID', `The supergraph cannot be executed in one process:\n  ${issues.join('\n  ')}`);
    return { schema, parts };
  };
  const { schema } = open();
  const compiler = createCompiler(() => {
    // A separate schema, because fields are added to it that clients must not see.
    const { schema: compiled, parts } = open();
    return { schema: compiled, kept: addKeptParts(compiled, keptPartRulesOf(parts), sharedCachePool) };
  }, logger);
  return {
    schema,
    execute: (request) => andThen(compiler.execute(schema, request, scopeOf(subgraphs, request)), asEngineResult),
    [Symbol.asyncDispose]: async () => {},
  };
}

function keptPartRulesOf({ owners, subgraphs, matches }: EntityParts): KeptPartRules {
  return {
    isMatchSet: (type) => matches.isMatchSet(type),
    ownersOf: (type, field) => owners.ofField(type, field),
    resolverOf: (subgraph, type, field) => fieldResolverOf(subgraphs.get(subgraph), type, field),
  };
}

function scopeOf(subgraphs: readonly LocalSubgraph[], request: EngineRequest): RequestScope {
  const contexts = new Map<string, unknown>();
  return {
    contextOf: (name) => {
      if (!contexts.has(name))
        contexts.set(name, subgraphs.find((subgraph) => subgraph.name === name)?.contextFor(request.caller, request));
      return contexts.get(name);
    },
    loaded: new Map(),
  };
}

/**
 * Binds the API schema to the subgraphs that own its parts: resolvers of fields, types of abstract values, scalars.
 * Fields without a resolver read the property of their parent.
 *
 * @returns every part that no subgraph can resolve alone
 */
function bindResolvers(schema: GraphQLSchema, parts: EntityParts): string[] {
  const { owners, subgraphs } = parts;
  const entities = createEntities(parts);
  const issues: string[] = [...entities.issues];
  const roots: unknown[] = [schema.getQueryType(), schema.getMutationType()];
  const markedTypes = markedTypesOf(schema, parts, entities.isSpread);
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
    if (!isObjectType(type) || type === schema.getSubscriptionType()) continue;
    for (const field of Object.values(type.getFields())) {
      const returned = getNamedType(field.type).name;
      const isLoadedAhead = !isListType(getNullableType(field.type)) && entities.isLoadedAhead(returned);
      const [owner, ...others] = owners.ofField(type.name, field.name);
      const origin = isLoadedAhead && others.length === 0 ? owner : undefined;
      const marked = origin === undefined && canGive(schema, field, markedTypes);
      const issue = bindField(field, { type: type.name, isRoot: roots.includes(type), marked });
      if (issue !== undefined) issues.push(issue);
      if (isLoadedAhead) field.resolve = entities.loadingAhead(returned, field.resolve ?? defaultFieldResolver, origin);
    }
  }
  return issues;

  /**
   * @param place.marked whether the field may return objects of which the engine must know the subgraph that created them
   * @returns why the field cannot be bound; undefined if it was
   */
  function bindField(
    field: GraphQLField<unknown, unknown>,
    { type, isRoot, marked }: { readonly type: string; readonly isRoot: boolean; readonly marked: boolean },
  ): string | undefined {
    const path = `${type}.${field.name}`;
    const names = owners.ofField(type, field.name);
    const own = names.map((name): Resolver | undefined => fieldResolverOf(subgraphs.get(name), type, field.name));
    const resolvers = new Map(
      names.map((name, index): [string, Resolver] => {
        const resolve = own[index] ?? defaultFieldResolver;
        return [name, marked ? (...parameters) => entities.mark(resolve(...parameters), name) : resolve];
      }),
    );
    const [[first, resolve] = ['', defaultFieldResolver]] = resolvers;
    if (!isRoot && entities.isSpread(type)) {
      field.resolve = entities.resolverOf(type, field.name, resolvers);
      return undefined;
    }
    if (isRoot && own.includes(undefined)) return `nothing resolves ${path}`;
    // A parent may come from any subgraph that has the type, so all of them must resolve the field in the same way.
    if (!isRoot && names.length < owners.ofType(type).length) return `${path} belongs to one of several subgraphs that have ${type}`;
    if (new Set(own).size > 1) return `several subgraphs have ${path} and resolve it`;
    if (own[0] === undefined && !marked) return undefined;
    if (marked && names.length > 1) {
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
}

/**
 * Returns the types whose objects are marked with the subgraph that created them: entities whose fields belong to several
 * subgraphs, and values that several subgraphs share and that lead to such entities.
 */
function markedTypesOf(schema: GraphQLSchema, { owners }: EntityParts, isSpread: (type: string) => boolean): ReadonlySet<string> {
  const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
  const marked = new Set(objects.filter(({ name }) => isSpread(name)).map(({ name }) => name));
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

function asEngineResult({ data, errors }: ExecutionResult): EngineResult {
  return errors === undefined ? { data: data ?? null } : { data: data ?? null, errors: withObjectErrors(errors) };
}

/** Reports the error of an object that could not be loaded once, at the object, instead of at each of its fields. */
function withObjectErrors(errors: readonly GraphQLError[]): EngineError[] {
  const reported = new Set<string>();
  return errors.flatMap((error): readonly EngineError[] => {
    if (!(error.originalError instanceof EntityLoadError)) return [error];
    const { cause } = error.originalError;
    const originalError = cause instanceof Error ? cause : new Error(String(cause));
    const { message } = originalError;
    const path = error.path?.slice(0, -1) ?? [];
    const key = JSON.stringify([path, message]);
    if (reported.has(key)) return [];
    reported.add(key);
    // graphql-js creates the error, so that it has the code of the cause.
    return [new GraphQLError(message, { path, originalError })];
  });
}
