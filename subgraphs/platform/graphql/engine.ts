import type { DocumentNode, GraphQLSchema, OperationDefinitionNode, SourceLocation } from 'graphql';
import type { Caller } from '../access/entitlement.ts';
import type { RowCounter } from '../access/row-counter.ts';

/** An operation that is valid against the API schema and within the limits. */
export interface ValidatedOperation {
  /**
   * The operation and the fragments it uses. The same object for the same text, so that engines can cache by it.
   */
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** SHA-256 in hex of the text that the client sent, with all its operations. */
  readonly textHash?: string | undefined;
}

/** The variables of a request by name. */
export type Variables = Readonly<Record<string, unknown>>;

export interface EngineRequest {
  /** A query or a mutation. */
  readonly operation: ValidatedOperation;
  /** As the client sent them; checked against the operation's definitions. */
  readonly variables: Variables;
  readonly caller: Caller;
  readonly requestId: string;
  /** Aborted when the client has left. */
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

/** The result as of graphql-js: `data` is null when an error reached the root. */
export interface EngineResult {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly EngineError[] | undefined;
}

/** Which subgraphs cannot serve now. */
export interface EngineReadiness {
  /** Names of subgraphs that do not respond or are not ready. */
  readonly away: readonly string[];
  /** Whether any subgraph is left. */
  readonly canAnswer: boolean;
}

/**
 * Executes operations, with subgraphs in this process or over HTTP. It never rejects because of data: such errors are in
 * `errors`.
 */
export interface Engine extends AsyncDisposable {
  /** The public schema, without federation directives and inaccessible elements. Introspection reads it. */
  readonly schema: GraphQLSchema;
  execute(request: EngineRequest): Promise<EngineResult> | EngineResult;
  /** Checks which subgraphs are ready. */
  readiness(): Promise<EngineReadiness>;
}
