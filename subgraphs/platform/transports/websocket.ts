import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ExecutionArgs, ExecutionResult, FormattedExecutionResult } from 'graphql';
import { type Context, handleProtocols, makeServer } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Session } from '../access/sessions.ts';
import { RateLimitedError } from '../errors.ts';
import { refusal } from '../graphql/client-errors.ts';
import type { Peer } from '../http/client-address.ts';
import type { UpgradeHandler } from '../http/http-server.ts';
import type { OutgoingQueue } from '../subscriptions/outgoing-queue.ts';
import type { PreparedRequest, RequestPipeline, RequestScope } from './request-pipeline.ts';
import { isUntrustedHost } from './require-sign-in.ts';
import type { SessionGuard } from './session-guard.ts';
import { logIn, type SocketLogin, type SocketPayload } from './socket-login.ts';
import { createSocketWriter } from './socket-writer.ts';
import { textFrameOf } from './text-frame.ts';

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

/** Serves GraphQL over websockets, sub-protocol `graphql-transport-ws`. */
export interface WebSocketTransport {
  readonly handleUpgrade: UpgradeHandler;
  /**
   * Closes every socket with code 1001, so that clients reconnect elsewhere and resume. Resolves when all sockets are
   * closed or terminated.
   */
  drain(timeoutMs: number): Promise<void>;
}

interface Connection {
  readonly socket: WebSocket;
  /** The stream under `socket`. */
  readonly raw: Duplex;
  readonly peer: Peer;
  readonly queue: OutgoingQueue;
  /** Whether anything was received since the last ping. */
  alive: boolean;
  /** Set when the client has signed in. */
  login?: SocketLogin | undefined;
  /** Functions that remove the socket from the count of its tenant, one for each time that it is counted. */
  readonly uncounts: (() => void)[];
}

type SocketContext = Context<Record<string, unknown> | undefined, Connection>;

/** A prepared operation, passed from `onSubscribe` to the execution. */
interface Prepared {
  readonly id: string;
  readonly connection: Connection;
  readonly guard: SessionGuard;
  readonly request: PreparedRequest;
  readonly scope: RequestScope;
}

/** Close codes and reasons of graphql-ws. */
const tooManyOperations = [4429, 'Too many operations'] as const;
const tooManySockets = [4429, 'Too many sockets'] as const;
const internalError = [4500, 'Internal server error'] as const;
const goingAway = [1001, 'Going away'] as const;

const forbiddenStatus = '403 Forbidden';

export function createWebSocketTransport(pipeline: RequestPipeline, limits: SocketLimits): WebSocketTransport {
  const connections = new Set<Connection>();
  const server = makeServer<Record<string, unknown> | undefined, Connection>(protocolOptions(pipeline, limits));
  const handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maxMessageBytes,
    handleProtocols,
  });
  const keepAlive = setInterval(() => terminateSilent(connections), limits.keepAliveMs).unref();

  function accept(socket: WebSocket, { raw, peer }: { readonly raw: Duplex; readonly peer: Peer }): void {
    const queue = pipeline.openQueue(createSocketWriter(raw));
    const connection: Connection = { socket, raw, peer, queue, alive: true, uncounts: [] };
    connections.add(connection);
    pipeline.metrics.sockets(1);
    raw.on('drain', () => queue.flush());
    const closed = server.opened(
      {
        protocol: socket.protocol,
        send: (text) => sendText(socket, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) => {
          socket.on('message', (message) => {
            connection.alive = true;
            handle(String(message)).catch((error: unknown) => {
              pipeline.logger.error({ err: error }, 'a websocket message could not be handled');
              socket.close(...internalError);
            });
          });
        },
        onPing: async (payload) => sendText(socket, pongOf(connection.login ? await connection.login.refresh(payload) : payload)),
      },
      connection,
    );
    socket.on('pong', () => {
      connection.alive = true;
    });
    // If a client violates the protocol, `ws` closes the socket with the appropriate code.
    socket.on('error', (error) => pipeline.logger.debug({ err: error }, 'a websocket failed'));
    socket.once('close', (code, reason) => {
      connections.delete(connection);
      pipeline.metrics.sockets(-1);
      queue.close();
      connection.login?.[Symbol.dispose]();
      for (const uncount of connection.uncounts) uncount();
      closed(code, String(reason)).catch((error: unknown) => pipeline.logger.error({ err: error }, 'a websocket was not cleaned up'));
    });
  }

  const isForeign = ({ headers }: IncomingMessage) =>
    !pipeline.policy.origins.mayOpenSocket(headers) || isUntrustedHost(pipeline, headers.host);

  return {
    handleUpgrade: (request, raw, head) => {
      const peer: Peer = { headers: request.headers, peerAddress: raw.remoteAddress };
      const full = pipeline.draining || connections.size >= limits.maxSockets;
      const refusal = refuseHandshake(request, { full, foreign: isForeign(request) });
      if (refusal === undefined) return handshakes.handleUpgrade(request, raw, head, (socket) => accept(socket, { raw, peer }));
      raw.on('error', () => raw.destroy());
      const refuse = (status: string) => raw.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      if (refusal === forbiddenStatus) void watchedRefusal(pipeline, peer).then(refuse);
      else refuse(refusal);
    },
    async drain(timeoutMs) {
      clearInterval(keepAlive);
      const closing = [...connections].map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
      for (const { socket } of connections) socket.close(...goingAway);
      const cutOff = setTimeout(() => {
        for (const { socket } of connections) socket.terminate();
      }, timeoutMs);
      await Promise.all(closing);
      clearTimeout(cutOff);
    },
  };
}

