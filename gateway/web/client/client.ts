import { type Backoff, defaultBackoff } from './backoff.ts';
import { connectionLost } from './client-error.ts';
import { type Credentials, createCredentials, type TokenProvider } from './credentials.ts';
import type { Answer, Document } from './document.ts';
import { type Ask, createAsk } from './http.ts';
import type { GraphqlRequest, Link } from './link.ts';
import { type LiveOptions, openLive } from './live.ts';
import { askLogHead } from './log-head.ts';
import { type ConnectionStatus, createReconnection } from './reconnection.ts';
import type { LiveList } from './rows.ts';
import { createSseLink } from './sse-link.ts';
import { openSubscription, type SubscribeOptions, type Subscription } from './subscription.ts';
import { createWebSocketLink, type WebSocketClass } from './websocket-link.ts';

export type { Backoff } from './backoff.ts';
export type { ErrorKind } from './client-error.ts';
// biome-ignore lint/performance/noBarrelFile: the one door of `landfall/client`, which is one file when it is built.
export { LandfallClientError } from './client-error.ts';
export type { Credential, TokenProvider } from './credentials.ts';
export type { CursorStore } from './cursor-store.ts';
export { localStorageCursor } from './cursor-store.ts';
export type { Answer, Document, GraphqlError, Missed } from './document.ts';
export type { LiveOptions, LivePage } from './live.ts';
export type { ConnectionStatus } from './reconnection.ts';
export type { LiveList, RowRules } from './rows.ts';
export type { SubscribeOptions } from './subscription.ts';
export type { WebSocketClass, WebSocketLike } from './websocket-link.ts';

/** How a client reaches its Landfall. */
export interface ClientOptions {
  /** `https://host/graphql`; the address of the websocket is derived. */
  readonly url: string | URL;
  /** Asked before each connection, after a refusal, and before the token expires. Absent: no credential is sent. */
  readonly token?: TokenProvider;
  /** @default `websocket` where there is one, else `sse` */
  readonly transport?: 'websocket' | 'sse';
  /** The class to make websockets of. Node 20 has none of its own: pass that of `ws`. */
  readonly webSocket?: WebSocketClass;
  readonly fetch?: typeof fetch;
  /** Called whenever the client stands otherwise than before. */
  readonly onStatus?: (status: ConnectionStatus) => void;
  readonly backoff?: Partial<Backoff>;
  /** Time without a sign of life, in milliseconds, after which a connection counts as lost. @default 20,000; 40,000 over SSE */
  readonly silenceMs?: number;
}

/** Asks a Landfall and follows what is new there. */
export interface LandfallClient extends AsyncDisposable {
  /**
   * Asks once.
   *
   * @throws {LandfallClientError} nothing of what was asked for came, `errors` may say why; partial answers are answers. The signal's
   * reason when it was aborted
   */
  query<R, V>(document: Document<R, V>, variables: V, options?: { readonly signal?: AbortSignal | undefined }): Promise<Answer<R>>;
  /**
   * Follows a log, from now on, behind the variable `after`, or behind the stored cursor. Selects `cursor` and `missed`,
   * without alias. Lost connections are made again and the subscription goes on behind the last event handed out:
   * none is left out, none handed out twice. Begins at once, not with the first `next`.
   *
   * @throws {LandfallClientError} from `next`, when the server says no for good
   */
  subscribe<R, V>(document: Document<R, V>, variables: V, options?: SubscribeOptions): AsyncIterableIterator<R, void, void>;
  /**
   * Keeps a list as it stands: rows read page by page, brought up to date by a subscription that begins before. Hands
   * out the list as it is when asked for, as often as it has changed. Newer rows are never replaced by older ones.
   * Reads the pages anew when events are gone, or the caller's rights have changed.
   *
   * @throws {LandfallClientError} from `next`, when the server says no for good
   */
  live<Row, PR, PV, ER, EV>(options: LiveOptions<Row, PR, PV, ER, EV>): AsyncIterableIterator<LiveList<Row>, void, void>;
  /** Ends everything that is open; iterators end without an error. */
  close(): Promise<void>;
}

/** Silence that passes for normal: a websocket is asked for a sign of life, an event stream gives one every 15 s. */
const silenceMsOf = { websocket: 20_000, sse: 40_000 } as const;
/** Time for an answer to a question that the client asks of its own accord. */
const answerMs = 60_000;

/** Makes a client. It connects when something is subscribed to. @throws {TypeError} when the address is none */
export function createLandfallClient(options: ClientOptions): LandfallClient {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const url = new URL(options.url, location?.href);
  const backoff = { ...defaultBackoff, ...options.backoff };
  const credentials = createCredentials(options.token);
  // Called by name: a browser's own takes no other `this`.
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  const ask = createAsk({ url: url.href, fetch, credentials });
  const reconnection = createReconnection({ backoff, onStatus: options.onStatus ?? (() => undefined) });
  const closing = new AbortController();
  const link = linkOf(options, { url, fetch, credentials });
  const askInTime = inTime(ask);
  const scope = { link, reconnection, askHead: (document: string, signal: AbortSignal) => askLogHead(askInTime, document, signal) };

  const onOnline = (): void => {
    reconnection.wake();
    link.probe();
  };
  const browser = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>;
  browser.addEventListener?.('online', onOnline);

  function subscribe<R, V>(document: Document<R, V>, variables: V, options: SubscribeOptions = {}): Subscription<R> {
    const signal = either(closing.signal, options.signal);
    return openSubscription<R>(scope, requestOf(document, variables), { ...options, signal });
  }

  return {
    query: (document, variables, { signal } = {}) => ask(requestOf(document, variables), either(closing.signal, signal)),
    subscribe: (document, variables, options) => subscribe(document, variables, options).events,
    live: (options) =>
      openLive(
        { subscribe, ask: (document, variables, signal) => askInTime(requestOf(document, variables), signal), backoff },
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
  const { silenceMs = silenceMsOf[transport] } = options;
  if (transport === 'sse') return createSseLink({ url: shared.url.href, fetch, credentials, silenceMs });
  if (webSocket === undefined)
    throw new TypeError('This environment has no WebSocket: pass an implementation as `webSocket`, or choose the transport `sse`.');
  const url = new URL(shared.url);
  url.protocol = url.protocol.replace('http', 'ws');
  return createWebSocketLink({ url: url.href, webSocket, credentials, silenceMs });
}

function requestOf<R, V>(document: Document<R, V>, variables: V): GraphqlRequest {
  return { query: document.toString(), variables: variables as object };
}

function either(closing: AbortSignal, own: AbortSignal | undefined): AbortSignal {
  return own === undefined ? closing : AbortSignal.any([closing, own]);
}

/** Asks, and takes a server that says nothing for one that is gone. */
function inTime(ask: Ask): Ask {
  return async (request, signal) => {
    const deadline = AbortSignal.timeout(answerMs);
    try {
      return await ask(request, AbortSignal.any([signal, deadline]));
    } catch (error) {
      throw deadline.aborted ? connectionLost(`no answer came in ${answerMs} ms`, error) : error;
    }
  };
}
