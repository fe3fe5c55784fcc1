import { type LookupAddress, lookup } from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Agent, Dispatcher } from 'undici';
import { LandfallError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { isPublicAddress, literalAddressOf } from './addresses.ts';
import { type ResponseAccount, unboundedResponse } from './answer-budget.ts';
import { type ClientCertificate, type OutboundAgents, openOutboundAgents } from './outbound-agents.ts';

export interface OutboundRequest {
  readonly url: string | URL;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Time for everything: name, connection, request, the whole answer. */
  readonly timeoutMs: number;
  /** Largest body of the answer, unpacked. */
  readonly maxBodyBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Lets plain http and private addresses through; for development. */
  readonly allowPrivate?: boolean;
  /** Shown to an https server that asks for one. */
  readonly clientCertificate?: ClientCertificate | undefined;
  /** Called when a connection is open and the request begins to go; where it never was, nobody has got anything of it. */
  readonly onStart?: (() => void) | undefined;
  /** Where the bytes of a large answer are counted; it comes no faster than there is room. Those that bring no 200 are given back. */
  readonly account?: ResponseAccount | undefined;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The whole body, unpacked. */
  readonly body: Buffer;
  /** Bytes that are counted for it at the account of the request. @default 0 */
  readonly heldBytes?: number | undefined;
}

/** The one door for our own HTTP requests. */
export interface Outbound extends AsyncDisposable {
  /**
   * Sends one request and reads its answer whole, whatever its status. Redirects are not followed: they are answers.
   * Sends to public hosts over https only, unless `allowPrivate`; the address that was checked is the one that is
   * connected to, so a name cannot point elsewhere in between.
   *
   * @throws {LandfallError} UPSTREAM_TIMEOUT, UPSTREAM_NAME_UNKNOWN, UPSTREAM_CONNECTION_REFUSED, UPSTREAM_TLS (certificate
   *   not trusted, no TLS in common), UPSTREAM_UNREACHABLE (connection lost, address not allowed), UPSTREAM_REJECTED (the client certificate is rejected), UPSTREAM_SHAPE (answer too
   *   large or not HTTP). Messages name the host and nothing else of the URL.
   * @throws the reason of `signal` once that is aborted
   */
  request(request: OutboundRequest): Promise<OutboundResponse>;
}

/** Cause of an UPSTREAM_UNREACHABLE that will not pass by itself: the address is one that we do not connect to. */
export class ForbiddenAddressError extends Error {
  constructor(host: string, what: string) {
    super(`${host} is not connected to: ${what}`);
    this.name = 'ForbiddenAddressError';
  }
}

export interface OutboundOptions {
  readonly logger: Logger;
  /** Resolves a name to all its addresses; the system's resolver unless given. */
  readonly resolve?: (hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;
}

const unpack = promisify(gunzip);
/** Bytes that are unpacked at a time. */
const unpackedChunkBytes = 64 * 1024;

/** Opens the door. Connections are kept for some seconds and used again. */
export function createOutbound({ logger, resolve = resolveAll }: OutboundOptions): Outbound {
  let agents: Promise<OutboundAgents> | undefined;
  const openAgents = (): Promise<OutboundAgents> => {
    agents ??= openOutboundAgents(createGuardedLookup(resolve));
    return agents;
  };

  const request = async (asked: OutboundRequest): Promise<OutboundResponse> => {
    const url = new URL(asked.url);
    asked.signal?.throwIfAborted();
    // Before the time of the request begins: the first one loads the library.
    const { agentFor } = await openAgents();
    const started = performance.now();
    try {
      if (!asked.allowPrivate) checkUrl(url);
      const answer = await exchange(agentFor(asked), asked, url);
      logger.debug({ host: url.host, method: asked.method, status: answer.status, ms: performance.now() - started }, 'outbound request');
      return answer;
    } catch (error) {
      asked.signal?.throwIfAborted();
      const shown = upstreamErrorOf(error, { asked, host: url.host, isTimeout: error === timedOut });
      logger.debug({ host: url.host, method: asked.method, code: shown.code, ms: performance.now() - started }, 'outbound request failed');
      throw shown;
    }
  };
  return {
    request,
    [Symbol.asyncDispose]: async () => (await agents)?.[Symbol.asyncDispose](),
  };
}

/** Reason of aborts that the timer makes. */
const timedOut = new Error('timed out');

async function exchange(agent: Agent, asked: OutboundRequest, url: URL): Promise<OutboundResponse> {
  const holding = createHolding(asked.account);
  try {
    const { status, headers, body: packed } = await exchangePacked(agent, asked, { url, holding });
    const body = await unpacked(packed, { status, encoding: headers['content-encoding'], ...asked, holding });
    if (status !== 200) holding.giveBack();
    return { status, headers, body, heldBytes: holding.bytes() };
  } catch (error) {
    holding.giveBack();
    throw error;
  }
}

/** What one answer holds of an account. */
interface Holding {
  /** Counts so much in all, as it has come. @returns what to wait for before more may come */
  grow(bytes: number): Promise<void> | undefined;
  /** Counts so much in all, as it will be needed. */
  reserve(bytes: number): Promise<void>;
  shrink(bytes: number): void;
  giveBack(): void;
  bytes(): number;
}

function createHolding(account: ResponseAccount | undefined): Holding {
  let held = 0;
  const shrink = (bytes: number) => {
    if (bytes >= held) return;
    account?.giveBack(held - bytes);
    held = bytes;
  };
  return {
    grow: (bytes) => {
      if (account === undefined || bytes <= unboundedResponse) return undefined;
      const more = bytes - held;
      held = bytes;
      return account.came(more);
    },
    reserve: async (bytes) => {
      if (account === undefined || bytes <= unboundedResponse || bytes <= held) return;
      await account.reserve(bytes - held);
      held = bytes;
    },
    shrink,
    giveBack: () => shrink(0),
    bytes: () => held,
  };
}

/** Sends by the library's own hooks: its streams and abort signals would cost as much as all the rest of a small request. */
function exchangePacked(
  agent: Agent,
  asked: OutboundRequest,
  { url, holding }: { readonly url: URL; readonly holding: Holding },
): Promise<Omit<OutboundResponse, 'heldBytes'>> {
  const { signal, maxBodyBytes } = asked;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let end: { readonly reason: unknown } | undefined;
    const finish = () => {
      stopTimer();
      signal?.removeEventListener('abort', onAbort);
    };
    /** Breaks the request off and closes its connection, also one that is only being opened. */
    const stop = (reason: unknown) => {
      end ??= { reason };
      finish();
      reject(end.reason);
      controller?.abort(end.reason instanceof Error ? end.reason : new Error('broken off'));
    };
    const onAbort = () => stop(signal?.reason);
    let timer: NodeJS.Timeout | undefined;
    let lastLook: NodeJS.Immediate | undefined;
    const startTimer = (ms: number) => {
      // Where this process has stalled, what has come meanwhile is read before.
      timer = setTimeout(() => {
        lastLook = setImmediate(stop, timedOut);
      }, ms);
    };
    const stopTimer = () => {
      clearTimeout(timer);
      clearImmediate(lastLook);
    };
    startTimer(asked.timeoutMs);
    let leftMs = asked.timeoutMs;
    let startedAt = performance.now();
    /** That it waits is not the other side's fault, so the time stands still. */
    const waitFor = async (room: Promise<void>) => {
      stopTimer();
      leftMs -= performance.now() - startedAt;
      controller?.pause();
      await room;
      // Not from within the library's own reading.
      await new Promise((resolve) => setImmediate(resolve));
      if (end !== undefined) return;
      startedAt = performance.now();
      startTimer(leftMs);
      controller?.resume();
    };
    signal?.addEventListener('abort', onAbort, { once: true });

    let status = 0;
    let headers: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    let length = 0;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        controller = started;
        if (end !== undefined) stop(end.reason);
        else asked.onStart?.();
      },
      onResponseStart: (_, statusCode, answered) => {
        // An interim answer; the one that counts follows.
        if (statusCode < 200) return;
        status = statusCode;
        headers = answered;
        if (Number(answered['content-length'] ?? 0) > maxBodyBytes) stop(tooLarge(status, maxBodyBytes));
      },
      onResponseData: (_, chunk) => {
        length += chunk.length;
        if (length > maxBodyBytes) return stop(tooLarge(status, maxBodyBytes));
        chunks.push(chunk);
        const room = holding.grow(length);
        if (room !== undefined) void waitFor(room);
      },
      onResponseEnd: () => {
        finish();
        resolve({ status, headers, body: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length) });
      },
      onResponseError: (_, error) => stop(error),
    };
    const path = `${url.pathname}${url.search}`;
    const sent = { 'accept-encoding': 'gzip', ...asked.headers };
    agent.dispatch({ origin: url.origin, path, method: asked.method, headers: sent, body: asked.body ?? null }, handler);
  });
}

