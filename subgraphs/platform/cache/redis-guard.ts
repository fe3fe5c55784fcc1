import type { Redis } from 'ioredis';
import { answerWithin, RedisTimeoutError } from './redis-timeout.ts';

/** Timeout of a command. Redis usually responds in less than one millisecond. */
const timeoutMs = 200;

/** Runs commands of an optional Redis. */
export interface RedisGuard {
  /** @returns the result of the command; undefined when it failed or timed out, or Redis is unavailable */
  run<R>(command: () => Promise<R>): Promise<R | undefined>;
  /** Whether a command timed out and Redis has not responded since. */
  readonly isAway: boolean;
}

/**
 * Creates the guard of one client. After a timeout no further command is sent until Redis responds to a ping, so that
 * several commands in a row wait for one timeout only.
 */
export function createRedisGuard(client: Pick<Redis, 'ping'>): RedisGuard {
  let isAway = false;
  const waitForPing = (): void => {
    if (isAway) return;
    isAway = true;
    const back = () => {
      isAway = false;
    };
    // When the connection ends, the ping fails and the next command reports the failure.
    client.ping().then(back, back);
  };
  return {
    get isAway() {
      return isAway;
    },
    run: async (command) => {
      if (isAway) return undefined;
      try {
        return await answerWithin(timeoutMs, command());
      } catch (error) {
        if (error instanceof RedisTimeoutError) waitForPing();
        return undefined;
      }
    },
  };
}
