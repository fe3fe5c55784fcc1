import type { LogName } from '../store/version-store.ts';

/**
 * What goes over the wake-up bus. A message says only that a log has grown; what it grew by is read from the store, so
 * a lost, late or doubled message costs time and never an event.
 */
export interface Topics {
  /** A version became durable and waits for its number. */
  readonly appended: { readonly log: LogName };
  /** Numbers up to `head` can be read. */
  readonly sequenced: { readonly log: LogName; readonly head: number };
}

/** The wake-up bus: at most once, no order promised. */
export interface EventBus extends AsyncDisposable {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /** Calls `listener` for each message until the returned function is called; other listeners are not touched by that. */
  subscribe<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): () => void;
  /** Whether messages get through to other processes right now; a memory bus always says true. */
  readonly connected: boolean;
}
