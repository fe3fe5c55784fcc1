import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult, type IBackoff } from 'cockatiel';
import { type LandfallError, UpstreamBusyError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';

/** `OPEN`: requests fail at once. `HALF_OPEN`: one trial request is in progress. */
export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN';

/** How long the breaker stays open. */
export interface BreakerCoolDown {
  /** After it has opened. @default 10_000 */
  readonly firstMs?: number | undefined;
  /** After each failed trial. @default 30_000 */
  readonly nextMs?: number | undefined;
}

/** Stops requests to one partner for one standard after several failures in a row. */
export interface Breaker<T> {
  readonly state: BreakerState;
  /** {@link Clock.now}; time of the next trial. Undefined unless it is open. */
  readonly coolDownUntil: number | undefined;
  /** Extends or shortens the cool-down, where it is open. */
  setCoolDown(until: number): void;
  /**
   * Makes an attempt and counts its outcome. An attempt that throws was not made and does not count.
   *
   * @throws {LandfallError} UPSTREAM_BUSY, at once, while it is open or a trial is in progress
   */
  run(attempt: () => Promise<T>): Promise<T>;
}

export interface BreakerOptions<T> {
  /** Id of the partner, for messages. */
  readonly partner: string;
  readonly clock: Clock;
  readonly coolDown?: BreakerCoolDown | undefined;
  readonly isFailure: (outcome: T) => boolean;
  /** Called when it opens, with the error for waiting requests. @param hasFailed whether an outcome opened it, and not an attempt that was not made */
  readonly onOpen: (error: LandfallError, hasFailed: boolean) => void;
}

/** Failures in a row that open it: more than one request makes with all its retries. */
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

/** Creates a breaker, closed. */
export function createBreaker<T>({ partner, clock, coolDown = {}, isFailure, onOpen }: BreakerOptions<T>): Breaker<T> {
  const { firstMs = defaultFirstMs, nextMs = defaultNextMs } = coolDown;
  let coolDownUntil = 0;
  /** The library measures by `Date.now()`; a duration that is computed at each reading makes it measure by our clock. */
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
    // A trial that threw has shown nothing, so the cool-down continues.
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
