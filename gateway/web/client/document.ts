/**
 * The text of one operation, with the types of its answer and of its variables. What GraphQL Code Generator writes with
 * `documentMode: 'string'` is one, a plain string is one of unknown types.
 */
export interface Document<Result, Variables> {
  toString(): string;
  /** Never set: carries the types. */
  readonly __apiType?: (variables: Variables) => Result;
}

/** One error of an answer. */
export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string; readonly requestId?: string };
}

/** An answer, which may be a partial one: what could not be had is null, and `errors` say why. */
export interface Answer<Result> {
  readonly data: Result;
  readonly errors: readonly GraphqlError[];
}

/** What is gone from a log: the events behind `from`, up to and with `to`. */
export interface Missed {
  readonly from: string | null;
  readonly to: string | null;
  /** How many numbers of the log the gap holds, other subscribers' included; null when that is not known. */
  readonly count: number | null;
  /** `RETENTION` or `LOG_RESET`. */
  readonly reason: string;
}
