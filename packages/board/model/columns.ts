import type { ArrivalOrder } from '../../client/generated/operations.ts';

interface ColumnShape {
  /** Minimum width in pixels, and the share of the remaining width. */
  readonly width: readonly [least: number, share: number];
  /** The server's order that its heading chooses. */
  readonly order?: ArrivalOrder;
  /** Columns are omitted in this order if the list is too narrow; one without a number never is. */
  readonly omitted?: number;
  /** Whether it is shown only if the viewer has chosen it. */
  readonly isExtra?: true;
}

/** The columns of the list, in order. */
const shapes = {
  arrival: { width: [272, 0], order: 'BEST_TIME' },
  alert: { width: [232, 2.2], order: 'ATTENTION' },
  consignee: { width: [124, 1], omitted: 9 },
  vessel: { width: [104, 1], omitted: 10 },
  port: { width: [102, 0.9], omitted: 5 },
  document: { width: [168, 1.4], omitted: 12 },
  lastFree: { width: [110, 0.3], order: 'LAST_FREE_DAY', omitted: 11 },
  release: { width: [108, 0.6], omitted: 7 },
  reference: { width: [112, 0.6], omitted: 6 },
  shipper: { width: [110, 0.8], omitted: 3, isExtra: true },
  goods: { width: [110, 1], omitted: 4, isExtra: true },
  state: { width: [90, 0.3], omitted: 2 },
  partner: { width: [122, 0.8], omitted: 1 },
} as const satisfies Record<string, ColumnShape>;

export type BoardColumn = keyof typeof shapes;
/** A column of the embedding page, by its id. */
export type OwnName = `own-${string}`;
export type Column = BoardColumn | OwnName;
/** The columns of the embedding page with their minimum widths. */
export type OwnWidths = Readonly<Record<OwnName, number>>;

export const columns = Object.keys(shapes) as BoardColumn[];

/** Returns the columns of a viewer who has chosen none. */
export function usualColumns(own: OwnWidths): Column[] {
  return [...columns.filter((column) => shapeOf(column).isExtra === undefined), ...(Object.keys(own) as OwnName[])];
}

export const isOwn = (column: string): column is OwnName => column.startsWith('own-');

export function shapeOf(column: Column, own: OwnWidths = {}): ColumnShape {
  return isOwn(column) ? { width: [own[column] ?? 0, 0.6], omitted: 8 } : shapes[column];
}

const gap = 14;
/** At both edges, with the box that selects the row. */
const padding = 52;

/**
 * Returns the columns for which a list has room, in order: those of the board, then those of the embedding page.
 *
 * @param chosen the viewer's choice; undefined for the usual columns
 */
export function columnsFor(width: number, chosen: readonly Column[] | undefined, own: OwnWidths = {}): Column[] {
  const all: Column[] = [...columns, ...(Object.keys(own) as OwnName[])];
  const wanted = chosen ?? usualColumns(own);
  let shown = all.filter((column) => column === 'arrival' || wanted.includes(column));
  const rankOf = (column: Column) => shapeOf(column).omitted ?? Number.POSITIVE_INFINITY;
  const needed = () => padding + shown.reduce((sum, column) => sum + shapeOf(column, own).width[0] + gap, -gap);
  for (const column of all.filter((each) => rankOf(each) < 99).sort((left, right) => rankOf(left) - rankOf(right))) {
    if (needed() <= width) break;
    shown = shown.filter((each) => each !== column);
  }
  return shown;
}

/** Returns the `grid-template-columns` of rows with these columns. */
export function gridTemplateOf(shown: readonly Column[], own: OwnWidths = {}): string {
  return shown
    .map((column) => shapeOf(column, own).width)
    .map(([least, share]) => `minmax(${least}px, ${share}fr)`)
    .join(' ');
}