async function unpacked(
  bytes: Buffer,
  answer: {
    readonly status: number;
    readonly encoding: string | string[] | undefined;
    readonly maxBodyBytes: number;
    readonly holding: Holding;
  },
): Promise<Buffer> {
  const { status, encoding, maxBodyBytes, holding } = answer;
  if (encoding === undefined || encoding === 'identity' || bytes.length === 0) return bytes;
  if (!/^(x-)?gzip$/i.test(String(encoding))) throw new UnreadableResponseError(status, `content-encoding ${encoding} was not asked for`);
  const mostBytes = Math.min(maxBodyBytes, bytes.length * maxGzipRatio);
  // At its end it says how large it is; one that lies about that is unpacked with room for all that may come.
  const saidBytes = bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4);
  if (saidBytes <= unboundedResponse && mostBytes > unboundedResponse) {
    const small = await unpackWithin(bytes, unboundedResponse, status);
    if (small !== undefined) return small;
  }
  await holding.reserve(mostBytes);
  const body = await unpackWithin(bytes, maxBodyBytes, status);
  if (body === undefined) throw tooLarge(status, maxBodyBytes);
  holding.shrink(body.length <= unboundedResponse ? 0 : body.length);
  return body;
}

/** How much gzip packs at best. */
const maxGzipRatio = 1_032;

