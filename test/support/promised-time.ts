import { expect } from 'vitest';

interface Bounds {
  /** What a quiet machine of two cores keeps. */
  readonly promisedMs: number;
  /** What any machine keeps while the promise's mechanism works; as long as it takes without that mechanism, or nearly. */
  readonly atMostMs: number;
}

/** Set: the promised times are asserted. Not set: a slower time is reported, since other work on the machine causes that too. */
const isExact = process.env['LANDFALL_EXACT_TIMES'] === '1';

/**
 * Compares a measured time with the promised one. `.ci/run` lists what it reports.
 *
 * @param what for the report: "a pushed version on the board"
 */
export function expectWithin(what: string, tookMs: number, { promisedMs, atMostMs }: Bounds): void {
  expect(tookMs, what).toBeLessThan(isExact ? promisedMs : atMostMs);
  if (tookMs < promisedMs) return;
  process.stdout.write(`SLOWER THAN PROMISED: ${what}: ${Math.round(tookMs)} ms, promised ${promisedMs} ms\n`);
}
