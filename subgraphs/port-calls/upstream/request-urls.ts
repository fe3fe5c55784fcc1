import { portCallFilters } from '@landfall/dcsa/filters.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { ListRequest } from '#platform/upstream/lists.ts';
import { queryParameter, withParameters } from '#platform/upstream/query-parameters.ts';
import type { PortCallEventFilter } from '../model.ts';

/** The name of a filter of `GET /events`. */
export type EventFilterName = (typeof portCallFilters)[number];

/** A query for a Publisher. Conditions are combined with AND. */
export type EventsQuery = Pick<PortCallEventFilter, EventFilterName>;

export type EventsEndpoint = NonNullable<Partner['portCalls']>;

/**
 * Translates a query into the request to a partner (`GET /events`, Port Call 2.0.0, Event Subscriber role).
 *
 * @throws {LandfallError} CONFIG_INVALID if the partner does not offer port call events
 */
export function eventsRequest(partner: Partner, query: EventsQuery): ListRequest {
  const endpoint = partner.portCalls;
  if (endpoint === undefined) throw new LandfallError('CONFIG_INVALID', `Partner ${partner.id} does not offer port call events.`);
  const { url, leftOut } = requestUrlOf(endpoint, query);
  // The standard requires no attribute of a response, so one without `events` is empty.
  return { standard: 'PORT_CALL', endpoint, listName: 'events', mayBeAbsent: true, urls: [url], leftOut };
}

/**
 * Formats a query as a URL, without cursor and page size.
 *
 * @returns `leftOut`: conditions that the partner does not process, so that its answer may have more rows than
 *   requested
 */
export function requestUrlOf(endpoint: EventsEndpoint, query: EventsQuery): { url: string; leftOut: EventFilterName[] } {
  const given = portCallFilters.filter((name) => query[name] !== undefined);
  const sent = given.filter((name) => endpoint.filters.includes(name));
  const parameters = sent.map((name) => queryParameter(name, [query[name] ?? '']));
  return { url: withParameters(`${endpoint.baseUrl}/events`, parameters), leftOut: given.filter((name) => !sent.includes(name)) };
}
