/** Adds one attribute to a JSONPath (RFC 9535): `.name` for a plain identifier, `['...']` for any other. */
export function atAttribute(path: string, name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${quoted(name)}]`;
}

/** A text in the single quotes of JSONPath. */
export function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  // JSON escapes the double quote and leaves the single one alone; JSONPath wants it the other way round.
  return `'${escaped.replaceAll(/\\.|'/g, (found) => (found === '\\"' ? '"' : found === "'" ? "\\'" : found))}'`;
}
