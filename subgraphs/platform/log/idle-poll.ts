import type { Clock } from '../time/clock.ts';
import type { EventBus } from './event-bus.ts';

/** Decides when work that follows wake-ups looks at the store without one. */
export interface IdlePoll {
  /** Reports a wake-up, or a failure: for a while every round is due. */
  wake(): void;
  /** Whether this round is to look at the store. Called once in a round. */
  isDue(): boolean;
  /** Whether the last round that was due ran without a recent wake-up. */
  readonly isIdle: boolean;
}

/**
 * Time between looks of idle work: the longest delay by a wake-up that was lost although the bus is connected, as that of a
 * process killed between storing and waking.
 */
export const idleLookMs = 30_000;

/**
 * Creates the decision. Every round is due for `activeMs` after a wake-up and while the bus is disconnected, as well as the
 * first round after that, which finds what the last wake-ups did not tell; then one each {@link idleLookMs}.
 *
 * @param options.activeMs longer than a lease: a process that was woken while another one held it takes it when it expires
 */
export function createIdlePoll({
  bus,
  shared,
  clock,
  activeMs,
}: {
  readonly bus: Pick<EventBus, 'connected'>;
  /** Whether several processes share the store. One that is alone reads its own file: every round is due. */
  readonly shared: boolean;
  readonly clock: Pick<Clock, 'now'>;
  readonly activeMs: number;
}): IdlePoll {
  let wokenAt = clock.now();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isIdle = false;
  const hasElapsed = (sinceMs: number, ms: number): boolean => {
    const elapsedMs = clock.now() - sinceMs;
    // Negative: the clock was set back.
    return elapsedMs >= ms || elapsedMs < 0;
  };
  return {
    get isIdle() {
      return isIdle;
    },
    wake: () => {
      wokenAt = clock.now();
      isIdle = false;
    },
    isDue: () => {
      const wasIdle = isIdle;
      isIdle = shared && bus.connected && hasElapsed(wokenAt, activeMs);
      if (isIdle && wasIdle && !hasElapsed(lookedAt, idleLookMs)) return false;
      lookedAt = clock.now();
      return true;
    },
  };
}
