import type { Partner } from './partner.ts';
import type { Standard } from './standard.ts';

/** Under which name a partner's file says how it is asked about a standard. */
export const endpointFields = {
  ARRIVAL_NOTICE: 'arrivalNotices',
  COMMERCIAL_SCHEDULES: 'commercialSchedules',
  PORT_CALL: 'portCalls',
} as const satisfies Record<Standard, keyof Partner>;

export type EndpointField = (typeof endpointFields)[Standard];

/** How a partner is asked about a standard; undefined when it does not offer it. */
export function endpointOf(partner: Partner, standard: Standard): Partner[EndpointField] {
  return partner[endpointFields[standard]];
}
