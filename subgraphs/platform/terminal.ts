/**
 * Characters that steer a terminal or hide what a text says: C0 and C1 controls, line separators, and format characters,
 * to which bidirectional overrides and zero-width characters belong.
 */
const steering = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const steeringButLineFeed = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Writes characters that steer a terminal as `\uXXXX`. In a JSON text they can stand in strings only, so it stays JSON with
 * the same content.
 *
 * @param options.keepsLines leaves line feeds as they are. Default: false, so that a text cannot pass for several lines
 */
export function escapeControls(text: string, { keepsLines = false }: { readonly keepsLines?: boolean } = {}): string {
  return text.replace(keepsLines ? steeringButLineFeed : steering, unicodeEscapeOf);
}

/** Prints one line for whoever runs a command. What partners wrote may stand in it. */
export function printLine(text: string, stream: NodeJS.WritableStream = process.stdout): void {
  stream.write(`${escapeControls(text)}\n`);
}

/** Prints a text of several lines. What partners wrote may stand in it only where it cannot hold a line feed. */
export function printLines(text: string, stream: NodeJS.WritableStream = process.stdout): void {
  stream.write(`${escapeControls(text, { keepsLines: true })}\n`);
}

/** Prints one JSON document over several lines. */
export function printJson(document: unknown): void {
  printLines(JSON.stringify(document, undefined, 2));
}

/** Characters beyond the BMP are two code units, as JSON has them. */
function unicodeEscapeOf(character: string): string {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index).toString(16).padStart(4, '0'))
    .map((digits) => `\\u${digits}`)
    .join('');
}
