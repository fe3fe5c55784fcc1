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
  return (resolvers as Readonly<Record<string, GraphQLScalarType | Readonly<Record<string, unknown>>>>)[type];
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
  const own = subgraph && (typeResolversOf(subgraph, type) as Readonly<Record<string, unknown>> | undefined);
  return own?.[field] as Resolver | undefined;
}
