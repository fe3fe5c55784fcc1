import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLResolveInfo, type GraphQLScalarType } from 'graphql';
import type { Caller } from '#platform/access/entitlement.ts';
import { andThen } from '#platform/graphql/compiler.ts';
import type { EngineRequest } from '#platform/graphql/engine.ts';
import type { Owners } from '../supergraph/supergraph.ts';
import { isOurs, type UnknownMatches } from './lost-parts.ts';

/** An entity that another subgraph could not load; `cause` is the reason. It is an error of the entity, not of its fields. */
export class EntityLoadError extends Error {}

/** State that the fields of one execution share. */
export interface RequestScope {
  /** Returns the context of a subgraph's resolvers, which is created when the first of them runs. */
  contextOf(subgraph: string): unknown;
  /** Entities that have been loaded: by the function that loads them, and by the object of the other subgraph. */
  readonly loaded: Map<unknown, Map<object, unknown>>;
}

export type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** The parts needed to load entities. */
export interface EntityParts {
  readonly owners: Owners;
  readonly subgraphs: ReadonlyMap<string, LocalSubgraph>;
  readonly matches: UnknownMatches;
  /** Called once for each failure that made match sets unknown. */
  readonly onUnknown: (cause: unknown) => void;
}

/** Replaces a match set that could not be loaded. */
const unknownMatch = Symbol('unknown match set');

/**
 * Prepares the loading of entities whose fields belong to several subgraphs of one process. An object of one subgraph
 * cannot be the parent in a resolver of another. That subgraph first loads its own object by the key through its reference
 * resolver, as if a router had requested it, once per object and request. All fields of one level are resolved in the same
 * tick, so a page of objects is loaded in one batch. A reference resolver throws for an unknown key, because routers
 * interpret null differently.
 */
