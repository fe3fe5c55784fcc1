/** One figure and its floor, from the same run. */
export interface BenchRow {
  /** Identifies the row among those of its benchmark, so it contains nothing that was measured. */
  readonly what: string;
  readonly measured: string;
  readonly floor: string;
  readonly ratio: number;
  readonly goal: Goal;
}

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** Names of stores in rows. */
export const nameOfStore = { sqlite: 'SQLite', mongodb: 'MongoDB' } as const;

/** A row of several runs: the texts of the run with the median ratio, and the range of all ratios. */
export interface MedianRow extends BenchRow {
  readonly runs: number;
  readonly least: number;
  readonly most: number;
}

/** Returns the median of each row, in the order of the first run. */
export function medianRows(runs: readonly (readonly BenchRow[])[]): MedianRow[] {
  const all = runs.flat();
  return [...new Set(all.map(({ what }) => what))].map((what) => {
    const sorted = all.filter((row) => row.what === what).toSorted((left, right) => left.ratio - right.ratio);
    const median = sorted[Math.floor((sorted.length - 1) / 2)] as BenchRow;
    return { ...median, runs: sorted.length, least: sorted[0]?.ratio ?? median.ratio, most: sorted.at(-1)?.ratio ?? median.ratio };
  });
}

/** A row as the documentation shows it. */
export interface ShownRow extends MedianRow {
  /** Date of the measurement. @default not shown */
  readonly measuredOn?: string;
}

/** Renders rows as a Markdown table. */
export function tableOf(rows: readonly ShownRow[]): string {
  const isDated = rows.some(({ measuredOn }) => measuredOn !== undefined);
  const headings = ['what', 'measured', 'floor, same run', 'ratio', 'goal', 'reached', ...(isDated ? ['on'] : [])];
  const lines = rows.map((row) => {
    const cells = [row.what, row.measured, row.floor, ratioOf(row), goalOf(row.goal), isReached(row) ? 'yes' : 'no'];
    return `| ${[...cells, ...(isDated ? [row.measuredOn ?? ''] : [])].join(' | ')} |`;
  });
  return [`| ${headings.join(' | ')} |`, `|${headings.map(() => '---|').join('')}`, ...lines].join('\n');
}

function ratioOf({ ratio, runs, least, most }: MedianRow): string {
  return runs === 1 ? ratio.toFixed(2) : `${ratio.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

function goalOf(goal: Goal): string {
  return 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`;
}

/** Returns whether the ratio reaches the goal. */
export function isReached({ ratio, goal }: Pick<BenchRow, 'ratio' | 'goal'>): boolean {
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}

/** Share of a ratio that may be lost before it counts as a loss: shared machines vary by a fifth. */
const lossShare = 1 / 3;

/** Returns a line for each row whose ratio is worse than that of the earlier measurement by more than a third. */
export function lossesOf(rows: readonly BenchRow[], earlier: readonly BenchRow[]): string[] {
  return rows.flatMap((row) => {
    const before = earlier.find(({ what }) => what === row.what);
    if (before === undefined) return [];
    const isLoss = 'atLeast' in row.goal ? row.ratio < before.ratio * (1 - lossShare) : row.ratio > before.ratio * (1 + lossShare);
    return isLoss ? [`${row.what}: ${row.ratio.toFixed(2)}, was ${before.ratio.toFixed(2)} (${goalOf(row.goal)})`] : [];
  });
}
