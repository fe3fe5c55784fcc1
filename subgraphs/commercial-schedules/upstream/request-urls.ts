import { commercialScheduleFilters, selectingConditions } from '@landfall/dcsa/filters.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { planRequests, type RequestPlan } from '#platform/upstream/request-plan.ts';
import type { ScheduleQuery } from '../model.ts';

export type SchedulesEndpoint = NonNullable<Partner['commercialSchedules']>;

/** A query as it is sent to a Producer. */
export interface ScheduleRequest extends Pick<RequestPlan<string>, 'urls' | 'leftOut'> {
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
  const conditions: Readonly<Record<string, unknown>> = { ...query.conditions };
  // All parameters of port schedules are required, including `UNLocationCode`.
  const optional: readonly string[] = query.endpoint === 'port-schedules' ? [] : commercialScheduleFilters;
  const { urls, sent, ...plan } = planRequests(`${endpoint.baseUrl}/v1/${query.endpoint}`, conditions, {
    ...endpoint,
    names: Object.keys(conditions),
    processes: (name) => !optional.includes(name) || processes(endpoint, name),
  });
  const leftOut = optional.filter((name) => plan.leftOut.includes(name));
  if (leftOut.includes('cargoType') && !isDry(query)) return { refused: 'The partner does not support cargoType.' };
  if (query.endpoint === 'vessel-schedules' && !selectingConditions.some((selecting) => sent.includes(selecting))) {
    return { refused: `The partner does not support ${leftOut.join(', ')}, and there is no other filter.` };
  }
  const sentConditions = Object.fromEntries(sent.map((name) => [name, conditions[name]]));
  return { urls, leftOut, sent: { ...query, conditions: sentConditions } as ScheduleQuery };
}

/** Returns whether a query is for dry cargo only, which is the meaning of an absent cargo type in every version. */
export function isDry({ endpoint, conditions }: ScheduleQuery): boolean {
  return endpoint !== 'point-to-point-routes' || conditions.cargoType === undefined || conditions.cargoType === 'DRY';
}

/** Returns whether a version of the standard is older than 1.0.3, which introduced `cargoType` and `responseScope`. */
export function isBefore103(version: string | undefined): boolean {
  return version !== undefined && /^1\.0\.[012](-|$)/.test(version.trim());
}

function processes({ filters, version }: SchedulesEndpoint, name: string): boolean {
  const isNamed = (filter: string) => filters.some((each) => each === filter);
  // Without the port, the code of a terminal would also select terminals of other ports.
  if (name === 'facilitySMDGCode' && !isNamed('UNLocationCode')) return false;
  const isNew = name === 'cargoType' || name === 'responseScope';
  return isNamed(name) && !(isNew && isBefore103(version));
}
