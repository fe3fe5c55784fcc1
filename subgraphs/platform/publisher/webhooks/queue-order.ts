import type { DeliveryMessage } from '../../store/delivery-store.ts';
import type { LogName } from '../../store/version-store.ts';
import { type CreatedMessage, orderKeyOf } from './queue-state.ts';
import type { VersionCache } from './version-cache.ts';

/**
 * Preserves the order of versions with the same order key: a message waits for all earlier messages that share a key
 * with it.
 */
export interface QueueOrder {
  /** Adds messages when they are created. */
  add(created: readonly CreatedMessage[]): void;
  /**
   * Looks up the order keys of messages that were not added here, and removes messages that are no longer in the list.
   */
  update(messages: readonly DeliveryMessage[]): Promise<void>;
  /** Returns whether one of the messages has a version with the order key. */
  isPending(messages: readonly DeliveryMessage[], orderKey: string): boolean;
  /** Returns the messages that wait for no other. */
  firstOf(messages: readonly DeliveryMessage[]): readonly DeliveryMessage[];
}

const noKeys: ReadonlySet<string> = new Set();

export function createQueueOrder(log: LogName, versionCache: Pick<VersionCache, 'find'>): QueueOrder {
  const keysOf = new Map<string, ReadonlySet<string>>();
  /** The messages that each message waits for. They are cached, because there are many more rounds than messages. */
  const waitsFor = new Map<string, readonly string[]>();
  let updatedFor: readonly DeliveryMessage[] = [];
  const place = (id: string, keys: ReadonlySet<string>, earlier: Iterable<string>) => {
    const sharesKey = (others = noKeys) => [...keys].some((key) => others.has(key));
    waitsFor.set(
      id,
      [...earlier].filter((other) => sharesKey(keysOf.get(other))),
    );
    keysOf.set(id, keys);
  };
  return {
    add: (created) => {
      for (const { message, orderKeys } of created) place(message.id, new Set(orderKeys), keysOf.keys());
    },
    update: async (messages) => {
      if (messages === updatedFor) return;
      const ids = messages.map(({ id }) => id);
      const present = new Set(ids);
      for (const id of keysOf.keys()) {
        if (present.has(id)) continue;
        keysOf.delete(id);
        waitsFor.delete(id);
      }
      const found = new Map<string, ReadonlySet<string>>();
      // One by one, so that the documents of many messages are not in memory together.
      for (const { id, sequences } of messages) {
        const versions = keysOf.has(id) ? [] : await versionCache.find(sequences);
        found.set(
          id,
          keysOf.get(id) ?? new Set(versions.flatMap((version) => (version === undefined ? [] : orderKeyOf(log, version.entityId)))),
        );
      }
      // A message that another process added may be earlier than known ones.
      if (ids.some((id) => !keysOf.has(id)))
        for (const [index, id] of ids.entries()) place(id, found.get(id) ?? noKeys, ids.slice(0, index));
      updatedFor = messages;
    },
    isPending: (messages, orderKey) => messages.some(({ id }) => keysOf.get(id)?.has(orderKey)),
    firstOf: (messages) => messages.filter(({ id }) => !waitsFor.get(id)?.some((other) => keysOf.has(other))),
  };
}
