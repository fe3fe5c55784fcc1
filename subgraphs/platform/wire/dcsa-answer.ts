import type { ErrorCode } from '../errors.ts';

/** The outcome of a request below `/dcsa`. */
export interface DcsaAnswered {
  /** The path below `/dcsa`. */
  readonly path: string;
  /** Id of the partner; undefined when the credential identifies none. */
  readonly partner?: string | undefined;
  readonly status: number;
  /** Code of the error, if the request was rejected. */
  readonly code?: ErrorCode | undefined;
  readonly requestId: string;
  readonly durationMs: number;
}
