import type { GraphQLFieldResolver, GraphQLScalarType } from 'graphql';
import type { Caller } from '#platform/access/entitlement.ts';
import type { EngineRequest } from '#platform/graphql/engine.ts';

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
