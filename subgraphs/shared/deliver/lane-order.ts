import type { DeliveryMessage } from '../store/delivery-store.ts';
import type { OpenedMessage } from './lane-state.ts';
import type { VersionShelf } from './version-shelf.ts';

/** What the messages of a lane are about, and so which of them have to wait for others. */
export interface LaneOrder {
  /** Is told of messages as they are made. */
  add(made: readonly OpenedMessage[]): void;
  /** Finds out what those are about that others have made, and forgets what is not there any more. */
  learn(messages: readonly DeliveryMessage[]): Promise<void>;
  /** Whether one of the messages is about the thing. */
  isOpen(messages: readonly DeliveryMessage[], thing: string): boolean;
  /** Those before which no other one is about the same thing. */
  firstOf(messages: readonly DeliveryMessage[]): readonly DeliveryMessage[];
}

const nothing: ReadonlySet<string> = new Set();

/** Knows of nothing yet. */
export function createLaneOrder(shelf: Pick<VersionShelf, 'find'>): LaneOrder {
  const things = new Map<string, ReadonlySet<string>>();
  let learnt: readonly DeliveryMessage[] = [];
  return {
    add: (made) => {
      for (const { message, things: about } of made) things.set(message.id, new Set(about));
    },
    learn: async (messages) => {
      if (messages === learnt) return;
      const ids = new Set(messages.map(({ id }) => id));
      for (const id of things.keys()) if (!ids.has(id)) things.delete(id);
      for (const { id, sequences } of messages) {
        if (things.has(id)) continue;
        const found = await shelf.find(sequences);
        things.set(id, new Set(found.flatMap((version) => version?.thing ?? [])));
      }
      learnt = messages;
    },
    isOpen: (messages, thing) => messages.some(({ id }) => things.get(id)?.has(thing)),
    firstOf: (messages) => {
      if (messages.length < 2) return messages;
      const before = new Set<string>();
      return messages.filter(({ id }) => {
        const about = things.get(id) ?? nothing;
        let isFirst = true;
        for (const thing of about) {
          if (before.has(thing)) isFirst = false;
          else before.add(thing);
        }
        return isFirst;
      });
    },
  };
}
