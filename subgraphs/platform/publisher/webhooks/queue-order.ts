import type { DeliveryMessage } from '../../store/delivery-store.ts';
import type { CreatedMessage } from './queue-state.ts';
import type { VersionCache } from './version-cache.ts';

/** Keeps the versions of one entity in order: a message waits for all earlier messages that share an entity with it. */
export interface QueueOrder {
  /** Adds messages when they are created. */
  add(created: readonly CreatedMessage[]): void;
  /** Looks up the entities of messages that were not added here, and forgets messages that are not in the list. */
  update(messages: readonly DeliveryMessage[]): Promise<void>;
  /** Whether one of the messages has a version of the entity. */
  isPending(messages: readonly DeliveryMessage[], entityId: string): boolean;
  /** The messages that wait for no other. */
  firstOf(messages: readonly DeliveryMessage[]): readonly DeliveryMessage[];
}

const noEntities: ReadonlySet<string> = new Set();

export function createQueueOrder(versionCache: Pick<VersionCache, 'find'>): QueueOrder {
  const entitiesOf = new Map<string, ReadonlySet<string>>();
  /** The messages that each message waits for; kept because there are many more rounds than messages. */
  const waitsFor = new Map<string, readonly string[]>();
  let updatedFor: readonly DeliveryMessage[] = [];
  const place = (id: string, entities: ReadonlySet<string>, earlier: Iterable<string>) => {
    const sharesEntity = (others = noEntities) => [...entities].some((entityId) => others.has(entityId));
    waitsFor.set(
      id,
      [...earlier].filter((other) => sharesEntity(entitiesOf.get(other))),
    );
    entitiesOf.set(id, entities);
  };
  return {
    add: (created) => {
      for (const { message, entityIds } of created) place(message.id, new Set(entityIds), entitiesOf.keys());
    },
    update: async (messages) => {
      if (messages === updatedFor) return;
      const ids = messages.map(({ id }) => id);
      const present = new Set(ids);
      for (const id of entitiesOf.keys()) {
        if (present.has(id)) continue;
        entitiesOf.delete(id);
        waitsFor.delete(id);
      }
      const found = new Map<string, ReadonlySet<string>>();
      // One by one, so that the documents of many messages are not in memory together.
      for (const { id, sequences } of messages) {
        const versions = entitiesOf.has(id) ? [] : await versionCache.find(sequences);
        found.set(id, entitiesOf.get(id) ?? new Set(versions.flatMap((version) => version?.entityId ?? [])));
      }
      // A message that another process added may be earlier than known ones.
      if (ids.some((id) => !entitiesOf.has(id)))
        for (const [index, id] of ids.entries()) place(id, found.get(id) ?? noEntities, ids.slice(0, index));
      updatedFor = messages;
    },
    isPending: (messages, entityId) => messages.some(({ id }) => entitiesOf.get(id)?.has(entityId)),
    firstOf: (messages) => messages.filter(({ id }) => !waitsFor.get(id)?.some((other) => entitiesOf.has(other))),
  };
}
