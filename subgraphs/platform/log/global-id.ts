/** Returns the opaque global id of an object with this type and key. */
export function globalIdOf(typeName: string, key: string): string {
  return Buffer.from(`${typeName}:${key}`).toString('base64url');
}

/** Parses an id of {@link globalIdOf}; undefined for any other string. */
export function parseGlobalId(id: string): { typeName: string; key: string } | undefined {
  const text = Buffer.from(id, 'base64url').toString();
  const colon = text.indexOf(':');
  if (colon < 1 || Buffer.from(text).toString('base64url') !== id) return undefined;
  return { typeName: text.slice(0, colon), key: text.slice(colon + 1) };
}
