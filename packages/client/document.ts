/**
 * A GraphQL document with the types of its result and variables. GraphQL Code Generator writes such documents with
 * `documentMode: 'string'`; a plain string is one with unknown types.
 */
export interface TypedDocument<Result, Variables> {
  toString(): string;
  /** Never set; it only carries the types. */
  readonly __apiType?: (variables: Variables) => Result;
}

/** One error of a GraphQL response. */
export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string; readonly requestId?: string };
}

/** The result of a query. It may be partial: fields that failed are null, and `errors` has the reasons. */
export interface QueryResult<Result> {
  readonly data: Result;
  readonly errors: readonly GraphqlError[];
}

/** Events that can no longer be read: those after `from`, up to and including `to`. */
export interface MissedEvents {
  readonly from: string | null;
  readonly to: string | null;
  /**
   * Number of events of the log in the gap, including those that the subscription would not have received; null if
   * unknown.
   */
  readonly count: number | null;
  /** `RETENTION` or `LOG_RESET`. */
  readonly reason: string;
}
