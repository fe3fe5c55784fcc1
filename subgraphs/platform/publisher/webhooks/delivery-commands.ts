import { LandfallError } from '../../errors.ts';
import { deliveryLimits } from '../../partners/delivery-limits.ts';
import type { DeliveryQueueKey, DeliveryQueueState, DeliveryStore, StoredDeliveryQueue } from '../../store/delivery-store.ts';
import type { Clock } from '../../time/clock.ts';
import { messagesOf, type QueueEntry } from './queue-state.ts';

/** Has nothing sent until the lane is resumed. What is under way still counts when it is answered. */
export function paused(
  state: DeliveryQueueState,
  pause: { readonly at: string; readonly reason: string; readonly by: string },
): DeliveryQueueState {
  return { ...state, paused: pause };
}

/** Has everything that waits sent now, paused or not, as if it had begun to wait at this moment. What failed last stays in sight. */
export function resumed(state: DeliveryQueueState, at: string): DeliveryQueueState {
  const { paused: _, ...rest } = state;
  return { ...rest, startedAt: at, messages: state.messages.map((message) => ({ ...message, nextAttemptAt: undefined })) };
}

/**
 * Has everything taken from the log again, from a number on. What waits in messages already still goes first. Where the
 * lane has not come so far it goes on from where it is: what it has passed over since may be for the subscriber by now.
 */
export function rewound(state: DeliveryQueueState, { from, at }: { readonly from: number; readonly at: string }): DeliveryQueueState {
  return { ...state, offset: Math.min(state.offset, from - 1), startedAt: at };
}

/** Most versions that wait in messages when some are replayed one by one: they are part of every write of the lane. */
export const maxReplayed = 10_000;

/** How many versions more may wait in messages. */
export function roomIn({ messages }: DeliveryQueueState): number {
  return Math.max(0, maxReplayed - messages.reduce((sum, { sequences }) => sum + sequences.length, 0));
}

/**
 * Has certain versions sent again, behind what waits. They are new messages: what has the identity of one that was taken
 * in, a subscriber drops.
 *
 * @param entries in the order of the log
 * @throws {LandfallError} BAD_USER_INPUT if more than {@link maxReplayed} would wait
 */
export function requeued(
  state: DeliveryQueueState,
  { entries, at }: { readonly entries: readonly QueueEntry[]; readonly at: string },
): DeliveryQueueState {
  const room = roomIn(state);
  if (entries.length > room) {
    throw new LandfallError(
      'BAD_USER_INPUT',
      `At most ${maxReplayed} versions may wait in messages; ${maxReplayed - room} wait and ${entries.length} would be added. Replay by time instead.`,
    );
  }
  const messages = messagesOf(entries, { isOpen: () => false, limits: deliveryLimits, at });
  return { ...state, startedAt: at, messages: [...state.messages, ...messages.map(({ message }) => message)] };
}

/** Tries before it is left, and the longest pause between two. Whoever sends writes the lane as well, after each answer. */
const [maxTries, maxPauseMs] = [200, 20];

/**
 * Changes a lane beside whoever sends, who hears of it within a second. Loses nothing that is written meanwhile.
 *
 * @param change given the state as it is now; called again when somebody else was faster. undefined: there is nothing to do
 * @returns the state that was written; undefined if there was nothing to do
 * @throws {LandfallError} NOT_FOUND if there is no such lane; STORE_UNAVAILABLE if others were always faster
 */
export async function commandQueue(
  { deliveries, clock }: { readonly deliveries: Pick<DeliveryStore, 'findQueue' | 'writeQueue'>; readonly clock: Clock },
  key: DeliveryQueueKey,
  change: (state: DeliveryQueueState) => DeliveryQueueState | undefined,
): Promise<DeliveryQueueState | undefined> {
  const { subscriber, log } = key;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const lane: StoredDeliveryQueue | undefined = await deliveries.findQueue({ subscriber, log });
    if (lane === undefined) throw new LandfallError('NOT_FOUND', `${subscriber} has no delivery of ${log}.`);
    const state = change(lane.state);
    if (state === undefined) return undefined;
    if (await deliveries.writeQueue({ subscriber, log, version: lane.version, state, isCommand: true })) return state;
    await clock.wait(Math.random() * maxPauseMs);
  }
  throw new LandfallError(
    'STORE_UNAVAILABLE',
    `The delivery of ${log} to ${subscriber} is being changed concurrently. Nothing was changed; try again.`,
  );
}
