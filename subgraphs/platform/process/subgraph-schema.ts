import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import { packageRoot } from '../package-root.ts';
import type { Subgraph } from './subgraph.ts';

/** Builds the executable schema of a subgraph in distributed mode, with the fields that routers need. */
export function openSubgraphSchema({ name, resolvers }: Pick<Subgraph, 'name' | 'resolvers'>): GraphQLSchema {
  const typeDefs = parse(readFileSync(join(packageRoot, 'schema', `${name}.graphql`), 'utf8'));
  return buildSubgraphSchema([{ typeDefs, resolvers: resolvers as never }]);
}
