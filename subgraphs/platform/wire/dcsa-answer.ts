import type { ErrorCode } from '../errors.ts';

/** The outcome of a request below `/dcsa`. */
export interface DcsaAnswered {
  /** Below `/dcsa`. */
  readonly path: string;
  /** Id; undefined when the credential identifies no partner. */
  readonly partner?: string | undefined;
  readonly status: number;
  /** Code of the error, if the request was rejected. */
  readonly code?: ErrorCode | undefined;
  readonly requestId: string;
  readonly durationMs: number;
}