function protocolOptions(
  pipeline: RequestPipeline,
  limits: SocketLimits,
): Parameters<typeof makeServer<Record<string, unknown> | undefined, Connection>>[0] {
  return {
    connectionInitWaitTimeout: limits.initTimeoutMs,
    onConnect: async ({ connectionParams, extra }) => {
      const { refreshTimeoutMs } = limits;
      extra.login = await logIn(connectionParams, { pipeline, socket: extra.socket, peer: extra.peer, refreshTimeoutMs });
      // The client may have disconnected while its credential was verified.
      if (extra.login === undefined || extra.socket.readyState !== extra.socket.OPEN) return false;
      return isCounted(pipeline, extra, extra.login.guard.session);
    },
    onSubscribe: async (context, id, payload) => {
      const { socket, login } = context.extra;
      if (login === undefined) throw new Error('an operation was accepted from a client that has not signed in');
      const operations = Object.keys(context.subscriptions).length;
      if (operations > limits.maxOperationsPerSocket) {
        socket.close(...tooManyOperations);
        return [refusal('OPERATION_TOO_LARGE', tooManyOperations[1])];
      }
      const { guard } = login;
      const isLarger = operations > context.extra.uncounts.length * defaultSocketLimits.maxOperationsPerSocket;
      if (isLarger && !isCounted(pipeline, context.extra, guard.session)) return [refusal('RATE_LIMITED', tooManySockets[1])];
      const errorBefore = guard.error();
      if (errorBefore !== undefined) return [refusal(errorBefore.code, errorBefore.message)];
      const request = await pipeline.prepare(payload, guard.session);
      // The credential may have expired in the meantime.
      const error = guard.error();
      if (error !== undefined) return [refusal(error.code, error.message)];
      if (request.kind === 'refused') {
        pipeline.metrics.operation({ kind: 'unknown', transport: 'websocket', outcome: 'refused', durationMs: 0, errors: request.errors });
        return request.errors;
      }
      const scope: RequestScope = { transport: 'websocket', requestId: pipeline.nextRequestId(), session: guard.session };
      const contextValue: Prepared = { id, connection: context.extra, guard, request, scope };
      return { schema: pipeline.schema, document: request.operation.document, contextValue };
    },
    execute: (args) => {
      const { guard, request, scope } = preparedOf(args);
      if (request.kind !== 'once') throw new Error('expected a query or mutation');
      return answerOnce(async (signal) => {
        const answer = await pipeline.execute(request, { ...scope, signal });
        const error = guard.error();
        return (error === undefined ? answer : { errors: pipeline.showFailure(error, scope.requestId) }) as unknown as ExecutionResult;
      });
    },
    subscribe: (args) => streamToSocket(pipeline, preparedOf(args)),
    // Errors are already formatted; graphql-ws would call `toJSON` on each.
    onNext: (_context, _id, _payload, _args, result) => result as FormattedExecutionResult,
    onError: (_context: SocketContext, _id, _payload, errors) =>
      errors.flatMap((error) => {
        const requestId = pipeline.nextRequestId();
        return error.originalError ? pipeline.showFailure(error.originalError, requestId) : pipeline.showErrors([error], requestId);
      }),
  };
}

