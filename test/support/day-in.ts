/** All ports of the notices in which tests count days have this calendar. */
const calendar = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam', dateStyle: 'short' });

/**
 * Returns the day this many days from today at the port, `YYYY-MM-DD`: arrivals long ago are not open, and the day in UTC
 * is another one for an hour or two.
 */
export function dayIn(days: number): string {
  const today = Date.parse(calendar.format(new Date()));
  return new Date(today + days * 86_400_000).toISOString().slice(0, 10);
}
