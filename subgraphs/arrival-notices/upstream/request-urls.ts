import { arrivalNoticeFilters } from '@landfall/dcsa/filters.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { ListRequest } from '#platform/upstream/lists.ts';
import { queryParameter, withParameters } from '#platform/upstream/query-parameters.ts';
import type { NoticeFilter } from '../model.ts';

/** The name of a filter or a content control of `GET /arrival-notices`. */
export type ArrivalNoticeFilterName = (typeof arrivalNoticeFilters)[number];

/**
 * A query for a Publisher. Conditions are combined with AND, the values of one list with OR. An empty list matches
 * nothing.
 */
export interface ArrivalNoticesQuery extends Omit<NoticeFilter, 'partners' | 'receivedAfter' | 'receivedBefore'> {
  readonly includeVisualization?: boolean | undefined;
  readonly removeCharges?: boolean | undefined;
  /** Requested page size, which is not sent to a partner without paging. */
  readonly limit?: number | undefined;
}

export type ArrivalNoticesEndpoint = NonNullable<Partner['arrivalNotices']>;

const lists = ['transportDocumentReferences', 'equipmentReferences'] as const;

/**
 * Translates a query into the request to a partner (`GET /arrival-notices`, Arrival Notice 1.0.1, Subscriber role).
 *
 * @throws {LandfallError} CONFIG_INVALID if the partner does not offer arrival notices
 */
export function arrivalNoticesRequest(partner: Partner, query: ArrivalNoticesQuery): ListRequest {
  const endpoint = partner.arrivalNotices;
  if (endpoint === undefined) throw new LandfallError('CONFIG_INVALID', `Partner ${partner.id} does not offer arrival notices.`);
  return { standard: 'ARRIVAL_NOTICE', endpoint, listName: 'arrivalNotices', ...requestUrlsOf(endpoint, query) };
}

/**
 * Formats a query as URLs, without cursors. Lists longer than the partner accepts are split; the answers to all URLs
 * together are the answer. A notice may be in several of them.
 *
 * @returns `leftOut`: conditions that the partner does not process, so that its answer may have more rows than
 *   requested
 */
export function requestUrlsOf(
  endpoint: ArrivalNoticesEndpoint,
  query: ArrivalNoticesQuery,
): { urls: string[]; leftOut: ArrivalNoticeFilterName[] } {
  const given = arrivalNoticeFilters.filter((name) => query[name] !== undefined);
  const sent = given.filter((name) => endpoint.filters.includes(name));
  const single = sent.filter((name) => !isList(name)).map((name) => queryParameter(name, [String(query[name])]));
  if (endpoint.paging && query.limit !== undefined) single.push(queryParameter('limit', [String(query.limit)]));
  let variants: string[][] = [[]];
  for (const name of lists) {
    const values = query[name];
    if (values === undefined || !sent.includes(name)) continue;
    const chunks = chunksOf([...new Set(values.filter((value) => value !== ''))], endpoint.maxReferences);
    // If both lists are split, each chunk of one is combined with each chunk of the other, because they combine with AND.
    variants = variants.flatMap((parts) => chunks.map((chunk) => [...parts, queryParameter(name, chunk, endpoint.listStyle)]));
  }
  const urls = variants.map((parts) => withParameters(`${endpoint.baseUrl}/arrival-notices`, [...parts, ...single]));
  return { urls, leftOut: given.filter((name) => !sent.includes(name)) };
}

function isList(name: ArrivalNoticeFilterName): boolean {
  return lists.some((list) => list === name);
}

function chunksOf(values: readonly string[], size: number): string[][] {
  const chunks: string[][] = [];
  for (let start = 0; start < values.length; start += size) chunks.push(values.slice(start, start + size));
  return chunks;
}
