import type { Logger } from '../logger.ts';
import type { Store } from '../store/store.ts';
import { isStoreError } from '../store/store-failure.ts';
import type { LogName } from '../store/version-store.ts';
import { startWakeUpLoop } from '../time/wake-up-loop.ts';

const intervalMs = 300_000;

/**
 * Trims the logs to the retention, now and every five minutes. Only replays are affected; versions stay.
 */
export function startRetention(options: {
  readonly store: Store;
  readonly logs: readonly LogName[];
  readonly retentionMs: number;
  readonly logger: Logger;
}): AsyncDisposable {
  const { store, logs, retentionMs, logger } = options;
  const loops = logs.map((log) =>
    startWakeUpLoop({
      pollMs: intervalMs,
      backoff: { firstRetryMs: intervalMs, maxRetryMs: intervalMs },
      round: async () => {
        await store.versions(log).trimLog(new Date(Date.now() - retentionMs).toISOString());
      },
      onError: (error) => {
        if (!isStoreError(error)) logger.warn({ err: error, log }, 'trimming the log failed; retrying in five minutes');
      },
    }),
  );
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
