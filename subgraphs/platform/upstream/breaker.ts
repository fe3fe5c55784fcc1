import { UpstreamBusyError } from '../errors.ts';
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

/** Thrown while a partner is not queried, because it failed several times in a row. */
export class CoolingDownError extends UpstreamBusyError {
  /** Time of the next trial, see {@link Clock.now}; undefined while a trial is in progress. */
  readonly until: number | undefined;

  constructor(partner: string, until: number | undefined) {
    const when = until === undefined ? 'a trial request is in progress' : `next try ${new Date(until).toISOString()}`;
    super(`Partner ${partner} is not queried, because it failed several times in a row: ${when}.`, { retryAt: until });
    this.name = 'CoolingDownError';
    this.until = until;
  }
}

/** Number of consecutive failures that open the breaker: more than one request makes with all its retries. */
const maxFailures = 10;

/**
 * Creates a closed breaker.
 *
 * @param options.partner id of the partner, used in messages
 * @param options.onOpen called when the breaker opens, with the error for waiting requests; `hasFailed` is false when it
 *   opened because another replica's has, or because a trial was not sent
 */
export function createBreaker(options: {
  readonly partner: string;
  readonly clock: Clock;
  readonly coolDown?: BreakerCoolDown | undefined;
  readonly onOpen: (error: CoolingDownError, hasFailed: boolean) => void;
}) {
  const { partner, clock, coolDown: { firstMs = 10_000, nextMs = 30_000 } = {}, onOpen } = options;
  let state: BreakerState = 'CLOSED';
  let failures = 0;
  let coolDownUntil = 0;
  const open = (until: number, hasFailed: boolean) => {
    state = 'OPEN';
    coolDownUntil = until;
    onOpen(new CoolingDownError(partner, until), hasFailed);
  };
  const close = () => {
    state = 'CLOSED';
    failures = 0;
  };
  return {
    get state() {
      return state;
    },
    /** Time of the next trial, in the units of {@link Clock.now}; undefined unless the breaker is open. */
    get coolDownUntil() {
      return state === 'OPEN' ? coolDownUntil : undefined;
    },
    /**
     * Makes an attempt and counts its outcome. An attempt that throws was not sent and does not count.
     *
     * @throws {CoolingDownError} immediately, while the breaker is open or a trial is in progress
     */
    run: async <T>(attempt: () => Promise<T>, isFailure: (outcome: T) => boolean): Promise<T> => {
      const isTrial = state === 'OPEN' && clock.now() >= coolDownUntil;
      if (state !== 'CLOSED' && !isTrial) throw new CoolingDownError(partner, state === 'OPEN' ? coolDownUntil : undefined);
      if (isTrial) state = 'HALF_OPEN';
      let outcome: T;
      try {
        outcome = await attempt();
      } catch (error) {
        // Another replica has found the partner failing. A trial that was not sent has proved nothing.
        const until = error instanceof CoolingDownError ? error.until : isTrial ? clock.now() + nextMs : undefined;
        if (until !== undefined && state !== 'OPEN') open(until, false);
        throw error;
      }
      if (isTrial && isFailure(outcome)) open(clock.now() + nextMs, true);
      else if (isTrial) close();
      // The outcome of a request that began before the breaker opened changes nothing.
      else if (state === 'CLOSED') {
        failures = isFailure(outcome) ? failures + 1 : 0;
        if (failures === maxFailures) open(clock.now() + firstMs, true);
      }
      return outcome;
    },
  };
}
