import { matchKeyOfTrueNotice } from './match-all-records.ts';
import type { Truth } from './truth.ts';

/**
 * Returns the minimum number of requests for a cold page of all notices of a world: only the carrier that issued a
 * notice knows its own voyage numbers, and a request for schedules names one port. Producers that split their answers
 * into pages require more requests.
 */
export function leastRequestsFor({ notices }: Truth): number {
  const pairs = [...notices.values()].flatMap((notice) => {
    const [port] = matchKeyOfTrueNotice(notice).claims.flatMap(({ UNLocationCode }) => UNLocationCode ?? []);
    return port === undefined ? [] : [`${notice.partner} ${port}`];
  });
  return new Set(pairs).size;
}
