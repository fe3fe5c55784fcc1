import { setTimeout as pause } from 'node:timers/promises';
import { receivedAtOf } from '@landfall/dcsa/instant.ts';
import DataLoader from 'dataloader';
import { inOrderOf } from '../../cache/in-order-of.ts';
import { LandfallError } from '../../errors.ts';
import { sizeOf } from '../../log/page.ts';
import { deliveryLimits } from '../../partners/delivery-limits.ts';
import { batchesOf } from '../../store/batches.ts';
import {
  type DeliveryDeadLetter,
  type DeliveryPause,
  type DeliveryQueueKey,
  type DeliveryQueueState,
  type DeliveryStore,
  pagesOfDeliveryDeadLetters,
  type StoredDeliveryQueue,
} from '../../store/delivery-store.ts';
import type { Store } from '../../store/store.ts';
import { bothFilters, type LogName, type VersionFilter, type VersionStore } from '../../store/version-store.ts';
import { isWebhookID, type Recipient } from '../recipient.ts';
import { type DeliveryKind, deliverableFilter, mayBeSent, type NumberedVersion } from './message.ts';
import { entryOf, type MessageLimits, messagesOf, type QueueEntry } from './queue-state.ts';

/** What operators see of delivery queues, and do with them, on the command line and in GraphQL. */
export interface Operated {
  readonly store: Pick<Store, 'deliveries' | 'versions'>;
  readonly kinds: readonly Pick<DeliveryKind, 'log' | 'routeFor' | 'termsOf'>[];
  /** Finds a recipient by the current files. */
  readonly findRecipient: (id: string) => Recipient | undefined;
}

/** Maximum number of versions that are counted in the log, and of sequence numbers that are scanned for it. */
const [maxCounted, maxScanned] = [1_000, 50_000];
/** Number of versions that are read at a time. */
const pageSize = 250;

/** The state of one delivery queue for operators. */
export type DeliveryReport = ReturnType<typeof deliveryReportOf>;

export function deliveryReportOf({ subscriber, log, state: queue }: StoredDeliveryQueue, { store, kinds, findRecipient }: Operated) {
  const { failingSince, lastError, lastDeliveredAt, paused, missed, messages, startedAt, offset } = queue;
  const [oldestMessage] = messages;
  const found = findRecipient(subscriber);
  /** Undefined when the log is not delivered. */
  const recipient = found && kinds.some((kind) => kind.log === log && kind.routeFor(found) !== undefined) ? found : undefined;
  const stateOf = (isPaused = false) =>
    paused !== undefined || isPaused ? ('PAUSED' as const) : failingSince === undefined ? ('DELIVERING' as const) : ('FAILING' as const);

  /** Counts the versions after the offset that the subscriber may be sent. Each attempt decides again what is really sent. */
  const countInLog = async () => {
    let count = 0;
    let firstReceivedAt: readonly string[] = [];
    if (recipient === undefined) return { count, hasMore: false, firstReceivedAt };
    const pages = pagesIn(store.versions(log), { after: offset, filter: deliverableFilter(log, recipient) });
    const isDeliverable = mayBeSent(log, recipient);
    for await (const { entries, scanned, hasMore } of pages) {
      const waiting = entries.filter(isDeliverable);
      if (count === 0) firstReceivedAt = waiting.slice(0, 1).map(({ receivedAt }) => receivedAt);
      count += waiting.length;
      if (count > maxCounted || (hasMore && scanned >= maxScanned))
        return { count: Math.min(count, maxCounted), hasMore: true, firstReceivedAt };
    }
    return { count, hasMore: false, firstReceivedAt };
  };
  const countBacklog = async () => {
    const inMessages = messages.reduce((sum, { sequences }) => sum + sequences.length, 0);
    const { count, hasMore, firstReceivedAt } = await countInLog();
    const times = [...messages.map(({ createdAt }) => createdAt), ...firstReceivedAt].toSorted();
    const [oldest] = times.map((time) => (time < startedAt ? startedAt : time));
    return {
      /** Number of versions in messages and after them in the log, counted up to {@link maxCounted}. */
      waiting: inMessages + count,
      /** Whether more versions wait than were counted. */
      hasMoreWaiting: hasMore,
      /** RFC 3339; not earlier than the queue was opened, resumed, rewound or replayed. */
      oldestWaitingSince: oldest,
      lagSeconds: oldest === undefined ? 0 : Math.max(0, Date.now() - Date.parse(oldest)) / 1_000,
    };
  };
  let backlog: ReturnType<typeof countBacklog> | undefined;
  return {
    ...{ subscriber, log, failingSince, lastError, lastDeliveredAt, paused, missed },
    /**
     * `FAILING`: nothing has been accepted since a failure, and it is being retried. `ENDED`: the subscriber's file no
     * longer has the delivery; the queue is kept, and continues when the file has it again.
     */
    state: recipient === undefined ? ('ENDED' as const) : stateOf(recipient.isPaused),
    /** Number of failed attempts of the oldest message. */
    attempts: oldestMessage?.attempts ?? 0,
    /** When the oldest message is sent again; undefined when it is sent immediately or there is none. */
    nextAttemptAt: oldestMessage?.nextAttemptAt,
    /** The latest attempts, the newest first, with the numbers of the versions that were sent. */
    latestAttempts: (queue.attempts ?? []).map(({ ranges, ...attempt }) => {
      const sequences = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
      return { ...attempt, sequences };
    }),
    /** Counts the backlog once, at the first call. */
    backlog: () => {
      backlog ??= countBacklog();
      return backlog;
    },
    countDeadLetters: () => store.deliveries.countDeadLetters({ subscriber, log }),
    /** Lists dead letters, oldest first. */
    listDeadLetters: async (first: number): Promise<readonly DeliveryDeadLetter[]> =>
      first === 0 ? [] : store.deliveries.listDeadLetters({ subscriber, log, limit: first }),
  };
}

