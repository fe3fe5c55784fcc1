import { GraphQLError, type SourceLocation } from 'graphql';
import { asLandfallError, type ErrorCode, errorTable } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { EngineError } from './engine.ts';

/** An error in a response to a client. */
export interface ClientError {
  readonly message: string;
  /** Only for errors in the query text. */
  readonly locations?: readonly SourceLocation[];
  readonly path?: readonly (string | number)[];
  /** `requestId` is set for `INTERNAL`, to find the cause in the log. */
  readonly extensions: { readonly code: ErrorCode; readonly requestId?: string };
}

export interface ErrorScope {
  readonly requestId: string;
  readonly logger: Pick<Logger, 'error'>;
}

/** Codes of errors in the query text. */
const codesWithLocations: ReadonlySet<ErrorCode> = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED']);

/** Maximum number of causes that are logged for one result, because a page of failing rows repeats one cause. */
const maxLoggedCauses = 3;

/**
 * Formats errors for clients. Errors with a code of the error table keep code and message; all others become `INTERNAL`, and
 * their cause is logged.
 */
export function toClientErrors(errors: readonly EngineError[], scope: ErrorScope): ClientError[] {
  let logged = 0;
  return errors.map((error) => {
    const code = codeOf(error);
    if (code !== 'INTERNAL') return clientErrorOf(error, code);
    if (logged++ < maxLoggedCauses) {
      const cause = error.originalError ?? error;
      scope.logger.error({ err: cause, requestId: scope.requestId, path: error.path }, 'an operation failed');
    }
    const { message } = asLandfallError(undefined);
    const extensions = { code, requestId: scope.requestId };
    return { message, ...(error.path === undefined ? {} : { path: error.path }), extensions };
  });
}

/** Formats an exception outside of any field for clients. */
export function toClientError(error: unknown, scope: ErrorScope): ClientError {
  const { message, extensions, cause } = asLandfallError(error);
  const originalError = cause instanceof Error ? cause : undefined;
  const [shown] = toClientErrors([{ message, extensions, originalError }], scope);
  return shown ?? { message, extensions };
}

/** Creates the error of a request that is rejected before execution. */
export function refusal(code: ErrorCode, message: string, cause?: GraphQLError): GraphQLError {
  const { nodes = null, source = null, positions = null } = cause ?? {};
  return new GraphQLError(message, { nodes, source, positions, extensions: { code } });
}

/** Returns the code of an error; `INTERNAL` for codes that are not in the error table. */
export function codeOf(error: EngineError): ErrorCode {
  const code = error.extensions?.['code'];
  return typeof code === 'string' && Object.hasOwn(errorTable, code) ? (code as ErrorCode) : 'INTERNAL';
}

function clientErrorOf(error: EngineError, code: ErrorCode): ClientError {
  const { path, locations } = error;
  return {
    message: error.message,
    ...(locations !== undefined && codesWithLocations.has(code) ? { locations } : {}),
    ...(path === undefined ? {} : { path }),
    extensions: { code },
  };
}
