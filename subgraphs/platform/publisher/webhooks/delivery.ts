import type { LogName, StoredVersion } from '../../store/version-store.ts';
import type { Recipient } from '../recipient.ts';

/** A version with its sequence number in the log. */
export type NumberedVersion = StoredVersion & { readonly sequence: number };

/** How the versions of a log are sent to a recipient, by its current file. */
export interface DeliveryRoute {
  readonly url: string;
  /** Sent as `API-Version`; absent: the subscriber does not use it. */
  readonly version?: string | undefined;
  /** Name of the list in the body. undefined: a message has one version, which is written as a whole body. */
  readonly listName: string | undefined;
  /** Writes a version as this recipient may see it: one JSON object in UTF-8; undefined if nothing of it can be sent. */
  readonly write: (version: NumberedVersion) => Buffer | undefined | Promise<Buffer | undefined>;
}

/** The delivery of one log. */
export interface DeliveryKind {
  readonly log: LogName;
  /** @returns undefined for a recipient to which the log is not delivered */
  routeFor(recipient: Recipient): DeliveryRoute | undefined;
  /** Returns sets of terms; a version of the document has a term of each. For replays. */
  termsOf(document: string): readonly (readonly string[])[];
}

/** One attempt to send a message. */
export interface DeliveryRequest {
  readonly recipient: Recipient;
  /** Identity of the message. */
  readonly id: string;
  /** Creates the content when the request is about to be sent, with the rights of that moment. undefined: nothing is sent. */
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

/** A failure, described for operators; never with text of the subscriber. */
export interface DeliveryError {
  readonly code: string;
  readonly message: string;
}

/** The outcome of one attempt. */
export type DeliveryOutcome =
  /** Answered 2xx. `refused`: the objects with an ERROR in the feedback, by index in the list; without an index it concerns all. */
  | { readonly kind: 'DELIVERED'; readonly refused: readonly { readonly index?: number | undefined; readonly message: string }[] }
  /**
   * To be sent again: no response (the subscriber may have processed it), 408, 429 or 5xx. `isOutage`: the subscriber accepts
   * nothing; otherwise the message may be the cause.
   */
  | {
      readonly kind: 'RETRY';
      readonly error: DeliveryError;
      readonly isOutage: boolean;
      readonly maybeDelivered: boolean;
      readonly retryAfterMs?: number | undefined;
    }
  /** 4xx because of the content: never sent again unchanged. */
  | { readonly kind: 'REFUSED'; readonly error: DeliveryError }
  /** Because of the URL or our credential: 410, 401, 403, 404, 405, redirects. Nothing is sent until an operator resumes. */
  | { readonly kind: 'PAUSE'; readonly error: DeliveryError };

/**
 * Sends one message once, signed, within the limits of the recipient.
 *
 * @returns undefined if there was nothing to send
 * @throws the reason of the request's signal, and what `content` throws
 */
export type SendDelivery = (request: DeliveryRequest) => Promise<DeliveryOutcome | undefined>;
