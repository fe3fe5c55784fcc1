import type { Clock } from '../time/clock.ts';
import type { EventBus } from './event-bus.ts';

/** Decides in which rounds a background task reads the store although it was not woken. */
export interface IdlePoll {
  /** Reports a wake-up or a failure. For a while after it, every round is due. */
  wake(): void;
  /** Returns whether this round must read the store. Called once in a round. */
  isDue(): boolean;
  /** Whether the last round that was due ran without a recent wake-up. */
  readonly isIdle: boolean;
}

/**
 * Time between two reads of an idle task. It is the longest delay when a wake-up is lost although the bus is connected,
 * for instance because the process was killed between storing and waking.
 */
export const idlePollMs = 30_000;

/**
 * Creates the decision. Every round is due for `activeMs` after a wake-up, and while the bus is disconnected. So is the
 * first round after that, which finds what the last wake-ups may have missed. Then a round is due every
 * {@link idlePollMs}.
 *
 * @param options.activeMs must be longer than a lease, because a process that is woken while another one holds the
 *   lease takes over when it expires
 */
export function createIdlePoll({
  bus,
  shared,
  clock,
  activeMs,
}: {
  readonly bus: Pick<EventBus, 'connected'>;
  /** Whether several processes share the store. A single process reads its own file, so every round is due. */
  readonly shared: boolean;
  readonly clock: Pick<Clock, 'now'>;
  readonly activeMs: number;
}): IdlePoll {
  let wokenAt = clock.now();
  let readAt = Number.NEGATIVE_INFINITY;
  let isIdle = false;
  const hasElapsed = (sinceMs: number, ms: number): boolean => {
    const elapsedMs = clock.now() - sinceMs;
    // Negative when the clock was set back.
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
      if (isIdle && wasIdle && !hasElapsed(readAt, idlePollMs)) return false;
      readAt = clock.now();
      return true;
    },
  };
}
