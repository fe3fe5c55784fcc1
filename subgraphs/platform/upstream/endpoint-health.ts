import type { ErrorCode, LandfallError } from '../errors.ts';
import type { Standard } from '../partners/standard.ts';
import type { Clock } from '../time/clock.ts';
import type { BreakerState } from './breaker.ts';
import type { ObservedCapabilities } from './observed-capabilities.ts';
import type { SendResponse } from './send.ts';

/** A response with status 200. */
export interface LastResponse {
  /** RFC 3339 in UTC. */
  readonly at: string;
  /** Time from sending the request to the last byte of the response. */
  readonly milliseconds: number;
  /** `API-Version` of the response. */
  readonly apiVersion: string | undefined;
}

/** A failure. Its message may be shown. */
export interface LastFailure {
  /** RFC 3339 in UTC. */
  readonly at: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Health of one partner at one standard, as observed by this process since it started or the address changed. */
export interface EndpointHealth {
  readonly partner: string;
  readonly standard: Standard;
  readonly breaker: BreakerState;
  /** Time of the next trial request, RFC 3339 in UTC; undefined unless the breaker is open. */
  readonly coolDownUntil: string | undefined;
  /** Number of requests answered with status 200. */
  readonly answers: number;
  /** Number of failed requests, counting each attempt, and of responses that could not be used. */
  readonly failures: number;
  readonly lastResponse: LastResponse | undefined;
  readonly lastFailure: LastFailure | undefined;
  readonly inFlight: number;
  /** Number of requests that wait for the limiter. */
  readonly waiting: number;
  readonly observed: ObservedCapabilities;
}

/** `OK` for status 200, `GIVEN_UP` for a request that was not admitted or was aborted, otherwise the code of the error. */
export type CallOutcome = 'OK' | 'GIVEN_UP' | ErrorCode;

/** Counts the requests to one partner for one standard. */
export interface CallStats {
  readonly outcomes: ReadonlyMap<CallOutcome, number>;
  readonly lastResponse: LastResponse | undefined;
  readonly lastFailure: LastFailure | undefined;
  inFlight: number;
  waiting: number;
  recordResponse(milliseconds: number, response: Pick<SendResponse, 'apiVersion'>): void;
  recordFailure(error: LandfallError): void;
  recordGivenUp(): void;
}

/** Creates empty stats. */
export function createCallStats(clock: Clock): CallStats {
  const outcomes = new Map<CallOutcome, number>();
  // Recorded for every request, so it is formatted only when it is read.
  let response: { at: number; milliseconds: number; apiVersion: string | undefined } | undefined;
  let failure: { at: number; error: LandfallError } | undefined;
  const count = (outcome: CallOutcome) => {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  return {
    outcomes,
    get lastResponse() {
      return response && { ...response, at: new Date(response.at).toISOString() };
    },
    get lastFailure() {
      if (failure === undefined) return undefined;
      const { code, message } = failure.error;
      return { at: new Date(failure.at).toISOString(), code, message };
    },
    inFlight: 0,
    waiting: 0,
    recordResponse: (milliseconds, { apiVersion }) => {
      count('OK');
      response = { at: clock.now(), milliseconds, apiVersion };
    },
    recordFailure: (error) => {
      count(error.code);
      failure = { at: clock.now(), error };
    },
    recordGivenUp: () => count('GIVEN_UP'),
  };
}
