/**
 * Reads a text at a path of a parsed JSON document; undefined if anything on the path is missing or of a wrong type.
 */
export function textAt(source: unknown, ...path: readonly string[]): string | undefined {
  const value = valueAt(source, path);
  return typeof value === 'string' ? value : undefined;
}

/** Reads a list at a path; empty if it is missing or of a wrong type. */
export function listAt(source: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = valueAt(source, path);
  return Array.isArray(value) ? value : [];
}

/** Reads the value at a path; undefined if it is missing. */
export function valueAt(source: unknown, path: readonly string[]): unknown {
  let value = source;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** Normalizes a container number: container numbers are compared in upper case and without blanks. */
export function normalEquipmentReference(reference: string): string {
  return reference.replaceAll(/\s/g, '').toUpperCase();
}

/** Values that carriers send for "no voyage" or "no service", as in Operational Vessel Schedules. */
const placeholders: ReadonlySet<string> = new Set(['9999R']);

/** Returns whether a value means "no voyage" or "no service". */
export function isPlaceholder(written: string): boolean {
  return placeholders.has(written.trim().toUpperCase());
}
