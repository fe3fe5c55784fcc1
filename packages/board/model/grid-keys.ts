/** The cell of the grid that has the keyboard focus. */
export interface GridPlace {
  /** Index of the row. */
  readonly row: number;
  /** Index of the cell; -1 for the row as a whole. */
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Number of rows per screen. */
  readonly page: number;
  readonly isRightToLeft: boolean;
}

/** Returns the target of a key in a grid; undefined for keys that do not move the focus. */
export function placeAfter(
  key: string,
  { row, column }: GridPlace,
  { rows, columns, page, isRightToLeft }: GridSize,
): GridPlace | undefined {
  const forward = isRightToLeft ? -1 : 1;
  const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    PageUp: [-page, 0],
    PageDown: [page, 0],
    Home: [-rows, 0],
    End: [rows, 0],
    ArrowRight: [0, forward],
    ArrowLeft: [0, -forward],
  };
  const step = steps[key];
  return step && { row: Math.max(0, Math.min(rows - 1, row + step[0])), column: Math.max(-1, Math.min(columns - 1, column + step[1])) };
}
