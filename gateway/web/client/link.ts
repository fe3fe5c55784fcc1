import type { LandfallClientError } from './client-error.ts';
import type { GraphqlError } from './document.ts';

/** An operation as it travels. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: object;
}

/** An answer as it comes. */
export interface GraphqlPayload<R = Readonly<Record<string, unknown>>> {
  readonly data?: R | null;
  readonly errors?: readonly GraphqlError[];
}

/** Who hears of a subscription. Nothing is called after `end`, nor after the subscription was stopped. */
export interface Sink {
  /** The server has taken the request. */
  taken(): void;
  next(payload: GraphqlPayload): void;
  end(error: LandfallClientError): void;
}

/** A way to follow subscriptions, over connections that it makes and loses; whoever lost one begins anew. */
export interface Link {
  /** @returns stops it */
  start(request: GraphqlRequest, sink: Sink): () => void;
  /** Looks at once whether a connection that seems to be there really is. */
  probe(): void;
  /** Ends everything without a word to the sinks. */
  close(): void;
}
