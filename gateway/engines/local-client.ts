import { execute, GraphQLError, type GraphQLSchema } from 'graphql';
import { asLandfallError } from '#platform/errors.ts';
import type { Subgraph } from '#platform/process/subgraph.ts';
import type { SubgraphClient } from './subgraph-client.ts';

/**
 * Creates the client of a subgraph that runs in this process next to a federated engine, so that its requests need no
 * address.
 */
export function createLocalClient({
  schema,
  contextFor,
}: Pick<Subgraph, 'contextFor'> & { readonly schema: GraphQLSchema }): SubgraphClient {
  return {
    fetch: async ({ document, variables, caller, rows }) => {
      const { data, errors } = await execute({ schema, document, variableValues: variables, contextValue: contextFor(caller, { rows }) });
      // Copied to plain objects, because answers of other subgraphs are merged into them.
      const answer = { data: structuredClone(data ?? null) as Record<string, unknown> | null };
      return errors === undefined ? answer : { ...answer, errors: errors.map(asAnswered) };
    },
    isReady: async () => true,
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Converts an error to the form in which it would arrive from another process. */
function asAnswered({ message, path, extensions, originalError }: GraphQLError): GraphQLError {
  const { code } = originalError === undefined ? extensions : asLandfallError(originalError).extensions;
  return new GraphQLError(message, { path: path ?? null, extensions: { code } });
}
