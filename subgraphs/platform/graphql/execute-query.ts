import { Kind, parse } from 'graphql';
import type { Caller } from '../access/entitlement.ts';
import type { Engine, ValidatedOperation, Variables } from './engine.ts';

/** A query from one subgraph to the others. */
interface QueryRequest {
  /** The text of one query. Equal texts are parsed once. */
  readonly document: string;
  readonly variables: Variables;
  /** The caller, whose rights restrict the answer and whose quota is charged for requests to partners. */
  readonly caller: Caller;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Queries the other subgraphs of the deployment by GraphQL: in one process with the compiled engine, in distributed
 * mode with an engine over their addresses. Never rejects because of data, which is null when an error reached the root.
 */
export type ExecuteQuery = ReturnType<typeof createQueryExecutor>;

/**
 * Creates the function by which a subgraph of this process queries the others, bypassing the limits of clients. Its
 * queries are part of the program, so there are few of them and they are valid.
 */
export function createQueryExecutor(engine: Pick<Engine, 'execute'>) {
  const operations = new Map<string, ValidatedOperation>();
  let requests = 0;
  return async ({ document: text, variables, caller, signal }: QueryRequest) => {
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
