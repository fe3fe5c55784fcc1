import { portCallFilters } from '@landfall/dcsa/filters.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { ListRequest } from '#platform/upstream/pages.ts';
import { planRequests } from '#platform/upstream/request-plan.ts';
import type { PortCallEventFilter } from '../model.ts';

/** The name of a filter of `GET /events`. */
export type EventFilterName = (typeof portCallFilters)[number];

/** A query for a Publisher. */
export type EventsQuery = Pick<PortCallEventFilter, EventFilterName>;

/**
 * Translates a query into the request to a partner (`GET /events`, Port Call 2.0.0, Event Subscriber role).
 *
 * @throws {LandfallError} CONFIG_INVALID if the partner does not offer port call events
 */
export function eventsRequest({ id, portCalls: endpoint }: Partner, query: EventsQuery): ListRequest {
  if (endpoint === undefined) throw new LandfallError('CONFIG_INVALID', `Partner ${id} does not offer port call events.`);
  const processes = (name: EventFilterName) => endpoint.filters.includes(name);
  const plan = planRequests(`${endpoint.baseUrl}/events`, query, { ...endpoint, names: portCallFilters, processes });
  // The standard requires no attribute of a response, so one without `events` is empty.
  return { standard: 'PORT_CALL', endpoint, listName: 'events', mayBeAbsent: true, ...plan };
}
