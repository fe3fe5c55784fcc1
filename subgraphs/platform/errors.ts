/** A row of the error table. */
export interface ErrorEntry {
  /** HTTP status when the error ends a request. */
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** What the caller can do about the error. */
  readonly remedy: string;
}

/** All error codes that leave Landfall, as GraphQL `extensions.code` or with a status of `/dcsa`. */
export const errorTable = {
  UNAUTHENTICATED: { status: 401, retryable: false, remedy: 'Send a valid token or API key; if the token has expired, send a new one.' },
  FORBIDDEN: { status: 403, retryable: false, remedy: 'Ask the operator for the right that the message names.' },
  ENTITLEMENT_CHANGED: {
    status: 409,
    retryable: true,
    remedy:
      'Read a snapshot and subscribe again, or subscribe from the start: a cursor is valid only for the rights under which it was issued.',
  },
  PUSH_UNAUTHENTICATED: { status: 401, retryable: false, remedy: 'Send the credential that is configured for this partner.' },
  PUSH_FORBIDDEN: { status: 403, retryable: false, remedy: 'Ask the operator to enable this standard for the partner.' },
  PUSH_INVALID: { status: 400, retryable: false, remedy: 'Correct the request according to the feedback and send it again.' },
  PUSH_TOO_LARGE: { status: 413, retryable: false, remedy: 'Split the list over several requests.' },
  PUSH_MEDIA_TYPE: { status: 415, retryable: false, remedy: 'Send application/json in UTF-8, plain or gzip.' },
  PUSH_BUSY: {
    status: 503,
    retryable: true,
    remedy: 'Nothing was stored. Send the request again after the time in Retry-After; smaller requests wait for a shorter time.',
  },
  PUSH_TOO_SLOW: { status: 408, retryable: true, remedy: 'Send the whole body within the time limit.' },
  PUBLISH_FORBIDDEN: { status: 403, retryable: false, remedy: 'Ask the operator for a `publish` section in the file of this partner.' },
  PUBLISH_INVALID: { status: 400, retryable: false, remedy: 'Correct the path, query parameters or headers that the message names.' },
  PUBLISH_URL_TOO_LONG: { status: 414, retryable: false, remedy: 'Send several requests with fewer references each.' },
  PUBLISH_TIMEOUT: {
    status: 503,
    retryable: true,
    remedy: 'Send the request again; answers that arrived late are stored and returned at once.',
  },
  ROUTE_UNKNOWN: { status: 404, retryable: false, remedy: 'Use one of the paths of the standard.' },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, remedy: 'Use a method named in the Allow header.' },
  GRAPHQL_PARSE_FAILED: { status: 400, retryable: false, remedy: 'Correct the syntax of the operation.' },
  GRAPHQL_VALIDATION_FAILED: { status: 400, retryable: false, remedy: 'Correct the operation; the message names the field.' },
  OPERATION_TOO_LARGE: { status: 400, retryable: false, remedy: 'Reduce the size of the operation; the message names the limit.' },
  DOCUMENT_NOT_TRUSTED: { status: 403, retryable: false, remedy: 'Send the id of a document in the operator’s manifest.' },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    status: 200,
    retryable: false,
    remedy: 'Send the query itself, as Apollo Client does by itself. Automatic persisted queries are not stored.',
  },
  RATE_LIMITED: { status: 429, retryable: true, remedy: 'Wait for the time in Retry-After or in the message.' },
  TOO_MANY_OPERATIONS: {
    status: 429,
    retryable: false,
    remedy: 'End another operation of this websocket first, or open a second websocket.',
  },
  BAD_USER_INPUT: { status: 400, retryable: false, remedy: 'Correct the argument that the message names.' },
  BAD_REQUEST: { status: 400, retryable: false, remedy: 'Send a request that conforms to GraphQL over HTTP.' },
  CURSOR_INVALID: { status: 400, retryable: false, remedy: 'Use a cursor exactly as it was returned, with the same arguments.' },
  CURSOR_EXPIRED: { status: 410, retryable: false, remedy: 'Start again from the first page.' },
  NOT_FOUND: { status: 404, retryable: false, remedy: 'Check the identifier.' },
  STORE_UNAVAILABLE: { status: 503, retryable: true, remedy: 'Nothing was written. Send the request again later.' },
  STORE_DAMAGED: {
    status: 503,
    retryable: true,
    remedy: 'Nothing was written. Send the request again once the operator has restored the data.',
  },
  PLAN_FAILED: {
    status: 500,
    retryable: false,
    remedy: 'The query planner cannot plan the operation. Divide it or change it, and report it to the operator.',
  },
  SUBGRAPH_UNAVAILABLE: { status: 502, retryable: true, remedy: 'A subgraph did not answer. Try again later.' },
  UPSTREAM_TIMEOUT: { status: 504, retryable: true, remedy: 'The partner did not answer in time. Try again later.' },
  UPSTREAM_BUSY: { status: 503, retryable: true, remedy: 'The partner accepts no requests now. Try again after `retryAt`.' },
  UPSTREAM_UNREACHABLE: { status: 502, retryable: true, remedy: 'The partner could not be reached. Try again later.' },
  UPSTREAM_NAME_UNKNOWN: { status: 502, retryable: true, remedy: 'The host name of the partner cannot be resolved. Ask the operator.' },
  UPSTREAM_CONNECTION_REFUSED: { status: 502, retryable: true, remedy: 'No server listens at the partner’s address. Try again later.' },
  UPSTREAM_TLS: {
    status: 502,
    retryable: false,
    remedy: 'The TLS connection to the partner failed, usually because of its certificate. Ask the operator.',
  },
  UPSTREAM_REJECTED: { status: 502, retryable: false, remedy: 'The partner rejected the request. Ask the operator.' },
  UPSTREAM_SHAPE: {
    status: 502,
    retryable: false,
    remedy: 'The answer of the partner does not conform to the standard. Ask the operator.',
  },
  CONFIG_INVALID: { status: 500, retryable: false, remedy: 'Correct the settings that the message lists.' },
  SHUTTING_DOWN: { status: 503, retryable: true, remedy: 'Connect again; another process will answer.' },
  INTERNAL: { status: 500, retryable: true, remedy: 'Report the request id to the operator.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;

/** An error whose code and message may be shown to a caller. Confidential details belong in `cause`. */
export class LandfallError extends Error {
  readonly code: ErrorCode;
  readonly #status: number | undefined;

  /** @param options.status HTTP status of a malformed request. Default: that of the error table */
  constructor(code: ErrorCode, message: string, { status, ...options }: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.name = 'LandfallError';
    this.code = code;
    this.#status = status;
  }

  /** The `extensions` of the GraphQL error, which graphql-js reads from here. */
  get extensions(): { code: ErrorCode } {
    return { code: this.code };
  }

  get status(): number {
    return this.#status ?? errorTable[this.code].status;
  }
}

/** Thrown when the caller has to wait before the next request. */
export class RateLimitedError extends LandfallError {
  /** Time until the next request, in seconds. */
  readonly retryAfter: number;

  constructor(rule: string, retryAfter: number) {
    super('RATE_LIMITED', `${rule} Try again in ${retryAfter} s.`);
    this.name = 'RateLimitedError';
    this.retryAfter = retryAfter;
  }
}

/** Thrown when the store could not be reached or could not make a write durable. No partial write remains. */
export class StoreUnavailableError extends LandfallError {
  constructor(cause: unknown) {
    super('STORE_UNAVAILABLE', 'The store is not available.', { cause });
  }
}

/** Thrown when a partner accepts no requests now, or must not be sent any. */
export class UpstreamBusyError extends LandfallError {
  /** Time of the next request, in milliseconds since 1970; undefined when unknown. */
  readonly retryAt: number | undefined;

  constructor(message: string, { retryAt, cause }: { readonly retryAt?: number | undefined; readonly cause?: unknown } = {}) {
    super('UPSTREAM_BUSY', message, cause === undefined ? {} : { cause });
    this.retryAt = retryAt;
  }
}

/** Codes of failed connections, which may succeed later. */
export const unreachableCodes: ReadonlySet<ErrorCode> = new Set([
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_NAME_UNKNOWN',
  'UPSTREAM_CONNECTION_REFUSED',
  'UPSTREAM_TLS',
]);

/** Thrown when the store does not contain what was written. It is no longer read or written. */
export class StoreDamagedError extends LandfallError {
  constructor(cause: unknown) {
    super('STORE_DAMAGED', 'The store is damaged and must be restored.', { cause });
  }
}

/** Creates the error for an attribute of a filter that violates this rule. */
export function badFilter(name: string, rule: string): LandfallError {
  return new LandfallError('BAD_USER_INPUT', `Filter ${name}: ${rule}.`);
}

/** Returns a LandfallError unchanged, and any other error as INTERNAL. */
export function asLandfallError(error: unknown): LandfallError {
  if (error instanceof LandfallError) return error;
  return new LandfallError('INTERNAL', 'An internal error occurred.', { cause: error });
}
