import type { Caller } from '../access/entitlement.ts';
import type { EngineError, Variables } from './engine.ts';

/** A query from one subgraph to the others. */
export interface QueryRequest {
  /** The text of one query. Equal texts are parsed once. */
  readonly document: string;
  readonly variables: Variables;
  /** The caller, whose rights restrict the answer and whose quota is charged for requests to partners. */
  readonly caller: Caller;
  readonly signal?: AbortSignal | undefined;
}

/** The answer; `data` is null when an error reached the root. */
export interface QueryResult {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly EngineError[];
}

/**
 * Queries the other subgraphs of the deployment by GraphQL: in one process with the compiled engine, in distributed
 * mode with an engine over their addresses. Never rejects because of data.
 */
export type ExecuteQuery = (request: QueryRequest) => Promise<QueryResult>;
