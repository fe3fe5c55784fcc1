import type { ErrorCode, LandfallError } from '../errors.ts';
import type { Standard } from '../partners/standard.ts';
import type { Clock } from '../time/clock.ts';
import type { BreakerState } from './breaker.ts';
import type { ObservedCapabilities } from './observed-capabilities.ts';
import type { SendResponse } from './send.ts';

/** An answer with status 200. */
export interface LastResponse {
  /** RFC 3339 in UTC. */
  readonly at: string;
  /** From sending to the last byte. */
  readonly milliseconds: number;
  /** `API-Version` of the answer. */
  readonly apiVersion: string | undefined;
}

/** A failure; its message may be shown. */
export interface LastFailure {
  /** RFC 3339 in UTC. */
  readonly at: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** How one partner fares at one standard, as this process has seen it since it started or the address changed. */
export interface EndpointHealth {
  readonly partner: string;
  readonly standard: Standard;
  readonly breaker: BreakerState;
  /** RFC 3339 in UTC; when a call is let through again. Undefined unless the breaker is open. */
  readonly restsUntil: string | undefined;
  /** Calls answered with status 200. */
  readonly answers: number;
  /** Calls that failed, each attempt counted, and answers that turned out to be unusable. */
  readonly failures: number;
  readonly lastAnswer: LastResponse | undefined;
  readonly lastFailure: LastFailure | undefined;
  /** Calls that the partner is answering now. */
  readonly underWay: number;
  /** Calls that wait until it may be asked. */
  readonly waiting: number;
  readonly learnt: ObservedCapabilities;
}

/**
 * How calls end: `OK` for status 200, `GIVEN_UP` for one that was not let through, or that nobody waits for any more, else
 * the code of the error.
 */
export type CallOutcome = 'OK' | 'GIVEN_UP' | ErrorCode;

/** Counts the calls to one partner for one standard. */
export interface CallStats {
  /** How many ended how. */
  readonly outcomes: ReadonlyMap<CallOutcome, number>;
  readonly lastAnswer: LastResponse | undefined;
  readonly lastFailure: LastFailure | undefined;
  underWay: number;
  waiting: number;
  answered(milliseconds: number, answer: Pick<SendResponse, 'apiVersion'>): void;
  failed(error: LandfallError): void;
  givenUp(): void;
}

/** Begins to count. */
export function createCallStats(clock: Clock): CallStats {
  const outcomes = new Map<CallOutcome, number>();
  // Written down for every call, so made into what is shown only when somebody looks.
  let answer: { at: number; milliseconds: number; apiVersion: string | undefined } | undefined;
  let failure: { at: number; error: LandfallError } | undefined;
  const count = (outcome: CallOutcome) => {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  return {
    outcomes,
    get lastAnswer() {
      if (answer === undefined) return undefined;
      const { at, milliseconds, apiVersion } = answer;
      return { at: new Date(at).toISOString(), milliseconds, apiVersion };
    },
    get lastFailure() {
      if (failure === undefined) return undefined;
      const { code, message } = failure.error;
      return { at: new Date(failure.at).toISOString(), code, message };
    },
    underWay: 0,
    waiting: 0,
    answered: (milliseconds, { apiVersion }) => {
      count('OK');
      answer = { at: clock.now(), milliseconds, apiVersion };
    },
    failed: (error) => {
      count(error.code);
      failure = { at: clock.now(), error };
    },
    givenUp: () => count('GIVEN_UP'),
  };
}
