/** Appends one attribute to a JSONPath (RFC 9535): `.name` for a plain identifier, `['...']` for any other. */
export function atAttribute(path: string, name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${quoted(name)}]`;
}

/** Quotes a string with the single quotes of JSONPath. */
export function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  // JSON escapes double quotes, JSONPath escapes single ones.
  return `'${escaped.replaceAll(/\\.|'/g, (found) => (found === '\\"' ? '"' : found === "'" ? "\\'" : found))}'`;
}
