import type { ArrivalOrder } from '../../client/generated/operations.ts';

interface ColumnShape {
  /** Minimum width in pixels, and the share of the remaining width. */
  readonly width: readonly [least: number, share: number];
  /** The server's order that its heading chooses. */
  readonly order?: ArrivalOrder;
  /** Columns are omitted in this order if the list is too narrow; one without a number never is. */
  readonly omitted?: number;
}

/** The columns of the list, in order. */
const shapes = {
  arrival: { width: [274, 0], order: 'BEST_TIME' },
  alert: { width: [232, 2.2], order: 'ATTENTION' },
  vessel: { width: [104, 1], omitted: 6 },
  port: { width: [102, 0.9], omitted: 4 },
  document: { width: [138, 0.9], omitted: 8 },
  lastFree: { width: [110, 0.3], order: 'LAST_FREE_DAY', omitted: 7 },
  release: { width: [84, 0.7], omitted: 3 },
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

export const isOwn = (column: string): column is OwnName => column.startsWith('own-');

export function shapeOf(column: Column, own: OwnWidths = {}): ColumnShape {
  return isOwn(column) ? { width: [own[column] ?? 0, 0.6], omitted: 5 } : shapes[column];
}

const gap = 14;
/** At both edges, with the box that selects the row. */
const padding = 52;

/**
 * Returns the columns for which a list has room, in order: those of the board, then those of the embedding page.
 *
 * @param chosen the viewer's choice; undefined for all columns
 */
export function columnsFor(width: number, chosen: readonly Column[] | undefined, own: OwnWidths = {}): Column[] {
  const all: Column[] = [...columns, ...(Object.keys(own) as OwnName[])];
  let shown = all.filter((column) => column === 'arrival' || (chosen?.includes(column) ?? true));
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
