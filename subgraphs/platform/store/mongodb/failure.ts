import { MongoBulkWriteError, MongoError, MongoInvalidArgumentError, MongoParseError, MongoServerError } from 'mongodb';
import type { StoreCondition } from '../store-condition.ts';
import { StoreFailure, storeErrorOf } from '../store-failure.ts';

/** Runs one step against MongoDB within a time limit. */
export type MongoCall = <R>(step: () => Promise<R>) => Promise<R>;

export interface MongoCallOptions {
  readonly timeoutMs: number;
  /** Is told what fails and what works again. */
  readonly condition?: StoreCondition | undefined;
  /** Names the servers to an operator. */
  readonly place?: string | undefined;
}

/** Without an answer to anything for so long, MongoDB is taken to be away. */
const silenceMs = 2_000;

/** Without a failure for so long, it is taken to be back. */
const settledMs = 1_000;

/**
 * Makes the wrapper that every step against MongoDB runs in. The driver has no limit of its own over a whole operation
 * and waits for ever on a server that holds the connection open and says nothing; here the caller gets its answer
 * within `timeoutMs`. Once MongoDB is away one step at a time looks whether it is back and all others are refused at
 * once, so that the limits of steps that follow each other do not add up. A write that ends after its limit is not
 * undone: every write of the store may be made twice.
 */
export function createMongoCall({ timeoutMs, condition, place = 'MongoDB' }: MongoCallOptions): MongoCall {
  let lastAnswerMs = performance.now();
  let lastFailureMs = Number.NEGATIVE_INFINITY;
  let away: StoreFailure | undefined;
  let isLooking = false;

  const answered = (): void => {
    lastAnswerMs = performance.now();
    away = undefined;
    if (lastAnswerMs - lastFailureMs >= settledMs) condition?.recovered();
  };
  const failed = (error: unknown): unknown => {
    const fault = mongoFailureOf(error, place);
    if (fault === undefined) return error;
    lastFailureMs = performance.now();
    if (lastFailureMs - lastAnswerMs >= silenceMs) away = fault;
    condition?.failed(fault);
    return storeErrorOf(fault);
  };

  return async (step) => {
    const looks = away !== undefined;
    if (away !== undefined && isLooking) throw storeErrorOf(away);
    isLooking = looks;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new MongoAwayError('NoAnswer', `none within ${timeoutMs} ms`)), timeoutMs);
    });
    try {
      const result = await Promise.race([step(), limit]);
      answered();
      return result;
    } catch (error) {
      throw failed(error);
    } finally {
      if (looks) isLooking = false;
      clearTimeout(timer);
    }
  };
}

/** What the driver has no error for. */
export class MongoAwayError extends Error {
  readonly code: 'NoAnswer' | 'NoPrimary';

  constructor(code: MongoAwayError['code'], message: string) {
    super(message);
    this.name = 'MongoAwayError';
    this.code = code;
  }
}

/**
 * Says which documents of an unordered insert were there already.
 *
 * @returns their places in the list
 * @throws the error itself when it is anything but duplicate keys
 */
export function duplicatesOf(error: unknown): Set<number> {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== duplicateKey)) throw error;
  return new Set(failures.map(({ index }) => index));
}

/** Code of the error. */
export const duplicateKey = 11_000;

/**
 * Errors of the server that only a change of this program mends. All others are the state of the servers, and there are
 * more of those than a list could name: what a server says that starts, stops or steps down differs between versions.
 */
const ownFaults: Readonly<Record<string, number>> = {
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
const ownFaultCodes = new Set(Object.values(ownFaults));

/** Says for an operator what keeps MongoDB from being used. @returns undefined for an error of this program */
export function mongoFailureOf(error: unknown, place: string): StoreFailure | undefined {
  if (error instanceof MongoAwayError) return new StoreFailure({ place, code: error.code, detail: error.message, remedy: checkServers });
  if (!(error instanceof MongoError) || error instanceof MongoInvalidArgumentError || error instanceof MongoParseError) return undefined;
  const isOfServer = error instanceof MongoServerError && !isUnconfirmed(error);
  if (isOfServer && ownFaultCodes.has(Number(error.code))) return undefined;
  const code = error instanceof MongoServerError ? (error.codeName ?? error.name) : error.name;
  return new StoreFailure({ place, code, detail: error.message, remedy: remedies[code] ?? checkServers });
}

/** A lost connection ends a bulk write as an error of the server, only that no server gave it a code. */
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
  OutOfDiskSpace: 'Free space on the disk of MongoDB; no restart is needed.',
};
