import type { GraphqlError } from './document.ts';

/**
 * What an error means for whoever goes on trying. `passing`: trying again may help. `refused`: the credential is not
 * good, a fresh one may be. `final`: trying again does not help.
 */
export type ErrorKind = 'passing' | 'refused' | 'final';

/**
 * Why something ended, or why the client waits. `code` is the server's (`docs/errors.md`) or one of the client's own:
 * `CONNECTION_LOST`, `TOKEN_UNAVAILABLE` (the token provider failed), `ANSWER_SHAPE` (what came is no GraphQL answer,
 * or an event lacks `cursor` or `missed`), `LOG_UNKNOWN` (the subscription's field is none that this client knows).
 */
export class LandfallClientError extends Error {
  readonly code: string;
  readonly kind: ErrorKind;
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

/** The connection is gone, or never came to be. */
export function connectionLost(why: string, cause?: unknown): LandfallClientError {
  return new LandfallClientError('CONNECTION_LOST', `The connection was lost: ${why}.`, { kind: 'passing', cause });
}

export function answerShape(message: string): LandfallClientError {
  return new LandfallClientError('ANSWER_SHAPE', message, { kind: 'final' });
}

/** Codes of the server that tell of a moment, not of the request. */
const passingCodes: ReadonlySet<string> = new Set([
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

/** What the errors of an operation come to that gave no data. */
export function errorOf(errors: readonly GraphqlError[]): LandfallClientError {
  const [first] = errors;
  if (first === undefined) return answerShape('The answer has neither data nor errors.');
  const code = first.extensions?.code ?? 'INTERNAL';
  const kind = code === 'UNAUTHENTICATED' ? 'refused' : passingCodes.has(code) ? 'passing' : 'final';
  return new LandfallClientError(code, first.message, { kind, errors });
}

/** Codes of graphql-ws and of websockets that say that the client itself is at fault; all others pass. */
const finalCloseCodes: ReadonlyMap<number, string> = new Map([
  [1009, 'OPERATION_TOO_LARGE'],
  [4400, 'BAD_REQUEST'],
  [4406, 'BAD_REQUEST'],
  [4409, 'BAD_REQUEST'],
]);

/** What the end of a websocket comes to. Landfall says 4403 of a credential that is not good, and of one that has ended. */
export function errorOfClose(closeCode: number, reason: string): LandfallClientError {
  if (closeCode === 4401 || closeCode === 4403)
    return new LandfallClientError('UNAUTHENTICATED', reason || 'The credential was refused.', { kind: 'refused' });
  const code = finalCloseCodes.get(closeCode);
  if (code !== undefined) return new LandfallClientError(code, `The server closed the socket: ${closeCode} ${reason}`, { kind: 'final' });
  return connectionLost(`closed with ${closeCode}${reason && ` ${reason}`}`);
}

/** What an HTTP status comes to where the body says nothing better. */
export function errorOfStatus(status: number): LandfallClientError {
  if (status === 401) return new LandfallClientError('UNAUTHENTICATED', 'The credential was refused.', { kind: 'refused' });
  if (status >= 500 || status === 408 || status === 429) return connectionLost(`answered with HTTP status ${status}`);
  return new LandfallClientError('BAD_REQUEST', `The server answered with HTTP status ${status}.`, { kind: 'final' });
}
