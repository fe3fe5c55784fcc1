import { answerShape, connectionLost, errorOf, errorOfClose, LandfallClientError } from './client-error.ts';
import { type Credential, type Credentials, headersOf, refreshDelay } from './credentials.ts';
import type { GraphqlError } from './document.ts';
import type { GraphqlPayload, GraphqlRequest, Link, Sink } from './link.ts';

/** As much of a websocket as the client uses: those of browsers, of Node and of `ws` fit. */
export interface WebSocketLike {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export type WebSocketClass = new (url: string, protocol: string) => WebSocketLike;

export interface WebSocketLinkOptions {
  readonly url: string;
  readonly webSocket: WebSocketClass;
  readonly credentials: Credentials;
  readonly silenceMs: number;
}

/** A message of the sub-protocol, whatever its type. */
interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

interface Operation {
  readonly request: GraphqlRequest;
  readonly sink: Sink;
}

/** One socket: from the question for a credential to its end. */
interface Session {
  start(request: GraphqlRequest, sink: Sink): () => void;
  probe(): void;
  close(): void;
  readonly ended: boolean;
}

/** A socket that nobody uses stays for so long: who stopped may be about to begin again. */
const idleMs = 1_000;
const openState = 1;
const protocol = 'graphql-transport-ws';

/** Follows all subscriptions over one websocket, `graphql-transport-ws`. */
export function createWebSocketLink(options: WebSocketLinkOptions): Link {
  let session: Session | undefined;
  return {
    start(request, sink) {
      if (session === undefined || session.ended) session = openSession(options);
      return session.start(request, sink);
    },
    probe: () => session?.probe(),
    close: () => session?.close(),
  };
}

function openSession({ url, webSocket, credentials, silenceMs }: WebSocketLinkOptions): Session {
  const operations = new Map<string, Operation>();
  let socket: WebSocketLike | undefined;
  let acknowledged = false;
  let ended = false;
  let heard = true;
  let lastId = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let refresh: ReturnType<typeof setTimeout> | undefined;
  const life = setInterval(probe, silenceMs / 2);

  function say(message: Message): void {
    if (socket?.readyState === openState) socket.send(JSON.stringify(message));
  }

  /** Ends the session: told by an error, or silently when it was closed on purpose. */
  function end(error?: LandfallClientError): void {
    if (ended) return;
    ended = true;
    clearInterval(life);
    clearTimeout(idle);
    clearTimeout(refresh);
    if (socket !== undefined) {
      // `onerror` stays: a socket of `ws` that is closed while it connects throws unless somebody listens.
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    const sinks = [...operations.values()].map(({ sink }) => sink);
    operations.clear();
    if (error !== undefined) for (const sink of sinks) sink.end(error);
  }

  /** Asks for a sign of life, and takes the lack of one since the last time for the end. */
  function probe(): void {
    if (!heard) end(connectionLost(`nothing came for ${silenceMs} ms`));
    heard = false;
    if (acknowledged) say({ type: 'ping' });
  }

  async function connect(): Promise<void> {
    const credential = await credentials.fresh();
    if (ended) return;
    heard = true;
    socket = new webSocket(url, protocol);
    socket.onopen = () => {
      const payload = headersOf(credential);
      say({ type: 'connection_init', payload });
      planRefresh(credential);
    };
    socket.onmessage = ({ data }: { readonly data: unknown }) => {
      heard = true;
      const message = messageOf(data);
      if (message === undefined) end(answerShape('The server sent a message that graphql-transport-ws does not define.'));
      else take(message);
    };
    socket.onclose = ({ code, reason }: { readonly code: number; readonly reason: string }) => end(errorOfClose(code, reason));
    // `close` follows, and says as much as may be known.
    socket.onerror = () => undefined;
  }

  function planRefresh(credential: Credential | undefined): void {
    const delay = refreshDelay(credential, Date.now());
    if (!delay) return;
    refresh = setTimeout(async () => {
      // A provider that fails is asked again until the token has ended; then the server says so.
      const next = await credentials.fresh().catch(() => undefined);
      if (ended) return;
      if (next !== undefined) say({ type: 'ping', payload: headersOf(next) });
      planRefresh(next ?? credential);
    }, delay);
  }

  function take({ type, id = '', payload }: Message): void {
    const sink = operations.get(id)?.sink;
    if (type === 'error' || type === 'complete') operations.delete(id);
    if (type === 'connection_ack') acknowledge();
    else if (type === 'ping') say({ type: 'pong' });
    else if (type === 'next') sink?.next(payload as GraphqlPayload);
    else if (type === 'error') refuse(errorOf(payload as readonly GraphqlError[]), sink);
    else if (type === 'complete') sink?.end(connectionLost('the server ended the subscription'));
  }

  function refuse(error: LandfallClientError, sink: Sink | undefined): void {
    sink?.end(error);
    // The socket's credential has ended, and with it all that runs here; another one needs another socket.
    if (error.kind === 'refused') end(error);
  }

  function acknowledge(): void {
    acknowledged = true;
    for (const [id, { request, sink }] of operations) subscribe(id, request, sink);
  }

  function subscribe(id: string, request: GraphqlRequest, sink: Sink): void {
    say({ id, type: 'subscribe', payload: request });
    sink.taken();
  }

  connect().catch((error: unknown) => {
    end(error instanceof LandfallClientError ? error : noSocket(error));
  });
  return {
    start(request, sink) {
      const id = String(++lastId);
      clearTimeout(idle);
      operations.set(id, { request, sink });
      if (acknowledged) subscribe(id, request, sink);
      return () => {
        if (!operations.delete(id)) return;
        if (acknowledged) say({ id, type: 'complete' });
        if (operations.size === 0) idle = setTimeout(end, idleMs);
      };
    },
    probe,
    close: () => end(),
    get ended() {
      return ended;
    },
  };
}

function messageOf(data: unknown): Message | undefined {
  try {
    return JSON.parse(String(data)) as Message;
  } catch {
    return undefined;
  }
}

/** Browsers refuse at once what can never be, such as `ws:` on a page that came by `https:`. */
function noSocket(cause: unknown): LandfallClientError {
  return new LandfallClientError('CONNECTION_LOST', `No websocket can be opened: ${String(cause)}`, { kind: 'final', cause });
}
