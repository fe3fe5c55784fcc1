/**
 * Writes rows as CSV (RFC 4180), with a byte order mark, by which spreadsheets recognize UTF-8. Where the comma is the
 * decimal sign, spreadsheets expect the semicolon as separator.
 *
 * @param lang BCP 47 tag of the reader
 */
export function formatCsv(rows: readonly (readonly (string | number | null | undefined)[])[], lang: string): string {
  const separator = (1.5).toLocaleString(lang).includes(',') ? ';' : ',';
  return `\uFEFF${rows.map((row) => row.map(formatCell).join(separator)).join('\r\n')}\r\n`;
}

/**
 * A text that a spreadsheet would read as a formula gets an apostrophe, which the spreadsheet hides: a partner's text
 * must not be executed on the reader's computer.
 */
function formatCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n;\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
