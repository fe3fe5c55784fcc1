import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import { readSubgraphSdl } from '../graphql/subgraph-sdl.ts';
import type { Subgraph } from './subgraph.ts';

/** Builds the executable schema of a subgraph in distributed mode, including the fields that routers need. */
export function openSubgraphSchema({ name, resolvers }: Pick<Subgraph, 'name' | 'resolvers'>): GraphQLSchema {
  const typeDefs = parse(readSubgraphSdl(name));
  return buildSubgraphSchema([{ typeDefs, resolvers: resolvers as never }]);
}