/**
 * Counts a socket for its tenant, once for each {@link defaultSocketLimits} operations on it. Closes it if the limit is
 * reached.
 */
function isCounted({ connections }: RequestPipeline, { socket, uncounts }: Connection, session: Session): boolean {
  const uncount = connections.add(session);
  if (uncount === undefined) socket.close(...tooManySockets);
  else uncounts.push(uncount);
  return uncount !== undefined;
}

function preparedOf(args: ExecutionArgs): Prepared {
  return args.contextValue as Prepared;
}

/**
 * Yields the response of a query or mutation. It is a generator because graphql-ws ends generators, and nothing else,
 * when the client ends the operation or the socket closes.
 */
function answerOnce(execute: (signal: AbortSignal) => Promise<ExecutionResult>): AsyncGenerator<ExecutionResult, void> {
  const abort = new AbortController();
  const ended = withResolvers<IteratorReturnResult<void>>();
  let isAnswered = false;
  return endedByClient<ExecutionResult>({
    next: () => {
      if (isAnswered) return Promise.resolve(done);
      isAnswered = true;
      return Promise.race([execute(abort.signal).then((value) => ({ done: false as const, value })), ended.promise]);
    },
    end: () => {
      abort.abort();
      ended.resolve(done);
    },
  });
}

/**
 * Streams a subscription. The queue writes its events directly to the socket, serialized once for all subscribers; for
 * graphql-ws the operation is running and never yields.
 */
function streamToSocket(pipeline: RequestPipeline, { id, connection, guard, request, scope }: Prepared): AsyncGenerator<never, void> {
  if (request.kind !== 'stream') throw new Error('expected a subscription');
  const { socket, raw, queue } = connection;
  const prefix = { id, bytes: Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`) };
  const { promise, resolve, reject } = withResolvers<IteratorReturnResult<void>>();
  const stop = pipeline.stream(
    request,
    { transport: 'websocket', requestId: scope.requestId, queue, guard },
    {
      // Not sent by `ws`, which writes header and content separately. Without compression it writes each of its own
      // frames at once, so frames do not mix.
      send: (payload) => {
        if (socket.readyState === socket.OPEN) raw.write(eventFrameOf(prefix, payload));
      },
      fail: reject,
    },
  );
  promise.then(stop, stop);
  return endedByClient<never>({ next: () => promise, end: () => resolve(done) });
}

const done = { done: true, value: undefined } as const;

/** Creates a generator whose end interrupts what it waits for. A generator function would end only after that. */
function endedByClient<T>({
  next,
  end,
}: {
  readonly next: () => Promise<IteratorResult<T, void>>;
  readonly end: () => void;
}): AsyncGenerator<T, void> {
  return {
    next,
    return: async () => {
      end();
      return done;
    },
    throw: async (error) => {
      end();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: async () => end(),
  };
}

/**
 * Creates the function that frames events. It reuses the last frame, because many sockets in a row are sent the same
 * event, and clients that number their subscriptions, as ours does, also use the same ids.
 */
function createEventFrames(): (prefix: Prefix, payload: Buffer) => Buffer {
  let last: { readonly id: string; readonly payload: Buffer; readonly frame: Buffer } | undefined;
  return ({ id, bytes }, payload) => {
    if (last?.payload !== payload || last.id !== id) last = { id, payload, frame: textFrameOf(bytes, payload, closingBrace) };
    return last.frame;
  };
}

/** What precedes the payload in each event of one subscription. */
interface Prefix {
  readonly id: string;
  readonly bytes: Buffer;
}

const closingBrace = Buffer.from('}');
const eventFrameOf = createEventFrames();

function pongOf(payload: SocketPayload): string {
  return JSON.stringify(payload ? { type: 'pong', payload } : { type: 'pong' });
}

/** @returns the HTTP status of a rejected handshake */
function refuseHandshake(request: IncomingMessage, { full, foreign }: { full: boolean; foreign: boolean }): string | undefined {
  // Not parsed as a URL, because clients may send anything.
  if (request.url?.split('?')[0] !== '/graphql') return '404 Not Found';
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
 * Resolves when the text is sent or the socket is closed, so that a client that does not read delays only its own
 * responses.
 */
function sendText(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) resolve();
    else socket.send(text, () => resolve());
  });
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((accept, refuse) => {
    resolve = accept;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
