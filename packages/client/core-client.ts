/// <reference lib="esnext.disposable" preserve="true" />
import { type Backoff, defaultBackoff } from './backoff.ts';
import { connectionLost } from './client-error.ts';
import { createCredentials, type TokenProvider } from './credentials.ts';
import type { QueryResult, TypedDocument } from './document.ts';
import { createSendQuery, type SendQuery } from './http.ts';
import type { GraphqlRequest, Link, LinkParts } from './link.ts';
import type { LiveScope } from './live.ts';
import { fetchLogHead } from './log-head.ts';
import { type ConnectionStatus, createReconnection } from './reconnection.ts';
import { openSubscription, type SubscribeOptions, type Subscription } from './subscription.ts';

/** Options that are the same for every transport. */
export interface CoreOptions {
  /** `https://host/graphql`; the URL of the websocket is derived from it. */
  readonly url: string | URL;
  /**
   * Called before each connection, after the credential was rejected, and before the token expires. @default no
   * credential is sent
   */
  readonly token?: TokenProvider;
  /** @default the global `fetch` */
  readonly fetch?: typeof fetch;
  /** Called when the status of the connection changes. */
  readonly onStatus?: (status: ConnectionStatus) => void;
  /** Delays between attempts to connect. @default 500 ms, doubled up to 30 s, with full jitter */
  readonly backoff?: Partial<Backoff>;
  /**
   * Time in milliseconds without any message after which a connection counts as lost. @default 20,000; 40,000 over SSE
   */
  readonly heartbeatTimeoutMs?: number;
}

/** Queries a Landfall server and subscribes to its logs. */
export interface CoreClient extends AsyncDisposable {
  /**
   * Executes a query or mutation. Partial results are returned.
   *
   * @throws {LandfallClientError} every root field has failed. The signal's reason when it was aborted
   */
  query<R, V>(
    document: TypedDocument<R, V>,
    variables: V,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<QueryResult<R>>;
  /**
   * Subscribes to a log, starting after the stored cursor, otherwise after the variable `after`, otherwise now. The
   * document must select `cursor` and `missed`, without alias. After a lost connection the subscription resumes after
   * the last event, so that no event is lost or yielded twice. Starts immediately, not with the first `next`.
   *
   * @throws {LandfallClientError} from `next`, when retrying does not help
   */
  subscribe<R, V>(document: TypedDocument<R, V>, variables: V, options?: SubscribeOptions): AsyncIterableIterator<R, void, void>;
  /** Ends all queries and subscriptions. Iterators end without an error. */
  close(): Promise<void>;
}

/** Timeout of the queries that subscriptions and live lists send. */
const queryTimeoutMs = 60_000;

/**
 * Creates the part of a client that the arrivals board uses: without live lists, and without the code of transports that
 * `createLink` does not name.
 *
 * @throws {TypeError} when the URL is invalid
 */
export function createClientCore(options: CoreOptions, createLink: (parts: LinkParts) => Link) {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const url = new URL(options.url, location?.href);
  const backoff = { ...defaultBackoff, ...options.backoff };
  const credentials = createCredentials(options.token);
  // Called as a method of `globalThis`, as browsers require.
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  const parts = { url, fetch, credentials, heartbeatTimeoutMs: options.heartbeatTimeoutMs };
  const sendQuery = createSendQuery(parts);
  const reconnection = createReconnection({ backoff, onStatus: options.onStatus ?? (() => undefined) });
  const closing = new AbortController();
  const link = createLink(parts);
  const sendWithTimeout = withTimeout(sendQuery);
  const fetchHead = (document: string, signal: AbortSignal) => fetchLogHead(sendWithTimeout, document, signal);
  const scope = { link, reconnection, fetchHead };

  const onOnline = (): void => {
    reconnection.wake();
    link.probe();
  };
  const browser = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>;
  browser.addEventListener?.('online', onOnline);

  function subscribe<R, V>(document: TypedDocument<R, V>, variables: V, options: SubscribeOptions = {}): Subscription<R> {
    const signal = eitherSignal(closing.signal, options.signal);
    return openSubscription<R>(scope, requestOf(document, variables), { ...options, signal });
  }

  const client: CoreClient = {
    query: (document, variables, { signal } = {}) => sendQuery(requestOf(document, variables), eitherSignal(closing.signal, signal)),
    subscribe: (document, variables, options) => subscribe(document, variables, options).events,
    async close() {
      closing.abort();
      link.close();
      browser.removeEventListener?.('online', onOnline);
    },
    [Symbol.asyncDispose]() {
      return this.close();
    },
  };
  const liveScope: LiveScope = {
    subscribe,
    query: (document, variables, signal) => sendWithTimeout(requestOf(document, variables), signal),
    backoff,
  };
  return {
    client,
    liveScope,
    /** Aborted when the client is closed. */
    closing: closing.signal,
    /** Ends the pause before the next attempt to connect. */
    wake: onOnline,
  };
}

/**
 * Returns a new signal that is aborted with the client, or by `own`. Node warns of a leak when a signal that several
 * subscriptions share has more than ten listeners.
 */
export function eitherSignal(closing: AbortSignal, own: AbortSignal | undefined): AbortSignal {
  return AbortSignal.any(own === undefined ? [closing] : [closing, own]);
}

function requestOf<R, V>(document: TypedDocument<R, V>, variables: V): GraphqlRequest {
  return { query: document.toString(), variables: variables as object };
}

/** Converts a missing response to a lost connection. */
function withTimeout(sendQuery: SendQuery): SendQuery {
  return async (request, signal) => {
    const deadline = AbortSignal.timeout(queryTimeoutMs);
    try {
      return await sendQuery(request, AbortSignal.any([signal, deadline]));
    } catch (error) {
      throw deadline.aborted ? connectionLost(`no response within ${queryTimeoutMs} ms`, error) : error;
    }
  };
}
