import { receivedAtOf } from '@landfall/dcsa/instant.ts';
import { LandfallError } from '../../errors.ts';
import { deliveryLimits } from '../../partners/delivery-limits.ts';
import type { DeliveryQueueKey, DeliveryQueueState, StoredDeliveryQueue } from '../../store/delivery-store.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';
import { isWebhookID, type Recipient } from '../recipient.ts';
import type { DeliveryKind } from './delivery.ts';
import { commandQueue, maxReplayed, paused, requeued, resumed, rewound, roomIn } from './delivery-commands.ts';
import type { MessageLimits } from './queue-state.ts';
import { entriesOf, findDeadLetters, findFirstSince, findVersionsOf } from './replays.ts';

/** What operators do with the delivery queues of one subscriber, on the command line and by mutations. */
export interface OperationParts {
  readonly store: Pick<Store, 'deliveries' | 'versions'>;
  readonly kinds: readonly Pick<DeliveryKind, 'log' | 'termsOf'>[];
  readonly clock: Clock;
}

/** Pauses delivery queues until they are resumed; new versions wait. */
export async function pauseQueues(
  queues: readonly StoredDeliveryQueue[],
  { reason, by }: { readonly reason: string; readonly by: string },
  parts: Omit<OperationParts, 'kinds'>,
): Promise<void> {
  for (const queue of queues) await applyCommand(queue, (state) => paused(state, { at: nowOf(parts), reason, by }), parts);
}

/** Resumes delivery queues and sends waiting versions now. */
export async function resumeQueues(queues: readonly StoredDeliveryQueue[], parts: Omit<OperationParts, 'kinds'>): Promise<void> {
  for (const queue of queues) await applyCommand(queue, (state) => resumed(state, nowOf(parts)), parts);
}

/** Selects the versions of a replay. */
export type ReplaySelection =
  /** Milliseconds since 1970. */
  | { readonly sinceMs: number }
  /** @param recipient undefined: the subscriber has left its file, and may see nothing */
  | { readonly document: string; readonly recipient: Recipient | undefined }
  /** Ids; empty: all. */
  | { readonly deadLetters: readonly string[] };

/** What was requeued in one delivery queue. */
export interface RequeuedVersions extends DeliveryQueueKey {
  /** Everything in the log from this number on. Otherwise `count` versions. */
  readonly from?: number;
  readonly count?: number;
  /** Dead letters that exceed the limit of waiting versions; they can be replayed later. */
  readonly left?: number;
}

/**
 * Requeues earlier versions of delivery queues of one subscriber, as new messages.
 *
 * @yields the result in each queue that has such versions, once it is stored
 * @throws {LandfallError} NOT_FOUND without such versions; BAD_USER_INPUT for too many
 */
export async function* replayQueues(
  queues: readonly StoredDeliveryQueue[],
  selection: ReplaySelection,
  parts: OperationParts,
): AsyncGenerator<RequeuedVersions, void> {
  if ('sinceMs' in selection) yield* replaySince(queues, selection.sinceMs, parts);
  else if ('document' in selection) yield* replayDocument(queues, selection, parts);
  else yield* replayDeadLetters(queues, selection.deadLetters, parts);
}

/**
 * Parses the time of a replay.
 *
 * @param argument its name for the message
 * @returns milliseconds since 1970
 * @throws {LandfallError} BAD_USER_INPUT unless it is RFC 3339 with offset
 */
export function sinceMsOf(argument: string, since: string): number {
  const sinceMs = Date.parse(receivedAtOf(since) ?? '');
  if (!Number.isNaN(sinceMs)) return sinceMs;
  throw new LandfallError('BAD_USER_INPUT', `${argument}: expected a time such as 2026-12-20T08:00:00Z, got ${JSON.stringify(since)}.`);
}

