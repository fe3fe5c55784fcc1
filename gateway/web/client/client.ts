/// <reference lib="esnext.disposable" preserve="true" />
import { type Backoff, defaultBackoff } from './backoff.ts';
import { connectionLost } from './client-error.ts';
import { type Credentials, createCredentials, type TokenProvider } from './credentials.ts';
import type { QueryResult, TypedDocument } from './document.ts';
import { createSendQuery, type SendQuery } from './http.ts';
import type { GraphqlRequest, Link } from './link.ts';
import { type LiveOptions, openLive } from './live.ts';
import { fetchLogHead } from './log-head.ts';
import { type ConnectionStatus, createReconnection } from './reconnection.ts';
import type { LiveList } from './rows.ts';
import { createSseLink } from './sse-link.ts';
import { type SubscribeOptions, Subscription } from './subscription.ts';
import { createWebSocketLink, type WebSocketClass } from './websocket-link.ts';

export type { Backoff } from './backoff.ts';
export type { ErrorKind } from './client-error.ts';
// biome-ignore lint/performance/noBarrelFile: the public module of `@landfall/client`, which the build bundles into one file.
export { LandfallClientError } from './client-error.ts';
export type { Credential, TokenProvider } from './credentials.ts';
export type { CursorStore } from './cursor-store.ts';
export { localStorageCursor } from './cursor-store.ts';
export type { GraphqlError, MissedEvents, QueryResult, TypedDocument } from './document.ts';
export type { LiveOptions, LivePage } from './live.ts';
export type { ConnectionStatus } from './reconnection.ts';
export type { LiveList, RowRules } from './rows.ts';
export type { SubscribeOptions } from './subscription.ts';
export type { WebSocketClass, WebSocketLike } from './websocket-link.ts';

/** Options of a client. */
export interface ClientOptions {
  /** `https://host/graphql`; the URL of the websocket is derived from it. */
  readonly url: string | URL;
  /**
   * Called before each connection, after the credential was rejected, and before the token expires. @default no
   * credential is sent
   */
  readonly token?: TokenProvider;
  /** @default `websocket` if an implementation is available, otherwise `sse` */
  readonly transport?: 'websocket' | 'sse';
  /** The websocket implementation. Node 20 has none, so pass the one of `ws`. */
  readonly webSocket?: WebSocketClass;
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
export interface LandfallClient extends AsyncDisposable {
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
  /**
   * Keeps a list up to date: reads its rows page by page, and applies the events of a subscription that starts before.
   * Yields the current list whenever it has changed. Newer rows are never replaced by older ones. The pages are read
   * again when events were missed or the caller's rights have changed.
   *
   * @throws {LandfallClientError} from `next`, when retrying does not help
   */
  live<Row, PR, PV, ER, EV>(options: LiveOptions<Row, PR, PV, ER, EV>): AsyncIterableIterator<LiveList<Row>, void, void>;
  /** Ends all queries and subscriptions. Iterators end without an error. */
  close(): Promise<void>;
}

/** A websocket is pinged twice within this time; an event stream has a keep-alive every 15 s. */
const heartbeatTimeoutsMs = { websocket: 20_000, sse: 40_000 } as const;
/** Timeout of the queries that subscriptions and live lists send. */
const queryTimeoutMs = 60_000;

/** Creates a client, which connects with the first subscription. @throws {TypeError} when the URL is invalid */
export function createLandfallClient(options: ClientOptions): LandfallClient {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const url = new URL(options.url, location?.href);
  const backoff = { ...defaultBackoff, ...options.backoff };
  const credentials = createCredentials(options.token);
  // Called as a method of `globalThis`, as browsers require.
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  const sendQuery = createSendQuery({ url: url.href, fetch, credentials });
  const reconnection = createReconnection({ backoff, onStatus: options.onStatus ?? (() => undefined) });
  const closing = new AbortController();
  const link = linkOf(options, { url, fetch, credentials });
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
    const signal = either(closing.signal, options.signal);
    return new Subscription<R>(scope, requestOf(document, variables), { ...options, signal });
  }

  return {
    query: (document, variables, { signal } = {}) => sendQuery(requestOf(document, variables), either(closing.signal, signal)),
    subscribe: (document, variables, options) => subscribe(document, variables, options).events,
    live: (options) =>
      openLive(
        { subscribe, query: (document, variables, signal) => sendWithTimeout(requestOf(document, variables), signal), backoff },
        { ...options, signal: either(closing.signal, options.signal) },
      ),
    async close() {
      closing.abort();
      link.close();
      browser.removeEventListener?.('online', onOnline);
    },
    [Symbol.asyncDispose]() {
      return this.close();
    },
  };
}

function linkOf(
  options: ClientOptions,
  shared: { readonly url: URL; readonly fetch: typeof fetch; readonly credentials: Credentials },
): Link {
  const webSocket = options.webSocket ?? (globalThis as { readonly WebSocket?: WebSocketClass }).WebSocket;
  const { transport = webSocket === undefined ? 'sse' : 'websocket' } = options;
  const { credentials, fetch } = shared;
  const { heartbeatTimeoutMs = heartbeatTimeoutsMs[transport] } = options;
  if (transport === 'sse') return createSseLink({ url: shared.url.href, fetch, credentials, heartbeatTimeoutMs });
  if (webSocket === undefined)
    throw new TypeError('This environment has no WebSocket: pass an implementation as `webSocket`, or choose the transport `sse`.');
  const url = new URL(shared.url);
  url.protocol = url.protocol.replace('http', 'ws');
  return createWebSocketLink({ url: url.href, webSocket, credentials, heartbeatTimeoutMs });
}

function requestOf<R, V>(document: TypedDocument<R, V>, variables: V): GraphqlRequest {
  return { query: document.toString(), variables: variables as object };
}

function either(closing: AbortSignal, own: AbortSignal | undefined): AbortSignal {
  return own === undefined ? closing : AbortSignal.any([closing, own]);
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
