import type { LandfallClientError } from './client-error.ts';
import type { Credentials } from './credentials.ts';
import type { GraphqlError } from './document.ts';

/** An operation in the form in which it is sent. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: object;
}

/** A response in the form in which it is received. */
export interface GraphqlPayload<R = Readonly<Record<string, unknown>>> {
  readonly data?: R | null;
  readonly errors?: readonly GraphqlError[];
}

/** How a server is reached. */
export interface LinkParts {
  readonly url: URL;
  readonly fetch: typeof fetch;
  readonly credentials: Credentials;
  /** Undefined for the default of the transport. */
  readonly heartbeatTimeoutMs?: number | undefined;
}

/** Receives the events of a subscription. Nothing is called after `end`, or after the subscription was stopped. */
export interface Sink {
  /** Called when the server has accepted the request. */
  accepted(): void;
  next(payload: GraphqlPayload): void;
  end(error: LandfallClientError): void;
}

/** A transport of subscriptions. A lost connection ends its subscriptions, which can be started again. */
export interface Link {
  /** Starts a subscription. @returns a function that stops it */
  start(request: GraphqlRequest, sink: Sink): () => void;
  /** Checks immediately whether the connection is alive. */
  probe(): void;
  /** Ends all subscriptions without calling their sinks. */
  close(): void;
}
