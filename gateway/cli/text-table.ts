import { escapeControls } from '#platform/terminal.ts';

/** Formats rows of cells as lines with aligned columns, without control characters. */
export function textTableOf(cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map((cell) => escapeControls(cell)));
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widthOf(column)))
      .join('  ')
      .trimEnd(),
  );
}