async function* replaySince(
  queues: readonly StoredDeliveryQueue[],
  sinceMs: number,
  parts: OperationParts,
): AsyncGenerator<RequeuedVersions> {
  let isAny = false;
  for (const queue of queues) {
    const from = await findFirstSince(parts.store.versions(queue.log), sinceMs);
    if (from === undefined) continue;
    await applyCommand(queue, (state) => rewound(state, { from, at: nowOf(parts) }), parts);
    isAny = true;
    yield { ...keyOf(queue), from };
  }
  if (!isAny) throw nothingToReplay(`received since ${new Date(sinceMs).toISOString()} that the log still holds`);
}

async function* replayDocument(
  queues: readonly StoredDeliveryQueue[],
  { document, recipient }: { readonly document: string; readonly recipient: Recipient | undefined },
  parts: OperationParts,
): AsyncGenerator<RequeuedVersions> {
  let isAny = false;
  for (const queue of recipient === undefined ? [] : queues) {
    const kind = parts.kinds.find(({ log }) => log === queue.log);
    if (kind === undefined || recipient === undefined) continue;
    const entries = await findVersionsOf(document, { kind, recipient, versions: parts.store.versions(queue.log), most: maxReplayed });
    if (entries.length === 0) continue;
    isAny = true;
    await applyCommand(queue, (state) => requeued(state, { entries, at: nowOf(parts), limits: limitsOf(queue) }), parts);
    yield { ...keyOf(queue), count: entries.length };
  }
  if (!isAny) throw nothingToReplay(`of ${document} that the log still holds and that the subscriber may see`);
}

async function* replayDeadLetters(
  queues: readonly StoredDeliveryQueue[],
  ids: readonly string[],
  parts: OperationParts,
): AsyncGenerator<RequeuedVersions> {
  const { store } = parts;
  const found = await Promise.all(
    queues.map(async (queue) => ({ queue, deadLetters: await findDeadLetters(store.deliveries, { key: keyOf(queue), ids }) })),
  );
  const known = new Set(found.flatMap(({ deadLetters }) => deadLetters.map(({ id }) => id)));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new LandfallError('NOT_FOUND', `The delivery has no dead letters ${unknown.join(', ')}.`);
  if (known.size === 0) throw nothingToReplay('in the dead letters of the delivery');
  for (const { queue, deadLetters } of found) {
    if (deadLetters.length === 0) continue;
    const entries = await entriesOf(deadLetters, store.versions(queue.log));
    let count = 0;
    const requeue = (state: DeliveryQueueState) => {
      // As many as fit; with no room at all the command is rejected.
      count = Math.min(entries.length, roomIn(state) || entries.length);
      return requeued(state, { entries: entries.slice(0, count), at: nowOf(parts), limits: limitsOf(queue) });
    };
    await applyCommand(queue, requeue, parts);
    // Removed last: a kill between the two sends a version twice and loses none.
    const left = new Set(entries.slice(count).map(({ sequence }) => sequence));
    await store.deliveries.removeDeadLetters(deadLetters.flatMap(({ id, sequence }) => (left.has(sequence) ? [] : [id])));
    yield { ...keyOf(queue), count, left: left.size };
  }
}

function applyCommand(
  queue: StoredDeliveryQueue,
  change: (state: DeliveryQueueState) => DeliveryQueueState,
  { store, clock }: Omit<OperationParts, 'kinds'>,
): Promise<DeliveryQueueState | undefined> {
  return commandQueue({ deliveries: store.deliveries, clock }, keyOf(queue), change);
}

/** Returns the limits of one message: a webhook is sent one event at a time. */
function limitsOf({ subscriber }: DeliveryQueueKey): MessageLimits {
  return isWebhookID(subscriber) ? { ...deliveryLimits, maxObjects: 1 } : deliveryLimits;
}

function keyOf({ subscriber, log }: DeliveryQueueKey): DeliveryQueueKey {
  return { subscriber, log };
}

function nowOf({ clock }: Pick<OperationParts, 'clock'>): string {
  return new Date(clock.now()).toISOString();
}

function nothingToReplay(what: string): LandfallError {
  return new LandfallError('NOT_FOUND', `There is no version ${what}.`);
}
