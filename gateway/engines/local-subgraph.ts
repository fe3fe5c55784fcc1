import type { GraphQLFieldResolver, GraphQLScalarType } from 'graphql';
import type { Caller } from '#platform/access/entitlement.ts';
import type { EngineRequest } from '#platform/graphql/engine.ts';

/** A subgraph that lives in this process. */
export interface LocalSubgraph {
  /** As in the supergraph. */
  readonly name: string;
  /** By type and field, as `@apollo/subgraph` takes them: functions of fields, inner values of enums, scalars. */
  readonly resolvers: object;
  /** Makes what the subgraph's resolvers get as their context; called once per request, when the first of them runs. */
  contextFor(caller: Caller, request: Pick<EngineRequest, 'requestId' | 'signal' | 'rows'>): unknown;
}

/** What a subgraph has for a type; undefined where all of it is read as it stands. */
export function typeResolversOf(
  { resolvers }: Pick<LocalSubgraph, 'resolvers'>,
  type: string,
): GraphQLScalarType | Readonly<Record<string, unknown>> | undefined {
  return (resolvers as Readonly<Record<string, GraphQLScalarType | Readonly<Record<string, unknown>>>>)[type];
}

/** What a subgraph has for a field, or for a type under one of the names `__resolveReference`, `__resolveType`, `__isTypeOf`. */
export function fieldResolverOf<Resolver = GraphQLFieldResolver<unknown, unknown>>(
  subgraph: Pick<LocalSubgraph, 'resolvers'> | undefined,
  type: string,
  field: string,
): Resolver | undefined {
  const own = subgraph && (typeResolversOf(subgraph, type) as Readonly<Record<string, unknown>> | undefined);
  return own?.[field] as Resolver | undefined;
}
