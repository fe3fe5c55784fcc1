import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { RedisClient, RedisLink } from '../cache/redis-link.ts';
import { logNames } from '../store/version-store.ts';
import { createListeners, type EventBus, type Topics, topics } from './event-bus.ts';

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
