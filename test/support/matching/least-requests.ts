import { matchKeyOfTrueNotice } from './match-all-records.ts';
import type { Truth } from './truth.ts';

/**
 * Returns how many requests a cold page of all notices of a world takes at least: only the carrier that issued a notice knows its own
 * voyage numbers, and a request for schedules names one port. Producers that split their answers into pages take more.
 */
export function leastRequestsFor({ notices }: Truth): number {
  const pairs = [...notices.values()].flatMap((notice) => {
    const [port] = matchKeyOfTrueNotice(notice).claims.flatMap(({ UNLocationCode }) => UNLocationCode ?? []);
    return port === undefined ? [] : [`${notice.partner} ${port}`];
  });
  return new Set(pairs).size;
}
