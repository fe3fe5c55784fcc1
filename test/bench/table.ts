/** One figure beside its floor, from the same run. */
export interface BenchRow {
  readonly what: string;
  readonly measured: string;
  readonly floor: string;
  readonly ratio: number;
  readonly goal: { readonly atLeast: number } | { readonly atMost: number };
}

/** Renders rows as the Markdown table that the README shows. */
export function tableOf(rows: readonly BenchRow[]): string {
  const lines = rows.map((row) => {
    const goal = 'atLeast' in row.goal ? `at least ${row.goal.atLeast}` : `at most ${row.goal.atMost}`;
    return `| ${row.what} | ${row.measured} | ${row.floor} | ${row.ratio.toFixed(2)} | ${goal} | ${isReached(row) ? 'yes' : 'no'} |`;
  });
  return ['| what | measured | floor, same run | ratio | goal | reached |', '|---|---|---|---|---|---|', ...lines].join('\n');
}

/** Whether the ratio is on the right side of the goal. */
export function isReached({ ratio, goal }: BenchRow): boolean {
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}
