import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import { type DocumentNode, execute, type GraphQLSchema, type OperationDefinitionNode, printSchema } from 'graphql';
import { createCompiler } from '../graphql/compiler.ts';
import type { ValidatedOperation } from '../graphql/engine.ts';
import type { Logger } from '../logger.ts';

/** The option by which Apollo Server takes a schema together with its executor. */
export type SchemaWithExecutor = NonNullable<ApolloServerOptionsWithGateway<object>['gateway']>;

/** Executes repeated operations over a schema by compiled code. The documents of a gateway's plans are few. */
export function createSchemaWithExecutor(schema: GraphQLSchema, logger: Pick<Logger, 'warn'>): SchemaWithExecutor {
  const compiler = createCompiler(() => ({ schema }), logger);
  // The server returns the same document for the same text.
  const operations = new WeakMap<DocumentNode, ValidatedOperation>();
  const operationOf = (document: DocumentNode, definition: OperationDefinitionNode): ValidatedOperation => {
    const known = operations.get(document);
    if (known?.definition === definition) return known;
    const operation = { document, definition, kind: definition.operation };
    operations.set(document, operation);
    return operation;
  };
  return {
    onSchemaLoadOrUpdate: (take) => {
      take({ apiSchema: schema, coreSupergraphSdl: printSchema(schema) });
      return () => {};
    },
    load: async () => ({
      executor: async ({ document, operation: definition, operationName, request: { variables = {} }, context }) => {
        // A document with several operations is not compiled: its text is not that of one operation.
        const isOnly = document.definitions.filter(({ kind }) => kind === definition.kind).length === 1;
        const compiled = isOnly ? compiler.find(operationOf(document, definition), variables) : undefined;
        if (compiled !== undefined) return compiled.run(undefined, context, variables);
        return execute({ schema, document, operationName, variableValues: variables, contextValue: context });
      },
    }),
    stop: async () => {},
  };
}
