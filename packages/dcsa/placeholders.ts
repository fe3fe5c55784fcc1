/** Values that carriers send for "no voyage" or "no service", as in Operational Vessel Schedules. */
const placeholders: ReadonlySet<string> = new Set(['9999R']);

/** Returns whether a value means "no voyage" or "no service". */
export function isPlaceholder(written: string): boolean {
  return placeholders.has(written.trim().toUpperCase());
}
