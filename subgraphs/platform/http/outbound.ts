import { type LookupAddress, lookup } from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Attributes } from '@opentelemetry/api';
import { LRUCache } from 'lru-cache';
import type { Agent, Dispatcher } from 'undici';
import { type ErrorCode, LandfallError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { listenForAbort, startTimeout } from '../time/clock.ts';
import { failSpan, inSpan, requestAttributes, traceHeaders } from '../tracing.ts';
import { isPublicAddress, literalAddressOf } from './addresses.ts';
import { type ResponseAccount, unboundedResponse } from './response-budget.ts';

export interface OutboundRequest {
  readonly url: string | URL;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Time limit for everything: name resolution, connection, request and the whole response. */
  readonly timeoutMs: number;
  /** Maximum size of the response body, unpacked. */
  readonly maxBodyBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Attributes of the span, in addition to those of HTTP. */
  readonly spanAttributes?: Attributes | undefined;
  /** Whether the request carries the trace context. @default false */
  readonly sendTraceContext?: boolean | undefined;
  /** Permits plain http and private addresses; for development. */
  readonly allowPrivate?: boolean;
  /** The certificate for an https server that requests one. */
  readonly clientCertificate?: ClientCertificate | undefined;
  /** Called when a connection is open and sending begins. If it was never called, the server has received nothing. */
  readonly onStart?: (() => void) | undefined;
  /**
   * Counts the bytes of a large response, which is read no faster than there is room. The bytes of responses with a
   * status other than 200 are released.
   */
  readonly account?: ResponseAccount | undefined;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The whole body, unpacked. */
  readonly body: Buffer;
  /** Number of bytes that the account of the request holds for the body. @default 0 */
  readonly reservedBytes?: number | undefined;
}

/** Sends all HTTP requests of this process to other hosts. */
export interface Outbound extends AsyncDisposable {
  /**
   * Sends one request and reads the whole response, whatever its status. Redirects are returned and not followed. Sends
   * only to public hosts over https, unless `allowPrivate` is set. It connects to the address that was checked, so the
   * name cannot resolve to another address in between.
   *
   * @throws {LandfallError} UPSTREAM_TIMEOUT, UPSTREAM_NAME_UNKNOWN, UPSTREAM_CONNECTION_REFUSED, UPSTREAM_TLS
   *   (certificate not trusted, no TLS version in common), UPSTREAM_UNREACHABLE (connection lost, address not allowed),
   *   UPSTREAM_REJECTED (the client certificate is rejected), UPSTREAM_SHAPE (too large, not HTTP). Messages contain
   *   the host and nothing else of the URL.
   * @throws the reason of `signal` when it is aborted
   */
  request(request: OutboundRequest): Promise<OutboundResponse>;
}

/** The cause of an UPSTREAM_UNREACHABLE that is not temporary: connections to the address are forbidden. */
export class ForbiddenAddressError extends Error {
  constructor(host: string, what: string) {
    super(`${host} is not an allowed address: ${what}`);
    this.name = 'ForbiddenAddressError';
  }
}

export interface OutboundOptions {
  readonly logger: Logger;
  /** Resolves a name to all its addresses. Default: the resolver of the system. */
  readonly resolve?: (hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;
}

/** Opens the client for outbound requests. Connections are kept for some seconds and reused. */
export function createOutbound({ logger, resolve = resolveAll }: OutboundOptions): Outbound {
  let agents: ReturnType<typeof openOutboundAgents> | undefined;
  const openAgents = (): ReturnType<typeof openOutboundAgents> => {
    agents ??= openOutboundAgents(createGuardedLookup(resolve));
    return agents;
  };

  const send = async (options: OutboundRequest, url: URL): Promise<OutboundResponse> => {
    const { method, signal } = options;
    signal?.throwIfAborted();
    // Awaited before the time limit of the request begins, because the first request loads the library.
    const { agentFor } = await openAgents();
    const started = performance.now();
    try {
      if (!options.allowPrivate) checkUrl(url);
      const response = await sendAndUnpack(agentFor(options), options, url);
      logger.debug({ host: url.host, method, status: response.status, ms: performance.now() - started }, 'outbound request');
      return response;
    } catch (cause) {
      signal?.throwIfAborted();
      const error = upstreamErrorOf(cause, options, url.host);
      logger.debug({ host: url.host, method, code: error.code, ms: performance.now() - started }, 'outbound request failed');
      throw error;
    }
  };
  return {
    request: (options) => {
      const url = new URL(options.url);
      return inSpan(
        { name: options.method, kind: 'CLIENT', attributes: { ...requestAttributes(options.method, url), ...options.spanAttributes } },
        async (span) => {
          const response = await send(options, url);
          span?.setAttribute('http.response.status_code', response.status);
          if (response.status >= 400) failSpan(span, String(response.status));
          return response;
        },
      );
    },
    [Symbol.asyncDispose]: async () => (await agents)?.[Symbol.asyncDispose](),
  };
}

/** Reason of aborts by the timeout. */
const timedOut = new Error('timed out');

async function sendAndUnpack(agent: Agent, request: OutboundRequest, url: URL): Promise<OutboundResponse> {
  const holding = createHolding(request.account);
  try {
    const { status, headers, body: packed } = await sendPacked(agent, request, { url, holding });
    const body = await unpackBody(packed, { status, encoding: headers['content-encoding'], ...request, holding });
    if (status !== 200) holding.release();
    return { status, headers, body, reservedBytes: holding.bytes() };
  } catch (error) {
    holding.release();
    throw error;
  }
}

/** The bytes of an account that one response holds. */
type Holding = ReturnType<typeof createHolding>;

function createHolding(account: ResponseAccount | undefined) {
  let reserved = 0;
  const shrink = (bytes: number) => {
    if (bytes >= reserved) return;
    account?.release(reserved - bytes);
    reserved = bytes;
  };
  return {
    /**
     * Sets the number of received bytes. @returns resolves when more may be received; undefined when they may immediately
     */
    grow: (bytes: number): Promise<void> | undefined => {
      if (account === undefined || bytes <= unboundedResponse) return undefined;
      const more = bytes - reserved;
      reserved = bytes;
      return account.add(more);
    },
    /** Reserves the bytes that are about to be needed, waiting for room. */
    reserve: async (bytes: number): Promise<void> => {
      if (account === undefined || bytes <= unboundedResponse || bytes <= reserved) return;
      await account.reserve(bytes - reserved);
      reserved = bytes;
    },
    shrink,
    release: (): void => shrink(0),
    bytes: (): number => reserved,
  };
}

/**
 * Sends a request through the library's dispatch handlers, because its streams and abort signals would double the cost
 * of a small request.
 */
function sendPacked(
  agent: Agent,
  request: OutboundRequest,
  { url, holding }: { readonly url: URL; readonly holding: Holding },
): Promise<Omit<OutboundResponse, 'reservedBytes'>> {
  const { signal, method, maxBodyBytes } = request;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let end: { readonly reason: unknown } | undefined;
    const finish = () => {
      timeout.stop();
      ignoreAbort();
    };
    /** Aborts the request and closes its connection, even while it is being opened. */
    const abort = (reason: unknown) => {
      end ??= { reason };
      finish();
      reject(end.reason);
      controller?.abort(end.reason instanceof Error ? end.reason : new Error('aborted'));
    };
    const timeout = startPausableTimeout(request.timeoutMs, () => abort(timedOut));
    const ignoreAbort = listenForAbort(signal, () => abort(signal?.reason));

    /** The other side does not cause this wait, so the timeout is paused. */
    const waitFor = async (room: Promise<void>) => {
      timeout.stop();
      controller?.pause();
      await room;
      // Must not resume within a callback of the library.
      await new Promise((resolve) => setImmediate(resolve));
      if (end !== undefined) return;
      timeout.resume();
      controller?.resume();
    };

    let status = 0;
    let headers: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    let length = 0;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        controller = started;
        if (end !== undefined) abort(end.reason);
        else request.onStart?.();
      },
      onResponseStart: (_, statusCode, responseHeaders) => {
        // An interim response; the final one follows.
        if (statusCode < 200) return;
        status = statusCode;
        headers = responseHeaders;
        if (Number(headers['content-length'] ?? 0) > maxBodyBytes) abort(tooLargeError(status, maxBodyBytes));
      },
      onResponseData: (_, chunk) => {
        length += chunk.length;
        if (length > maxBodyBytes) return abort(tooLargeError(status, maxBodyBytes));
        chunks.push(chunk);
        const room = holding.grow(length);
        if (room !== undefined) void waitFor(room);
      },
      onResponseEnd: () => {
        finish();
        resolve({ status, headers, body: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length) });
      },
      onResponseError: (_, error) => abort(error),
    };
    const path = `${url.pathname}${url.search}`;
    const traced = request.sendTraceContext ? traceHeaders() : {};
    const sentHeaders = { 'accept-encoding': 'gzip', ...traced, ...request.headers };
    agent.dispatch({ origin: url.origin, path, method, headers: sentHeaders, body: request.body ?? null }, handler);
  });
}

