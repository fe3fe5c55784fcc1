import { commercialScheduleFilters } from '@landfall/dcsa/filters.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { queryParameter, withParameters } from '#platform/upstream/query-parameters.ts';
import { type ScheduleQuery, selectingConditions } from '../model.ts';

/** The name of an optional condition. */
export type ScheduleFilterName = (typeof commercialScheduleFilters)[number];

export type SchedulesEndpoint = NonNullable<Partner['commercialSchedules']>;

/** A query as it is sent to a Producer. */
export interface ScheduleRequest {
  /** The URL without `limit` and cursor. */
  readonly url: string;
  /**
   * Conditions that are not sent because the Producer does not process them. Its answer may therefore have more rows
   * than requested.
   */
  readonly leftOut: readonly ScheduleFilterName[];
  /** The conditions that are sent. */
  readonly sent: ScheduleQuery;
}

/**
 * Translates a query into the URL for a Producer.
 *
 * @returns the request, or why it cannot be sent: a condition that the Producer does not process and that cannot be
 *   checked on its answer, or no selecting condition is left
 */
export function requestUrlOf(endpoint: SchedulesEndpoint, query: ScheduleQuery): ScheduleRequest | { readonly refused: string } {
  const given = Object.entries(query.conditions).filter(([, value]) => value !== undefined);
  // All parameters of port schedules are required, including `UNLocationCode`.
  const optional = query.endpoint === 'port-schedules' ? [] : commercialScheduleFilters;
  const leftOut = optional.filter((name) => given.some(([condition]) => condition === name) && !processes(endpoint, name));
  if (leftOut.includes('cargoType') && !isDry(query)) return { refused: 'The partner does not support cargoType.' };
  const sent = given.filter(([name]) => !leftOut.some((left) => left === name));
  if (query.endpoint === 'vessel-schedules' && !sent.some(([name]) => selectingConditions.some((selecting) => selecting === name))) {
    return { refused: `The partner does not support ${leftOut.join(', ')}, and there is no other filter.` };
  }
  const parameters = sent.map(([name, value]) => queryParameter(name, [String(value)]));
  return {
    url: withParameters(`${endpoint.baseUrl}/v1/${query.endpoint}`, parameters),
    leftOut,
    sent: { ...query, conditions: Object.fromEntries(sent) } as ScheduleQuery,
  };
}

/** Returns whether a query is for dry cargo only, which is the meaning of an absent cargo type in every version. */
export function isDry({ endpoint, conditions }: ScheduleQuery): boolean {
  return endpoint !== 'point-to-point-routes' || conditions.cargoType === undefined || conditions.cargoType === 'DRY';
}

/** Returns whether a version of the standard is older than 1.0.3, which introduced `cargoType` and `responseScope`. */
export function isBefore103(version: string | undefined): boolean {
  return version !== undefined && /^1\.0\.[012](-|$)/.test(version.trim());
}

function processes(endpoint: SchedulesEndpoint, name: ScheduleFilterName): boolean {
  // Without the port, the code of a terminal would also select terminals of other ports.
  if (name === 'facilitySMDGCode' && !endpoint.filters.includes('UNLocationCode')) return false;
  const isNew = name === 'cargoType' || name === 'responseScope';
  return endpoint.filters.includes(name) && !(isNew && isBefore103(endpoint.version));
}
