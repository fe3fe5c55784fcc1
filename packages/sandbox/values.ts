/** Returns the values of an attribute anywhere in a JSON value. */
function valuesNamed(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(key === name ? [inner] : []), ...valuesNamed(inner, name)]);
}

/** Returns the values of an attribute within others, the outermost first. Attributes between them need not be named. */
export function valuesAt(value: unknown, ...names: readonly string[]): unknown[] {
  return names.reduce<unknown[]>((found, name) => found.flatMap((each) => valuesNamed(each, name)), [value]);
}
