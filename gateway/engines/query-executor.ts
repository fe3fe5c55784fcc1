import { Kind, parse } from 'graphql';
import type { Engine, ValidatedOperation } from '#platform/graphql/engine.ts';
import type { ExecuteQuery } from '#platform/graphql/execute-query.ts';

/**
 * Creates the function by which a subgraph of this process queries the others, bypassing the limits of clients. Its
 * queries are part of the program, so there are few of them and they are valid.
 */
export function createQueryExecutor(engine: Pick<Engine, 'execute'>): ExecuteQuery {
  const operations = new Map<string, ValidatedOperation>();
  let requests = 0;
  return async ({ document: text, variables, caller, signal }) => {
    const operation = operations.get(text) ?? operationOf(text);
    operations.set(text, operation);
    requests += 1;
    const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
    const { data, errors = [] } = await engine.execute({ operation, variables: given, caller, requestId: `query-${requests}`, signal });
    return { data, errors };
  };
}

function operationOf(text: string): ValidatedOperation {
  const document = parse(text, { noLocation: true });
  const definition = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  if (definition === undefined) throw new Error('expected an operation in the document');
  return { document, definition, kind: 'query' };
}
