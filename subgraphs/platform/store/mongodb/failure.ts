import { MongoBulkWriteError, MongoError, MongoInvalidArgumentError, MongoParseError, MongoServerError } from 'mongodb';
import { within } from '../../time/clock.ts';
import { type StoreCondition, StoreFailure, storeErrorOf } from '../store-failure.ts';

/** Runs one step against MongoDB within a time limit. */
export type MongoCall = <R>(step: () => Promise<R>) => Promise<R>;

/** MongoDB counts as unavailable after this long without any response. */
const unavailableAfterMs = 2_000;

/** MongoDB counts as recovered after this long without a failure. */
const recoveredAfterMs = 1_000;

/**
 * Creates the wrapper in which every step against MongoDB runs. The driver has no timeout for a whole operation and
 * waits indefinitely for a server that keeps the connection open and does not respond; this wrapper ends each step
 * within `timeoutMs`. While MongoDB is unavailable, one step at a time probes it and all others fail immediately, so
 * that timeouts of successive steps do not add up. A write that ends after its timeout is not undone, because every
 * write of the store can be repeated.
 */
export function createMongoCall({
  timeoutMs,
  condition,
  place = 'MongoDB',
}: {
  readonly timeoutMs: number;
  /** Is notified of every failure and every recovery. */
  readonly condition?: StoreCondition | undefined;
  /** Names the servers in messages for operators. */
  readonly place?: string | undefined;
}): MongoCall {
  let lastAnswerMs = performance.now();
  let lastFailureMs = Number.NEGATIVE_INFINITY;
  let unavailable: StoreFailure | undefined;
  let isProbing = false;

  const answered = (): void => {
    lastAnswerMs = performance.now();
    unavailable = undefined;
    if (lastAnswerMs - lastFailureMs >= recoveredAfterMs) condition?.recovered();
  };
  const failed = (error: unknown): unknown => {
    const failure = mongoFailureOf(error, place);
    if (failure === undefined) return error;
    lastFailureMs = performance.now();
    if (lastFailureMs - lastAnswerMs >= unavailableAfterMs) unavailable = failure;
    condition?.failed(failure);
    return storeErrorOf(failure);
  };

  return async (step) => {
    const probes = unavailable !== undefined;
    if (unavailable !== undefined && isProbing) throw storeErrorOf(unavailable);
    isProbing = probes;
    try {
      const result = await within(timeoutMs, step(), () => {
        throw new MongoAwayError('NoAnswer', `none within ${timeoutMs} ms`);
      });
      answered();
      return result;
    } catch (error) {
      throw failed(error);
    } finally {
      if (probes) isProbing = false;
    }
  };
}

/** A failure for which the driver has thrown no error. */
export class MongoAwayError extends Error {
  readonly code: 'NoAnswer' | 'NoPrimary' | 'Locked';

  constructor(code: MongoAwayError['code'], message: string) {
    super(message);
    this.name = 'MongoAwayError';
    this.code = code;
  }
}

/**
 * Finds the documents of an unordered insert that were already stored.
 *
 * @returns their indexes in the list
 * @throws the error itself unless all its parts are duplicate keys
 */
export function duplicatesOf(error: unknown): Set<number> {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== duplicateKey)) throw error;
  return new Set(failures.map(({ index }) => index));
}

/** Error code of a duplicate key. */
export const duplicateKey = 11_000;

/**
 * Error codes of the server that are bugs of this program. All other errors are states of the servers. A list of those
 * would be long and incomplete, because the errors of a server that starts, stops or steps down differ between
 * versions.
 */
const programErrors: Readonly<Record<string, number>> = {
  BadValue: 2,
  FailedToParse: 9,
  TypeMismatch: 14,
  ConflictingUpdateOperators: 40,
  DollarPrefixedFieldName: 52,
  CommandNotFound: 59,
  ImmutableField: 66,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  DocumentValidationFailure: 121,
  InvalidPipelineOperator: 168,
  BSONObjectTooLarge: 10_334,
  DuplicateKey: duplicateKey,
};
const programErrorCodes = new Set(Object.values(programErrors));

/** Describes to an operator why MongoDB cannot be used. @returns undefined when the error is a bug of this program */
export function mongoFailureOf(error: unknown, place: string): StoreFailure | undefined {
  if (error instanceof MongoAwayError)
    return new StoreFailure({ place, code: error.code, detail: error.message, remedy: remedies[error.code] ?? checkServers });
  if (isSocketError(error)) return new StoreFailure({ place, code: error.code, detail: error.message, remedy: checkServers });
  if (!(error instanceof MongoError) || error instanceof MongoInvalidArgumentError || error instanceof MongoParseError) return undefined;
  const isOfServer = error instanceof MongoServerError && !isUnconfirmed(error);
  if (isOfServer && programErrorCodes.has(Number(error.code))) return undefined;
  const code = error instanceof MongoServerError ? (error.codeName ?? error.name) : error.name;
  return new StoreFailure({ place, code, detail: error.message, remedy: remedies[code] ?? checkServers });
}

/**
 * Codes of sockets. The driver passes on the error of a write to a connection that the server has closed a moment before.
 */
const socketCodes: ReadonlySet<string> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNABORTED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

function isSocketError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && socketCodes.has(error.code);
}

/** Returns whether a bulk write lost its connection: such a write ends with a server error that has no code. */
function isUnconfirmed(error: MongoServerError): boolean {
  if (!(error instanceof MongoBulkWriteError)) return false;
  return typeof error.code !== 'number' || error.result.getWriteConcernError() !== undefined;
}

const checkServers = 'Check that a primary of the replica set runs and can be reached; no restart is needed.';
const checkRights = 'Check the user in MONGODB_URL and its roles.';
const checkMajority = 'Check that a majority of the replica set runs; no restart is needed.';

const remedies: Readonly<Record<string, string>> = {
  Unauthorized: checkRights,
  AuthenticationFailed: checkRights,
  WriteConcernFailed: checkMajority,
  UnsatisfiableWriteConcern: checkMajority,
  Locked: 'Wait a minute: MongoDB ends the transaction of a process that was killed.',
  OutOfDiskSpace: 'Free space on the disk of MongoDB; no restart is needed.',
};
