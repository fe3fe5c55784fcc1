import { pagesOf } from './batches.ts';
import { maxRemoved } from './removal-store.ts';
import type { LogName } from './version-store.ts';

/**
 * The contract of the store of deliveries to subscribers. A delivery queue has the versions of one log that one subscriber
 * is to receive. It stores only their numbers in the log: erased versions leave no trace here, and a delivery reads its
 * versions again.
 */

/** Identifies a delivery queue. */
export interface DeliveryQueueKey {
  /** Id of the partner. */
  readonly subscriber: string;
  readonly log: LogName;
}

/** The versions that are delivered together under one id. */
export interface DeliveryMessage {
  /** The same in all attempts to deliver the message. */
  readonly id: string;
  /** Numbers in the log, ascending. */
  readonly sequences: readonly number[];
  /** RFC 3339 in UTC with milliseconds, as all times here. */
  readonly createdAt: string;
  /** Number of failed attempts. */
  readonly attempts: number;
  readonly firstTriedAt?: string | undefined;
  readonly nextAttemptAt?: string | undefined;
  /**
   * Whether the subscriber may have accepted the message, because an attempt got no response. It is stored before each
   * attempt, and for messages of one version when the first of them is sent. Such a message is retried unchanged until
   * the subscriber refuses it.
   */
  readonly maybeDelivered?: boolean | undefined;
}

/** Why nothing is delivered until an operator resumes the queue. */
export interface DeliveryPause {
  readonly at: string;
  readonly reason: string;
  /** The operator who paused the queue; undefined when a response of the subscriber paused it. */
  readonly by?: string | undefined;
}

/** The last error, for operators. Never contains a string from the subscriber. */
export interface DeliveryQueueError {
  readonly at: string;
  readonly code: string;
  readonly message: string;
}

/** An attempt to send a message, for operators. */
export interface DeliveryAttempt {
  /** When it ended. */
  readonly at: string;
  readonly messageID: string;
  /** The versions that were sent: the first and the last number of each series of consecutive ones. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
  /** `PAUSE`: the response paused the queue. */
  readonly outcome: 'DELIVERED' | 'RETRY' | 'REFUSED' | 'PAUSE';
  readonly durationMs: number;
  /** Absent if the message was delivered; `errorMessage` too. */
  readonly errorCode?: string | undefined;
  readonly errorMessage?: string | undefined;
}

/** The progress of a subscriber in a log. */
export interface DeliveryQueueState {
  /**
   * All numbers up to this one are settled: delivered, a dead letter, part of a message, or not meant for this
   * subscriber.
   */
  readonly offset: number;
  /**
   * The deliverer that holds the queue, stored before its first message. A stalled deliverer whose lease has been taken
   * over finds another holder here and does not act on an outdated response.
   */
  readonly holder?: string | undefined;
  /** Messages without a final response, in log order. */
  readonly messages: readonly DeliveryMessage[];
  /** When the queue was opened, resumed or rewound. The age of its backlog counts from here. */
  readonly startedAt: string;
  readonly paused?: DeliveryPause | undefined;
  /** The time since which no message has been delivered. */
  readonly failingSince?: string | undefined;
  readonly lastError?: DeliveryQueueError | undefined;
  readonly lastDeliveredAt?: string | undefined;
  /** The newest attempts, the newest first. */
  readonly attempts?: readonly DeliveryAttempt[] | undefined;
  /** How many numbers were trimmed from the log before they could be delivered, and when that was last noticed. */
  readonly missed?: { readonly count: number; readonly at: string } | undefined;
}

/** A stored delivery queue. */
export interface StoredDeliveryQueue extends DeliveryQueueKey {
  /** Grows with each write. */
  readonly version: number;
  readonly state: DeliveryQueueState;
}

/** A write of a whole queue and of its new dead letters. */
export interface DeliveryQueueWrite extends DeliveryQueueKey {
  /** The version that was read; 0 for a new queue. */
  readonly version: number;
  readonly state: DeliveryQueueState;
  /** Become durable together with the state. Dead letters of versions that have been removed are left out. */
  readonly deadLetters?: readonly DeliveryDeadLetter[] | undefined;
  /** Whether the write is a command of an operator, which the deliverer has to read. @default false */
  readonly isCommand?: boolean | undefined;
}

/**
 * `EXPIRED`: all retries failed. `REFUSED`: the response was a 4xx. `FEEDBACK`: the response was a 200 with an ERROR
 * about the version.
 */
export type DeliveryDeadLetterReason = 'EXPIRED' | 'REFUSED' | 'FEEDBACK';

/** A version that could not be delivered. */
export interface DeliveryDeadLetter extends DeliveryQueueKey {
  /**
   * Derived from message and number, so that no dead letter is stored twice. Ids sort in the order of the dead letters.
   */
  readonly id: string;
  readonly messageID: string;
  readonly sequence: number;
  readonly at: string;
  readonly attempts: number;
  readonly reason: DeliveryDeadLetterReason;
  /** For an operator; for FEEDBACK it is the subscriber's message. */
  readonly message: string;
}

/** Stores delivery queues and their dead letters. Every method may throw `StoreUnavailableError`. */
export interface DeliveryStore {
  /** Lists queues by log, then subscriber. */
  listQueues(key?: Partial<DeliveryQueueKey>): Promise<StoredDeliveryQueue[]>;
  findQueue(key: DeliveryQueueKey): Promise<StoredDeliveryQueue | undefined>;
  /**
   * Lists queues that got commands from operators after a number. The first call passes 0, every further one the
   * `scannedThrough` of the previous call.
   */
  listCommanded(after: number): Promise<{ readonly queues: readonly StoredDeliveryQueue[]; readonly scannedThrough: number }>;
  /**
   * Writes a queue durably, unless another writer has changed it since it was read.
   *
   * @returns whether it was written; if so, its version has grown by one
   */
  writeQueue(write: DeliveryQueueWrite): Promise<boolean>;
  /** Lists dead letters after the one with the id `after`, the oldest first. */
  listDeadLetters(
    query: Partial<DeliveryQueueKey> & { readonly limit: number; readonly after?: string | undefined },
  ): Promise<DeliveryDeadLetter[]>;
  countDeadLetters(key: DeliveryQueueKey): Promise<number>;
  removeDeadLetters(ids: readonly string[]): Promise<void>;
}

/**
 * Pages through dead letters of deliveries, the oldest first.
 *
 * @param key of a subscriber or of one queue; default: all
 * @returns pages of at most {@link maxRemoved}
 */
export function pagesOfDeliveryDeadLetters(
  { deliveries }: { readonly deliveries: Pick<DeliveryStore, 'listDeadLetters'> },
  key: Partial<DeliveryQueueKey> = {},
): AsyncGenerator<DeliveryDeadLetter[]> {
  return pagesOf(
    (place) => deliveries.listDeadLetters({ ...key, ...place }),
    maxRemoved,
    ({ id }) => id,
  );
}
