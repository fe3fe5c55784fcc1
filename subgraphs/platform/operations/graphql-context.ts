import type { GraphQLError } from 'graphql';
import type { RowCounter } from '../access/row-counter.ts';
import type { ValidatedOperation, Variables } from '../graphql/engine.ts';
import type { LogOperation } from '../subscriptions/log-operation.ts';
import type { RequestScope } from '../transports/request-pipeline.ts';

/** The context value of Apollo Server, which all plugins receive. */
export interface GraphqlContext {
  /** The caller and the transport. */
  readonly scope: RequestScope;
  /** Apollo Server copies the context, but not this object. */
  readonly progress: RequestProgress;
}

/** What the phases of one request have found so far. */
export interface RequestProgress {
  readonly startedAt: number;
  /** When the parsing of a document began whose time is charged. */
  parsedFrom?: number | undefined;
  /** Set if the request is rejected before execution. */
  rejection?: readonly GraphQLError[];
  /** Set when all checks of Landfall have passed. */
  accepted?: AcceptedOperation;
  /** Set for a subscription when all plugins have accepted it. */
  stream?: AcceptedOperation & { readonly log: LogOperation };
  /** Counts the confidential rows of the answer, if they are audited. */
  rows?: RowCounter | undefined;
}

/** An operation that may be executed. */
export interface AcceptedOperation {
  readonly operation: ValidatedOperation;
  readonly variables: Variables;
  /** Set for a subscription. */
  readonly log?: LogOperation;
}
