import type { Random } from '@landfall/sandbox/random.ts';

const dayMs = 86_400_000;

/**
 * Draws the day on which a world's partners are requested. Three of four days are difficult for calendar calculations:
 * around the ends of months and of years, the leap day, and the days on which summer time begins or ends.
 */
export function dayOfSeed(random: Random): string {
  const year = random.integer(2023, 2032);
  const leapYear = random.pick([2024, 2028, 2032]);
  const around = (days: number, ms: number) => textOf(ms + random.integer(-days, days) * dayMs);
  switch (random.integer(0, 7)) {
    case 0:
    case 1:
      return around(3, Date.UTC(year, random.integer(0, 11), 1));
    case 2:
    case 3:
      return around(6, Date.UTC(year, 0, 1));
    case 4:
      return around(2, Date.UTC(leapYear, 1, 29));
    case 5:
      return around(2, random.pick(clockChangesOf(year)));
    default:
      return textOf(Date.UTC(year, 0, 1 + random.integer(0, 364)));
  }
}

/** Returns when summer time begins and ends: in Europe, then in North America. */
function clockChangesOf(year: number): readonly [number, number, number, number] {
  return [
    sundayFrom(Date.UTC(year, 2, 25)),
    sundayFrom(Date.UTC(year, 9, 25)),
    sundayFrom(Date.UTC(year, 2, 8)),
    sundayFrom(Date.UTC(year, 10, 1)),
  ];
}

function sundayFrom(ms: number): number {
  return ms + ((7 - new Date(ms).getUTCDay()) % 7) * dayMs;
}

function textOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
