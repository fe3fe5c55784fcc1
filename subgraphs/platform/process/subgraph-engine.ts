import { type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import { createCompiler } from '../graphql/compiler.ts';
import type { Engine, EngineResult } from '../graphql/engine.ts';
import type { Logger } from '../logger.ts';
import type { Subgraph } from './subgraph.ts';

/** A subgraph in the form in which an engine executes it. */
export type ExecutableSubgraph = Pick<Subgraph, 'contextFor'> & { readonly schema: GraphQLSchema };

/**
 * Creates the engine of one subgraph, which executes repeated operations by compiled code. The plans of a router have
 * few distinct documents.
 */
export function createSubgraphEngine({ schema, contextFor }: ExecutableSubgraph, logger: Pick<Logger, 'warn'>): Engine {
  const compiler = createCompiler(() => ({ schema }), logger);
  return {
    schema,
    execute: async ({ operation, variables, caller, rows }) => {
      const contextValue = contextFor(caller, { rows });
      const compiled = compiler.find(operation, variables);
      if (compiled !== undefined) return asEngineResult(await compiled.run(undefined, contextValue, variables));
      return asEngineResult(await execute({ schema, document: operation.document, variableValues: variables, contextValue }));
    },
    readiness: async () => ({ away: [], canAnswer: true }),
    [Symbol.asyncDispose]: async () => {},
  };
}

function asEngineResult({ data, errors }: ExecutionResult): EngineResult {
  return errors === undefined ? { data: data ?? null } : { data: data ?? null, errors };
}
