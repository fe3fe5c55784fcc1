import { sourceHeaders } from './endpoint-profile.ts';
import type { PublishedPage } from './published-page.ts';

/**
 * Returns the headers with what the standards do not provide for: the partner of each row, by position in the list from
 * 0 (`"acme";rows="0-2 5", "coral-line";rows="3-4"`), and the partners whose rows are missing or incomplete, with the
 * reason (`"coral-line";status=TIMED_OUT`).
 */
export function sourceHeadersOf({ partners, missing }: Pick<PublishedPage, 'partners' | 'missing'>): Record<string, string> {
  const rows = [...placesOf(partners)].map(([partner, places]) => `"${partner}";rows="${places.map(rangeText).join(' ')}"`);
  const absent = missing.map(({ partner, status }) => `"${partner}";status=${status}`);
  return {
    ...(rows.length === 0 ? {} : { [sourceHeaders.rows]: rows.join(', ') }),
    ...(absent.length === 0 ? {} : { [sourceHeaders.missing]: absent.join(', ') }),
  };
}

/** A run of consecutive positions. */
type Range = [first: number, last: number];

function placesOf(partners: readonly string[]): Map<string, Range[]> {
  const places = new Map<string, Range[]>();
  for (const [index, partner] of partners.entries()) {
    const ranges = places.get(partner) ?? [];
    const run = ranges.at(-1);
    if (run?.[1] === index - 1) run[1] = index;
    else ranges.push([index, index]);
    places.set(partner, ranges);
  }
  return places;
}

function rangeText([first, last]: Range): string {
  return first === last ? String(first) : `${first}-${last}`;
}
