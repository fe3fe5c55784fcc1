import * as z from 'zod';
import type { StoredVersion } from '../store/version-store.ts';

/** Kinds of confidential rows. Schedules are not confidential: carriers publish them. */
export type RowKind = 'noticeVersions' | 'notifications' | 'portCallEvents' | 'visualizations' | 'arrivalAlerts';

/** Numbers of confidential rows by kind, and the partners of these rows. */
export interface RowCounts {
  /** Numbers by {@link RowKind}; kinds without rows are absent. */
  readonly rows: Readonly<Record<string, number>>;
  /** Ids in ascending order. */
  readonly partners: readonly string[];
}

/** The identity of a row within its kind. */
export type CountedRow = Pick<StoredVersion, 'partner' | 'entityId' | 'sortKey'>;

/** Counts the confidential rows in an answer. */
export interface RowCounter {
  /** Counts a row; a repeated row is not counted again. */
  add(kind: RowKind, row: CountedRow): void;
  /** Adds the counts of another process. */
  addCounts(counts: RowCounts): void;
  /** Returns the counts; undefined if there are no rows. */
  counts(): RowCounts | undefined;
}

/** Counts nothing; for answers that are not audited. */
export const uncounted: RowCounter = { add: () => {}, addCounts: () => {}, counts: () => undefined };

/** Creates an empty counter. */
export function createRowCounter(): RowCounter {
  const counted = new Map<string, number>();
  const partners = new Set<string>();
  const seen = new Set<string>();
  const count = (kind: string, rows: number) => counted.set(kind, (counted.get(kind) ?? 0) + rows);
  return {
    add(kind, row) {
      const { size } = seen;
      if (seen.add(`${kind}\n${row.sortKey}\n${row.entityId}`).size === size) return;
      count(kind, 1);
      partners.add(row.partner);
    },
    addCounts(counts) {
      for (const [kind, rows] of Object.entries(counts.rows)) count(kind, rows);
      for (const partner of counts.partners) partners.add(partner);
    },
    counts: () => (counted.size === 0 ? undefined : { rows: Object.fromEntries(counted), partners: [...partners].sort() }),
  };
}

/** Header by which a gateway makes a subgraph count rows, and the member of `extensions` with the counts. */
export const [rowsWantedHeader, rowCountsExtension] = ['x-landfall-count-rows', 'landfallRows'] as const;

const countsSchema = z.object({ rows: z.record(z.string(), z.int().positive()), partners: z.array(z.string()) });

/** Validates counts parsed from JSON. @throws {Error} if they are invalid */
export function readRowCounts(value: unknown): RowCounts {
  const parsed = countsSchema.safeParse(value);
  if (!parsed.success) throw new Error('expected counts of rows');
  return parsed.data;
}
