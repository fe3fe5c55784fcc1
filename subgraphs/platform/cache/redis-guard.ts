import type { Redis } from 'ioredis';

/** How long a command may take; Redis answers in less than one millisecond. */
const patienceMs = 200;

/** Runs commands of a Redis that nobody depends on. */
export interface RedisGuard {
  /** @returns what the command returns; undefined when it failed, took too long, or Redis is away */
  run<R>(command: () => Promise<R>): Promise<R | undefined>;
  /** Whether Redis has not answered and has not come back since. */
  readonly isAway: boolean;
}

/**
 * Makes the guard of one client. After a command that was not answered in time no further one is sent until Redis
 * answers a ping, so that whoever asks for several things one after the other waits once.
 */
export function createRedisGuard(client: Pick<Redis, 'ping'>): RedisGuard {
  let isAway = false;
  const noteAway = (): void => {
    if (isAway) return;
    isAway = true;
    const back = () => {
      isAway = false;
    };
    // A connection that ends meanwhile answers with an error, and the next command fails by itself.
    client.ping().then(back, back);
  };
  return {
    get isAway() {
      return isAway;
    },
    run: async (command) => {
      if (isAway) return undefined;
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => {
          noteAway();
          resolve(undefined);
        }, patienceMs);
      });
      try {
        return await Promise.race([command(), limit]);
      } catch {
        return undefined;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
