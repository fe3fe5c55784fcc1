import type { Clock } from '../../time/clock.ts';
import { createTimer } from '../../time/timer.ts';

/** Wakes one who waits for something to do. A ring while nobody waits is heard by the next who would. */
export interface WakeSignal extends Disposable {
  ring(): void;
  /** Rings after a time, or before: an alarm that is set for an earlier moment stays. */
  ringIn(ms: number): void;
  /** Waits until it rings. */
  wait(): Promise<void>;
}

/** Longest time that a timer takes; who waits longer looks once more in between. */
const maxWaitMs = 24 * 60 * 60 * 1_000;

/** Hangs up a bell. */
export function createWakeSignal(clock: Clock): WakeSignal {
  let hasRung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    hasRung = true;
    wake?.();
  };
  const alarm = createTimer(clock, ring);
  return {
    ring,
    ringIn: (ms) => alarm.setFor(clock.now() + Math.max(0, Math.min(ms, maxWaitMs))),
    wait: async () => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      hasRung = false;
    },
    [Symbol.dispose]: alarm.clear,
  };
}
