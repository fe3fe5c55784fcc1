import type { ErrorCode } from '../errors.ts';

/** How a request below `/dcsa` was answered. */
export interface DcsaAnswered {
  /** Below `/dcsa`. */
  readonly path: string;
  /** Id; undefined where nobody is known by the credential. */
  readonly partner?: string | undefined;
  readonly status: number;
  /** Of the error that refused it. */
  readonly code?: ErrorCode | undefined;
  readonly requestId: string;
  readonly durationMs: number;
}
