import type { Logger } from '../logger.ts';
import type { Store } from '../store/store.ts';
import { isStoreError } from '../store/store-failure.ts';
import type { LogName } from '../store/version-store.ts';

const roundMs = 60_000;

/**
 * Keeps the logs from reaching further back than the retention: now, and once a minute. Only what can be replayed is
 * cut; versions stay.
 */
export function startRetention(options: {
  readonly store: Store;
  readonly logs: readonly LogName[];
  readonly retentionMs: number;
  readonly logger: Logger;
}): AsyncDisposable {
  let running = Promise.resolve();
  const round = async (): Promise<void> => {
    const cut = new Date(Date.now() - options.retentionMs).toISOString();
    for (const log of options.logs) {
      try {
        await options.store.versions(log).trimLog(cut);
      } catch (error) {
        if (!isStoreError(error)) options.logger.warn({ err: error, log }, 'removing old log entries failed; retrying in a minute');
      }
    }
  };
  const start = () => {
    running = running.then(round);
  };
  start();
  const timer = setInterval(start, roundMs);
  timer.unref();
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
