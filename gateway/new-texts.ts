import type { GraphQLError } from 'graphql';
import { type Clock, systemClock } from '../subgraphs/shared/clock.ts';
import type { SharedCounts } from '../subgraphs/shared/shared-counts.ts';
import { createSharedRate } from '../subgraphs/shared/shared-rate.ts';
import { rateLimited } from './request-rate.ts';

/**
 * Bounds the time that is spent on texts that were not seen before, for each tenant by itself: parsing and validating are
 * what hostile operations are made to lengthen, and others wait meanwhile. Clients say the same few texts again and
 * again; those are known, and go on.
 */
export interface NewTexts {
  /** @returns RATE_LIMITED, with `retryAfter` in seconds, when the tenant's time is used up */
  admit(tenant: string): GraphQLError | undefined;
  /** Takes what one has cost off the tenant's time. */
  spent(tenant: string, ms: number): void;
}

/** @param msPerMinute 0: no limit @param counts of all gateways. Default: this one is alone */
export function createNewTexts(msPerMinute: number, clock: Pick<Clock, 'now'> = systemClock, counts?: SharedCounts): NewTexts {
  const rate = createSharedRate(msPerMinute, { name: 'new-texts', clock, counts });
  return {
    admit(tenant) {
      const retryAfter = rate.waitOf(tenant);
      const rule = 'Too many operations that were not seen before, or too large ones; those that were go on.';
      return retryAfter === undefined ? undefined : rateLimited(rule, retryAfter);
    },
    spent: rate.spend,
  };
}