/** Starts a timeout that can be stopped and resumed with the remaining time. */
function startPausableTimeout(ms: number, onTimeout: () => void): { stop(): void; resume(): void } {
  let remainingMs = ms;
  let startedAt = 0;
  let stopTimer = () => {};
  const resume = () => {
    startedAt = performance.now();
    stopTimer = startTimeout(remainingMs, onTimeout);
  };
  resume();
  return {
    stop: () => {
      stopTimer();
      remainingMs -= performance.now() - startedAt;
    },
    resume,
  };
}

const unpack = promisify(gunzip);
/** Number of bytes that are unpacked at a time. */
const unpackedChunkBytes = 64 * 1024;
/** Highest compression ratio of gzip. */
const maxGzipRatio = 1_032;

async function unpackBody(
  bytes: Buffer,
  options: {
    readonly status: number;
    readonly encoding: string | string[] | undefined;
    readonly maxBodyBytes: number;
    readonly holding: Holding;
  },
): Promise<Buffer> {
  const { status, encoding, maxBodyBytes, holding } = options;
  if (encoding === undefined || encoding === 'identity' || bytes.length === 0) return bytes;
  if (!/^(x-)?gzip$/i.test(String(encoding))) throw new UnreadableResponseError(status, `unexpected content-encoding ${encoding}`);
  const mostBytes = Math.min(maxBodyBytes, bytes.length * maxGzipRatio);
  // The last four bytes contain the size. If they are wrong, room for the largest body is reserved.
  const statedBytes = bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4);
  if (statedBytes <= unboundedResponse && mostBytes > unboundedResponse) {
    const small = await unpackWithin(bytes, unboundedResponse, status);
    if (small !== undefined) return small;
  }
  await holding.reserve(mostBytes);
  const body = await unpackWithin(bytes, maxBodyBytes, status);
  if (body === undefined) throw tooLargeError(status, maxBodyBytes);
  holding.shrink(body.length <= unboundedResponse ? 0 : body.length);
  return body;
}

