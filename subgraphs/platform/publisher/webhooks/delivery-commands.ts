import { LandfallError } from '../../errors.ts';
import { deliveryLimits } from '../../partners/delivery-limits.ts';
import type { DeliveryQueueKey, DeliveryQueueState, DeliveryStore, StoredDeliveryQueue } from '../../store/delivery-store.ts';
import type { Clock } from '../../time/clock.ts';
import { type MessageLimits, messagesOf, type QueueEntry } from './queue-state.ts';

/** Pauses the delivery. Responses to messages in flight still count. */
export function paused(
  state: DeliveryQueueState,
  pause: { readonly at: string; readonly reason: string; readonly by: string },
): DeliveryQueueState {
  return { ...state, paused: pause };
}

/** Sends everything that waits now, paused or not, with new retries. The last error is kept for operators. */
export function resumed(state: DeliveryQueueState, at: string): DeliveryQueueState {
  const { paused: _, ...rest } = state;
  return { ...rest, startedAt: at, messages: state.messages.map((message) => ({ ...message, nextAttemptAt: undefined })) };
}

/**
 * Sends everything again from a sequence number on, after the messages that wait. A queue with a smaller offset continues from
 * its offset: versions that it has skipped may be for the subscriber by now.
 */
export function rewound(state: DeliveryQueueState, { from, at }: { readonly from: number; readonly at: string }): DeliveryQueueState {
  return { ...state, offset: Math.min(state.offset, from - 1), startedAt: at };
}

/** Most versions in messages after a replay of single versions: they are part of every write of the queue. */
export const maxReplayed = 10_000;

/** Returns how many more versions may wait in messages. */
export function roomIn({ messages }: DeliveryQueueState): number {
  return Math.max(0, maxReplayed - messages.reduce((sum, { sequences }) => sum + sequences.length, 0));
}

/**
 * Sends single versions again, after what waits. They get new messages: subscribers drop a message that they have accepted.
 *
 * @param given.entries in the order of the log
 * @param given.limits of one message. Default: those of pushes to partners
 * @throws {LandfallError} BAD_USER_INPUT if more than {@link maxReplayed} would wait
 */
export function requeued(
  state: DeliveryQueueState,
  given: { readonly entries: readonly QueueEntry[]; readonly at: string; readonly limits?: MessageLimits | undefined },
): DeliveryQueueState {
  const { entries, at, limits = deliveryLimits } = given;
  const room = roomIn(state);
  if (entries.length > room) {
    throw new LandfallError(
      'BAD_USER_INPUT',
      `At most ${maxReplayed} versions may wait in messages; ${maxReplayed - room} wait and ${entries.length} would be added. Replay by time instead.`,
    );
  }
  const messages = messagesOf(entries, { isPending: () => false, limits, at });
  return { ...state, startedAt: at, messages: [...state.messages, ...messages.map(({ message }) => message)] };
}

/** Attempts to write, and the longest pause between two. The deliverer writes the queue as well, after each response. */
const [maxAttempts, maxPauseMs] = [200, 20];

/**
 * Changes a stored delivery queue while a deliverer may run it; the deliverer reads the change within a second. Keeps concurrent
 * changes.
 *
 * @param change called with the current state, again after a concurrent write. undefined: nothing is to be changed
 * @returns the state that was written; undefined if nothing was to be changed
 * @throws {LandfallError} NOT_FOUND if there is no such queue; STORE_UNAVAILABLE after too many concurrent writes
 */
export async function commandQueue(
  { deliveries, clock }: { readonly deliveries: Pick<DeliveryStore, 'findQueue' | 'writeQueue'>; readonly clock: Clock },
  key: DeliveryQueueKey,
  change: (state: DeliveryQueueState) => DeliveryQueueState | undefined,
): Promise<DeliveryQueueState | undefined> {
  const { subscriber, log } = key;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const stored: StoredDeliveryQueue | undefined = await deliveries.findQueue({ subscriber, log });
    if (stored === undefined) throw new LandfallError('NOT_FOUND', `${subscriber} has no delivery of ${log}.`);
    const state = change(stored.state);
    if (state === undefined) return undefined;
    if (await deliveries.writeQueue({ subscriber, log, version: stored.version, state, isCommand: true })) return state;
    await clock.wait(Math.random() * maxPauseMs);
  }
  throw new LandfallError(
    'STORE_UNAVAILABLE',
    `The delivery of ${log} to ${subscriber} is being changed concurrently. Nothing was changed; try again.`,
  );
}
