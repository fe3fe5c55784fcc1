import { createListeners } from './bus-listeners.ts';
import type { EventBus } from './event-bus.ts';

/** Opens an event bus within this process. */
export function createMemoryBus(): EventBus {
  const listeners = createListeners();
  return {
    connected: true,
    publish(topic, message) {
      // Called later, because listeners must not run between two statements of the publisher.
      queueMicrotask(() => listeners.call(topic, message));
    },
    subscribe: (topic, listener) => listeners.add(topic, listener),
    [Symbol.asyncDispose]: async () => listeners.clear(),
  };
}
