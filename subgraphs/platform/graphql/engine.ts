import { type DocumentNode, type GraphQLSchema, getOperationAST, type OperationDefinitionNode, parse, type SourceLocation } from 'graphql';
import type { Caller } from '../access/entitlement.ts';
import type { RowCounter } from '../access/row-counter.ts';

/** An operation that is valid against the API schema and within the limits. */
export interface ValidatedOperation {
  /** The operation and its fragments. The same object for the same text, so that engines can use it as a cache key. */
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** SHA-256 in hex of the text that the client sent, which may contain several operations. */
  readonly textHash?: string | undefined;
}

/** The variables of a request by name. */
export type Variables = Readonly<Record<string, unknown>>;

export interface EngineRequest {
  /** A query or a mutation. */
  readonly operation: ValidatedOperation;
  /** As sent by the client. Checked against the operation's definitions. */
  readonly variables: Variables;
  /** Their values as graphql-js coerces them, if that is known. */
  readonly coerced?: Variables | undefined;
  readonly caller: Caller;
  readonly requestId: string;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Counts the confidential rows of the result. @default not counted */
  readonly rows?: RowCounter | undefined;
}

/** An error at one path of the result, not yet formatted for clients. */
export interface EngineError {
  readonly message: string;
  readonly locations?: readonly SourceLocation[] | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  /** The exception, for the log. */
  readonly originalError?: Error | undefined;
}

/** The result, as graphql-js returns it; `data` is null when an error reached the root. */
export interface EngineResult {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly EngineError[] | undefined;
}

/**
 * Executes operations, with subgraphs in this process or over HTTP. Never rejects because of data: such errors are in
 * `errors`.
 */
export interface Engine extends AsyncDisposable {
  /** The public schema, without federation directives and inaccessible elements. Introspection reads it. */
  readonly schema: GraphQLSchema;
  execute(request: EngineRequest): Promise<EngineResult> | EngineResult;
}

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
  const definition = getOperationAST(document);
  if (!definition) throw new Error('expected an operation in the document');
  return { document, definition, kind: 'query' };
}
