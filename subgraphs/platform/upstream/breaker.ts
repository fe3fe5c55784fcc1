import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult, type IBackoff } from 'cockatiel';
import { type LandfallError, UpstreamBusyError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';

/** `OPEN`: requests fail immediately. `HALF_OPEN`: one trial request is in progress. */
export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN';

/** How long the breaker stays open. */
export interface BreakerCoolDown {
  /** Duration of the first cool-down. @default 10_000 */
  readonly firstMs?: number | undefined;
  /** Duration after each failed trial. @default 30_000 */
  readonly nextMs?: number | undefined;
}

/** Stops the requests to one partner at one standard after several consecutive failures. */
export interface Breaker<T> {
  readonly state: BreakerState;
  /** Time of the next trial, in the units of {@link Clock.now}; undefined unless the breaker is open. */
  readonly coolDownUntil: number | undefined;
  /** Extends or shortens the cool-down while the breaker is open. */
  setCoolDown(until: number): void;
  /**
   * Makes an attempt and counts its outcome. An attempt that throws was not sent and does not count.
   *
   * @throws {LandfallError} UPSTREAM_BUSY, immediately, while the breaker is open or a trial is in progress
   */
  run(attempt: () => Promise<T>): Promise<T>;
}

export interface BreakerOptions<T> {
  /** Id of the partner, used in messages. */
  readonly partner: string;
  readonly clock: Clock;
  readonly coolDown?: BreakerCoolDown | undefined;
  readonly isFailure: (outcome: T) => boolean;
  /**
   * Called when the breaker opens, with the error for waiting requests. @param hasFailed false when it opened because a
   * trial was not sent
   */
  readonly onOpen: (error: LandfallError, hasFailed: boolean) => void;
}

/** Number of consecutive failures that open the breaker: more than one request makes with all its retries. */
const maxFailures = 10;
const defaultFirstMs = 10_000;
/** @see BreakerCoolDown.nextMs */
export const defaultNextMs = 30_000;

const stateNames: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'CLOSED',
  [CircuitState.Open]: 'OPEN',
  [CircuitState.HalfOpen]: 'HALF_OPEN',
  [CircuitState.Isolated]: 'OPEN',
};

/** Creates a closed breaker. */
export function createBreaker<T>({ partner, clock, coolDown = {}, isFailure, onOpen }: BreakerOptions<T>): Breaker<T> {
  const { firstMs = defaultFirstMs, nextMs = defaultNextMs } = coolDown;
  let coolDownUntil = 0;
  /** The library uses `Date.now()`. A duration that is computed at each reading makes it use our clock instead. */
  const startCoolDown = (ms: number): IBackoff<unknown> => {
    coolDownUntil = clock.now() + ms;
    return {
      get duration() {
        return clock.now() < coolDownUntil ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      },
      next: () => startCoolDown(nextMs),
    };
  };
  const policy = circuitBreaker(
    // A trial that threw has proved nothing, so the cool-down continues.
    handleWhenResult((outcome) => isFailure(outcome as T)).orWhen(() => policy.state === CircuitState.HalfOpen),
    { breaker: new ConsecutiveBreaker(maxFailures), halfOpenAfter: { next: () => startCoolDown(firstMs) } },
  );
  const openError = () => {
    const isTried = policy.state === CircuitState.HalfOpen;
    const when = isTried ? 'a trial request is in progress' : `next try ${new Date(coolDownUntil).toISOString()}`;
    const message = `Partner ${partner} is not queried, because it failed several times in a row: ${when}.`;
    return new UpstreamBusyError(message, { retryAt: isTried ? undefined : coolDownUntil });
  };
  policy.onBreak((reason) => onOpen(openError(), reason !== undefined && 'value' in reason));
  return {
    get state() {
      return stateNames[policy.state];
    },
    get coolDownUntil() {
      return policy.state === CircuitState.Open ? coolDownUntil : undefined;
    },
    setCoolDown: (until) => {
      if (policy.state === CircuitState.Open) coolDownUntil = until;
    },
    run: (attempt) => {
      const isCoolingDown = policy.state === CircuitState.Open && clock.now() < coolDownUntil;
      return isCoolingDown || policy.state === CircuitState.HalfOpen ? Promise.reject(openError()) : policy.execute(attempt);
    },
  };
}
