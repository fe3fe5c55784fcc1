import type { Caller } from '../access/entitlement.ts';
import type { LogName } from '../store/version-store.ts';
import type { RetryLimits } from '../time/wake-up-loop.ts';
import type { PushTarget } from '../upstream/signed-push.ts';

/**
 * A receiver of deliveries: a partner that subscribes, or a webhook of a tenant. Recipient objects never change: a
 * changed file creates a new object.
 */
export interface Recipient extends PushTarget {
  /** The caller with the rights by which versions are selected and written. */
  readonly caller: Caller;
  readonly retry: RetryLimits;
  /**
   * Returns what the recipient wants of a log, in addition to its rights: sets of index terms. A version must have a
   * term of each set. Absent when it wants everything that it may see.
   */
  readonly wantedOf?: (log: LogName) => readonly (readonly string[])[];
  /** Whether its file pauses the deliveries. New versions wait meanwhile. */
  readonly isPaused: boolean;
}

/** Prefix of the ids of webhooks. The tenant and the webhook's own id follow. Ids of partners have no colon. */
export const webhookPrefix = 'webhook:';

/** Returns whether the id of a recipient belongs to a webhook. */
export function isWebhookID(id: string): boolean {
  return id.startsWith(webhookPrefix);
}

/** The recipients of one deliverer, by the current files. */
export interface Recipients {
  /** Name of the lease. Deliverers of one log for different recipients have different names and run in parallel. */
  readonly leaseName: string;
  all(): readonly Recipient[];
  find(id: string): Recipient | undefined;
  /** Returns whether a stored delivery queue belongs to one of them or to a former one. */
  owns(subscriber: string): boolean;
  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: () => void): () => void;
}