/**
 * Creates loaders of the deliveries to a partner, by its id. One loader per request reads the delivery queues of several
 * partners in one query.
 */
export function createDeliveriesTo(operated: Operated) {
  const { store, kinds } = operated;
  const reportsOf = async (subscribers: readonly string[]): Promise<DeliveryReport[][]> => {
    const [only] = subscribers;
    const queues = await store.deliveries.listQueues(subscribers.length === 1 && only !== undefined ? { subscriber: only } : {});
    const found = new Map(subscribers.map((subscriber): [string, DeliveryReport[]] => [subscriber, []]));
    for (const queue of queues) {
      if (kinds.some(({ log }) => log === queue.log)) found.get(queue.subscriber)?.push(deliveryReportOf(queue, operated));
    }
    return inOrderOf(subscribers, found);
  };
  return () => {
    const reports = new DataLoader(reportsOf);
    return (partner: string): Promise<readonly DeliveryReport[]> => reports.load(partner);
  };
}

const logs = {
  'arrival-notice-versions': 'ARRIVAL_NOTICE_VERSIONS',
  'arrival-notice-notifications': 'ARRIVAL_NOTICE_NOTIFICATIONS',
  'port-call-events': 'PORT_CALL_EVENTS',
  'arrival-alerts': 'ARRIVAL_ALERTS',
} as const satisfies Record<LogName, string>;

/** Returns the log that an argument names. */
export function deliveredLogOf(name: (typeof logs)[LogName] | null | undefined): LogName | undefined {
  return (Object.keys(logs) as LogName[]).find((log) => logs[log] === name);
}

/** The schema has the same default. */
const defaultDeadLetters = 20;

/** Resolvers for the fields that deliveries of all logs have. The backlog is counted only when selected. */
export const deliveryFields = {
  log: ({ log }: DeliveryReport) => logs[log],
  waiting: async (report: DeliveryReport) => (await report.backlog()).waiting,
  hasMoreWaiting: async (report: DeliveryReport) => (await report.backlog()).hasMoreWaiting,
  oldestWaitingSince: async (report: DeliveryReport) => (await report.backlog()).oldestWaitingSince,
  lagSeconds: async (report: DeliveryReport) => (await report.backlog()).lagSeconds,
  deadLetterCount: (report: DeliveryReport) => report.countDeadLetters(),
  deadLetters: (report: DeliveryReport, { first }: { readonly first?: number | null | undefined }) =>
    report.listDeadLetters(sizeOf('first', first ?? defaultDeadLetters)),
};

