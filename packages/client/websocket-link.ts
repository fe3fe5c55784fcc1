import { answerShape, connectionLost, errorOf, errorOfClose, LandfallClientError } from './client-error.ts';
import { type Credential, headersOf, refreshDelayMs } from './credentials.ts';
import type { GraphqlError } from './document.ts';
import type { GraphqlPayload, GraphqlRequest, Link, LinkParts, Sink } from './link.ts';

/** The members of a websocket that the client uses. The classes of browsers, Node and `ws` have them. */
export interface WebSocketLike {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

/** The constructor of a websocket. */
export type WebSocketClass = new (url: string, protocol: string) => WebSocketLike;

/** A message of the sub-protocol, of any type. */
interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** A websocket is pinged twice within this time. */
const defaultHeartbeatTimeoutMs = 20_000;
/** How long an unused socket stays open, because a subscription that stopped may restart soon. */
const idleMs = 1_000;
const openState = 1;
const protocol = 'graphql-transport-ws';

/** Creates a link that streams all subscriptions over one websocket, with the subprotocol `graphql-transport-ws`. */
export function createWebSocketLink(parts: LinkParts, webSocket: WebSocketClass): Link {
  let session: ReturnType<typeof openSession> | undefined;
  return {
    start(request, sink) {
      if (session === undefined || session.hasEnded()) session = openSession(parts, webSocket);
      return session.start(request, sink);
    },
    probe: () => session?.probe(),
    close: () => session?.end(),
  };
}

/** Opens one websocket, whose session lasts from the request for a credential to its end. */
function openSession({ url, credentials, heartbeatTimeoutMs = defaultHeartbeatTimeoutMs }: LinkParts, webSocket: WebSocketClass) {
  const operations = new Map<string, { readonly request: GraphqlRequest; readonly sink: Sink }>();
  let socket: WebSocketLike | undefined;
  let [isAcknowledged, hasEnded, lastId] = [false, false, 0];
  /** Whether anything was received since the last probe. */
  let isAlive = true;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;

  const send = (message: Message): void => {
    if (socket?.readyState === openState) socket.send(JSON.stringify(message));
  };

  /** Ends the session: with an error for its operations, or silently when the client closed it. */
  const end = (error?: LandfallClientError): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(heartbeat);
    clearTimeout(idleTimer);
    clearTimeout(refreshTimer);
    if (socket !== undefined) {
      // `onerror` stays set, because a socket of `ws` that is closed while it connects throws without a listener.
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    const sinks = [...operations.values()].map(({ sink }) => sink);
    operations.clear();
    if (error !== undefined) for (const sink of sinks) sink.end(error);
  };

  /** Sends a ping. Ends the session if nothing was received since the last one. */
  const probe = (): void => {
    if (!isAlive) end(connectionLost(`nothing was received for ${heartbeatTimeoutMs} ms`));
    isAlive = false;
    if (isAcknowledged) send({ type: 'ping' });
  };

  const subscribe = (id: string, payload: GraphqlRequest, sink: Sink): void => {
    send({ id, type: 'subscribe', payload });
    sink.accepted();
  };

  const receive = ({ type, id = '', payload }: Message): void => {
    const sink = operations.get(id)?.sink;
    if (type === 'error' || type === 'complete') operations.delete(id);
    if (type === 'connection_ack') {
      isAcknowledged = true;
      for (const [id, { request, sink }] of operations) subscribe(id, request, sink);
    } else if (type === 'ping') send({ type: 'pong' });
    else if (type === 'next') sink?.next(payload as GraphqlPayload);
    else if (type === 'complete') sink?.end(connectionLost('the server ended the subscription'));
    else if (type === 'error') {
      const error = errorOf(payload as readonly GraphqlError[]);
      sink?.end(error);
      // The credential of the socket has expired, and all its operations with it. A new credential needs a new socket.
      if (error.kind === 'unauthenticated') end(error);
    }
  };

  const scheduleRefresh = (credential: Credential | undefined): void => {
    const delayMs = refreshDelayMs(credential, Date.now());
    if (!delayMs) return;
    refreshTimer = setTimeout(async () => {
      // A failing provider is called again until the token expires. Then the server ends the session.
      const next = await credentials.fresh().catch(() => undefined);
      if (hasEnded) return;
      if (next !== undefined) send({ type: 'ping', payload: headersOf(next) });
      scheduleRefresh(next ?? credential);
    }, delayMs);
  };

  const connect = async (): Promise<void> => {
    const credential = await credentials.fresh();
    if (hasEnded) return;
    isAlive = true;
    const address = new URL(url);
    address.protocol = address.protocol.replace('http', 'ws');
    const opened = new webSocket(address.href, protocol);
    socket = opened;
    opened.onopen = () => {
      send({ type: 'connection_init', payload: headersOf(credential) });
      scheduleRefresh(credential);
    };
    opened.onmessage = ({ data }: { readonly data: unknown }) => {
      isAlive = true;
      const message = messageOf(data);
      if (message === undefined) end(answerShape('The server sent a message that graphql-transport-ws does not define.'));
      else receive(message);
    };
    opened.onclose = ({ code, reason }: { readonly code: number; readonly reason: string }) => end(errorOfClose(code, reason));
    // `close` follows with the code.
    opened.onerror = () => undefined;
  };

  const heartbeat = setInterval(probe, heartbeatTimeoutMs / 2);
  connect().catch((error: unknown) => end(error instanceof LandfallClientError ? error : noSocket(error)));
  return {
    start: (request: GraphqlRequest, sink: Sink): (() => void) => {
      const id = String(++lastId);
      clearTimeout(idleTimer);
      operations.set(id, { request, sink });
      if (isAcknowledged) subscribe(id, request, sink);
      return () => {
        if (!operations.delete(id)) return;
        if (isAcknowledged) send({ id, type: 'complete' });
        if (operations.size === 0) idleTimer = setTimeout(() => end(), idleMs);
      };
    },
    probe,
    end,
    hasEnded: () => hasEnded,
  };
}

function messageOf(data: unknown): Message | undefined {
  try {
    return JSON.parse(String(data)) as Message;
  } catch {
    return undefined;
  }
}

/** Returns the error for URLs that browsers reject immediately, such as `ws:` on a page that was loaded by `https:`. */
function noSocket(cause: unknown): LandfallClientError {
  return new LandfallClientError('CONNECTION_LOST', `No websocket can be opened: ${String(cause)}`, { kind: 'fatal', cause });
}
