import type { Clock } from '../clock.ts';

/** Wakes one who waits for something to do. A ring while nobody waits is heard by the next who would. */
export interface Bell {
  ring(): void;
  /** Waits until it rings, or for a time. @param ms absent: only until it rings */
  wait(ms?: number | undefined): Promise<void>;
}

/** Longest time that a timer takes; who waits longer looks once more in between. */
const maxWaitMs = 24 * 60 * 60 * 1_000;

/** Hangs up a bell. */
export function createBell(clock: Clock): Bell {
  let hasRung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      hasRung = true;
      wake?.();
    },
    wait: async (ms) => {
      if (!hasRung) {
        const rung = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await (ms === undefined ? rung : within(rung, Math.max(0, Math.min(ms, maxWaitMs)), clock));
        wake = undefined;
      }
      hasRung = false;
    },
  };
}

async function within(rung: Promise<void>, ms: number, clock: Clock): Promise<void> {
  const timer = new AbortController();
  await Promise.race([rung, clock.wait(ms, timer.signal).catch(() => undefined)]);
  timer.abort();
}
