/** What carriers write into a voyage or service for "none", taken over from Operational Vessel Schedules. */
const placeholders: ReadonlySet<string> = new Set(['9999R']);

/** Whether a text is what carriers write for no voyage or service. */
export function isPlaceholder(written: string): boolean {
  return placeholders.has(written.trim().toUpperCase());
}