export function createEntities({ owners, subgraphs, matches, onUnknown }: EntityParts) {
  const spread = new Set(owners.types.filter((type) => owners.isEntity(type) && owners.hasOwnFields(type)));
  const origins = new WeakMap<object, string>();
  const { keys, ways, issues } = waysOf(owners, spread);

  /** All match sets of a page fail for one cause, which is reported once. */
  const reported = new WeakSet<object>();
  function report(cause: unknown): void {
    if (reported.has(Object(cause))) return;
    reported.add(Object(cause));
    onUnknown(cause);
  }

  /** Records which subgraph created a value, or the objects in a list. */
  function mark(value: unknown, subgraph: string): unknown {
    if (value instanceof Promise) return value.then((resolved) => mark(resolved, subgraph));
    if (Array.isArray(value)) return markEach(value, subgraph);
    if (typeof value === 'object' && value !== null) origins.set(value, subgraph);
    return value;
  }

  /** Returns the same list unless it has promises, which are replaced by promises of marked values. */
  function markEach(values: readonly unknown[], subgraph: string): readonly unknown[] {
    let marked: unknown[] | undefined;
    for (const [index, value] of values.entries()) {
      const own = mark(value, subgraph);
      if (own === value) continue;
      marked ??= [...values];
      marked[index] = own;
    }
    return marked ?? values;
  }

  const loaders = new Map<string, LoadEntity>();
  function loaderOf(type: string, subgraph: string): LoadEntity {
    const name = `${subgraph} ${type}`;
    const load = loaders.get(name) ?? createLoader(type, subgraph);
    loaders.set(name, load);
    return load;
  }

  function createLoader(type: string, subgraph: string): LoadEntity {
    const name = `${subgraph} ${type}`;
    const readUnmarked = createKeyReader(type, { key: keys.get(name) ?? '' });
    const readers = new Map(
      owners.ofType(type).map((origin) => {
        const way = ways.get(`${origin} ${name}`);
        return [origin, way === undefined ? readUnmarked : createKeyReader(type, way, origin)];
      }),
    );
    const resolveReference = fieldResolverOf<ReferenceResolver>(subgraphs.get(subgraph), type, '__resolveReference');
    const resolve = (reference: unknown, scope: RequestScope, info: GraphQLResolveInfo) =>
      reference === unknownMatch || resolveReference === undefined
        ? reference
        : resolveReference(reference, scope.contextOf(subgraph), info);
    const fail = (cause: unknown) => {
      if (!matches.isMatchSet(type) || !isOurs(Object(cause))) throw new EntityLoadError('an entity could not be loaded', { cause });
      report(cause);
      return unknownMatch;
    };
    return (object, scope, info, origin = origins.get(object) ?? '') => {
      const readKey = readers.get(origin) ?? readUnmarked;
      try {
        const reference = readKey(object, scope, info);
        const found =
          reference instanceof Promise ? reference.then((known) => resolve(known, scope, info)) : resolve(reference, scope, info);
        return found instanceof Promise ? found.catch(fail) : found;
      } catch (cause) {
        return fail(cause);
      }
    };
  }

  /** Loads an object once per request. */
  function loadOnce(load: LoadEntity, object: object, scope: RequestScope, info: GraphQLResolveInfo): unknown {
    let cached = scope.loaded.get(load);
    if (cached === undefined) {
      cached = new Map();
      scope.loaded.set(load, cached);
    }
    const known = cached.get(object);
    if (known !== undefined) return known;
    const found = load(object, scope, info);
    cached.set(object, found);
    return found;
  }

  /**
   * Creates a function that returns the key that a subgraph needs. It is read by the resolvers of the subgraph that created
   * the object or, if that does not know the key, of a subgraph that shares a key with both. They read neither arguments
   * nor the path, so they get the `info` of the field that is being resolved.
   */
  function createKeyReader(type: string, { key, via }: Way, origin?: string): ReadKey {
    const reader = via ?? origin;
    const resolve = reader === undefined ? undefined : fieldResolverOf(subgraphs.get(reader), type, key);
    const referenceOf = (value: unknown) => ({ __typename: type, [key]: value });
    const read = (readable: unknown, object: object, scope: RequestScope, info: GraphQLResolveInfo): unknown => {
      if (readable === unknownMatch) {
        const text = matches.valueOf(type, key, object);
        return text === undefined ? unknownMatch : referenceOf(text);
      }
      if (resolve === undefined || reader === undefined) return referenceOf((readable as Readonly<Record<string, unknown>>)[key]);
      return andThen(resolve(readable, {}, scope.contextOf(reader), info), referenceOf);
    };
    if (via === undefined) return (object, scope, info) => read(object, object, scope, info);
    return (object, scope, info) =>
      andThen(loaderOf(type, via)(object, scope, info, origin), (readable) => read(readable, object, scope, info));
  }

  return {
    /**
     * Resolves a field that returns a match set. The set is loaded immediately, so that its fields do not wait for it one
     * by one.
     *
     * @param origin the only subgraph that resolves the field; its objects need not be marked. Absent if there are several
     */
    loadingAhead: (type: string, resolve: Resolver, origin: string | undefined): Resolver => {
      const subgraph = matches.ownerOf(type);
      if (subgraph === undefined) return resolve;
      const load = loaderOf(type, subgraph);
      const loadAhead = (object: unknown, scope: RequestScope, info: GraphQLResolveInfo) => {
        if (typeof object !== 'object' || object === null) return object;
        const from = origin ?? origins.get(object);
        if (from === subgraph) return mark(object, subgraph);
        // An object that cannot be loaded is returned unchanged: its fields report the error.
        const unchanged = () => (from === undefined ? object : mark(object, from));
        const own = (loaded: unknown) => (typeof loaded === 'object' && loaded !== null ? mark(loaded, subgraph) : unchanged());
        try {
          const found = load(object, scope, info, from);
          return found instanceof Promise ? found.then(own, unchanged) : own(found);
        } catch {
          return unchanged();
        }
      };
      return (source, args, scope, info) =>
        andThen(resolve(source, args, scope, info), (object) => loadAhead(object, scope as RequestScope, info));
    },
    /** Returns whether `loadingAhead` loads objects of the type. */
    isLoadedAhead: (type: string) => matches.ownerOf(type) !== undefined,
    /** Returns whether the fields of the type belong to different subgraphs. */
    isSpread: (type: string) => spread.has(type),
    mark,
    /** Returns the subgraph that created a value; undefined if it is not marked. */
    originOf: (value: unknown) => (typeof value === 'object' && value !== null ? origins.get(value) : undefined),
    /** Why entities cannot be loaded. */
    issues,
    /**
     * Resolves a field for a parent that may come from another subgraph.
     *
     * @param resolvers the subgraphs that have the field, with their resolvers
     */
    resolverOf: (type: string, field: string, resolvers: ReadonlyMap<string, Resolver>): Resolver => {
      const [first = ''] = resolvers.keys();
      const load = loaderOf(type, first);
      const firstKey = keys.get(`${first} ${type}`);
      return (source, args, scope, info) => {
        const { contextOf } = scope as RequestScope;
        const object = source as object;
        const origin = origins.get(object);
        const own = origin === undefined ? undefined : resolvers.get(origin);
        if (own !== undefined && origin !== undefined) return own(object, args, contextOf(origin), info);
        // An object that several subgraphs may have created has its key as a plain value.
        if (origin === undefined && field === firstKey) return defaultFieldResolver(object, args, undefined, info);
        const resolve = resolvers.get(first) ?? defaultFieldResolver;
        return andThen(loadOnce(load, object, scope as RequestScope, info), (parent) => {
          if (parent === unknownMatch) return matches.valueOf(type, field, object);
          return parent === null || parent === undefined ? null : resolve(parent, args, contextOf(first), info);
        });
      };
    },
  };
}