/**
 * Maximum number of attempts to write, and longest pause between two. The deliverer writes the queue too, after each
 * response.
 */
const [maxAttempts, maxPauseMs] = [200, 20];

/**
 * Changes a stored delivery queue while a deliverer may run it. The deliverer reads the change within a second.
 * Concurrent changes are kept.
 *
 * @param change called with the current state, and again after a concurrent write
 * @returns the written state
 * @throws {LandfallError} NOT_FOUND if there is no such queue; STORE_UNAVAILABLE after too many concurrent writes
 */
export async function commandQueue(
  deliveries: Pick<DeliveryStore, 'findQueue' | 'writeQueue'>,
  key: DeliveryQueueKey,
  change: (state: DeliveryQueueState) => DeliveryQueueState,
): Promise<DeliveryQueueState> {
  const { subscriber, log } = keyOf(key);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const stored = await deliveries.findQueue({ subscriber, log });
    if (stored === undefined) throw new LandfallError('NOT_FOUND', `${subscriber} has no delivery of ${log}.`);
    const state = change(stored.state);
    if (await deliveries.writeQueue({ subscriber, log, version: stored.version, state, isCommand: true })) return state;
    await pause(Math.random() * maxPauseMs);
  }
  throw new LandfallError(
    'STORE_UNAVAILABLE',
    `The delivery of ${log} to ${subscriber} is being changed concurrently. Nothing was changed; try again.`,
  );
}

/** Pauses a delivery queue until it is resumed; new versions wait. Responses to messages in flight still count. */
export function pauseQueue(deliveries: DeliveryStore, key: DeliveryQueueKey, by: Omit<DeliveryPause, 'at'>): Promise<DeliveryQueueState> {
  return commandQueue(deliveries, key, (state) => ({ ...state, paused: { at: now(), ...by } }));
}

/**
 * Resumes a delivery queue: everything is sent now, paused or not, with a new series of retries. The last error is
 * kept for operators.
 */
export function resumeQueue(deliveries: DeliveryStore, key: DeliveryQueueKey): Promise<DeliveryQueueState> {
  return commandQueue(deliveries, key, ({ paused: _, ...state }) => ({
    ...state,
    startedAt: now(),
    messages: state.messages.map((message) => ({ ...message, nextAttemptAt: undefined })),
  }));
}

/**
 * Maximum number of versions in messages after single versions are replayed. They are part of every write of the queue.
 */
export const maxReplayed = 10_000;

/**
 * Returns the state in which single versions are sent again, after the waiting ones. They get new messages, because
 * subscribers drop a message that they have accepted.
 *
 * @param entries in log order
 * @param limits limits of one message. Default: those of pushes to partners
 * @throws {LandfallError} BAD_USER_INPUT if more than {@link maxReplayed} would wait
 */
export function requeued(
  state: DeliveryQueueState,
  entries: readonly QueueEntry[],
  limits: MessageLimits = deliveryLimits,
): DeliveryQueueState {
  const room = roomIn(state);
  if (entries.length > room) {
    throw new LandfallError(
      'BAD_USER_INPUT',
      `At most ${maxReplayed} versions may wait in messages; ${maxReplayed - room} wait and ${entries.length} would be added. Replay by time instead.`,
    );
  }
  const at = now();
  const created = messagesOf(entries, { isPending: () => false, limits, at });
  return { ...state, startedAt: at, messages: [...state.messages, ...created.map(({ message }) => message)] };
}

/** Returns how many more versions may wait in messages. */
function roomIn({ messages }: DeliveryQueueState): number {
  return Math.max(0, maxReplayed - messages.reduce((sum, { sequences }) => sum + sequences.length, 0));
}

