import type { Standard } from '../partners/standard.ts';
import { type Breaker, type BreakerOptions, createBreaker, defaultNextMs } from './breaker.ts';
import { CoolingDownError, type SharedLimiter } from './shared-limiter.ts';

/**
 * Makes the breaker of a partner that several replicas ask. It counts the failures that this process sees; once it opens
 * all replicas leave the partner alone, and after that one call of one of them shows whether the partner answers again.
 */
export function createSharedBreaker<T>(
  options: BreakerOptions<T> & { readonly limiter: Pick<SharedLimiter, 'coolDown' | 'endProbe'>; readonly standard: Standard },
): Breaker<T> {
  const { limiter, standard, rests, isFailure, onOpen } = options;
  const breaker: Breaker<T> = createBreaker<T>({
    ...options,
    onOpen: (error, hasFailed) => {
      const { restsUntil } = breaker;
      if (hasFailed && restsUntil !== undefined) limiter.coolDown(standard, restsUntil);
      onOpen(error, hasFailed);
    },
  });
  return {
    get state() {
      return breaker.state;
    },
    get restsUntil() {
      return breaker.restsUntil;
    },
    restUntil: (until) => breaker.restUntil(until),
    run: async (attempt) => {
      try {
        return await breaker.run(async () => {
          const outcome = await attempt();
          limiter.endProbe(standard, isFailure(outcome) ? (rests?.nextMs ?? defaultNextMs) : undefined);
          return outcome;
        });
      } catch (error) {
        // Its own trial was not let through: another replica makes one, or has shown that the partner fails.
        if (error instanceof CoolingDownError) breaker.restUntil(error.until);
        throw error;
      }
    },
  };
}
