/** The share of random cases that a run of all tests tries. Each run has other cases, and `RANDOM_CASES=1` tries all. */
const share = Number(process.env['RANDOM_CASES'] ?? 0.2);

/** Returns the parameters of `fc.assert` for a property. @param demanded number of cases that show that it holds */
export function casesOf(demanded: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(demanded * share) };
}
