import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type ConnectionInitMessage,
  GRAPHQL_TRANSPORT_WS_PROTOCOL,
  handleProtocols,
  type Message,
  MessageType,
  type PingMessage,
  type SubscribeMessage,
  validateMessage,
} from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { isUntrustedHost, type SignInAttempt, watchedSignIn } from '../access/caller-sign-in.ts';
import { createSessionGuard } from '../access/session-guard.ts';
import { credentialInPayload, credentialOfSocket } from '../access/sessions.ts';
import { LandfallError, RateLimitedError } from '../errors.ts';
import type { ClientError } from '../graphql/client-errors.ts';
import type { Peer } from '../http/addresses.ts';
import type { UpgradeHandler } from '../http/http-server.ts';
import { stringifyExactly } from '../json/exact-numbers.ts';
import type { AcceptedStream, DocumentRequest, RequestScope } from '../operations/graphql-context.ts';
import type { RequestPipeline } from '../operations/request-pipeline.ts';
import { createSocketWriter, type OutgoingQueue } from '../subscriptions/outgoing-queue.ts';
import { createTimer } from '../time/clock.ts';
import { isObject } from '../wire/shape-check.ts';

export interface SocketLimits {
  /** Maximum number of concurrent operations on one socket. */
  readonly maxOperationsPerSocket: number;
  readonly maxSockets: number;
  /** Maximum size of a client's message. */
  readonly maxMessageBytes: number;
  /** Interval of pings; a client that sends nothing between two pings is disconnected. */
  readonly keepAliveMs: number;
  /** Time for the client's first message. */
  readonly initTimeoutMs: number;
  /** Time for sending a fresh credential after the last one has expired. */
  readonly refreshTimeoutMs: number;
}

export const defaultSocketLimits: SocketLimits = {
  maxOperationsPerSocket: 100,
  maxSockets: 20_000,
  maxMessageBytes: 1024 * 1024,
  keepAliveMs: 15_000,
  initTimeoutMs: 5_000,
  refreshTimeoutMs: 10_000,
};

interface Connection {
  readonly socket: WebSocket;
  readonly peer: Peer;
  readonly queue: OutgoingQueue;
  /** Whether anything was received since the last ping. */
  alive: boolean;
  /** Closes the socket unless the client initializes it in time; undefined once it has. */
  initTimeout: NodeJS.Timeout | undefined;
  /** Set when the client has signed in. */
  login?: SocketLogin | undefined;
  /** Functions that remove the socket from the count of its tenant, one for each time that it is counted. */
  readonly uncounts: (() => void)[];
  /** The running operations by their ids. Aborting one ends it without a further message. */
  readonly operations: Map<string, AbortController>;
  /** Number of operations that have ended and whose last message is not written yet. */
  unwritten: number;
  /** Operations that are being prepared, and queries and mutations in flight. */
  readonly answers: Set<Promise<unknown>>;
}

/** An operation of a client that has signed in. */
interface Operation {
  readonly connection: Connection;
  readonly login: SocketLogin;
  readonly id: string;
  readonly payload: SubscribeMessage['payload'];
  readonly signal: AbortSignal;
}

/** Number of unread bytes at which a client that goes on to start too many operations is disconnected. */
const maxUnreadBytes = 16 * 1024 * 1024;

const forbiddenStatus = '403 Forbidden';

