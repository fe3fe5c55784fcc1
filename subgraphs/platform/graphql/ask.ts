import type { Caller } from '../access/entitlement.ts';
import type { EngineError, Variables } from './engine.ts';

/** A query that one subgraph asks the others. */
export interface AskRequest {
  /** The text of one query. Equal texts are parsed once. */
  readonly document: string;
  readonly variables: Variables;
  /** Its rights restrict the answer; its quota pays for requests to partners. */
  readonly caller: Caller;
  readonly signal?: AbortSignal | undefined;
}

/** The answer: `data` is null when an error reached the root. */
export interface Asked {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly EngineError[];
}

/**
 * Asks the other subgraphs of the deployment by GraphQL: in one process the compiled engine, in distributed mode an engine over
 * their addresses. Never rejects because of data.
 */
export type Ask = (request: AskRequest) => Promise<Asked>;
