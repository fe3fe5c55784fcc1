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
  let session: SocketSession | undefined;
  return {
    start(request, sink) {
      if (session === undefined || session.ended) session = new SocketSession(parts, webSocket);
      return session.start(request, sink);
    },
    probe: () => session?.probe(),
    close: () => session?.close(),
  };
}

/** The lifetime of one websocket, from the request for a credential to its end. */
class SocketSession {
  readonly #parts: LinkParts;
  readonly #webSocket: WebSocketClass;
  readonly #heartbeatTimeoutMs: number;
  readonly #operations = new Map<string, { readonly request: GraphqlRequest; readonly sink: Sink }>();
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #socket: WebSocketLike | undefined;
  #isAcknowledged = false;
  #isEnded = false;
  /** Whether anything was received since the last probe. */
  #isAlive = true;
  #lastId = 0;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: LinkParts, webSocket: WebSocketClass) {
    this.#parts = parts;
    this.#webSocket = webSocket;
    this.#heartbeatTimeoutMs = parts.heartbeatTimeoutMs ?? defaultHeartbeatTimeoutMs;
    this.#heartbeat = setInterval(() => this.probe(), this.#heartbeatTimeoutMs / 2);
    this.#connect().catch((error: unknown) => {
      this.#end(error instanceof LandfallClientError ? error : noSocket(error));
    });
  }

  get ended(): boolean {
    return this.#isEnded;
  }

  start(request: GraphqlRequest, sink: Sink): () => void {
    const id = String(++this.#lastId);
    clearTimeout(this.#idleTimer);
    this.#operations.set(id, { request, sink });
    if (this.#isAcknowledged) this.#subscribe(id, request, sink);
    return () => {
      if (!this.#operations.delete(id)) return;
      if (this.#isAcknowledged) this.#send({ id, type: 'complete' });
      if (this.#operations.size === 0) this.#idleTimer = setTimeout(() => this.#end(), idleMs);
    };
  }

  /** Sends a ping. Ends the session if nothing was received since the last one. */
  probe(): void {
    if (!this.#isAlive) this.#end(connectionLost(`nothing was received for ${this.#heartbeatTimeoutMs} ms`));
    this.#isAlive = false;
    if (this.#isAcknowledged) this.#send({ type: 'ping' });
  }

  close(): void {
    this.#end();
  }

  async #connect(): Promise<void> {
    const credential = await this.#parts.credentials.fresh();
    if (this.#isEnded) return;
    this.#isAlive = true;
    const url = new URL(this.#parts.url);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new this.#webSocket(url.href, protocol);
    this.#socket = socket;
    socket.onopen = () => {
      this.#send({ type: 'connection_init', payload: headersOf(credential) });
      this.#scheduleRefresh(credential);
    };
    socket.onmessage = ({ data }: { readonly data: unknown }) => {
      this.#isAlive = true;
      const message = messageOf(data);
      if (message === undefined) this.#end(answerShape('The server sent a message that graphql-transport-ws does not define.'));
      else this.#receive(message);
    };
    socket.onclose = ({ code, reason }: { readonly code: number; readonly reason: string }) => this.#end(errorOfClose(code, reason));
    // `close` follows with the code.
    socket.onerror = () => undefined;
  }

  #scheduleRefresh(credential: Credential | undefined): void {
    const delayMs = refreshDelayMs(credential, Date.now());
    if (!delayMs) return;
    this.#refreshTimer = setTimeout(async () => {
      // A failing provider is called again until the token expires. Then the server ends the session.
      const next = await this.#parts.credentials.fresh().catch(() => undefined);
      if (this.#isEnded) return;
      if (next !== undefined) this.#send({ type: 'ping', payload: headersOf(next) });
      this.#scheduleRefresh(next ?? credential);
    }, delayMs);
  }

  #receive({ type, id = '', payload }: Message): void {
    const sink = this.#operations.get(id)?.sink;
    if (type === 'error' || type === 'complete') this.#operations.delete(id);
    if (type === 'connection_ack') this.#acknowledge();
    else if (type === 'ping') this.#send({ type: 'pong' });
    else if (type === 'next') sink?.next(payload as GraphqlPayload);
    else if (type === 'error') this.#refuse(errorOf(payload as readonly GraphqlError[]), sink);
    else if (type === 'complete') sink?.end(connectionLost('the server ended the subscription'));
  }

  #acknowledge(): void {
    this.#isAcknowledged = true;
    for (const [id, { request, sink }] of this.#operations) this.#subscribe(id, request, sink);
  }

  #subscribe(id: string, request: GraphqlRequest, sink: Sink): void {
    this.#send({ id, type: 'subscribe', payload: request });
    sink.accepted();
  }

  #refuse(error: LandfallClientError, sink: Sink | undefined): void {
    sink?.end(error);
    // The credential of the socket has expired, and all its operations with it. A new credential needs a new socket.
    if (error.kind === 'unauthenticated') this.#end(error);
  }

  #send(message: Message): void {
    if (this.#socket?.readyState === openState) this.#socket.send(JSON.stringify(message));
  }

  /** Ends the session: with an error for its operations, or silently when the client closed it. */
  #end(error?: LandfallClientError): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#refreshTimer);
    const socket = this.#socket;
    if (socket !== undefined) {
      // `onerror` stays set, because a socket of `ws` that is closed while it connects throws without a listener.
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    const sinks = [...this.#operations.values()].map(({ sink }) => sink);
    this.#operations.clear();
    if (error !== undefined) for (const sink of sinks) sink.end(error);
  }
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
