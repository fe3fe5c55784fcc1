import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { RedisClient, RedisLink } from '../cache/redis-link.ts';
import { type LogName, logNames } from '../store/version-store.ts';

/**
 * The messages of the event bus. A message only reports what is also stored: that a log has grown. So a lost, late or
 * repeated message costs time but never an event.
 */
export interface Topics {
  /** A version became durable and waits for its number. */
  readonly appended: { readonly log: LogName };
  /** More sequence numbers can be read, up to `head` if it is known; between processes it is. */
  readonly sequenced: { readonly log: LogName; readonly head?: number | undefined };
}

/** The names of all topics. */
export const topics = ['appended', 'sequenced'] as const satisfies readonly (keyof Topics)[];

/** The event bus. It delivers at most once, in no guaranteed order. */
export interface EventBus extends AsyncDisposable {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /** Calls `listener` for each message until the returned function is called, which does not affect other listeners. */
  subscribe<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): () => void;
  /** Whether messages currently reach other processes; always true for a memory bus. */
  readonly connected: boolean;
  /**
   * Whether this process alone uses the store, which is the SQLite file, and its bus loses no message, so that nothing needs to be
   * polled. @default false
   */
  readonly isLossless?: boolean;
}

/**
 * Opens an event bus within this process.
 *
 * @param isLossless whether no other process writes to the store
 */
export function createMemoryBus(isLossless = false): EventBus {
  const listeners = createListeners();
  return {
    connected: true,
    isLossless,
    publish(topic, message) {
      // Called later, because listeners must not run between two statements of the publisher.
      queueMicrotask(() => listeners.call(topic, message));
    },
    subscribe: (topic, listener) => listeners.add(topic, listener),
    [Symbol.asyncDispose]: async () => listeners.clear(),
  };
}

type Listener<T extends keyof Topics> = (message: Topics[T]) => void;

/** Creates the listeners of this process. */
export function createListeners() {
  const entries = new Set<{ readonly topic: keyof Topics; readonly listener: Listener<never> }>();
  return {
    /** Adds a listener; the same function may be added twice. @returns a function that removes it */
    add<T extends keyof Topics>(topic: T, listener: Listener<T>): () => void {
      const entry = { topic, listener };
      entries.add(entry);
      return () => void entries.delete(entry);
    },
    /** Calls each listener of the topic. A listener that throws does not prevent the calls of others. */
    call<T extends keyof Topics>(topic: T, message: Topics[T]): void {
      for (const { topic: own, listener } of [...entries]) {
        if (own !== topic) continue;
        try {
          listener(message as never);
        } catch (error) {
          // An error of one listener must neither end the process nor be hidden.
          process.emitWarning(error instanceof Error ? error : String(error));
        }
      }
    },
    clear: () => entries.clear(),
  };
}

const envelope = z.object({
  /** Id of the bus that sent the message. */
  from: z.string(),
  message: z.object({ log: z.enum(logNames), head: z.int().optional() }),
});

/** Time after which channels that could not be subscribed are tried again. */
const retryMs = 1_000;

/**
 * Opens an event bus between all processes on the same Redis. Listeners of this process are called directly, even while
 * Redis is unavailable; other processes then find new versions by polling. After a lost connection the channels are
 * subscribed again.
 *
 * @param subscriber client that is used for nothing else
 * @param options.prefix prefix of the channels, so that several deployments may share a Redis
 */
export function createRedisBus(
  publisher: Pick<RedisLink, 'away' | 'run'>,
  subscriber: Pick<RedisClient, 'status' | 'subscribe' | 'on'>,
  options: { readonly prefix: string },
): EventBus {
  const self = randomUUID();
  const listeners = createListeners();
  const channelOf = (topic: keyof Topics) => `${options.prefix}:${topic}`;
  let isSubscribed = false;

  const subscribe = async (): Promise<void> => {
    // The next connection subscribes, so that no queue of commands grows until then.
    if (subscriber.status !== 'ready') return;
    try {
      await subscriber.subscribe(...topics.map(channelOf));
      isSubscribed = true;
    } catch {
      // The connection was lost, or the user has no right to the channels now.
      setTimeout(() => !isSubscribed && void subscribe(), retryMs).unref();
    }
  };
  // A cluster replaces the node that serves its subscriptions, and stays ready meanwhile.
  for (const event of ['ready', '+subscriber']) subscriber.on(event, () => void subscribe());
  for (const event of ['close', '-subscriber']) {
    subscriber.on(event, () => {
      isSubscribed = false;
    });
  }
  void subscribe();
  subscriber.on('message', (channel: string, text: string) => {
    const topic = topics.find((known) => channelOf(known) === channel);
    const received = parseEnvelope(text);
    if (topic !== undefined && received !== undefined && received.from !== self) listeners.call(topic, received.message);
  });

  return {
    get connected() {
      return subscriber.status === 'ready' && isSubscribed && publisher.away === undefined;
    },
    publish(topic, message) {
      // Called later, because listeners must not run between two statements of the publisher.
      queueMicrotask(() => listeners.call(topic, message));
      void publisher.run((client) => client.publish(channelOf(topic), JSON.stringify({ from: self, message })));
    },
    subscribe: (topic, listener) => listeners.add(topic, listener),
    [Symbol.asyncDispose]: async () => listeners.clear(),
  };
}

/** Parses a message. @returns undefined for a message of another program */
function parseEnvelope(text: string): z.infer<typeof envelope> | undefined {
  try {
    return envelope.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
