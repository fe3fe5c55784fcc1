import type { SchemaViolation } from '../wire/shape-check.ts';

/** How rows with faults are published: without what is invalid in them, or as they came. */
export type InvalidRowsMode = 'clean' | 'asReceived';

/** What became of a row: published without what was invalid, or not at all because a required attribute was. */
export type InvalidRowOutcome = 'CLEANED' | 'WITHHELD';

/** A row that could not be published as it came. */
export interface InvalidRow {
  /** Id of the partner that it comes from. */
  readonly partner: string;
  /** What names it among the partner's rows, for a person. */
  readonly row: string;
  readonly outcome: InvalidRowOutcome;
  readonly faults: readonly SchemaViolation[];
}

/** What of a partner's rows was cleaned or withheld, as the schema shows it. */
export interface InvalidRowsView {
  readonly cleaned: number;
  readonly withheld: number;
  readonly latest: readonly (InvalidRow & { readonly publishedAt: string })[];
}

/** Rows of one standard that could not be published as they came, counted and listed since the process started. */
export interface InvalidRows {
  note(row: InvalidRow): void;
  of(partner: string): InvalidRowsView;
  /** By partner. */
  readonly counts: ReadonlyMap<string, Readonly<Record<InvalidRowOutcome, number>>>;
}

/** Rows of one partner that are listed, and faults of one row. */
const [maxListed, maxViolations] = [20, 10];

/** Begins to count. */
export function createInvalidRows(now: () => number = Date.now): InvalidRows {
  const counts = new Map<string, Record<InvalidRowOutcome, number>>();
  const listed = new Map<string, Map<string, InvalidRowsView['latest'][number]>>();
  return {
    counts,
    note: ({ partner, row, outcome, faults }) => {
      const count = counts.get(partner) ?? { CLEANED: 0, WITHHELD: 0 };
      counts.set(partner, count);
      count[outcome] += 1;
      const rows = listed.get(partner) ?? new Map();
      listed.set(partner, rows);
      rows.delete(row);
      rows.set(row, { partner, row, outcome, faults: faults.slice(0, maxViolations), publishedAt: new Date(now()).toISOString() });
      for (const oldest of rows.keys()) {
        if (rows.size <= maxListed) break;
        rows.delete(oldest);
      }
    },
    of: (partner) => {
      const { CLEANED: cleaned, WITHHELD: withheld } = counts.get(partner) ?? { CLEANED: 0, WITHHELD: 0 };
      return { cleaned, withheld, latest: [...(listed.get(partner)?.values() ?? [])].toReversed() };
    },
  };
}

/** Names a version by what its log keeps it under, without the partner: a reference and a label, or the id of an event. */
export function rowNameOf(entityId: string): string {
  const [, ...parts] = JSON.parse(entityId) as readonly string[];
  return parts.join(' ');
}
