import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import { packageRoot } from '../package-root.ts';
import type { Subgraph } from './subgraph.ts';

/** Makes the SDL and the resolvers of a subgraph that is served apart a schema, with what routers ask it for. */
export function openSubgraphSchema({ name, resolvers }: Pick<Subgraph, 'name' | 'resolvers'>): GraphQLSchema {
  const typeDefs = parse(readFileSync(join(packageRoot, 'schema', `${name}.graphql`), 'utf8'));
  return buildSubgraphSchema([{ typeDefs, resolvers: resolvers as never }]);
}
