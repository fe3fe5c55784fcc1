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
  const seen = new Map<RowKind, SeenRows>();
  const count = (kind: string, rows: number) => counted.set(kind, (counted.get(kind) ?? 0) + rows);
  return {
    add(kind, row) {
      let rows = seen.get(kind);
      if (rows === undefined) {
        rows = createSeenRows();
        seen.set(kind, rows);
      }
      if (!rows.isFirst(row)) return;
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

type SeenRows = ReturnType<typeof createSeenRows>;

/** Most entities are shown in one version. These need no composed key, which would be the largest cost. */
function createSeenRows() {
  const orders = new Map<string, string>();
  const further = new Set<string>();
  return {
    isFirst({ entityId, sortKey }: CountedRow): boolean {
      const known = orders.get(entityId);
      if (known === undefined) {
        orders.set(entityId, sortKey);
        return true;
      }
      if (known === sortKey) return false;
      const { size } = further;
      return further.add(`${sortKey}\n${entityId}`).size > size;
    },
  };
}
