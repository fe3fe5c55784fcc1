import type { Topics } from './event-bus.ts';

type Listener<T extends keyof Topics> = (message: Topics[T]) => void;

/** The listeners of this process by topic. */
export interface Listeners {
  /** Adds a listener; the same function may be added twice. @returns a function that removes it */
  add<T extends keyof Topics>(topic: T, listener: Listener<T>): () => void;
  /** Calls each listener of the topic. A listener that throws does not prevent the calls of others. */
  call<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /** Returns the topics that have a listener. */
  topics(): (keyof Topics)[];
  clear(): void;
}

/**
 * @param hooks.first called when a topic gets its first listener
 * @param hooks.last called when the last listener of a topic was removed
 */
export function createListeners(hooks: { first?: (topic: keyof Topics) => void; last?: (topic: keyof Topics) => void } = {}): Listeners {
  const byTopic = new Map<keyof Topics, Set<{ readonly listener: Listener<never> }>>();
  return {
    add(topic, listener) {
      const entries = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, entries);
      const entry = { listener: listener as Listener<never> };
      entries.add(entry);
      if (entries.size === 1) hooks.first?.(topic);
      return () => {
        if (!entries.delete(entry) || entries.size > 0) return;
        byTopic.delete(topic);
        hooks.last?.(topic);
      };
    },
    call(topic, message) {
      for (const { listener } of [...(byTopic.get(topic) ?? [])]) {
        try {
          listener(message as never);
        } catch (error) {
          // An error of one listener must neither end the process nor be hidden.
          process.emitWarning(error instanceof Error ? error : String(error));
        }
      }
    },
    topics: () => [...byTopic.keys()],
    clear: () => byTopic.clear(),
  };
}
