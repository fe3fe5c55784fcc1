import type { DeliveryDeadLetter, DeliveryQueueKey, DeliveryQueueState, StoredDeliveryQueue } from '../../store/delivery-store.ts';
import type { Store } from '../../store/store.ts';
import type { LogName } from '../../store/version-store.ts';
import type { Clock } from '../../time/clock.ts';
import type { Recipient } from '../recipient.ts';
import { deliverableFilter, mayBeSent } from './deliverable.ts';
import type { DeliveryKind } from './delivery.ts';

/**
 * `FAILING`: nothing has been accepted since a failure, and it is being retried. `ENDED`: the subscriber's file no
 * longer has the delivery; the queue is kept, and continues when the file has it again.
 */
export type DeliveryStateName = 'DELIVERING' | 'FAILING' | 'PAUSED' | 'ENDED';

/** The state of one delivery queue for operators. */
export interface DeliveryReport extends DeliveryQueueKey {
  readonly state: DeliveryStateName;
  /** Number of failed attempts of the oldest message. */
  readonly attempts: number;
  /** When the oldest message is sent again; undefined when it is sent immediately or there is none. */
  readonly nextAttemptAt: string | undefined;
  readonly queue: DeliveryQueueState;
  /** Counts the backlog once, at the first call. */
  backlog(): Promise<DeliveryBacklog>;
  countDeadLetters(): Promise<number>;
  /** Lists dead letters, oldest first. */
  listDeadLetters(first: number): Promise<readonly DeliveryDeadLetter[]>;
}

/** The versions that wait for a subscriber. */
export interface DeliveryBacklog {
  /** Number of versions in messages and after them in the log, counted up to {@link maxCounted}. */
  readonly waiting: number;
  /** Whether more versions wait than were counted. */
  readonly hasMoreWaiting: boolean;
  /** RFC 3339; not earlier than the queue was opened, resumed, rewound or replayed. */
  readonly oldestWaitingSince: string | undefined;
  readonly lagSeconds: number;
}

/** Maximum number of versions that are counted in the log, and of sequence numbers that are scanned for it. */
const [maxCounted, maxScanned] = [1_000, 50_000];
const rangeSize = 250;

export interface ReportParts {
  readonly store: Pick<Store, 'deliveries' | 'versions'>;
  readonly kinds: readonly Pick<DeliveryKind, 'log' | 'routeFor'>[];
  readonly findRecipient: (id: string) => Recipient | undefined;
  readonly clock: Clock;
}

/** Creates the function that reports on a stored delivery queue. */
export function createReports({ store, kinds, findRecipient, clock }: ReportParts): (stored: StoredDeliveryQueue) => DeliveryReport {
  const { deliveries } = store;
  return ({ subscriber, log, state }) => {
    const recipient = findRecipient(subscriber);
    const isDelivered = recipient !== undefined && kinds.some((kind) => kind.log === log && kind.routeFor(recipient) !== undefined);
    const [oldest] = state.messages;
    const key = { subscriber, log };
    let backlog: Promise<DeliveryBacklog> | undefined;
    return {
      ...key,
      state: isDelivered ? nameOf(state, recipient) : 'ENDED',
      attempts: oldest?.attempts ?? 0,
      nextAttemptAt: oldest?.nextAttemptAt,
      queue: state,
      backlog: () => {
        backlog ??= backlogOf(state, { log, recipient: isDelivered ? recipient : undefined, store, now: clock.now() });
        return backlog;
      },
      countDeadLetters: () => deliveries.countDeadLetters(key),
      listDeadLetters: async (first) => (first === 0 ? [] : deliveries.listDeadLetters({ ...key, limit: first })),
    };
  };
}

function nameOf({ paused, failingSince }: DeliveryQueueState, { isPaused }: Recipient): DeliveryStateName {
  if (paused !== undefined || isPaused) return 'PAUSED';
  return failingSince === undefined ? 'DELIVERING' : 'FAILING';
}

async function backlogOf(
  { offset, messages, startedAt }: DeliveryQueueState,
  given: {
    readonly log: LogName;
    /** undefined when the log is not delivered. */
    readonly recipient: Recipient | undefined;
    readonly store: Pick<Store, 'versions'>;
    readonly now: number;
  },
): Promise<DeliveryBacklog> {
  const { log, recipient, store, now } = given;
  const inMessages = messages.reduce((sum, { sequences }) => sum + sequences.length, 0);
  const inLog = recipient === undefined ? nothing : await countInLog(offset, { log, recipient, store });
  const times = [...messages.map(({ createdAt }) => createdAt), ...inLog.firstReceivedAt].toSorted();
  const [oldest] = times.map((time) => (time < startedAt ? startedAt : time));
  return {
    waiting: inMessages + inLog.count,
    hasMoreWaiting: inLog.hasMore,
    oldestWaitingSince: oldest,
    lagSeconds: oldest === undefined ? 0 : Math.max(0, now - Date.parse(oldest)) / 1_000,
  };
}

interface CountedInLog {
  readonly count: number;
  readonly hasMore: boolean;
  /** The time of the first version, or none. */
  readonly firstReceivedAt: readonly string[];
}

const nothing: CountedInLog = { count: 0, hasMore: false, firstReceivedAt: [] };

/**
 * Counts the versions after the offset that the subscriber may be sent. Each attempt decides again what is really sent.
 */
async function countInLog(
  offset: number,
  { log, recipient, store }: { readonly log: LogName; readonly recipient: Recipient; readonly store: Pick<Store, 'versions'> },
): Promise<CountedInLog> {
  const versions = store.versions(log);
  const filter = deliverableFilter(log, recipient);
  const isDeliverable = mayBeSent(log, recipient);
  const { trimmedThrough, head } = await versions.bounds();
  const from = Math.max(offset, trimmedThrough);
  let found = nothing;
  for (let after = from; after < head; ) {
    const { entries, scannedThrough } = await versions.readLog({ after, limit: rangeSize, filter });
    const waiting = entries.filter(isDeliverable);
    const count = found.count + waiting.length;
    const first = [...found.firstReceivedAt, ...waiting.map(({ receivedAt }) => receivedAt)].slice(0, 1);
    found = { count: Math.min(count, maxCounted), hasMore: count > maxCounted, firstReceivedAt: first };
    if (found.hasMore || scannedThrough <= after) return found;
    if (scannedThrough < head && scannedThrough - from >= maxScanned) return { ...found, hasMore: true };
    after = scannedThrough;
  }
  return found;
}
