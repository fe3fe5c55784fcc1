import type { LogName, StoredVersion } from '../../store/version-store.ts';
import type { Recipient } from '../recipient.ts';

/** A version with its sequence number in the log. */
export type NumberedVersion = StoredVersion & { readonly sequence: number };

/** How the versions of a log are sent to a recipient, by its current file. */
export interface DeliveryRoute {
  readonly url: string;
  /** Sent as `API-Version`; absent when the subscriber does not use it. */
  readonly version?: string | undefined;
  /** Name of the list in the body; undefined when a message has one version, which is the whole body. */
  readonly listName: string | undefined;
  /**
   * Writes a version as this recipient may see it: one JSON object in UTF-8; undefined if no part of it can be sent.
   */
  readonly write: (version: NumberedVersion) => Buffer | undefined | Promise<Buffer | undefined>;
}

/** The delivery of one log. */
export interface DeliveryKind {
  readonly log: LogName;
  /** @returns undefined for a recipient to which the log is not delivered */
  routeFor(recipient: Recipient): DeliveryRoute | undefined;
  /** Returns sets of terms that select the versions of a document, for replays. Each version has a term of each set. */
  termsOf(document: string): readonly (readonly string[])[];
}

/** One attempt to send a message. */
export interface DeliveryRequest {
  readonly recipient: Recipient;
  /** Identity of the message. */
  readonly id: string;
  /**
   * Creates the content when the request is about to be sent, with the rights of that moment; undefined when nothing is
   * sent.
   */
  readonly content: () => Promise<DeliveryContent | undefined>;
  readonly signal?: AbortSignal | undefined;
}

export interface DeliveryContent {
  readonly recipient: Recipient;
  readonly url: string;
  /** All headers that are the same in every attempt. */
  readonly headers: Readonly<Record<string, string>>;
  readonly listName: string | undefined;
  readonly body: Buffer;
}

/** A failure, described for operators. Never contains text of the subscriber. */
export interface DeliveryError {
  readonly code: string;
  readonly message: string;
}

/** The outcome of one attempt. */
export type DeliveryOutcome =
  /**
   * The response was a 2xx. `refused` has the objects with an ERROR in the feedback, by index in the list; an error
   * without an index concerns all objects.
   */
  | { readonly kind: 'DELIVERED'; readonly refused: readonly { readonly index?: number | undefined; readonly message: string }[] }
  /**
   * The message must be sent again: there was no response (the subscriber may have processed it), or a 408, 429 or 5xx.
   * `isOutage`: the subscriber accepts nothing; otherwise the message may be the cause.
   */
  | {
      readonly kind: 'RETRY';
      readonly error: DeliveryError;
      readonly isOutage: boolean;
      readonly maybeDelivered: boolean;
      readonly retryAfterMs?: number | undefined;
    }
  /** A 4xx because of the content: never sent again unchanged. */
  | { readonly kind: 'REFUSED'; readonly error: DeliveryError }
  /**
   * The URL or our credential was rejected: 410, 401, 403, 404, 405 or a redirect. Nothing is sent until an operator
   * resumes the queue.
   */
  | { readonly kind: 'PAUSE'; readonly error: DeliveryError };

/**
 * Sends one message once, signed, within the limits of the recipient.
 *
 * @returns undefined if there was nothing to send
 * @throws the reason of the request's signal, and the errors of `content`
 */
export type SendDelivery = (request: DeliveryRequest) => Promise<DeliveryOutcome | undefined>;

/** What a queue has done since this process took it over, and its state. */
export interface DeliveryQueueStats {
  readonly subscriber: string;
  /** Number of finished attempts by outcome. */
  readonly attempts: ReadonlyMap<DeliveryOutcome['kind'], number>;
  /** Number of versions in accepted messages. */
  readonly delivered: number;
  /** Number of unanswered messages. */
  readonly messages: number;
  /** Age of the oldest unanswered message; 0 when there is none. */
  readonly oldestMessageMs: number;
  /** Number of versions that became dead letters. */
  readonly deadLetters: number;
  readonly isPaused: boolean;
  readonly isFailing: boolean;
}
