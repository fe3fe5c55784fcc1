import type { GraphQLError } from 'graphql';
import { createBoundedCache } from '../subgraphs/shared/bounded-cache.ts';
import { type Clock, systemClock } from '../subgraphs/shared/clock.ts';
import { refusal } from './errors.ts';

/** Counts what each tenant begins. In this process only: with N gateways a tenant has N times its allowance. */
export interface RequestRate {
  /** Counts one more. @returns RATE_LIMITED, with `retryAfter` in seconds, when it is too many; that one is not counted */
  admit(tenant: string): GraphQLError | undefined;
}

interface Bucket {
  /** What may begin at once, at the time of `filledAt`. */
  left: number;
  filledAt: number;
}

/** Tenants that are remembered; one that is forgotten begins anew with a full bucket. */
const maxTenants = 10_000;

/**
 * Opens a rate: a bucket per tenant that holds a minute's allowance and fills evenly.
 *
 * @param perMinute 0: no limit
 */
export function createRequestRate(perMinute: number, clock: Pick<Clock, 'now'> = systemClock): RequestRate {
  if (perMinute === 0) return { admit: () => undefined };
  const buckets = createBoundedCache<string, Bucket>(maxTenants);
  const msEach = 60_000 / perMinute;
  return {
    admit(tenant) {
      const now = clock.now();
      const known = buckets.get(tenant);
      const bucket = known ?? { left: perMinute, filledAt: now };
      if (known === undefined) buckets.set(tenant, bucket, 1);
      // A clock that is set back fills nothing.
      bucket.left = Math.min(perMinute, bucket.left + Math.max(0, now - bucket.filledAt) / msEach);
      bucket.filledAt = now;
      if (bucket.left < 1) return rateLimited(perMinute, Math.ceil(((1 - bucket.left) * msEach) / 1_000));
      bucket.left -= 1;
      return undefined;
    },
  };
}

function rateLimited(perMinute: number, retryAfter: number): GraphQLError {
  const error = refusal('RATE_LIMITED', `At most ${perMinute} requests a minute are allowed. Try again in ${retryAfter} s.`);
  error.extensions['retryAfter'] = retryAfter;
  return error;
}

/** Seconds after which a refused request may come again; undefined where it was not the rate that refused it. */
export function retryAfterOf(errors: readonly GraphQLError[]): number | undefined {
  for (const { extensions } of errors) if (typeof extensions['retryAfter'] === 'number') return extensions['retryAfter'];
  return undefined;
}
