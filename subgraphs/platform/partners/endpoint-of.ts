import type { Partner } from './partner.ts';
import type { Standard } from './standard.ts';

/** The field of a partner's file for each standard. */
export const endpointFields = {
  ARRIVAL_NOTICE: 'arrivalNotices',
  COMMERCIAL_SCHEDULES: 'commercialSchedules',
  PORT_CALL: 'portCalls',
} as const satisfies Record<Standard, keyof Partner>;

export type EndpointField = (typeof endpointFields)[Standard];

/** Returns the endpoint of a partner for a standard; undefined when it does not offer the standard. */
export function endpointOf(partner: Partner, standard: Standard): Partner[EndpointField] {
  return partner[endpointFields[standard]];
}
