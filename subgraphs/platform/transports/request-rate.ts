import type { GraphQLError } from 'graphql';
import type { Session } from '../access/sessions.ts';
import { createSharedRate } from '../access/shared-rate.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import { refusal } from '../graphql/client-errors.ts';
import { type Clock, systemClock } from '../time/clock.ts';

/** Limits the rate of requests of each tenant. */
export interface RequestRate {
  /**
   * Counts a request. @returns RATE_LIMITED, with `retryAfter` in seconds, if the limit is reached; the request is then
   * not counted
   */
  admit(session: Pick<Session, 'tenant' | 'limits'>): Promise<GraphQLError | undefined>;
}

/** @param counts shared by all gateways. @default this process counts by itself */
export function createRequestRate(clock: Pick<Clock, 'now'> = systemClock, counts?: SharedCounts): RequestRate {
  const rate = createSharedRate({ name: 'requests', clock, counts });
  return {
    async admit({ tenant, limits: { requestsPerMinute: perMinute } }) {
      const retryAfter = await rate.begin({ tenant, perMinute });
      return retryAfter === undefined ? undefined : rateLimited(`At most ${perMinute} requests a minute are allowed.`, retryAfter);
    },
  };
}

/** Creates the error RATE_LIMITED. @param retryAfter seconds */
export function rateLimited(rule: string, retryAfter: number): GraphQLError {
  const error = refusal('RATE_LIMITED', `${rule} Try again in ${retryAfter} s.`);
  error.extensions['retryAfter'] = retryAfter;
  return error;
}

/** Returns the seconds after which a rate-limited request may be repeated; undefined for other errors. */
export function retryAfterOf(error: GraphQLError | undefined): number | undefined {
  const retryAfter = error?.extensions['retryAfter'];
  return typeof retryAfter === 'number' ? retryAfter : undefined;
}
