import { expect } from 'vitest';

interface Bounds {
  /** The time on an idle machine with two cores. */
  readonly promisedMs: number;
  /**
   * The time on any machine while the mechanism behind the promise works; nearly the time that it takes without that
   * mechanism.
   */
  readonly atMostMs: number;
}

/**
 * If set, the promised times are asserted. Otherwise a slower time is only reported, because other work on the machine
 * can cause it too.
 */
const isExact = process.env['LANDFALL_EXACT_TIMES'] === '1';

/**
 * Compares a measured time with the promised one. `.ci/run` lists the reported times.
 *
 * @param what described for the report: "a pushed version on the board"
 */
export function expectWithin(what: string, tookMs: number, { promisedMs, atMostMs }: Bounds): void {
  expect(tookMs, what).toBeLessThan(isExact ? promisedMs : atMostMs);
  if (tookMs < promisedMs) return;
  process.stdout.write(`SLOWER THAN PROMISED: ${what}: ${Math.round(tookMs)} ms, promised ${promisedMs} ms\n`);
}