/** @returns undefined when it is larger */
async function unpackWithin(bytes: Buffer, maxOutputLength: number, status: number): Promise<Buffer | undefined> {
  try {
    return await unpack(bytes, { maxOutputLength, chunkSize: Math.min(unpackedChunkBytes, maxOutputLength) });
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw new UnreadableResponseError(status, 'broken gzip', { cause });
  }
}

/** Cause of an UPSTREAM_SHAPE: answered, but with a body that is not to be used. */
export class UnreadableResponseError extends Error {
  readonly status: number;

  constructor(status: number, what: string, options?: ErrorOptions) {
    super(what, options);
    this.name = 'UnreadableResponseError';
    this.status = status;
  }
}

function tooLarge(status: number, maxBodyBytes: number): UnreadableResponseError {
  return new UnreadableResponseError(status, `more than ${maxBodyBytes} bytes`);
}

function upstreamErrorOf(cause: unknown, call: { asked: OutboundRequest; host: string; isTimeout: boolean }): LandfallError {
  const { asked, host, isTimeout } = call;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const name = cause instanceof Error ? cause.name : '';
  if (isTimeout || name === 'ConnectTimeoutError') {
    return new LandfallError('UPSTREAM_TIMEOUT', `${host} did not answer within ${asked.timeoutMs} ms.`, { cause });
  }
  if (cause instanceof UnreadableResponseError)
    return new LandfallError('UPSTREAM_SHAPE', `${host} answered: ${cause.message}.`, { cause });
  const isGarbled = name === 'HTTPParserError' && code !== 'HPE_INVALID_EOF_STATE';
  if (isGarbled || name === 'HeadersOverflowError') {
    return new LandfallError('UPSTREAM_SHAPE', `${host} sent a response that is not HTTP.`, { cause });
  }
  if (cause instanceof ForbiddenAddressError) {
    return new LandfallError('UPSTREAM_UNREACHABLE', `${host} is not an allowed address.`, { cause });
  }
  if (/^ERR_SSL_.*ALERT_.*(CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/.test(code)) {
    return new LandfallError('UPSTREAM_REJECTED', `${host} rejected the client certificate (${code}).`, { cause });
  }
  if (/CERT|ISSUER|LEAF|ALTNAME/.test(code)) {
    return new LandfallError('UPSTREAM_TLS', `${host} has a certificate that is not trusted (${code}).`, { cause });
  }
  if (/^ERR_(SSL|TLS)_|^EPROTO$/.test(code)) {
    return new LandfallError('UPSTREAM_TLS', `${host} and this server have no TLS version or cipher in common (${code}).`, { cause });
  }
  if (/^(ENOTFOUND|EAI_[A-Z]+|ENODATA|ENONAME)$/.test(code)) {
    return new LandfallError('UPSTREAM_NAME_UNKNOWN', `${host} has no address (${code}).`, { cause });
  }
  if (code === 'ECONNREFUSED') {
    return new LandfallError('UPSTREAM_CONNECTION_REFUSED', `${host} refuses connections: no server listens there.`, { cause });
  }
  // Since TLS 1.3 a server that does not take a certificate mostly looks like one that hangs up.
  const hint = asked.clientCertificate === undefined ? '' : ' It may have rejected the client certificate.';
  return new LandfallError('UPSTREAM_UNREACHABLE', `${host} could not be reached, or closed the connection.${hint}`, { cause });
}

/** A literal address never goes through the look-up. @throws {ForbiddenAddressError} */
function checkUrl(url: URL): void {
  if (url.protocol !== 'https:') throw new ForbiddenAddressError(url.hostname, 'https is required');
  const literal = literalAddressOf(url);
  if (literal !== undefined && !isPublicAddress(literal)) throw new ForbiddenAddressError(url.hostname, 'the address is not public');
}

/**
 * Checks every address of a name and hands over exactly these to connect to. One that is not public spoils the name:
 * an honest partner has no such, and a dishonest one might wait for us to take our pick.
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
