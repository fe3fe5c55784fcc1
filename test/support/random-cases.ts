/**
 * The share of random cases that a run of all tests tries, also in CI; `RANDOM_CASES=1` tries all, over all stores, before a
 * release.
 *
 * Each run has other seeds, so what counts is the sum over all runs, and a case that has failed once becomes a test of its
 * own. What a change breaks usually shows in more than one of a hundred cases: a quarter of a thousand finds that in 92 of
 * 100 runs. Rarer faults are older than the change; all cases in one run would find no more of them than four runs do, for
 * a twentieth of the time of the whole suite each time.
 */
const share = Number(process.env['RANDOM_CASES'] ?? 0.25);

/** Returns the parameters of `fc.assert` for a property. @param demanded number of cases that show that it holds */
export function casesOf(demanded: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(demanded * share) };
}

/** Whether everything is tried, before a release. */
export const triesAll = share >= 1;
