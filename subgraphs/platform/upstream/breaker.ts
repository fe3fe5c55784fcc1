import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult, type IBackoff } from 'cockatiel';
import { type LandfallError, UpstreamBusyError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';

/** `OPEN`: nobody is asked. `HALF_OPEN`: one call is under way to see whether the partner answers again. */
export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN';

/** How long a partner that fails is left alone. */
export interface BreakerCoolDown {
  /** After it began to fail. @default 10_000 */
  readonly firstMs?: number | undefined;
  /** After each attempt to see whether it answers again that failed. @default 30_000 */
  readonly nextMs?: number | undefined;
}

/** Stops asking one partner for one standard after it failed several times in a row. */
export interface Breaker<T> {
  readonly state: BreakerState;
  /** {@link Clock.now}; when the next call is let through. Undefined unless it is open. */
  readonly restsUntil: number | undefined;
  /** Has it rest until then, where it is open. */
  restUntil(until: number): void;
  /**
   * Makes an attempt and judges by what it comes to. An attempt that throws was not made and says nothing.
   *
   * @throws {LandfallError} UPSTREAM_BUSY, at once, while it is open or another call tries whether it may close
   */
  run(attempt: () => Promise<T>): Promise<T>;
}

export interface BreakerOptions<T> {
  /** Id of the partner, for messages. */
  readonly partner: string;
  readonly clock: Clock;
  readonly rests?: BreakerCoolDown | undefined;
  readonly isFailure: (outcome: T) => boolean;
  /** Called when it opens, with what those are told who wait. @param hasFailed whether an outcome opened it, and not an attempt that was not made */
  readonly onOpen: (error: LandfallError, hasFailed: boolean) => void;
}

/** Failures in a row that open it: more than one question makes with all its attempts, which may be a hiccup. */
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

/** Makes a breaker that is closed. */
export function createBreaker<T>({ partner, clock, rests = {}, isFailure, onOpen }: BreakerOptions<T>): Breaker<T> {
  const { firstMs = defaultFirstMs, nextMs = defaultNextMs } = rests;
  let restsUntil = 0;
  /** The library measures by `Date.now()`; a duration that is read anew each time makes it measure by our clock. */
  const rest = (ms: number): IBackoff<unknown> => {
    restsUntil = clock.now() + ms;
    return {
      get duration() {
        return clock.now() < restsUntil ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      },
      next: () => rest(nextMs),
    };
  };
  const policy = circuitBreaker(
    // A trial that threw has shown nothing, so the partner rests on.
    handleWhenResult((outcome) => isFailure(outcome as T)).orWhen(() => policy.state === CircuitState.HalfOpen),
    { breaker: new ConsecutiveBreaker(maxFailures), halfOpenAfter: { next: () => rest(firstMs) } },
  );
  const openError = () => {
    const isTried = policy.state === CircuitState.HalfOpen;
    const when = isTried ? 'a trial request is in progress' : `next try ${new Date(restsUntil).toISOString()}`;
    const message = `Partner ${partner} is not queried, because it failed several times in a row: ${when}.`;
    return new UpstreamBusyError(message, { retryAt: isTried ? undefined : restsUntil });
  };
  policy.onBreak((reason) => onOpen(openError(), reason !== undefined && 'value' in reason));
  return {
    get state() {
      return stateNames[policy.state];
    },
    get restsUntil() {
      return policy.state === CircuitState.Open ? restsUntil : undefined;
    },
    restUntil: (until) => {
      if (policy.state === CircuitState.Open) restsUntil = until;
    },
    run: (attempt) => {
      const isResting = policy.state === CircuitState.Open && clock.now() < restsUntil;
      return isResting || policy.state === CircuitState.HalfOpen ? Promise.reject(openError()) : policy.execute(attempt);
    },
  };
}
