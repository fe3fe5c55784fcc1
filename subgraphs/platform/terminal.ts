/**
 * Characters that control a terminal or hide text: C0 and C1 controls, line separators, and format characters, which
 * include bidirectional overrides and zero-width characters.
 */
const controls = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const controlsButLineFeed = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Replaces control characters by `\uXXXX`. In JSON they can occur in strings only, so the result is JSON with the same
 * content.
 *
 * @param options.keepsLines keeps line feeds. Default: false, so that a string cannot imitate several lines
 */
export function escapeControls(text: string, { keepsLines = false }: { readonly keepsLines?: boolean } = {}): string {
  return text.replace(keepsLines ? controlsButLineFeed : controls, unicodeEscapeOf);
}

/** Prints one line, which may contain strings of partners. */
export function printLine(text: string, stream: NodeJS.WritableStream = process.stdout): void {
  stream.write(`${escapeControls(text)}\n`);
}

/** Prints several lines. Strings of partners must not contain line feeds. */
export function printLines(text: string, stream: NodeJS.WritableStream = process.stdout): void {
  stream.write(`${escapeControls(text, { keepsLines: true })}\n`);
}

/** Replaces the last line of a terminal by another one, or by nothing. Elsewhere nothing is printed. */
export function printProgress(text: string, stream: NodeJS.WriteStream = process.stderr): void {
  if (stream.isTTY) stream.write(`\r\x1b[K${escapeControls(text)}`);
}

/** Prints an indented JSON document. */
export function printJson(document: unknown, replacer?: (name: string, value: unknown) => unknown): void {
  printLines(JSON.stringify(document, replacer, 2));
}

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

/** Characters beyond the BMP become two escapes, as in JSON. */
function unicodeEscapeOf(character: string): string {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index).toString(16).padStart(4, '0'))
    .map((digits) => `\\u${digits}`)
    .join('');
}
