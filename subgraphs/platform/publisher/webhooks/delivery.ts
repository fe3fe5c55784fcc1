import type { Partner } from '../../partners/partner.ts';
import type { LogName, StoredVersion } from '../../store/version-store.ts';

/** A version with its number in the log. */
export type NumberedVersion = StoredVersion & { readonly sequence: number };

/** How versions of a log are sent to a subscriber, as its file says now. */
export interface DeliveryRoute {
  readonly url: string;
  /** Sent as `API-Version`; absent: the subscriber wants none. */
  readonly version?: string | undefined;
  /** Name of the list in the body's object. */
  readonly listName: string;
  /** Writes a version as this subscriber may see it: one JSON object in UTF-8; undefined where none can be made of it. */
  readonly write: (version: NumberedVersion) => Buffer | undefined;
}

/** What of one log is delivered. */
export interface DeliveryKind {
  readonly log: LogName;
  /** @returns undefined for a partner that has no delivery of it */
  routeFor(partner: Partner): DeliveryRoute | undefined;
  /** Sets of terms of which a version has one each, when it is of the document; for replays. */
  termsOf(document: string): readonly (readonly string[])[];
}

/** A message that is to go. */
export interface DeliveryRequest {
  readonly partner: Partner;
  /** Identity of the message. */
  readonly id: string;
  /** Says what goes, when it is its turn: rights may have been taken away while it waited. undefined: nothing after all. */
  readonly content: () => Promise<DeliveryContent | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/** What goes. */
export interface DeliveryContent {
  readonly partner: Partner;
  readonly url: string;
  /** All but those that change from attempt to attempt. */
  readonly headers: Readonly<Record<string, string>>;
  readonly listName: string;
  readonly body: Buffer;
}

/** What went wrong, in words for an operator; never a text of the subscriber's. */
export interface DeliveryFault {
  readonly code: string;
  readonly message: string;
}

/** What one attempt came to. */
export type DeliveryOutcome =
  /** Answered 2xx. `refused`: what the feedback says is an ERROR, by the place in the list; without a place it concerns all. */
  | { readonly kind: 'DELIVERED'; readonly refused: readonly { readonly index?: number | undefined; readonly message: string }[] }
  /**
   * To be sent again: no answer (then it may have been taken in), 408, 429 or 5xx. `isOutage`: the subscriber takes
   * nothing at all; otherwise it may be about this message.
   */
  | {
      readonly kind: 'RETRY';
      readonly fault: DeliveryFault;
      readonly isOutage: boolean;
      readonly maybeDelivered: boolean;
      readonly retryAfterMs?: number | undefined;
    }
  /** 4xx about the content: never sent again as it is. */
  | { readonly kind: 'REFUSED'; readonly fault: DeliveryFault }
  /** About the address or our credential: 410, 401, 403, 404, 405, redirects. Nothing is sent until an operator says so. */
  | { readonly kind: 'PAUSE'; readonly fault: DeliveryFault };

/**
 * Sends one message once, signed, in its turn among all calls to the partner.
 *
 * @returns undefined where nothing was sent after all
 * @throws the reason of the request's signal, and what its content throws
 */
export type SendDelivery = (request: DeliveryRequest) => Promise<DeliveryOutcome | undefined>;
