import type { ServicePartner } from './fleet.ts';
import type { WorldSettings } from './options.ts';
import { dayMs, type WorldVoyage } from './sailing.ts';

/** What carriers write as long as they do not know the number. */
export const placeholder = '9999R';

/** Returns the number by which one partner of the service identifies a voyage. */
export function voyageNumberOf(
  { numbering }: ServicePartner,
  voyage: WorldVoyage,
  turns: number,
  { has }: Pick<WorldSettings, 'has'>,
): string {
  const { departure, part, direction, beginsMs, earlierInWeek } = voyage;
  if (numbering.kind === 'COUNT') return `${numbering.first + departure * turns + part}${direction}`;
  const { year, week } = weekOf(beginsMs);
  const letter = earlierInWeek === 0 || has('SHARED_WEEKS') ? '' : String.fromCharCode(64 + earlierInWeek);
  return `${year % 10}${twoDigits(week)}${letter}${direction}`;
}

/** Returns the reference that all partners use: unique within the service, beginning with the year. */
export function universalVoyageReferenceOf({ departure, direction, beginsMs }: WorldVoyage): string {
  const { year } = weekOf(beginsMs);
  return `${twoDigits(year % 100)}${((((departure % 1_000) + 1_000) % 1_000) + 36).toString(36).toUpperCase().padStart(2, '0')}${direction}`;
}

/** Returns the ISO week of a moment, with the year to which the week belongs. */
export function weekOf(ms: number): { readonly year: number; readonly week: number } {
  const day = Math.floor(ms / dayMs);
  const thursday = day - ((day + 3) % 7) + 3;
  const year = new Date(thursday * dayMs).getUTCFullYear();
  return { year, week: Math.floor((thursday - Date.UTC(year, 0, 1) / dayMs) / 7) + 1 };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
