import type { LogName } from './version-store.ts';

/**
 * What is kept of deliveries to subscribers. A lane is what one subscriber is sent of one log. Of versions it holds their
 * numbers in the log and nothing else: what is erased leaves no trace here, and what is sent is read anew.
 */

/** Whose lane. */
export interface DeliveryQueueKey {
  /** Id of the partner. */
  readonly subscriber: string;
  readonly log: LogName;
}

/** Versions that go together, under one identity, until they are answered. */
export interface DeliveryMessage {
  /** The same in all attempts. */
  readonly id: string;
  /** Numbers in the log, growing. */
  readonly sequences: readonly number[];
  /** RFC 3339 in UTC with milliseconds, as all times here. */
  readonly createdAt: string;
  /** Those that have failed. */
  readonly attempts: number;
  readonly firstTriedAt?: string | undefined;
  readonly nextAttemptAt?: string | undefined;
  /**
   * Whether an attempt has got no answer, or none yet, and so may have been taken in: it is noted before the message goes.
   * Then it goes again as it is, until it is refused.
   */
  readonly maybeDelivered?: boolean | undefined;
}

/** Why nothing is sent until an operator says so. */
export interface DeliveryPause {
  readonly at: string;
  readonly reason: string;
  /** Who asked for it; undefined: the subscriber's answer did. */
  readonly by?: string | undefined;
}

/** What went wrong last, in words for an operator. Never a text of the subscriber's. */
export interface DeliveryQueueError {
  readonly at: string;
  readonly code: string;
  readonly message: string;
}

/** How far a subscriber has come in a log. */
export interface DeliveryQueueState {
  /** Numbers up to this one are answered, dead letters, in a message, or not for this subscriber. */
  readonly offset: number;
  /**
   * Which deliverer sends the lane. It is written before the first message goes, so that a deliverer whose lease was taken
   * over while it was stalled finds another holder here instead of acting on an answer that is out of date.
   */
  readonly holder?: string | undefined;
  /** Not answered yet, in the order in which they were taken. */
  readonly messages: readonly DeliveryMessage[];
  /** When it was opened, resumed or set back; nothing counts as waiting from before. */
  readonly startedAt: string;
  readonly paused?: DeliveryPause | undefined;
  /** Since when no message has come through. */
  readonly failingSince?: string | undefined;
  readonly lastError?: DeliveryQueueError | undefined;
  readonly lastDeliveredAt?: string | undefined;
  /** How many numbers were cut off from the log before they could be sent, and when that was seen last. */
  readonly missed?: { readonly count: number; readonly at: string } | undefined;
}

/** A lane as kept. */
export interface StoredDeliveryQueue extends DeliveryQueueKey {
  /** Grows with each write. */
  readonly version: number;
  readonly state: DeliveryQueueState;
}

/** A write of a whole lane, and of what it gives up. */
export interface DeliveryQueueWrite extends DeliveryQueueKey {
  /** The version that was read; 0: there is none yet. */
  readonly version: number;
  readonly state: DeliveryQueueState;
  /** Durable with the state; but of a version that has been removed no letter is kept. */
  readonly deadLetters?: readonly DeliveryDeadLetter[] | undefined;
  /** Whether an operator asks for it, so that whoever sends has to hear of it. @default false */
  readonly isCommand?: boolean | undefined;
}

/** `EXPIRED`: retried as long as that is done; `REFUSED`: answered 4xx; `FEEDBACK`: a 200 with an ERROR about it. */
export type DeliveryDeadLetterReason = 'EXPIRED' | 'REFUSED' | 'FEEDBACK';

/** A version that a subscriber has not taken. */
export interface DeliveryDeadLetter extends DeliveryQueueKey {
  /** Of message and number, so that one is never two. The order of ids is that of the letters. */
  readonly id: string;
  readonly messageID: string;
  readonly sequence: number;
  readonly at: string;
  readonly attempts: number;
  readonly reason: DeliveryDeadLetterReason;
  /** In words for an operator; of a FEEDBACK what the subscriber said. */
  readonly message: string;
}

/** Lanes and dead letters of deliveries. Every method may throw `StoreUnavailableError`. */
export interface DeliveryStore {
  /** Lanes by log, then subscriber. */
  listQueues(of?: Partial<DeliveryQueueKey>): Promise<StoredDeliveryQueue[]>;
  findQueue(key: DeliveryQueueKey): Promise<StoredDeliveryQueue | undefined>;
  /** Lanes that operators have changed since; begin at 0 and feed `scannedThrough` back. */
  listCommanded(after: number): Promise<{ readonly queues: readonly StoredDeliveryQueue[]; readonly scannedThrough: number }>;
  /**
   * Writes a lane, durably, unless somebody else has written it since it was read.
   *
   * @returns whether it was written; its version is one more then
   */
  writeQueue(write: DeliveryQueueWrite): Promise<boolean>;
  /** Dead letters, the oldest first, behind the letter `after`. */
  listDeadLetters(
    query: Partial<DeliveryQueueKey> & { readonly limit: number; readonly after?: string | undefined },
  ): Promise<DeliveryDeadLetter[]>;
  countDeadLetters(key: DeliveryQueueKey): Promise<number>;
  removeDeadLetters(ids: readonly string[]): Promise<void>;
}
