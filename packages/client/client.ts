import { type CoreClient, type CoreOptions, createClientCore, eitherSignal } from './core-client.ts';
import type { Link, LinkParts } from './link.ts';
import { type LiveOptions, openLive } from './live.ts';
import type { LiveList } from './rows.ts';
import { createSseLink } from './sse-link.ts';
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
export interface ClientOptions extends CoreOptions {
  /** @default `websocket` if an implementation is available, otherwise `sse` */
  readonly transport?: 'websocket' | 'sse';
  /** The websocket implementation. Node 20 has none, so pass the one of `ws`. */
  readonly webSocket?: WebSocketClass;
}

/** Queries a Landfall server, subscribes to its logs, and keeps lists up to date. */
export interface LandfallClient extends CoreClient {
  /**
   * Keeps a list up to date: reads its rows page by page, and applies the events of a subscription that starts before.
   * Yields the current list whenever it has changed. Newer rows are never replaced by older ones. The pages are read
   * again when events were missed or the caller's rights have changed.
   *
   * @throws {LandfallClientError} from `next`, when retrying does not help
   */
  live<Row, PR, PV, ER, EV>(options: LiveOptions<Row, PR, PV, ER, EV>): AsyncIterableIterator<LiveList<Row>, void, void>;
}

/** Creates a client, which connects with the first subscription. @throws {TypeError} when the URL is invalid */
export function createLandfallClient(options: ClientOptions): LandfallClient {
  const { client, liveScope, closing } = createClientCore(options, (parts) => linkOf(options, parts));
  return {
    ...client,
    live: (options) => openLive(liveScope, { ...options, signal: eitherSignal(closing, options.signal) }),
  };
}

function linkOf(options: ClientOptions, parts: LinkParts): Link {
  const webSocket = options.webSocket ?? (globalThis as { readonly WebSocket?: WebSocketClass }).WebSocket;
  const { transport = webSocket === undefined ? 'sse' : 'websocket' } = options;
  if (transport === 'sse') return createSseLink(parts);
  if (webSocket === undefined)
    throw new TypeError('This environment has no WebSocket: pass an implementation as `webSocket`, or choose the transport `sse`.');
  return createWebSocketLink(parts, webSocket);
}
