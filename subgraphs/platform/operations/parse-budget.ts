import type { GraphQLError } from 'graphql';
import type { Session } from '../access/sessions.ts';
import { createSharedRate } from '../access/shared-rate.ts';
import type { Spender } from '../access/tenant-rate.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { rateLimited } from '../transports/request-rate.ts';

/** The tenant whose budget is charged, with its limits. */
export type ParsingFor = Pick<Session, 'tenant' | 'limits'>;

/**
 * Limits the time per tenant for parsing and validating new documents, because malicious operations would delay all
 * other callers. Cached documents are free, and most clients send the same few.
 */
export interface ParseBudget {
  /** Checks the tenant's budget. @returns RATE_LIMITED, with `retryAfter` in seconds, when it is used up */
  admit(session: ParsingFor): GraphQLError | undefined;
  /** Charges the time that one document took to the tenant's budget. */
  spent(session: ParsingFor, ms: number): void;
}

/** @param counts counters shared by all gateways. Default: this process counts by itself */
export function createParseBudget(clock: Pick<Clock, 'now'> = systemClock, counts?: SharedCounts): ParseBudget {
  const rate = createSharedRate({ name: 'parse-budget', clock, counts });
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
