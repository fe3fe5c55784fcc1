import type { ArrivalOrder } from '../../client/generated/operations.ts';

/** The columns of the list, in order. */
export const columns = ['arrival', 'alert', 'vessel', 'port', 'document', 'lastFree', 'release', 'state', 'partner'] as const;
export type Column = (typeof columns)[number];

/** The server's orders that can be chosen by a column heading. */
export const orderOfColumn: Readonly<Partial<Record<Column, ArrivalOrder>>> = {
  arrival: 'BEST_TIME',
  alert: 'ATTENTION',
  lastFree: 'LAST_FREE_DAY',
};

/** Minimum width in pixels, and the share of the remaining width. */
const widths: Readonly<Record<Column, readonly [least: number, share: number]>> = {
  arrival: [274, 0],
  alert: [232, 2.2],
  vessel: [104, 1],
  port: [102, 0.9],
  document: [138, 0.9],
  lastFree: [110, 0.3],
  release: [84, 0.7],
  state: [90, 0.3],
  partner: [122, 0.8],
};
/** Columns in the order in which they are omitted if the list is too narrow. */
const dropped: readonly Column[] = ['partner', 'state', 'release', 'port', 'lastFree', 'vessel', 'document'];
const gap = 14;
const padding = 32;

/**
 * Returns the columns for which a list has room, in order.
 *
 * @param chosen the viewer's choice; undefined for all columns
 */
export function columnsFor(width: number, chosen: readonly Column[] | undefined): Column[] {
  let shown = columns.filter((column) => column === 'arrival' || (chosen?.includes(column) ?? true));
  const needed = () => padding + shown.reduce((sum, column) => sum + widths[column][0] + gap, -gap);
  for (const column of dropped) {
    if (needed() <= width) break;
    shown = shown.filter((each) => each !== column);
  }
  return shown;
}

/** Returns the `grid-template-columns` of rows with these columns. */
export function gridTemplateOf(shown: readonly Column[]): string {
  return shown.map((column) => `minmax(${widths[column][0]}px, ${widths[column][1]}fr)`).join(' ');
}
