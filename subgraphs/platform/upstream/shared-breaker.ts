import type { Standard } from '../partners/standard.ts';
import { type Breaker, type BreakerOptions, createBreaker, defaultNextMs } from './breaker.ts';
import { CoolingDownError, type SharedLimiter } from './shared-limiter.ts';

/**
 * Creates the breaker of a partner to which several replicas send. It counts the failures of this process; once it opens,
 * no replica sends to the partner until one trial request of one replica has succeeded.
 */
export function createSharedBreaker<T>(
  options: BreakerOptions<T> & { readonly limiter: Pick<SharedLimiter, 'coolDown' | 'endTrial'>; readonly standard: Standard },
): Breaker<T> {
  const { limiter, standard, coolDown, isFailure, onOpen } = options;
  const breaker: Breaker<T> = createBreaker<T>({
    ...options,
    onOpen: (error, hasFailed) => {
      const { coolDownUntil } = breaker;
      if (hasFailed && coolDownUntil !== undefined) limiter.coolDown(standard, coolDownUntil);
      onOpen(error, hasFailed);
    },
  });
  return {
    get state() {
      return breaker.state;
    },
    get coolDownUntil() {
      return breaker.coolDownUntil;
    },
    setCoolDown: breaker.setCoolDown,
    run: async (attempt) => {
      try {
        return await breaker.run(async () => {
          const outcome = await attempt();
          limiter.endTrial(standard, isFailure(outcome) ? (coolDown?.nextMs ?? defaultNextMs) : undefined);
          return outcome;
        });
      } catch (error) {
        // The trial was not admitted: another replica makes one, or has found the partner failing.
        if (error instanceof CoolingDownError) breaker.setCoolDown(error.until);
        throw error;
      }
    },
  };
}