/** Serves GraphQL over websockets, sub-protocol `graphql-transport-ws`. */
export function createWebSocketTransport(pipeline: RequestPipeline, limits: SocketLimits) {
  const connections = new Set<Connection>();
  const handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maxMessageBytes,
    handleProtocols,
  });
  const keepAlive = setInterval(() => terminateSilent(connections), limits.keepAliveMs).unref();
  const receive = createReceiver(pipeline, limits);

  function accept(socket: WebSocket, { raw, peer }: { readonly raw: Duplex; readonly peer: Peer }): void {
    const queue = pipeline.openQueue(createSocketWriter(raw));
    const initTimeout = setTimeout(
      () => closeSocket(socket, 'initializedTooLate', 'Connection initialisation timeout'),
      limits.initTimeoutMs,
    );
    const counts = { uncounts: [], operations: new Map<string, AbortController>(), unwritten: 0, answers: new Set<Promise<unknown>>() };
    const connection: Connection = { socket, peer, queue, alive: true, initTimeout, ...counts };
    connections.add(connection);
    pipeline.metrics.sockets(1);
    raw.on('drain', () => queue.flush());
    socket.on('message', (text) => {
      connection.alive = true;
      receive(connection, String(text)).catch((error: unknown) => {
        pipeline.logger.error({ err: error }, 'a websocket message could not be handled');
        closeSocket(socket, 'serverFailed', 'Internal server error');
      });
    });
    socket.on('pong', () => {
      connection.alive = true;
    });
    // If a client violates the protocol, `ws` closes the socket with the appropriate code.
    socket.on('error', (error) => pipeline.logger.debug({ err: error }, 'a websocket failed'));
    socket.once('close', () => {
      connections.delete(connection);
      pipeline.metrics.sockets(-1);
      clearTimeout(connection.initTimeout);
      queue.close();
      connection.login?.[Symbol.dispose]();
      for (const uncount of connection.uncounts) uncount();
      for (const operation of connection.operations.values()) operation.abort();
    });
    if (socket.protocol !== GRAPHQL_TRANSPORT_WS_PROTOCOL)
      closeSocket(socket, 'otherSubprotocol', `Subprotocol not acceptable: use ${GRAPHQL_TRANSPORT_WS_PROTOCOL}`);
  }

  const isForeign = ({ headers }: IncomingMessage) =>
    !pipeline.policy.origins.mayOpenSocket(headers) || isUntrustedHost(pipeline, headers.host);

  return {
    handleUpgrade: ((request, raw, head) => {
      const peer: Peer = { headers: request.headers, peerAddress: raw.remoteAddress };
      const full = pipeline.draining || connections.size >= limits.maxSockets;
      const refusal = refuseHandshake(request, { full, foreign: isForeign(request) });
      if (refusal === undefined) return handshakes.handleUpgrade(request, raw, head, (socket) => accept(socket, { raw, peer }));
      raw.on('error', () => raw.destroy());
      const refuse = (status: string) => raw.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      if (refusal === forbiddenStatus) void watchedRefusal(pipeline, peer).then(refuse);
      else refuse(refusal);
    }) satisfies UpgradeHandler,
    /**
     * Answers the queries in flight, then closes every socket with code 1001, so that clients reconnect elsewhere and
     * resume. Resolves when all sockets are closed or terminated.
     */
    async drain(timeoutMs: number) {
      await Promise.all([...connections].map((connection) => drainConnection(connection, timeoutMs)));
      clearInterval(keepAlive);
    },
  };
}

async function drainConnection({ socket, answers }: Connection, timeoutMs: number): Promise<void> {
  if (socket.readyState === socket.CLOSED) return;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([Promise.all(answers), closed]);
  closeSocket(socket, 'goingAway', 'Going away');
  const cutOff = setTimeout(() => socket.terminate(), timeoutMs);
  await closed;
  clearTimeout(cutOff);
}

/**
 * Creates the function that handles a message of a client.
 *
 * graphql-ws checks the messages, but does not run the operations: its server finds a running operation by its id
 * alone, so it loses track of one whose id is used again at once, and never ends it.
 */
