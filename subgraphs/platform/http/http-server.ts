import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from '../logger.ts';
import { listenError } from './listen-error.ts';

/** Handles a websocket handshake. */
export type UpgradeHandler = (request: IncomingMessage, socket: Socket, head: Buffer) => void;

export interface HttpOptions {
  readonly logger: Logger;
  /** How long a client may take for headers and body. @default 30 s */
  readonly requestTimeoutMs?: number;
  /** Largest body that the server reads; pushes are read by their own routes. @default 1 MiB */
  readonly maxBodyBytes?: number;
  /** All headers of a request together. @default Node's, 16 KiB */
  readonly maxHeaderBytes?: number;
}

/** Bounds of requests that a server keeps unless it is given others. */
export const defaultHttpLimits = { requestTimeoutMs: 30_000, maxBodyBytes: 1024 * 1024 } as const;

/** What a browser is told with every answer; a page that has to say more says so itself. */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/**
 * Makes the HTTP server that all routes hang on. Every request has an id: the client's `x-request-id` if it is a plain
 * one, else one of ours; answers repeat it.
 */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { requestTimeoutMs, maxBodyBytes } = { ...defaultHttpLimits, ...options };
  const app = fastify({
    loggerInstance: withoutNotices(options.logger) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for every request is costly, and what is logged says its request id itself.
    childLoggerFactory: (logger) => logger,
    bodyLimit: maxBodyBytes,
    http: options.maxHeaderBytes === undefined ? {} : { maxHeaderSize: options.maxHeaderBytes },
    // Routes that answer a slow body themselves need a moment more than the bound they promise.
    requestTimeout: requestTimeoutMs + 5_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    genReqId: (request) => plainIdOf(request) ?? randomUUID(),
    routerOptions: { maxParamLength: 5_000 },
    rewriteUrl: routableUrlOf,
    // No route has a schema; the compilers of schemas take longer to load than all of Fastify.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
  });
  app.server.headersTimeout = requestTimeoutMs;
  let closing = false;
  const closeIdleSockets = trackIdleSockets(app.server);
  app.addHook('preClose', async () => {
    closing = true;
    closeIdleSockets();
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaders);
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // A connection that was busy when the server began to close would else be kept, and the close wait for it.
    if (closing) reply.header('connection', 'close');
  });
  return app;
}

/**
 * Lets `handler` answer websocket handshakes and nothing else. A Node server with an `upgrade` listener would swallow
 * REST calls of Java clients, which offer `Upgrade: h2c` on plain HTTP; those are answered as HTTP/1.1.
 */
export function handleUpgrades(server: Server, handler: UpgradeHandler): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket') handler(request, socket, head);
    else answerWithoutUpgrade(server, { request, socket, head });
  });
}

/**
 * Starts listening.
 *
 * @param setting what names the port to the operator
 * @returns the port, also when any free one was asked for
 * @throws {LandfallError} CONFIG_INVALID if the address cannot be listened on
 */
export async function listen(app: FastifyInstance, host: string, port: number, setting = 'PORT'): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw listenError(cause, { host, port, setting });
  }
  return (app.server.address() as AddressInfo).port;
}

/**
 * Follows the sockets that no request is under way on; Node counts one that never sent any as busy, and would wait for
 * it.
 *
 * @returns closes those, and from then on every other one behind its answer
 */
function trackIdleSockets(server: Server): () => void {
  const idle = new Set<Socket>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => {
      if (closing) socket.destroySoon();
      else if (!socket.destroyed) idle.add(socket);
    });
  });
  return () => {
    closing = true;
    for (const socket of idle) socket.destroy();
  };
}

/** Whether each `%` of the path begins the code of a byte, and the bytes are UTF-8. */
export function isPathEncoded(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url.replace(/\?.*/s, ''));
    return true;
  } catch {
    return false;
  }
}

/**
 * The router answers a path that it cannot decode by itself, without hooks and without the body of a standard. With each
 * `%` encoded such a path is one that no route has.
 */
function routableUrlOf({ url = '/' }: { readonly url?: string | undefined }): string {
  return isPathEncoded(url) ? url : url.replace(/^[^?]*/, (path) => path.replaceAll('%', '%25'));
}

/** What Fastify notes beside warnings and errors, each process says in one line of its own, `listening`. */
function withoutNotices(logger: Logger): Logger {
  return logger.isLevelEnabled('info') ? logger.child({}, { level: 'warn' }) : logger;
}

function refuseSchemas(): never {
  throw new Error('a route has a schema, and its compilers are not loaded');
}

/** Hands the connection back to the server as if the client had not offered an upgrade. */
function answerWithoutUpgrade(server: Server, upgrade: { request: IncomingMessage; socket: Socket; head: Buffer }): void {
  const { request, socket, head } = upgrade;
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? '';
    if (/^(upgrade|http2-settings|connection)$/i.test(name)) continue;
    lines.push(`${name}: ${request.rawHeaders[index + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

function plainIdOf(request: { headers: IncomingMessage['headers'] }): string | undefined {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && /^[\w.:-]{1,100}$/.test(id) ? id : undefined;
}