/** Selects the versions of a replay, by exactly one of the three. */
export interface ReplaySelection {
  /** RFC 3339 with offset. */
  readonly since?: string | null | undefined;
  readonly document?: string | null | undefined;
  /** Ids; empty: all. */
  readonly deadLetters?: readonly string[] | null | undefined;
}

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
 * @throws {LandfallError} NOT_FOUND without such versions; BAD_USER_INPUT for too many, or another number of ways to select them than one
 */
export async function* replayQueues(
  queues: readonly StoredDeliveryQueue[],
  { since, document, deadLetters }: ReplaySelection,
  operated: Operated,
): AsyncGenerator<RequeuedVersions, void> {
  if ([since, document, deadLetters].filter((given) => given != null).length !== 1) {
    throw new LandfallError('BAD_USER_INPUT', 'Expected exactly one of since, document and dead letters.');
  }
  if (since != null) yield* replaySince(queues, since, operated.store);
  else if (document != null) yield* replayDocument(queues, document, operated);
  else yield* replayDeadLetters(queues, deadLetters ?? [], operated.store);
}

/**
 * Sends everything from a time on again, after the waiting messages. A queue with a smaller offset continues from its
 * offset: versions that it has skipped may be for the subscriber by now.
 */
async function* replaySince(
  queues: readonly StoredDeliveryQueue[],
  since: string,
  { deliveries, versions }: Operated['store'],
): AsyncGenerator<RequeuedVersions> {
  const sinceMs = Date.parse(receivedAtOf(since) ?? '');
  if (Number.isNaN(sinceMs)) {
    throw new LandfallError('BAD_USER_INPUT', `since: expected a time such as 2026-12-20T08:00:00Z, got ${JSON.stringify(since)}.`);
  }
  // The store's bound is exclusive, in whole milliseconds.
  const filter: VersionFilter = { receivedAfter: new Date(sinceMs - 1).toISOString() };
  let isAny = false;
  for (const queue of queues) {
    const [first] = await firstIn(versions(queue.log), { filter, count: 1 });
    if (first === undefined) continue;
    const from = first.sequence;
    await commandQueue(deliveries, queue, (state) => ({ ...state, offset: Math.min(state.offset, from - 1), startedAt: now() }));
    isAny = true;
    yield { ...keyOf(queue), from };
  }
  if (!isAny) throw nothingToReplay(`received since ${new Date(sinceMs).toISOString()} that the log still holds`);
}

/** Sends all versions of a document in the log that the recipient may see again. */
async function* replayDocument(
  queues: readonly StoredDeliveryQueue[],
  document: string,
  { store, kinds, findRecipient }: Operated,
): AsyncGenerator<RequeuedVersions> {
  let isAny = false;
  for (const queue of queues) {
    const { log } = queue;
    const kind = kinds.find((each) => each.log === log);
    const recipient = findRecipient(queue.subscriber);
    // A subscriber that has left its file may see nothing.
    if (kind === undefined || recipient === undefined) continue;
    const ofDocument: VersionFilter = { all: kind.termsOf(document) };
    const deliverable = deliverableFilter(log, recipient);
    const filter = deliverable === undefined ? ofDocument : bothFilters(ofDocument, deliverable);
    const versions = await firstIn(store.versions(log), { filter, isWanted: mayBeSent(log, recipient), count: maxReplayed + 1 });
    if (versions.length === 0) continue;
    isAny = true;
    const entries = versions.map((version) => entryOf(log, version));
    await commandQueue(store.deliveries, queue, (state) => requeued(state, entries, limitsOf(queue)));
    yield { ...keyOf(queue), count: entries.length };
  }
  if (!isAny) throw nothingToReplay(`of ${document} that the log still holds and that the subscriber may see`);
}

