import { arrivalNoticeFilters } from '@landfall/dcsa/filters.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { ListRequest } from '#platform/upstream/pages.ts';
import { planRequests } from '#platform/upstream/request-plan.ts';
import type { NoticeFilter } from '../model.ts';

/** The name of a filter or a content control of `GET /arrival-notices`. */
export type ArrivalNoticeFilterName = (typeof arrivalNoticeFilters)[number];

/** A query for a Publisher. */
export interface ArrivalNoticesQuery extends Omit<NoticeFilter, 'partners' | 'receivedAfter' | 'receivedBefore'> {
  readonly includeVisualization?: boolean | undefined;
  readonly removeCharges?: boolean | undefined;
}

/**
 * Translates a query into the request to a partner (`GET /arrival-notices`, Arrival Notice 1.0.1, Subscriber role).
 *
 * @throws {LandfallError} CONFIG_INVALID if the partner does not offer arrival notices
 */
export function arrivalNoticesRequest({ id, arrivalNotices: endpoint }: Partner, query: ArrivalNoticesQuery): ListRequest {
  if (endpoint === undefined) throw new LandfallError('CONFIG_INVALID', `Partner ${id} does not offer arrival notices.`);
  const processes = (name: ArrivalNoticeFilterName) => endpoint.filters.includes(name);
  const plan = planRequests(`${endpoint.baseUrl}/arrival-notices`, query, { ...endpoint, names: arrivalNoticeFilters, processes });
  return { standard: 'ARRIVAL_NOTICE', endpoint, listName: 'arrivalNotices', ...plan };
}
