import type { DocumentNode, GraphQLSchema, OperationDefinitionNode, SourceLocation } from 'graphql';
import type { Caller } from '../access/entitlement.ts';
import type { RowCounter } from '../access/row-counter.ts';

/** An operation that parsed, is valid against the API schema and is within the limits. */
export interface ValidatedOperation {
  /**
   * The operation and the fragments it uses, nothing else. The same object every time the same text comes, so that
   * engines can keep what they made of it.
   */
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** SHA-256 in hex of the text that a client sent, with all its operations. */
  readonly textHash?: string | undefined;
}

/** A value of the variables as the client sent them, by name. */
export type Variables = Readonly<Record<string, unknown>>;

export interface EngineRequest {
  /** A query or a mutation. */
  readonly operation: ValidatedOperation;
  /** As the client sent them; they are known to fit the operation's definitions. */
  readonly variables: Variables;
  readonly caller: Caller;
  readonly requestId: string;
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal | undefined;
  /** Gets to know which confidential rows the result shows. Default: nobody does. */
  readonly rows?: RowCounter | undefined;
}

/** What went wrong at one place of the result; not yet fit for clients. */
export interface EngineError {
  readonly message: string;
  readonly locations?: readonly SourceLocation[] | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  /** What was thrown; for the log. */
  readonly originalError?: Error | undefined;
}

/** As graphql-js gives it: `data` is null when an error reached the root. */
export interface EngineResult {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly EngineError[] | undefined;
}

/** Which subgraphs cannot serve now. */
export interface EngineReadiness {
  /** Names of those that do not answer, or say that they cannot serve. */
  readonly away: readonly string[];
  /** Whether any other is left. */
  readonly canAnswer: boolean;
}

/**
 * What executes operations for the edge. The edge is the same whether the subgraphs live in this process or behind
 * HTTP; what differs is behind this port. An engine never rejects for what the data do: that is in `errors`.
 */
export interface Engine extends AsyncDisposable {
  /** What clients see: no federation machinery, no inaccessible elements. Introspection is answered from it by the edge. */
  readonly schema: GraphQLSchema;
  execute(request: EngineRequest): Promise<EngineResult> | EngineResult;
  /** Looks which subgraphs can serve now. */
  readiness(): Promise<EngineReadiness>;
}
