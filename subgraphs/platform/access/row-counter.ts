import { z } from 'zod';
import type { StoredVersion } from '../store/version-store.ts';

/** Kinds of rows that are for some eyes only. Schedules are not: carriers publish them to everybody. */
export type RowKind = 'noticeVersions' | 'notifications' | 'portCallEvents' | 'visualizations';

/** How many confidential rows of which kinds, and from whom. */
export interface RowCounts {
  /** By {@link RowKind}; kinds of which there are none are left out. */
  readonly rows: Readonly<Record<string, number>>;
  /** Ids, in alphabetical order. */
  readonly partners: readonly string[];
}

/** A row, by what tells it from all others of its kind. */
export type CountedRow = Pick<StoredVersion, 'partner' | 'entityId' | 'sortKey'>;

/** Counts the confidential rows that an answer shows. */
export interface RowCounter {
  /** Counts a row that is shown; one that is shown again counts no more. */
  add(kind: RowKind, row: CountedRow): void;
  /** Adds what was counted elsewhere, as it is. */
  addCounts(counts: RowCounts): void;
  /** What was counted so far; undefined when that is nothing. */
  counts(): RowCounts | undefined;
}

/** Counts nothing, for answers that nobody wants to know about. */
export const uncounted: RowCounter = { add: () => {}, addCounts: () => {}, counts: () => undefined };

/** Begins to count. */
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

/** By this header a gateway has a subgraph count the rows of its answer, which then stand in this one of its `extensions`. */
export const [rowsWantedHeader, rowCountsExtension] = ['x-landfall-count-rows', 'landfallRows'] as const;

const countsSchema = z.object({ rows: z.record(z.string(), z.int().positive()), partners: z.array(z.string()) });

/** Reads counts that came as JSON. @throws {Error} if they are none */
export function readRowCounts(value: unknown): RowCounts {
  const parsed = countsSchema.safeParse(value);
  if (!parsed.success) throw new Error('expected counts of rows');
  return parsed.data;
}

interface SeenRows {
  isFirst(row: CountedRow): boolean;
}

/** Most things are shown in one version; for those no key has to be put together, which would cost more than all else. */
function createSeenRows(): SeenRows {
  const orders = new Map<string, string>();
  const further = new Set<string>();
  return {
    isFirst({ entityId, sortKey }) {
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
