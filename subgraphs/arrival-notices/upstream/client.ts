import { LandfallError } from '#platform/errors.ts';
import type { Logger } from '#platform/logger.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { Clock } from '#platform/time/clock.ts';
import { createListReader, type ListPages, type ListRequest } from '#platform/upstream/lists.ts';
import type { UpstreamReading } from '#platform/upstream/upstream.ts';
import { type ArrivalNoticesQuery, requestUrlsOf } from './request-urls.ts';

export interface ArrivalNoticesClient {
  /**
   * Asks one partner for arrival notices; how, and what reading throws, is said at `ListReader`.
   *
   * @throws {LandfallError} CONFIG_INVALID if the partner does not offer arrival notices
   */
  fetchArrivalNotices(partner: Partner, query: ArrivalNoticesQuery, options?: Pick<ListRequest, 'signal' | 'payer' | 'onBusy'>): ListPages;
}

/** Makes the client of `GET /arrival-notices` (Arrival Notice 1.0.1, Subscriber role). */
export function createArrivalNoticesClient(parts: { upstream: UpstreamReading; logger: Logger; clock?: Clock }): ArrivalNoticesClient {
  const readLists = createListReader(parts);
  return {
    fetchArrivalNotices: (partner, query, options = {}) => {
      const endpoint = partner.arrivalNotices;
      if (endpoint === undefined) throw new LandfallError('CONFIG_INVALID', `Partner ${partner.id} does not offer arrival notices.`);
      const { urls, leftOut } = requestUrlsOf(endpoint, query);
      const pages = readLists(partner, { standard: 'ARRIVAL_NOTICE', endpoint, urls, listName: 'arrivalNotices', ...options });
      return { leftOut, [Symbol.asyncIterator]: () => pages[Symbol.asyncIterator]() };
    },
  };
}
