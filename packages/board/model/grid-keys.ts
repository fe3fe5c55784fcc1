/** The cell of the grid that has the keyboard focus. */
export interface GridPlace {
  /** Index of the row. */
  readonly row: number;
  /** Index of the cell; -1 for the row as a whole. */
  readonly column: number;
}

export interface GridSize {
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
  const toRow = (index: number): GridPlace => ({ row: Math.max(0, Math.min(rows - 1, index)), column });
  const toColumn = (index: number): GridPlace => ({ row, column: Math.max(-1, Math.min(columns - 1, index)) });
  const forward = isRightToLeft ? -1 : 1;
  switch (key) {
    case 'ArrowUp':
      return toRow(row - 1);
    case 'ArrowDown':
      return toRow(row + 1);
    case 'PageUp':
      return toRow(row - page);
    case 'PageDown':
      return toRow(row + page);
    case 'Home':
      return toRow(0);
    case 'End':
      return toRow(rows - 1);
    case 'ArrowRight':
      return toColumn(column + forward);
    case 'ArrowLeft':
      return toColumn(column - forward);
    default:
      return undefined;
  }
}
