import type { Caller } from '../access/entitlement.ts';
import type { LogName } from '../store/version-store.ts';
import type { RetryLimits } from '../time/backoff.ts';
import type { PushTarget } from '../upstream/signed-push.ts';

/** A receiver of deliveries: a partner that subscribes, or a webhook of a tenant. Objects never change: a changed file is a new object. */
export interface Recipient extends PushTarget {
  /** Has the rights by which versions are selected and written. */
  readonly caller: Caller;
  readonly retry: RetryLimits;
  /**
   * Returns what it wants of a log beside its rights: sets of index terms, of each of which a version must have one. Absent: all
   * that it may see.
   */
  readonly wantedOf?: (log: LogName) => readonly (readonly string[])[];
  /** Whether its file pauses the deliveries; new versions wait. */
  readonly isPaused: boolean;
}

/** How ids of webhooks begin; after it are the tenant and the webhook's own id. Ids of partners have no colon. */
export const webhookPrefix = 'webhook:';

/** Whether the id of a recipient is that of a webhook. */
export function isWebhookID(id: string): boolean {
  return id.startsWith(webhookPrefix);
}

/** The recipients of some deliverers, by the current files. */
export interface Recipients {
  /** Name of the lease. Deliverers of one log for different recipients run beside each other. */
  readonly leaseName: string;
  all(): readonly Recipient[];
  find(id: string): Recipient | undefined;
  /** Whether a stored delivery queue is of one of them, also of a former one. */
  owns(subscriber: string): boolean;
  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: () => void): () => void;
}
