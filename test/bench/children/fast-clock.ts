import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { replaceDate } from '../../support/replaced-date.ts';

/**
 * Loaded before a program, lets its clock and its timers go faster by the factor `CLOCK_SPEED`, so that a day of it takes less
 * time. Timers inside Node, such as those of sockets, keep their time.
 */
const speed = Number(process.env['CLOCK_SPEED'] ?? 1);
const realNow = Date.now;
const startMs = realNow();
replaceDate(() => startMs + Math.round((realNow() - startMs) * speed));
const realElapsed = performance.now.bind(performance);
performance.now = () => realElapsed() * speed;
const faster = (ms: number | undefined) => (ms ?? 0) / speed;
const { setTimeout: realTimeout, setInterval: realInterval } = globalThis;
type Callback = Parameters<typeof setTimeout>[0];
const timeout = (callback: Callback, ms?: number, ...values: []) => realTimeout(callback, faster(ms), ...values);
const interval = (callback: Callback, ms?: number, ...values: []) => realInterval(callback, faster(ms), ...values);
const { setTimeout: realWait, setInterval: realTicks } = promises;
Object.assign(promises, {
  setTimeout: (ms?: number, ...others: []) => realWait(faster(ms), ...others),
  setInterval: (ms?: number, ...others: []) => realTicks(faster(ms), ...others),
});
const replaced = {
  setTimeout: Object.assign(timeout, { __promisify__: promises.setTimeout }),
  setInterval: interval,
};
Object.assign(timers, replaced);
Object.assign(globalThis, replaced);
syncBuiltinESMExports();
