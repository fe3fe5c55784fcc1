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
  hasKey(messages: readonly DeliveryMessage[], orderKey: string): boolean;
  /** Returns the messages that wait for no other one of the list, one after the other. */
  firstOf(messages: readonly DeliveryMessage[]): Iterable<DeliveryMessage>;
}

export function createQueueOrder(log: LogName, versionCache: Pick<VersionCache, 'find'>): QueueOrder {
  const keysById = new Map<string, ReadonlySet<string>>();
  /** The messages that each message waits for. They are cached, because there are many more rounds than messages. */
  const waitsFor = new Map<string, readonly string[]>();
  let updatedFor: readonly DeliveryMessage[] = [];

  /** @param earlier ids of the messages that share a key with it */
  const place = (id: string, keys: ReadonlySet<string>, earlier: readonly string[]): void => {
    keysById.set(id, keys);
    if (earlier.length > 0) waitsFor.set(id, earlier);
    else waitsFor.delete(id);
  };
  /** Places all again, because a message that another process added may be earlier than known ones. */
  const placeAll = async (messages: readonly DeliveryMessage[]) => {
    const found: (readonly [string, ReadonlySet<string>])[] = [];
    // One by one, so that the documents of many messages are not in memory together.
    for (const { id, sequences } of messages) {
      const versions = keysById.has(id) ? [] : await versionCache.find(sequences);
      const keys = versions.flatMap((version) => (version === undefined ? [] : orderKeyOf(log, version.entityId)));
      found.push([id, keysById.get(id) ?? new Set(keys)]);
    }
    const idsByKey = new Map<string, string[]>();
    for (const [id, keys] of found) {
      const earlier = new Set<string>();
      for (const key of keys) {
        for (const other of idsByKey.get(key) ?? []) earlier.add(other);
        addTo(idsByKey, key, id);
      }
      place(id, keys, [...earlier]);
    }
  };

  return {
    add: (created) => {
      for (const { message, orderKeys } of created) {
        // Usually few messages are unanswered. An index of all their keys would be created for each new message.
        const earlier = [...keysById].filter(([, others]) => haveCommonKey(orderKeys, others)).map(([id]) => id);
        place(message.id, orderKeys, earlier);
      }
    },
    update: async (messages) => {
      if (messages === updatedFor) return;
      const present = new Set(messages.map(({ id }) => id));
      for (const id of keysById.keys()) {
        if (present.has(id)) continue;
        keysById.delete(id);
        waitsFor.delete(id);
      }
      if (!messages.every(({ id }) => keysById.has(id))) await placeAll(messages);
      updatedFor = messages;
    },
    hasKey: (messages, orderKey) => messages.some(({ id }) => keysById.get(id)?.has(orderKey)),
    firstOf: function* (messages) {
      let present: ReadonlySet<string> | undefined;
      const isPresent = (other: string) => {
        present ??= new Set(messages.map(({ id }) => id));
        return present.has(other);
      };
      for (const message of messages) if (!waitsFor.get(message.id)?.some(isPresent)) yield message;
    },
  };
}

function haveCommonKey(keys: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const key of keys) if (others.has(key)) return true;
  return false;
}

function addTo(idsByKey: Map<string, string[]>, key: string, id: string): void {
  const ids = idsByKey.get(key);
  if (ids === undefined) idsByKey.set(key, [id]);
  else ids.push(id);
}
