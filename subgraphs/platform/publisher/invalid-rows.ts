import type { Registry } from 'prom-client';
import { registerMeasured, type Sample } from '../metrics.ts';
import { createLatestByPartner } from '../partners/latest-by-partner.ts';
import type { SchemaViolation } from '../wire/shape-check.ts';

/** How invalid rows are published: without their invalid parts, or as received. */
export type InvalidRowsMode = 'clean' | 'asReceived';

/** `CLEANED`: published without the invalid parts. `WITHHELD`: not published, because a required attribute is invalid. */
export type InvalidRowOutcome = 'CLEANED' | 'WITHHELD';

/** A row that could not be published as received. */
export interface InvalidRow {
  /** Id of the partner that sent it. */
  readonly partner: string;
  /** Identifies the row among the partner's rows, for people. */
  readonly row: string;
  readonly outcome: InvalidRowOutcome;
  readonly violations: readonly SchemaViolation[];
}

/** Counts and lists the rows of one standard that could not be published as received, since the process started. */
export type InvalidRows = ReturnType<typeof createInvalidRows>;

/** Maximum number of rows of one partner that are listed, and of violations of one row. */
const [maxListed, maxViolations] = [20, 10];

export function createInvalidRows(now: () => number = Date.now) {
  const counts = new Map<string, Record<InvalidRowOutcome, number>>();
  const listed = createLatestByPartner<InvalidRow & { readonly publishedAt: string }>(maxListed);
  return {
    /** The numbers by partner. */
    counts,
    record: ({ partner, row, outcome, violations }: InvalidRow): void => {
      const count = counts.get(partner) ?? { CLEANED: 0, WITHHELD: 0 };
      counts.set(partner, count);
      count[outcome] += 1;
      const publishedAt = new Date(now()).toISOString();
      const shown = { partner, row, outcome, violations: violations.slice(0, maxViolations), publishedAt };
      listed.put(partner, new Map([[row, () => shown]]));
    },
    /** Returns the numbers of cleaned and withheld rows of a partner, and the latest of these rows, for GraphQL. */
    of: (partner: string) => {
      const { CLEANED: cleaned, WITHHELD: withheld } = counts.get(partner) ?? { CLEANED: 0, WITHHELD: 0 };
      return { cleaned, withheld, latest: listed.of(partner) };
    },
  };
}

/** Returns the name of a row by its entity id without the partner: a reference and a label, or the id of an event. */
export function rowNameOf(entityId: string): string {
  const [, ...parts] = JSON.parse(entityId) as readonly string[];
  return parts.join(' ');
}

/** Registers the number of rows that could not be published as received, by standard and by the partner that sent them. */
export function registerInvalidRowMetrics(registry: Registry, subgraphs: readonly { name: string; invalidRows: InvalidRows }[]): void {
  registerMeasured(registry, {
    name: 'landfall_publisher_invalid_rows_total',
    help: 'Number of times that a row violated its standard when it was published, since the process started: cleaned of invalid attributes, or withheld.',
    labelNames: ['subgraph', 'partner', 'outcome'],
    measure: () =>
      subgraphs.flatMap(({ name: subgraph, invalidRows }) =>
        [...invalidRows.counts].flatMap(([partner, counts]) =>
          Object.entries(counts).map(([outcome, count]): Sample => [count, { subgraph, partner, outcome }]),
        ),
      ),
  });
}