function createReceiver(pipeline: RequestPipeline, limits: SocketLimits): (connection: Connection, text: string) => Promise<void> {
  async function initialize(connection: Connection, { payload }: ConnectionInitMessage): Promise<void> {
    const { socket, peer, initTimeout } = connection;
    if (initTimeout === undefined) return closeSocket(socket, 'initializedTwice', 'Too many initialisation requests');
    clearTimeout(initTimeout);
    connection.initTimeout = undefined;
    const login = await logIn(payload ?? undefined, { pipeline, socket, peer }, limits.refreshTimeoutMs);
    if (login === undefined) return;
    connection.login = login;
    if (isCounted(pipeline, connection, login)) await send(connection, { type: MessageType.ConnectionAck });
    else closeSocket(socket, 'tryAgainLater', 'Too many sockets');
  }

  async function answerPing(connection: Connection, { payload }: PingMessage): Promise<void> {
    const { login } = connection;
    const answer = login ? await login.refresh(payload ?? undefined) : payload;
    await send(connection, { type: MessageType.Pong, ...(answer ? { payload: answer } : {}) });
  }

  async function start(connection: Connection, { id, payload }: SubscribeMessage): Promise<void> {
    const { socket, login, operations } = connection;
    if (login === undefined) return closeSocket(socket, 'notInitialized', 'Unauthorized');
    if (operations.has(id)) return closeSocket(socket, 'idInUse', `Subscriber for ${id} already exists`);
    const abort = new AbortController();
    operations.set(id, abort);
    const answered = answer({ connection, login, id, payload, signal: abort.signal });
    connection.answers.add(answered);
    await answered;
    connection.answers.delete(answered);
  }

  /** Answers a query or mutation, or starts the stream of a subscription; never rejects. */
  async function answer(operation: Operation): Promise<void> {
    const { connection, login, id, payload, signal } = operation;
    const { guard } = login;
    const requestId = randomUUID();
    const fail = (errors: readonly ClientError[]) => end(operation, { id, type: MessageType.Error, payload: errors });
    try {
      requireRoom(operation);
      throwIfDefined(guard.error());
      const scope: RequestScope = { transport: 'websocket', requestId, session: guard.session, signal };
      const aborted = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
      const outcome = await Promise.race([pipeline.answer(payload, scope), aborted]);
      if (outcome === undefined || signal.aborted) return;
      // The credential may have expired in the meantime.
      throwIfDefined(guard.error());
      if (outcome.kind === 'stream') return stream(operation, outcome.stream, requestId);
      if (outcome.answer.data === undefined) return fail(outcome.answer.errors ?? []);
      void send(connection, { id, type: MessageType.Next, payload: outcome.answer });
      end(operation, { id, type: MessageType.Complete });
    } catch (error) {
      fail(pipeline.showFailure(error, requestId));
    }
  }

  /** Sends the last message of an operation, unless the client has ended it. */
  function end({ connection, id, signal }: Operation, last: object): void {
    if (signal.aborted) return;
    // The client may use the id again as soon as it has received the message.
    connection.operations.delete(id);
    connection.unwritten += 1;
    void send(connection, last).then(() => {
      connection.unwritten -= 1;
    });
  }

  /** @throws {LandfallError} TOO_MANY_OPERATIONS */
  function requireRoom({ connection, login }: Operation): void {
    const { socket, operations, unwritten, uncounts } = connection;
    const count = operations.size + unwritten;
    const isFull = count > limits.maxOperationsPerSocket;
    if (isFull && socket.bufferedAmount > maxUnreadBytes) socket.terminate();
    if (isFull)
      throw new LandfallError('TOO_MANY_OPERATIONS', `At most ${limits.maxOperationsPerSocket} operations may run on one websocket.`);
    const isLarger = count > uncounts.length * defaultSocketLimits.maxOperationsPerSocket;
    if (isLarger && !isCounted(pipeline, connection, login))
      throw new LandfallError('TOO_MANY_OPERATIONS', 'Your tenant has as many websockets, streams and operations as it may.');
  }

  /**
   * Streams a subscription. The queue sends its events, which are serialized once for all subscribers.
   */
  function stream(operation: Operation, subscription: AcceptedStream, requestId: string): void {
    const { connection, login, id, signal } = operation;
    const { socket, queue } = connection;
    const prefix = { id, bytes: Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`) };
    const stop = pipeline.stream(
      subscription,
      { transport: 'websocket', requestId, queue, guard: login.guard },
      {
        send: (payload) => {
          if (socket.readyState === socket.OPEN) socket.send(messageOfEvent(prefix, payload), { binary: false });
        },
        fail: (error) => {
          stop();
          end(operation, { id, type: MessageType.Error, payload: pipeline.showFailure(error, requestId) });
        },
      },
    );
    signal.addEventListener('abort', stop);
  }

  return async (connection, text) => {
    const { socket, operations } = connection;
    // The socket is closing.
    if (socket.readyState !== socket.OPEN) return;
    const message = messageOf(text);
    if (message?.type === MessageType.ConnectionInit) return initialize(connection, message);
    if (message?.type === MessageType.Ping) return answerPing(connection, message);
    if (message?.type === MessageType.Subscribe) return start(connection, message);
    if (message?.type === MessageType.Complete) {
      operations.get(message.id)?.abort();
      operations.delete(message.id);
    } else if (message?.type !== MessageType.Pong) closeSocket(socket, 'invalidMessage', 'Invalid message received');
  };
}

function throwIfDefined(error: Error | undefined): void {
  if (error !== undefined) throw error;
}

/** Returns a client's message; undefined if it violates the protocol. A document may be named by its hash alone. */
function messageOf(text: string): Message | undefined {
  try {
    const message = JSON.parse(text) as SubscribeMessage | null;
    const { query, documentId, extensions } = (message?.payload ?? {}) as DocumentRequest;
    const isNamed = query === undefined && (documentId !== undefined || isObject(extensions?.['persistedQuery']));
    return validateMessage(isNamed ? { ...message, payload: { ...message?.payload, query: '' } } : message);
  } catch {
    return undefined;
  }
}

/**
 * Counts a socket for its tenant, once for each {@link defaultSocketLimits} operations on it.
 *
 * @returns false if the limit is reached, so that it was not counted
 */
function isCounted({ connections }: RequestPipeline, { uncounts }: Connection, { guard }: SocketLogin): boolean {
  const uncount = connections.add(guard.session);
  if (uncount !== undefined) uncounts.push(uncount);
  return uncount !== undefined;
}

let last: { readonly id: string; readonly payload: Buffer; readonly message: Buffer } | undefined;
const closingBrace = Buffer.from('}');

/**
 * Returns the message of an event. It reuses the last one, because many sockets in a row are sent the same event, and
 * clients that number their subscriptions, as ours does, also use the same ids.
 */
function messageOfEvent({ id, bytes }: { readonly id: string; readonly bytes: Buffer }, payload: Buffer): Buffer {
  if (last?.payload !== payload || last.id !== id) last = { id, payload, message: Buffer.concat([bytes, payload, closingBrace]) };
  return last.message;
}

/** @returns the HTTP status of a rejected handshake */
function refuseHandshake(request: IncomingMessage, { full, foreign }: { full: boolean; foreign: boolean }): string | undefined {
  // Not parsed as a URL, because clients may send anything.
  if (!/^\/graphql\/?(\?|$)/.test(request.url ?? '')) return '404 Not Found';
  if (full) return '503 Service Unavailable';
  return foreign ? forbiddenStatus : undefined;
}

/** @returns the status for a page of another origin; 429 after too many from one address */
async function watchedRefusal(pipeline: RequestPipeline, peer: Peer): Promise<string> {
  try {
    await pipeline.signIns.originRejected({ peer, entrance: 'websocket' });
    return forbiddenStatus;
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    return `429 Too Many Requests\r\nRetry-After: ${error.retryAfter}`;
  }
}

function terminateSilent(connections: ReadonlySet<Connection>): void {
  for (const connection of connections) {
    if (!connection.alive) connection.socket.terminate();
    connection.alive = false;
    if (connection.socket.readyState === connection.socket.OPEN) connection.socket.ping();
  }
}

/**
 * Resolves when the message is sent or the socket is closed, so that a client that does not read delays only its own
 * responses.
 */
function send({ socket }: Connection, message: object): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) resolve();
    else socket.send(stringifyExactly(message), () => resolve());
  });
}

/** Payload of a `connection_init` or `ping`. */
type SocketPayload = Readonly<Record<string, unknown>> | undefined;

/** The signed-in client of a websocket. */
type SocketLogin = NonNullable<Awaited<ReturnType<typeof logIn>>>;

/**
 * Signs a client in with the payload of its `connection_init`, or, if the policy allows it, with the headers of its
 * handshake.
 *
 * @returns undefined if the socket was closed
 */
async function logIn(
  payload: SocketPayload,
  { pipeline, socket, peer }: { readonly pipeline: RequestPipeline; readonly socket: WebSocket; readonly peer: Peer },
  refreshTimeoutMs: number,
) {
  const { access, signIns } = pipeline;
  const attempt: SignInAttempt = { peer, entrance: 'websocket' };
  const close = (error: unknown): void => {
    if (!(error instanceof LandfallError)) throw error;
    const isTransient = error.status >= 500 || error instanceof RateLimitedError;
    closeSocket(socket, isTransient ? 'tryAgainLater' : 'forbidden', error.message);
  };
  const credential = pipeline.policy.handshakeCredentials ? credentialOfSocket(payload, peer.headers) : credentialInPayload(payload);
  const session = await watchedSignIn(signIns, attempt, () => access.signIn(credential)).catch(close);
  if (!session || socket.readyState !== socket.OPEN) return undefined;

  const { clock } = access;
  const refreshTimeout = createTimer(clock, () => {
    const error = guard.error();
    if (error !== undefined) close(error);
  });
  const guard = createSessionGuard(session, { access, onInvalid: () => refreshTimeout.setFor(clock.now() + refreshTimeoutMs) });
  return {
    guard,
    /**
     * Signs the client in again with the credential of a ping, if it has one. An invalid credential, or one of another
     * tenant, closes the socket.
     *
     * @returns payload of the pong: the time at which the credential expires, errors if it cannot be verified now,
     *   otherwise the payload of the ping
     */
    refresh: async (payload: SocketPayload): Promise<SocketPayload> => {
      const credential = credentialInPayload(payload);
      if (credential.kind === 'none') return payload;
      try {
        await watchedSignIn(signIns, attempt, async () => {
          const fresh = await access.signIn(credential);
          guard.refresh(fresh);
          return fresh;
        });
      } catch (error) {
        // The last credential remains valid until it expires.
        if (error instanceof LandfallError && error.status >= 500) return { errors: pipeline.showFailure(error, randomUUID()) };
        close(error);
        return undefined;
      }
      refreshTimeout.clear();
      const { expiresAt } = guard.session;
      return Number.isFinite(expiresAt) ? { expiresAt: new Date(expiresAt).toISOString() } : undefined;
    },
    [Symbol.dispose]: () => {
      guard[Symbol.dispose]();
      refreshTimeout.clear();
    },
  };
}

/**
 * All codes with which this server closes websockets, in the meaning of RFC 6455 and of graphql-ws, whose client retries
 * after some of them only. `docs/subscriptions.md` has the same list.
 */
export const closeCodes = {
  goingAway: 1001,
  /** These three are sent by `ws`. */
  protocolError: 1002,
  invalidText: 1007,
  messageTooLarge: 1009,
  tryAgainLater: 1013,
  invalidMessage: 4400,
  notInitialized: 4401,
  forbidden: 4403,
  otherSubprotocol: 4406,
  initializedTooLate: 4408,
  idInUse: 4409,
  initializedTwice: 4429,
  serverFailed: 4500,
} as const;

/** Maximum length of a reason (RFC 6455, section 5.5). */
const maxReasonBytes = 123;

/** Closes a socket. A reason that is too long, because it contains what a client sent, is cut off. */
export function closeSocket(socket: WebSocket, code: keyof typeof closeCodes, reason: string): void {
  // Cutting off may leave part of a character, which is decoded as U+FFFD, of three bytes.
  const text = Buffer.from(reason)
    .subarray(0, maxReasonBytes)
    .toString()
    .replace(/\uFFFD+$/, '');
  socket.close(closeCodes[code], text);
}
