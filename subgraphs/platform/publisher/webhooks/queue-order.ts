import type { DeliveryMessage } from '../../store/delivery-store.ts';
import type { OpenedMessage } from './queue-state.ts';
import type { VersionCache } from './version-cache.ts';

/** What the messages of a lane are about, and so which of them have to wait for others. */
export interface QueueOrder {
  /** Is told of messages as they are made. */
  add(made: readonly OpenedMessage[]): void;
  /** Finds out what those are about that others have made, and forgets what is not there any more. */
  learn(messages: readonly DeliveryMessage[]): Promise<void>;
  /** Whether one of the messages is about the thing. */
  isOpen(messages: readonly DeliveryMessage[], entityId: string): boolean;
  /** Those before which no other one is about the same thing. */
  firstOf(messages: readonly DeliveryMessage[]): readonly DeliveryMessage[];
}

const nothing: ReadonlySet<string> = new Set();

/** Knows of nothing yet. */
export function createQueueOrder(shelf: Pick<VersionCache, 'find'>): QueueOrder {
  const entityIds = new Map<string, ReadonlySet<string>>();
  /** Of each message those that it has to wait for. Found once: rounds are many more than messages. */
  const waitsFor = new Map<string, readonly string[]>();
  let learnt: readonly DeliveryMessage[] = [];
  /** @param before messages that come before it */
  const place = (id: string, about: ReadonlySet<string>, before: Iterable<string>) => {
    const isAboutOneOf = (other = nothing) => [...about].some((entityId) => other.has(entityId));
    waitsFor.set(
      id,
      [...before].filter((other) => isAboutOneOf(entityIds.get(other))),
    );
    entityIds.set(id, about);
  };
  return {
    add: (made) => {
      for (const { message, entityIds: about } of made) place(message.id, new Set(about), entityIds.keys());
    },
    learn: async (messages) => {
      if (messages === learnt) return;
      const ids = messages.map(({ id }) => id);
      const there = new Set(ids);
      for (const id of entityIds.keys()) if (!there.has(id)) for (const known of [entityIds, waitsFor]) known.delete(id);
      const about = new Map<string, ReadonlySet<string>>();
      // One after the other: of many messages the documents are not to be in memory together.
      for (const { id, sequences } of messages) {
        const known = entityIds.get(id) ?? new Set((await shelf.find(sequences)).flatMap((version) => version?.entityId ?? []));
        about.set(id, known);
      }
      // What others have put there may stand before what was known.
      if (ids.some((id) => !entityIds.has(id)))
        for (const [index, id] of ids.entries()) place(id, about.get(id) ?? nothing, ids.slice(0, index));
      learnt = messages;
    },
    isOpen: (messages, entityId) => messages.some(({ id }) => entityIds.get(id)?.has(entityId)),
    firstOf: (messages) => messages.filter(({ id }) => !waitsFor.get(id)?.some((other) => entityIds.has(other))),
  };
}
