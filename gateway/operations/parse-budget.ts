import type { GraphQLError } from 'graphql';
import type { Session } from '#platform/access/sessions.ts';
import { createSharedRate } from '#platform/access/shared-rate.ts';
import type { Spender } from '#platform/access/tenant-rate.ts';
import type { SharedCounts } from '#platform/cache/shared-counts.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { rateLimited } from '#platform/transports/request-rate.ts';

/** Whose time a text takes. */
export type ParsingFor = Pick<Session, 'tenant' | 'limits'>;

/**
 * Bounds the time that is spent on texts that were not seen before, for each tenant by itself: parsing and validating are
 * what hostile operations are made to lengthen, and others wait meanwhile. Clients say the same few texts again and
 * again; those are known, and go on.
 */
export interface ParseBudget {
  /** @returns RATE_LIMITED, with `retryAfter` in seconds, when the tenant's time is used up */
  admit(session: ParsingFor): GraphQLError | undefined;
  /** Takes what one has cost off the tenant's time. */
  spent(session: ParsingFor, ms: number): void;
}

/** @param counts of all gateways. Default: this one is alone */
export function createParseBudget(clock: Pick<Clock, 'now'> = systemClock, counts?: SharedCounts): ParseBudget {
  const rate = createSharedRate({ name: 'new-texts', clock, counts });
  return {
    admit(session) {
      const retryAfter = rate.waitOf(spenderOf(session));
      const rule = 'Too much time was spent on parsing new operations; known operations are still accepted.';
      return retryAfter === undefined ? undefined : rateLimited(rule, retryAfter);
    },
    spent: (session, ms) => rate.spend(spenderOf(session), ms),
  };
}

function spenderOf({ tenant, limits }: ParsingFor): Spender {
  return { tenant, perMinute: limits.parseMsPerMinute };
}