/** Unpacks a body. @returns undefined when it is larger than the limit */
async function unpackWithin(bytes: Buffer, maxOutputLength: number, status: number): Promise<Buffer | undefined> {
  try {
    return await unpack(bytes, { maxOutputLength, chunkSize: Math.min(unpackedChunkBytes, maxOutputLength) });
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw new UnreadableResponseError(status, 'invalid gzip data', { cause });
  }
}

/** The cause of an UPSTREAM_SHAPE when the body of a response cannot be used. */
export class UnreadableResponseError extends Error {
  readonly status: number;

  constructor(status: number, what: string, options?: ErrorOptions) {
    super(what, options);
    this.name = 'UnreadableResponseError';
    this.status = status;
  }
}

function tooLargeError(status: number, maxBodyBytes: number): UnreadableResponseError {
  return new UnreadableResponseError(status, `more than ${maxBodyBytes} bytes`);
}

/** What the codes of failed connections mean: the first that matches counts. */
const connectionErrors: readonly (readonly [code: RegExp, error: ErrorCode, what: (code: string) => string])[] = [
  [
    /^ERR_SSL_.*ALERT_.*(CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/,
    'UPSTREAM_REJECTED',
    (code) => `rejected the client certificate (${code}).`,
  ],
  [/CERT|ISSUER|LEAF|ALTNAME/, 'UPSTREAM_TLS', (code) => `has a certificate that is not trusted (${code}).`],
  [/^ERR_(SSL|TLS)_|^EPROTO$/, 'UPSTREAM_TLS', (code) => `and this server have no TLS version or cipher in common (${code}).`],
  [/^(ENOTFOUND|EAI_[A-Z]+|ENODATA|ENONAME)$/, 'UPSTREAM_NAME_UNKNOWN', (code) => `has no address (${code}).`],
  [/^ECONNREFUSED$/, 'UPSTREAM_CONNECTION_REFUSED', () => 'refuses connections: no server listens there.'],
];

function upstreamErrorOf(cause: unknown, { timeoutMs, clientCertificate }: OutboundRequest, host: string): LandfallError {
  const errorOf = (error: ErrorCode, what: string) => new LandfallError(error, `${host} ${what}`, { cause });
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const name = cause instanceof Error ? cause.name : '';
  if (cause === timedOut || name === 'ConnectTimeoutError') return errorOf('UPSTREAM_TIMEOUT', `did not answer within ${timeoutMs} ms.`);
  if (cause instanceof UnreadableResponseError) return errorOf('UPSTREAM_SHAPE', `answered: ${cause.message}.`);
  const isGarbled = name === 'HTTPParserError' && code !== 'HPE_INVALID_EOF_STATE';
  if (isGarbled || name === 'HeadersOverflowError') return errorOf('UPSTREAM_SHAPE', 'sent a response that is not HTTP.');
  if (cause instanceof ForbiddenAddressError) return errorOf('UPSTREAM_UNREACHABLE', 'is not an allowed address.');
  const [, known, what] = connectionErrors.find(([pattern]) => pattern.test(code)) ?? [];
  if (known !== undefined && what !== undefined) return errorOf(known, what(code));
  // Since TLS 1.3, a server that rejects a certificate usually just closes the connection.
  const hint = clientCertificate === undefined ? '' : ' It may have rejected the client certificate.';
  return errorOf('UPSTREAM_UNREACHABLE', `could not be reached, or closed the connection.${hint}`);
}

/** Checks an address in the URL, because addresses are not resolved by the lookup. @throws {ForbiddenAddressError} */
function checkUrl(url: URL): void {
  if (url.protocol !== 'https:') throw new ForbiddenAddressError(url.hostname, 'https is required');
  const literal = literalAddressOf(url);
  if (literal !== undefined && !isPublicAddress(literal)) throw new ForbiddenAddressError(url.hostname, 'the address is not public');
}

/**
 * Creates the function that resolves a name and checks all its addresses. One private address forbids the name, because
 * a partner could otherwise repeat requests until it is chosen.
 */
function createGuardedLookup(resolve: NonNullable<OutboundOptions['resolve']>): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) return callback(error, '', 0);
      if (first === undefined) return callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), '', 0);
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new ForbiddenAddressError(hostname, 'an address is not public'), '', 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function resolveAll(hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void): void {
  lookup(hostname, { all: true }, callback);
}

