import type { GraphqlError } from './document.ts';

/**
 * How to react to an error. `transient`: retrying may help. `unauthenticated`: a fresh credential may help. `fatal`: retrying
 * does not help.
 */
export type ErrorKind = 'transient' | 'unauthenticated' | 'fatal';

/**
 * The error of a query or subscription, or the reason why the client reconnects. `code` is the server's (`docs/errors.md`) or
 * one of the client's: `CONNECTION_LOST`, `TOKEN_UNAVAILABLE` (the token provider failed), `ANSWER_SHAPE` (the response is not
 * a GraphQL response, or an event lacks `cursor` or `missed`), `LOG_UNKNOWN` (the client does not know the subscription field).
 */
export class LandfallClientError extends Error {
  readonly code: string;
  readonly kind: ErrorKind;
  /** The errors of the GraphQL response, if there was one. */
  readonly errors: readonly GraphqlError[];

  constructor(
    code: string,
    message: string,
    options: { readonly kind: ErrorKind; readonly errors?: readonly GraphqlError[]; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.name = 'LandfallClientError';
    this.code = code;
    this.kind = options.kind;
    this.errors = options.errors ?? [];
  }
}

/** Returns the error of a connection that was closed or could not be opened. */
export function connectionLost(reason: string, cause?: unknown): LandfallClientError {
  return new LandfallClientError('CONNECTION_LOST', `The connection was lost: ${reason}.`, { kind: 'transient', cause });
}

export function answerShape(message: string): LandfallClientError {
  return new LandfallClientError('ANSWER_SHAPE', message, { kind: 'fatal' });
}

/** Codes of the server whose cause is temporary. */
const transientCodes: ReadonlySet<string> = new Set([
  'RATE_LIMITED',
  'STORE_UNAVAILABLE',
  'STORE_DAMAGED',
  'SUBGRAPH_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_BUSY',
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_NAME_UNKNOWN',
  'UPSTREAM_CONNECTION_REFUSED',
  'SHUTTING_DOWN',
  'INTERNAL',
]);

/** Returns the error of a response without data. */
export function errorOf(errors: readonly GraphqlError[]): LandfallClientError {
  const [first] = errors;
  if (first === undefined) return answerShape('The answer has neither data nor errors.');
  const code = first.extensions?.code ?? 'INTERNAL';
  const kind = code === 'UNAUTHENTICATED' ? 'unauthenticated' : transientCodes.has(code) ? 'transient' : 'fatal';
  return new LandfallClientError(code, first.message, { kind, errors });
}

/** Close codes that report an error of the client; all others are transient. */
const fatalCloseCodes: ReadonlyMap<number, string> = new Map([
  [1009, 'OPERATION_TOO_LARGE'],
  [4400, 'BAD_REQUEST'],
  [4406, 'BAD_REQUEST'],
  [4409, 'BAD_REQUEST'],
  [4429, 'BAD_REQUEST'],
]);

/** Returns the error of a closed websocket. Landfall closes with 4403 for an invalid and for an expired credential. */
export function errorOfClose(closeCode: number, reason: string): LandfallClientError {
  if (closeCode === 4401 || closeCode === 4403)
    return new LandfallClientError('UNAUTHENTICATED', reason || 'The credential was rejected.', { kind: 'unauthenticated' });
  const code = fatalCloseCodes.get(closeCode);
  if (code !== undefined) return new LandfallClientError(code, `The server closed the socket: ${closeCode} ${reason}`, { kind: 'fatal' });
  return connectionLost(`closed with ${closeCode}${reason && ` ${reason}`}`);
}

/** Returns the error of an HTTP status, for responses whose body has none. */
export function errorOfStatus(status: number): LandfallClientError {
  if (status === 401) return new LandfallClientError('UNAUTHENTICATED', 'The credential was rejected.', { kind: 'unauthenticated' });
  if (status >= 500 || status === 408 || status === 429) return connectionLost(`answered with HTTP status ${status}`);
  return new LandfallClientError('BAD_REQUEST', `The server answered with HTTP status ${status}.`, { kind: 'fatal' });
}
