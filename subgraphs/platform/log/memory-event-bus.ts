import { createListeners } from './bus-listeners.ts';
import type { EventBus } from './event-bus.ts';

/** Opens the bus that reaches the listeners of this process and no other. */
export function createMemoryBus(): EventBus {
  const listeners = createListeners();
  return {
    connected: true,
    publish(topic, message) {
      // Not on the publisher's stack: what a listener does must not come between two lines of the publisher.
      queueMicrotask(() => listeners.call(topic, message));
    },
    subscribe: (topic, listener) => listeners.add(topic, listener),
    [Symbol.asyncDispose]: async () => listeners.clear(),
  };
}
