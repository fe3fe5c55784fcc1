import { type Partner, portCallFilters } from '#platform/partners/partner.ts';
import { queryParameter, withParameters } from '#platform/upstream/query-parameters.ts';
import type { PortCallEventFilter } from '../model.ts';

/** The name of a filter of `GET /events`. */
export type EventFilterName = (typeof portCallFilters)[number];

/** What to ask a Publisher. Conditions combine with AND. */
export type EventsQuery = Pick<PortCallEventFilter, EventFilterName>;

export type EventsEndpoint = NonNullable<Partner['portCalls']>;

/**
 * Writes a query as the URL that asks for it, without cursor and, because the Publisher knows best, without page size.
 *
 * @returns `leftOut`: conditions that the partner does not process, so its answer holds more than was asked for
 */
export function requestUrlOf(endpoint: EventsEndpoint, query: EventsQuery): { url: string; leftOut: EventFilterName[] } {
  const asked = portCallFilters.filter((name) => query[name] !== undefined);
  const sent = asked.filter((name) => endpoint.filters.includes(name));
  const parameters = sent.map((name) => queryParameter(name, [query[name] ?? '']));
  return { url: withParameters(`${endpoint.baseUrl}/events`, parameters), leftOut: asked.filter((name) => !sent.includes(name)) };
}
