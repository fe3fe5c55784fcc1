import { LandfallError } from '../../errors.ts';
import { deliveryLimits } from '../../partners/delivery-limits.ts';
import type { DeliveryQueueKey, DeliveryQueueState, DeliveryStore, StoredDeliveryQueue } from '../../store/delivery-store.ts';
import type { Clock } from '../../time/clock.ts';
import { type MessageLimits, messagesOf, type QueueEntry } from './queue-state.ts';

/** Returns the state with a paused delivery. Responses to messages in flight still count. */
export function paused(
  state: DeliveryQueueState,
  pause: { readonly at: string; readonly reason: string; readonly by: string },
): DeliveryQueueState {
  return { ...state, paused: pause };
}

/**
 * Returns the state in which everything is sent now, paused or not, with a new series of retries. The last error is
 * kept for operators.
 */
export function resumed(state: DeliveryQueueState, at: string): DeliveryQueueState {
  const { paused: _, ...rest } = state;
  return { ...rest, startedAt: at, messages: state.messages.map((message) => ({ ...message, nextAttemptAt: undefined })) };
}

/**
 * Returns the state in which everything from a sequence number on is sent again, after the waiting messages. A queue
 * with a smaller offset continues from its offset: versions that it has skipped may be for the subscriber by now.
 */
export function rewound(state: DeliveryQueueState, { from, at }: { readonly from: number; readonly at: string }): DeliveryQueueState {
  return { ...state, offset: Math.min(state.offset, from - 1), startedAt: at };
}

/**
 * Maximum number of versions in messages after single versions are replayed. They are part of every write of the queue.
 */
export const maxReplayed = 10_000;

/** Returns how many more versions may wait in messages. */
export function roomIn({ messages }: DeliveryQueueState): number {
  return Math.max(0, maxReplayed - messages.reduce((sum, { sequences }) => sum + sequences.length, 0));
}

/**
 * Returns the state in which single versions are sent again, after the waiting ones. They get new messages, because
 * subscribers drop a message that they have accepted.
 *
 * @param given.entries in log order
 * @param given.limits limits of one message. Default: those of pushes to partners
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

/**
 * Maximum number of attempts to write, and longest pause between two. The deliverer writes the queue too, after each
 * response.
 */
const [maxAttempts, maxPauseMs] = [200, 20];

/**
 * Changes a stored delivery queue while a deliverer may run it. The deliverer reads the change within a second.
 * Concurrent changes are kept.
 *
 * @param change called with the current state, and again after a concurrent write; returns undefined to change nothing
 * @returns the written state; undefined if nothing was changed
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
