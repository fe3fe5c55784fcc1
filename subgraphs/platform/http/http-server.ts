import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Span } from '@opentelemetry/api';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { LandfallError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { failSpan, isTracing, runIn, startSpan } from '../tracing.ts';

/** Handles a websocket handshake. */
export type UpgradeHandler = (request: IncomingMessage, socket: Socket, head: Buffer) => void;

export interface HttpOptions {
  readonly logger: Logger;
  /** Time limit for headers and body of a request. @default 30 s */
  readonly requestTimeoutMs?: number;
  /** Maximum size of a body that the server reads; pushes are read by their own routes. @default 1 MiB */
  readonly maxBodyBytes?: number;
  /** Maximum size of all headers of a request together. @default Node's, 16 KiB */
  readonly maxHeaderBytes?: number | undefined;
  /** How long an idle connection is kept open. @default 65 s */
  readonly keepAliveSeconds?: number;
}

/** Default limits of requests. */
export const defaultHttpLimits = { requestTimeoutMs: 30_000, maxBodyBytes: 1024 * 1024 } as const;

/** Security headers of every response. Pages add further ones. */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/**
 * Creates the HTTP server of all routes. Every request has an id: the client's `x-request-id` if it is valid, otherwise a
 * generated one; responses repeat it.
 */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { requestTimeoutMs, maxBodyBytes, keepAliveSeconds = 65 } = { ...defaultHttpLimits, ...options };
  const app = fastify({
    loggerInstance: withoutNotices(options.logger) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for every request is costly; log lines contain the request id anyway.
    childLoggerFactory: (logger) => logger,
    bodyLimit: maxBodyBytes,
    http: options.maxHeaderBytes === undefined ? {} : { maxHeaderSize: options.maxHeaderBytes },
    // Routes that answer a slow body themselves need somewhat more time than the documented limit.
    requestTimeout: requestTimeoutMs + 5_000,
    keepAliveTimeout: keepAliveSeconds * 1_000,
    forceCloseConnections: 'idle',
    genReqId: (request) => plainIdOf(request) ?? randomUUID(),
    routerOptions: { maxParamLength: 5_000 },
    rewriteUrl: routableUrlOf,
    // No route has a schema, and loading the schema compilers takes longer than all the rest of Fastify.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
  });
  app.server.headersTimeout = requestTimeoutMs;
  const closeIdleSockets = trackIdleSockets(app.server);
  app.addHook('preClose', async () => closeIdleSockets());
  addRequestHooks(app);
  return app;
}

/**
 * Registers routes on the server of an embedding program, in a scope of their own: nothing of them applies to the
 * program's routes.
 *
 * @throws if the program has one of the routes, or listens already
 */
export async function mountOn<Result>(fastify: FastifyInstance, register: (scope: FastifyInstance) => Promise<Result>): Promise<Result> {
  let result: Promise<Result> | undefined;
  await fastify.register(async (scope) => {
    addRequestHooks(scope);
    result = register(scope);
    await result;
  });
  if (result === undefined) throw new Error('expected the routes to be registered');
  return result;
}

/** Traces the requests of all routes, adds the security headers and the request id to their responses. */
function addRequestHooks(app: FastifyInstance): void {
  if (isTracing()) traceRequests(app);
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  // Each request runs these hooks, so they are not asynchronous.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id);
    // Without this header, a connection that was busy when the shutdown began would be kept alive and delay it.
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * Makes `handler` answer websocket handshakes only. A Node server with an `upgrade` listener would swallow REST calls
 * of Java clients, which offer `Upgrade: h2c` on plain HTTP; those are answered as HTTP/1.1.
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
 * @param setting names the setting of the port in messages
 * @returns the port, which is assigned by the system if 0 was requested
 * @throws {LandfallError} CONFIG_INVALID if listening fails because of the address
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
 * Tracks the sockets without a request in flight. Node counts a socket that has never sent a request as busy, and would
 * wait for it.
 *
 * @returns a function that closes these sockets, and from then on every other socket after its response
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

/** Returns whether the path is valid percent-encoded UTF-8. */
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
 * Returns the URL to route: without a slash at the end of the path, except below `/dcsa`, because the standards define
 * paths without one. The router answers an undecodable path itself, without hooks and without the standard's error body.
 * With each `%` encoded, such a path matches no route instead.
 */
function routableUrlOf({ url = '/' }: { readonly url?: string | undefined }): string {
  const plain = url.startsWith('/dcsa/') ? url : url.replace(/^(\/[^?]*)\/(?=\?|$)/, '$1');
  return isPathEncoded(plain) ? plain : plain.replace(/^[^?]*/, (path) => path.replaceAll('%', '%25'));
}

/** Returns a logger for warnings and errors only, because each process logs its own line `listening`. */
function withoutNotices(logger: Logger): Logger {
  return logger.isLevelEnabled('info') ? logger.child({}, { level: 'warn' }) : logger;
}

function refuseSchemas(): never {
  throw new Error('a route has a schema, and its compilers are not loaded');
}

/** Returns the connection to the server without the offered upgrade. */
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

/** Cause and remedy for the operator, by the error code of the system. */
const remedies: Readonly<Record<string, (setting: string) => string>> = {
  EADDRINUSE: (setting) => `another process listens there (EADDRINUSE). End that process, or choose another port with ${setting}.`,
  EACCES: (setting) => `permission is denied (EACCES). Choose a port above 1023 with ${setting}.`,
  EADDRNOTAVAIL: () => 'this machine does not have the address (EADDRNOTAVAIL). Choose 127.0.0.1, 0.0.0.0 or an address of this machine.',
  ENOTFOUND: () => 'the name is unknown (ENOTFOUND). Choose 127.0.0.1, 0.0.0.0 or an address of this machine.',
  EAI_AGAIN: () => 'the name cannot be resolved (EAI_AGAIN). Choose 127.0.0.1, 0.0.0.0 or an address of this machine.',
};

/**
 * Explains an error of listening. Errors that are not about the address are returned unchanged.
 *
 * @param where.setting the setting that selects the port, such as `PORT` or `--port`
 */
export function listenError(
  cause: unknown,
  { host, port, setting }: { readonly host: string; readonly port: number; readonly setting: string },
): unknown {
  const remedy = cause instanceof Error && 'code' in cause ? remedies[String(cause.code)] : undefined;
  if (remedy === undefined) return cause;
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return new LandfallError('CONFIG_INVALID', `Cannot listen on ${address}: ${remedy(setting)}`, { cause });
}

/** Paths that machines request every few seconds. */
const untraced: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** Records a span for each request, continuing the caller's trace. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    const span = untraced.has(route) ? undefined : startSpan(spanStartOf(request, route));
    if (span === undefined) return done();
    spans.set(request, span);
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) failSpan(span, String(reply.statusCode));
      span.end();
    });
    runIn(span, done);
  });
  // A body is read in events of the socket, which belong to no request.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else runIn(span, done);
  });
}

/** The query of a URL may name documents and parties, so the span omits it. */
function spanStartOf({ method, url, headers, protocol }: FastifyRequest, route: string | undefined) {
  return {
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'SERVER',
    continues: headers,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'url.path': url.replace(/\?.*/s, ''),
      'url.scheme': protocol,
    },
  } as const;
}
