import { LandfallError } from '#platform/errors.ts';
import type { Logger } from '#platform/logger.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { Clock } from '#platform/time/clock.ts';
import { createListReader, type ListPages, type ListRequest } from '#platform/upstream/lists.ts';
import type { UpstreamReading } from '#platform/upstream/upstream.ts';
import { type EventsQuery, requestUrlOf } from './request-urls.ts';

export interface EventsClient {
  /**
   * Asks one partner for port call events; how, and what reading throws, is said at `ListReader`.
   *
   * @throws {LandfallError} CONFIG_INVALID if the partner does not offer port call events
   */
  fetchEvents(partner: Partner, query: EventsQuery, options?: Pick<ListRequest, 'payer' | 'onBusy'>): ListPages;
}

/** Makes the client of `GET /events` (Port Call 2.0.0, Event Subscriber role). */
export function createEventsClient(parts: { upstream: UpstreamReading; logger: Logger; clock?: Clock }): EventsClient {
  const readLists = createListReader(parts);
  return {
    fetchEvents: (partner, query, options = {}) => {
      const endpoint = partner.portCalls;
      if (endpoint === undefined) throw new LandfallError('CONFIG_INVALID', `Partner ${partner.id} does not offer port call events.`);
      const { url, leftOut } = requestUrlOf(endpoint, query);
      // The standard requires nothing of an answer, so one without events is one that has none.
      const pages = readLists(partner, { standard: 'PORT_CALL', endpoint, urls: [url], listName: 'events', mayBeAbsent: true, ...options });
      return { leftOut, [Symbol.asyncIterator]: () => pages[Symbol.asyncIterator]() };
    },
  };
}