/** Sends dead letters again, as many as may wait. @param ids empty for all */
async function* replayDeadLetters(
  queues: readonly StoredDeliveryQueue[],
  ids: readonly string[],
  { deliveries, versions }: Operated['store'],
): AsyncGenerator<RequeuedVersions> {
  const found = await Promise.all(queues.map(async (queue) => ({ queue, deadLetters: await findDeadLetters(deliveries, queue, ids) })));
  const known = new Set(found.flatMap(({ deadLetters }) => deadLetters.map(({ id }) => id)));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new LandfallError('NOT_FOUND', `The delivery has no dead letters ${unknown.join(', ')}.`);
  if (known.size === 0) throw nothingToReplay('in the dead letters of the delivery');
  for (const { queue, deadLetters } of found) {
    if (deadLetters.length === 0) continue;
    const entries = await entriesOf(deadLetters, versions(queue.log));
    let count = 0;
    await commandQueue(deliveries, queue, (state) => {
      // As many as fit; with no room at all the command is rejected.
      count = Math.min(entries.length, roomIn(state) || entries.length);
      return requeued(state, entries.slice(0, count), limitsOf(queue));
    });
    // Removed last: a kill between the two sends a version twice and loses none.
    const left = new Set(entries.slice(count).map(({ sequence }) => sequence));
    await deliveries.removeDeadLetters(deadLetters.flatMap(({ id, sequence }) => (left.has(sequence) ? [] : [id])));
    yield { ...keyOf(queue), count, left: left.size };
  }
}

/** Lists dead letters of one delivery queue. @param ids empty for all */
export async function findDeadLetters(
  deliveries: Pick<DeliveryStore, 'listDeadLetters'>,
  key: DeliveryQueueKey,
  ids: readonly string[],
): Promise<DeliveryDeadLetter[]> {
  const wanted = new Set(ids);
  const found: DeliveryDeadLetter[] = [];
  for await (const deadLetters of pagesOfDeliveryDeadLetters({ deliveries }, keyOf(key))) {
    found.push(...deadLetters.filter(({ id }) => wanted.size === 0 || wanted.has(id)));
  }
  return found;
}

/** Returns the versions of one log's dead letters that are still stored, without duplicates, in log order. */
export async function entriesOf(
  deadLetters: readonly Pick<DeliveryDeadLetter, 'log' | 'sequence'>[],
  versions: Pick<VersionStore, 'findNumbered'>,
): Promise<QueueEntry[]> {
  const [{ log } = {}] = deadLetters;
  const sequences = [...new Set(deadLetters.map(({ sequence }) => sequence))].toSorted((left, right) => left - right);
  const found: QueueEntry[] = [];
  for (const batch of batchesOf(sequences, pageSize)) {
    for (const version of await versions.findNumbered(batch))
      if (version !== undefined && log !== undefined) found.push(entryOf(log, version));
  }
  return found;
}

type ReadableVersions = Pick<VersionStore, 'bounds' | 'readLog'>;

/** Reads the matching versions after a number, up to the current head of the log. @yields pages, and how far they reach */
async function* pagesIn(
  versions: ReadableVersions,
  { after: from, filter }: { readonly after: number; readonly filter: VersionFilter | undefined },
) {
  const { trimmedThrough, head } = await versions.bounds();
  const start = Math.max(from, trimmedThrough);
  for (let after = start; after < head; ) {
    const { entries, scannedThrough } = await versions.readLog({ after, limit: pageSize, filter });
    yield { entries, scanned: scannedThrough - start, hasMore: scannedThrough < head };
    if (scannedThrough <= after) return;
    after = scannedThrough;
  }
}

async function firstIn(
  versions: ReadableVersions,
  { filter, count, isWanted = () => true }: { filter: VersionFilter; count: number; isWanted?: (version: NumberedVersion) => boolean },
): Promise<readonly NumberedVersion[]> {
  const found: NumberedVersion[] = [];
  for await (const { entries } of pagesIn(versions, { after: 0, filter })) {
    found.push(...entries.filter(isWanted));
    if (found.length >= count) break;
  }
  return found.slice(0, count);
}

/** Returns the limits of one message: a webhook is sent one event at a time. */
function limitsOf({ subscriber }: DeliveryQueueKey): MessageLimits {
  return isWebhookID(subscriber) ? { ...deliveryLimits, maxObjects: 1 } : deliveryLimits;
}

function keyOf({ subscriber, log }: DeliveryQueueKey): DeliveryQueueKey {
  return { subscriber, log };
}

function now(): string {
  return new Date().toISOString();
}

function nothingToReplay(what: string): LandfallError {
  return new LandfallError('NOT_FOUND', `There is no version ${what}.`);
}