/** A client certificate and the trusted authorities, in PEM. Each object has separate connections. */
export interface ClientCertificate {
  /** The certificate with its intermediate certificates. */
  readonly cert: string;
  readonly key: string;
  /** Trusted authorities. Default: those of the system. */
  readonly ca?: string | undefined;
}

/** Maximum number of certificates with connections. */
const maxCertificates = 64;

/**
 * Opens the agents and loads their library. A process that only receives starts sooner without it.
 *
 * @param guardedLookup resolves names when `allowPrivate` is not set
 */
export async function openOutboundAgents(guardedLookup: LookupFunction) {
  const { Agent } = await import('undici');
  const openPair = (certificate: Partial<ClientCertificate>) => {
    // Disabled, because the timeout of `Outbound` covers all phases.
    const options = { connections: 64, headersTimeout: 0, bodyTimeout: 0 };
    return {
      guarded: new Agent({ ...options, connect: { ...certificate, lookup: guardedLookup } }),
      open: new Agent({ ...options, connect: { ...certificate } }),
    };
  };
  const plain = openPair({});
  const certified = new LRUCache<ClientCertificate, ReturnType<typeof openPair>>({
    max: maxCertificates,
    memoMethod: ({ cert, key, ca }) => openPair({ cert, key, ...(ca === undefined ? {} : { ca }) }),
    dispose: ({ guarded, open }) => {
      void close(guarded);
      void close(open);
    },
  });
  const closing = new Set<Agent>();
  const close = async (agent: Agent) => {
    closing.add(agent);
    await agent.close();
    closing.delete(agent);
  };

  const pairFor = (certificate: ClientCertificate | undefined) => (certificate === undefined ? plain : certified.memo(certificate));
  return {
    /**
     * Returns an agent that must be used immediately: when too many other agents have been used since, it is closed after
     * its requests.
     */
    agentFor: ({ allowPrivate, clientCertificate }: Pick<OutboundRequest, 'allowPrivate' | 'clientCertificate'>): Agent =>
      pairFor(clientCertificate)[allowPrivate ? 'open' : 'guarded'],
    [Symbol.asyncDispose]: async () => {
      const pairs = [plain, ...certified.values()];
      await Promise.all([...pairs.flatMap(({ guarded, open }) => [guarded, open]), ...closing].map((agent) => agent.destroy()));
    },
  };
}
