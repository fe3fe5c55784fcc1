import type { LogName } from '../store/version-store.ts';

/**
 * The messages of the event bus. A message only reports what is also stored: that a log has grown, or that a partner is
 * paused. So a lost, late or repeated message costs time but never an event.
 */
export interface Topics {
  /** A version became durable and waits for its number. */
  readonly appended: { readonly log: LogName };
  /** Sequence numbers up to `head` can be read. */
  readonly sequenced: { readonly log: LogName; readonly head: number };
  /** No process sends requests to the partner for the next `ms`, for all standards or for one; 0 ends a cool-down. */
  readonly 'partner-paused': { readonly partner: string; readonly standard?: string | undefined; readonly ms: number; readonly id: string };
}

/** The event bus. It delivers at most once, in no guaranteed order. */
export interface EventBus extends AsyncDisposable {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /** Calls `listener` for each message until the returned function is called, which does not affect other listeners. */
  subscribe<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): () => void;
  /** Whether messages currently reach other processes; always true for a memory bus. */
  readonly connected: boolean;
}
