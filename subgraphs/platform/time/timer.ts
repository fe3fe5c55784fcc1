import type { Clock } from './clock.ts';

/** One alarm, for the earliest of the moments that it was set for. */
export interface Timer {
  /** Goes off at this time, {@link Clock.now}, or before: one that is set for an earlier moment stays. */
  setFor(at: number): void;
  silence(): void;
}

/** @param goOff what it does then */
export function createTimer(clock: Clock, goOff: () => void): Timer {
  let alarm: { readonly at: number; readonly off: AbortController } | undefined;
  const silence = () => {
    alarm?.off.abort();
    alarm = undefined;
  };
  return {
    silence,
    setFor: (at) => {
      if (alarm !== undefined && alarm.at <= at) return;
      silence();
      const set = { at, off: new AbortController() };
      alarm = set;
      const ring = () => {
        if (alarm === set) alarm = undefined;
        goOff();
      };
      clock.wait(at - clock.now(), set.off.signal).then(ring, () => undefined);
    },
  };
}
