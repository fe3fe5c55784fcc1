import type { Clock } from '../clock.ts';

/** Wakes one who waits for something to do. A ring while nobody waits is heard by the next who would. */
export interface Bell extends Disposable {
  ring(): void;
  /** Rings after a time, or before: an alarm that is set for an earlier moment stays. */
  ringIn(ms: number): void;
  /** Waits until it rings. */
  wait(): Promise<void>;
}

/** Longest time that a timer takes; who waits longer looks once more in between. */
const maxWaitMs = 24 * 60 * 60 * 1_000;

/** Hangs up a bell. */
export function createBell(clock: Clock): Bell {
  let hasRung = false;
  let wake: (() => void) | undefined;
  let alarm: { readonly at: number; readonly off: AbortController } | undefined;
  const ring = () => {
    hasRung = true;
    wake?.();
  };
  const silence = () => {
    alarm?.off.abort();
    alarm = undefined;
  };
  return {
    ring,
    ringIn: (ms) => {
      const inMs = Math.max(0, Math.min(ms, maxWaitMs));
      const at = clock.now() + inMs;
      if (alarm !== undefined && alarm.at <= at) return;
      silence();
      const set = { at, off: new AbortController() };
      alarm = set;
      const goOff = () => {
        if (alarm === set) alarm = undefined;
        ring();
      };
      clock.wait(inMs, set.off.signal).then(goOff, () => undefined);
    },
    wait: async () => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      hasRung = false;
    },
    [Symbol.dispose]: silence,
  };
}
