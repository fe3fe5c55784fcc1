import type { ServicePartner } from './fleet.ts';
import type { WorldSettings } from './options.ts';
import { dayMs, type WorldVoyage } from './sailing.ts';

/** What carriers write where they do not know the number yet. */
export const placeholder = '9999R';

/** What one partner of the service calls a voyage. */
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

/** What all partners call it: unique within the service, year first. */
export function universalVoyageReferenceOf({ departure, direction, beginsMs }: WorldVoyage): string {
  const { year } = weekOf(beginsMs);
  return `${twoDigits(year % 100)}${((((departure % 1_000) + 1_000) % 1_000) + 36).toString(36).toUpperCase().padStart(2, '0')}${direction}`;
}

/** The ISO week that a moment lies in, with the year that this week belongs to. */
export function weekOf(ms: number): { readonly year: number; readonly week: number } {
  const day = Math.floor(ms / dayMs);
  const thursday = day - ((day + 3) % 7) + 3;
  const year = new Date(thursday * dayMs).getUTCFullYear();
  return { year, week: Math.floor((thursday - Date.UTC(year, 0, 1) / dayMs) / 7) + 1 };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
