import { commercialScheduleFilters, type Partner } from '#platform/partners/partner.ts';
import { queryParameter, withParameters } from '#platform/upstream/query-parameters.ts';
import { type ScheduleQuery, selectingConditions } from '../model.ts';

/** The name of a condition that not every Producer processes. */
export type ScheduleFilterName = (typeof commercialScheduleFilters)[number];

export type SchedulesEndpoint = NonNullable<Partner['commercialSchedules']>;

/** How a question is put to a Producer. */
export interface ScheduleRequest {
  /** Without `limit` and cursor. */
  readonly url: string;
  /** Conditions that are not sent because the Producer does not process them: its answer holds more than was asked for. */
  readonly leftOut: readonly ScheduleFilterName[];
  /** The question as it is sent. */
  readonly sent: ScheduleQuery;
}

/**
 * Writes a question as the URL that asks it.
 *
 * @returns or why it cannot be asked: a condition that the Producer does not process and that cannot be seen on what it
 *   answers either, or nothing left that selects
 */
export function requestUrlOf(endpoint: SchedulesEndpoint, question: ScheduleQuery): ScheduleRequest | { readonly refused: string } {
  const given = Object.entries(question.conditions).filter(([, value]) => value !== undefined);
  // All that port schedules ask for is required, `UNLocationCode` too.
  const optional = question.endpoint === 'port-schedules' ? [] : commercialScheduleFilters;
  const leftOut = optional.filter((name) => given.some(([asked]) => asked === name) && !processes(endpoint, name));
  if (leftOut.includes('cargoType') && !isDry(question)) return { refused: 'The partner does not support cargoType.' };
  const sent = given.filter(([name]) => !leftOut.some((left) => left === name));
  if (question.endpoint === 'vessel-schedules' && !sent.some(([name]) => selectingConditions.some((selecting) => selecting === name))) {
    return { refused: `The partner does not support ${leftOut.join(', ')}, and there is no other filter.` };
  }
  const parameters = sent.map(([name, value]) => queryParameter(name, [String(value)]));
  return {
    url: withParameters(`${endpoint.baseUrl}/v1/${question.endpoint}`, parameters),
    leftOut,
    sent: { ...question, conditions: Object.fromEntries(sent) } as ScheduleQuery,
  };
}

/** Whether a cargo type asks for nothing but what every version means when it is absent. */
export function isDry({ endpoint, conditions }: ScheduleQuery): boolean {
  return endpoint !== 'point-to-point-routes' || conditions.cargoType === undefined || conditions.cargoType === 'DRY';
}

/** Whether a version of the standard is one from before 1.0.3, which brought `cargoType` and `responseScope`. */
export function isBefore103(version: string | undefined): boolean {
  return version !== undefined && /^1\.0\.[012](-|$)/.test(version.trim());
}

function processes(endpoint: SchedulesEndpoint, name: ScheduleFilterName): boolean {
  // Without its port the code of a terminal would select terminals of other ports.
  if (name === 'facilitySMDGCode' && !endpoint.filters.includes('UNLocationCode')) return false;
  const isNew = name === 'cargoType' || name === 'responseScope';
  return endpoint.filters.includes(name) && !(isNew && isBefore103(endpoint.version));
}
