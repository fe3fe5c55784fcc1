import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { createRedisGuard } from '../cache/redis-guard.ts';
import { createListeners } from './bus-listeners.ts';
import type { EventBus, Topics } from './event-bus.ts';

/** The part of the publishing client that the bus uses. */
export type RedisPublisher = Pick<Redis, 'status' | 'publish' | 'ping' | 'on' | 'disconnect'>;

/** The part of the subscribing client that the bus uses. The client is used for nothing else. */
export type RedisSubscriber = Pick<Redis, 'status' | 'subscribe' | 'unsubscribe' | 'on' | 'disconnect'>;

interface Envelope<T extends keyof Topics> {
  /** Id of the bus that sent the message. */
  readonly from: string;
  readonly message: Topics[T];
}

/**
 * Opens an event bus between all processes on the same Redis. Listeners of this process are called directly, even while
 * Redis is unavailable; other processes then find new versions by polling.
 *
 * A channel is subscribed while its topic has a listener in this process. After a lost connection the channels are
 * subscribed again. Disposing of the bus disconnects both clients.
 *
 * @param options.prefix prefix of the channels, so that several deployments may share a Redis
 */
export function createRedisBus(publisher: RedisPublisher, subscriber: RedisSubscriber, options: { readonly prefix: string }): EventBus {
  const self = randomUUID();
  const guard = createRedisGuard(publisher);
  const confirmed = new Set<keyof Topics>();
  const channelOf = (topic: keyof Topics) => `${options.prefix}:${topic}`;

  const subscribe = async (topic: keyof Topics): Promise<void> => {
    try {
      await subscriber.subscribe(channelOf(topic));
      if (listeners.topics().includes(topic)) confirmed.add(topic);
    } catch {
      // The connection was lost. The next one subscribes to all topics with listeners.
    }
  };
  const listeners = createListeners({
    first: (topic) => void subscribe(topic),
    last: (topic) => {
      confirmed.delete(topic);
      subscriber.unsubscribe(channelOf(topic)).catch(lostConnection);
    },
  });

  // Without a listener, a client logs each failed connection attempt to the console; `connected` already reports it.
  for (const client of [publisher, subscriber]) client.on('error', lostConnection);
  subscriber.on('ready', () => {
    for (const topic of listeners.topics()) void subscribe(topic);
  });
  subscriber.on('close', () => confirmed.clear());
  subscriber.on('message', (channel: string, text: string) => {
    const topic = listeners.topics().find((known) => channelOf(known) === channel);
    const envelope = topic && parseEnvelope(topic, text);
    if (topic !== undefined && envelope !== undefined && envelope.from !== self) listeners.call(topic, envelope.message);
  });

  return {
    get connected() {
      const isSubscribed = listeners.topics().every((topic) => confirmed.has(topic));
      return publisher.status === 'ready' && subscriber.status === 'ready' && isSubscribed && !guard.isAway;
    },
    publish(topic, message) {
      // Called later, because listeners must not run between two statements of the publisher.
      queueMicrotask(() => listeners.call(topic, message));
      void guard.run(() => publisher.publish(channelOf(topic), JSON.stringify({ from: self, message })));
    },
    subscribe: (topic, listener) => listeners.add(topic, listener),
    [Symbol.asyncDispose]: async () => {
      listeners.clear();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/** A lost message costs time only, because its receivers poll. */
function lostConnection(): void {}

/** Parses a message. @returns undefined for a message of another program */
function parseEnvelope<T extends keyof Topics>(topic: T, text: string): Envelope<T> | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(parsed) || typeof parsed['from'] !== 'string' || !isMessage(topic, parsed['message'])) return undefined;
  return { from: parsed['from'], message: parsed['message'] };
}

function isMessage<T extends keyof Topics>(topic: T, message: unknown): message is Topics[T] {
  if (!isObject(message) || typeof message['log'] !== 'string') return false;
  return topic !== 'sequenced' || Number.isSafeInteger(message['head']);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
