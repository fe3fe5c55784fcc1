import type { LandfallClientError } from './client-error.ts';
import type { GraphqlError } from './document.ts';

/** An operation as it is sent. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: object;
}

/** A response as it is received. */
export interface GraphqlPayload<R = Readonly<Record<string, unknown>>> {
  readonly data?: R | null;
  readonly errors?: readonly GraphqlError[];
}

/** Receives a subscription. Nothing is called after `end`, or after the subscription was stopped. */
export interface Sink {
  /** The server has accepted the request. */
  accepted(): void;
  next(payload: GraphqlPayload): void;
  end(error: LandfallClientError): void;
}

/** A transport of subscriptions. A lost connection ends its subscriptions, which may be started again. */
export interface Link {
  /** @returns stops it */
  start(request: GraphqlRequest, sink: Sink): () => void;
  /** Checks at once whether the connection is alive. */
  probe(): void;
  /** Ends everything without calling the sinks. */
  close(): void;
}