/**
 * Returns how entities are loaded: the keys by `subgraph type`, the paths by `origin subgraph type`, and why some cannot
 * be loaded.
 */
function waysOf(owners: Owners, types: Iterable<string>) {
  const issues: string[] = [];
  const keys = new Map<string, string>();
  const ways = new Map<string, Way>();
  for (const type of types) {
    for (const subgraph of owners.ofType(type)) {
      const known = owners.keysOf(type, subgraph);
      if (known.length === 0 || !known.every((key) => /^\w+$/.test(key))) issues.push(`the key of ${type} in ${subgraph} is not one field`);
      keys.set(`${subgraph} ${type}`, known[0] ?? '');
      for (const origin of owners.ofType(type)) {
        const way = origin === subgraph ? undefined : wayBetween(owners, { type, origin, subgraph });
        if (way !== undefined) ways.set(`${origin} ${subgraph} ${type}`, way);
      }
    }
  }
  return { keys, ways, issues };
}

/**
 * The key by which a subgraph loads objects of another one, and the subgraph to read it from if their creator does not
 * know it.
 */
interface Way {
  readonly key: string;
  readonly via?: string | undefined;
}

function wayBetween(owners: Owners, { type, origin, subgraph }: { type: string; origin: string; subgraph: string }): Way | undefined {
  const has = (holder: string, field: string) => owners.ofField(type, field).includes(holder);
  const canLoad = (loader: string) => owners.keysOf(type, loader).some((key) => has(origin, key));
  const known = owners.keysOf(type, subgraph);
  const shared = known.find((key) => has(origin, key));
  if (shared !== undefined) return { key: shared };
  return known
    .map((key): Way => ({ key, via: owners.ofType(type).find((other) => has(other, key) && canLoad(other)) }))
    .find(({ via }) => via !== undefined);
}

/** Loads a subgraph's own object of an entity. @param origin the subgraph that created the object, if it is not marked */
type LoadEntity = (object: object, scope: RequestScope, info: GraphQLResolveInfo, origin?: string) => unknown;

/** Returns the reference by which a subgraph loads an object of another one. */
type ReadKey = (object: object, scope: RequestScope, info: GraphQLResolveInfo) => unknown;

type ReferenceResolver = (reference: unknown, context: unknown, info: GraphQLResolveInfo) => unknown;

/** A subgraph that runs in this process. */
export interface LocalSubgraph {
  /** Its name in the supergraph. */
  readonly name: string;
  /** By type and field, in the form of `@apollo/subgraph`: resolvers of fields, internal values of enums, scalars. */
  readonly resolvers: object;
  /** Creates the context of the subgraph's resolvers; called once per request, when the first of them runs. */
  contextFor(caller: Caller, request: Pick<EngineRequest, 'requestId' | 'signal' | 'rows'>): unknown;
}

/** Returns what a subgraph defines for a type; undefined if all of its fields are read as properties. */
export function typeResolversOf(
  { resolvers }: Pick<LocalSubgraph, 'resolvers'>,
  type: string,
): GraphQLScalarType | Readonly<Record<string, unknown>> | undefined {
  return ownOf<GraphQLScalarType | Readonly<Record<string, unknown>>>(resolvers, type);
}

/**
 * Returns what a subgraph defines for a field, or for a type under `__resolveReference`, `__resolveType` or
 * `__isTypeOf`.
 */
export function fieldResolverOf<Resolver = GraphQLFieldResolver<unknown, unknown>>(
  subgraph: Pick<LocalSubgraph, 'resolvers'> | undefined,
  type: string,
  field: string,
): Resolver | undefined {
  return subgraph && ownOf<Resolver>(typeResolversOf(subgraph, type), field);
}

/** Fields may have names that every object has, such as `constructor`. */
function ownOf<T>(object: object | undefined, name: string): T | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? ((object as Readonly<Record<string, unknown>>)[name] as T) : undefined;
}
