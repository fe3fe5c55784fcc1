import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { asLandfallError, LandfallError } from '../errors.ts';

export interface BodyLimits {
  /** Bytes of the unpacked body, and of the packed one. */
  readonly maxBodyBytes: number;
  /** Time for the whole body. */
  readonly timeoutMs: number;
}

/** Refuses a body that says of itself that it is too large, before anything else is looked at. @throws {LandfallError} PUSH_TOO_LARGE */
export function checkDeclaredLength(request: IncomingMessage, limits: BodyLimits): void {
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBodyBytes) throw tooLarge(limits);
}

/** How many bytes a body will have; the most that it may have if it does not say so. */
export function declaredLengthOf(request: IncomingMessage, limits: BodyLimits): number {
  return Number(request.headers['content-length'] ?? limits.maxBodyBytes);
}

/**
 * Checks the media type by its parts, not as a text: one `application/json`, in UTF-8 if it says so, plain or gzip.
 *
 * @throws {LandfallError} PUSH_MEDIA_TYPE
 */
export function checkMediaType({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): void {
  // Of several headers Node shows the first one only, and another reader might believe the last.
  if (rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'content-type').length > 1) {
    throw new LandfallError('PUSH_MEDIA_TYPE', 'Content-Type: expected application/json, got several.');
  }
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new LandfallError('PUSH_MEDIA_TYPE', `Content-Type: expected application/json, got ${type === '' ? 'none' : quoted(type)}.`);
  }
  for (const parameter of parameters) {
    const charset = /^charset\s*=\s*"?([^"]*)"?$/.exec(parameter)?.[1];
    if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
      throw new LandfallError('PUSH_MEDIA_TYPE', `Content-Type: expected charset utf-8, got ${quoted(charset)}.`);
    }
  }
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    throw new LandfallError('PUSH_MEDIA_TYPE', `Content-Encoding: expected gzip or none, got ${quoted(encoding)}.`);
  }
}

/**
 * Reads the whole body within the limits, byte for byte as it comes.
 *
 * @throws {LandfallError} PUSH_TOO_LARGE, PUSH_TOO_SLOW, PUSH_INVALID if it ends early
 */
export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  return receive(request, limits, collectorOf(Number(request.headers['content-length'] ?? 0)));
}

/**
 * Reads a body that may come to nothing, in the pieces in which it comes: it has no room at once, and is not copied.
 *
 * @param onBytes told how many bytes came before they are kept; what it throws ends the reading
 * @throws {LandfallError} as {@link readBody} does
 */
export function readPieces(request: IncomingMessage, limits: BodyLimits, onBytes: (bytes: number) => void): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  const add = (piece: Buffer) => {
    onBytes(piece.length);
    pieces.push(piece);
  };
  return receive(request, limits, { add, whole: () => pieces });
}

/** Makes one thing of the pieces of a body. */
interface Collector<T> {
  readonly add: (piece: Buffer) => void;
  readonly whole: () => T;
}

/** Collects the pieces of a body as they come; an error of the collector ends the reading. */
function receive<T>(request: IncomingMessage, limits: BodyLimits, { add, whole }: Collector<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let length = 0;
    const stop = (error: LandfallError) => {
      finish();
      flowPast(request);
      reject(error);
    };
    const timer = setTimeout(() => {
      stop(new LandfallError('PUSH_TOO_SLOW', `The request body did not arrive within ${limits.timeoutMs} ms.`));
    }, limits.timeoutMs);
    const onData = (piece: Buffer) => {
      length += piece.length;
      if (length > limits.maxBodyBytes) return stop(tooLarge(limits));
      try {
        add(piece);
      } catch (error) {
        stop(asLandfallError(error));
      }
    };
    const onEnd = () => {
      finish();
      resolve(whole());
    };
    const onError = (cause: Error) => stop(new LandfallError('PUSH_INVALID', 'The request body ended early.', { cause }));
    const onClose = () => onError(new Error('connection closed'));
    const finish = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    };
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
    // Finding out who calls takes time, in which the client may have left.
    if (request.destroyed) onClose();
  });
}

/** Bytes of a refused body that flow past at once, and the pause behind each piece of the rest. */
const [freeBytes, pauseMs] = [256 * 1024, 50];

/**
 * Lets what is left of a refused body flow past, so that the client can read its answer; a large one slowly, since
 * reading what strangers send costs as much whether it is kept or not.
 */
export function flowPast(request: IncomingMessage): void {
  let length = 0;
  request
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= freeBytes) return;
      request.pause();
      setTimeout(() => request.resume(), pauseMs).unref();
    })
    .resume();
}

/** Bytes from which a body is put together in one buffer as it comes, so that it is never in memory twice. */
const largeBytes = 64 * 1024;

function collectorOf(declaredLength: number): Collector<Buffer> {
  const chunks: Buffer[] = [];
  if (declaredLength <= largeBytes) {
    return {
      add: (chunk) => chunks.push(chunk),
      whole: () => (chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    };
  }
  // Memory that nothing has been written to yet costs nothing.
  const whole = Buffer.allocUnsafeSlow(declaredLength);
  let length = 0;
  return {
    add: (chunk) => {
      chunk.copy(whole, length);
      length += chunk.length;
    },
    whole: () => whole.subarray(0, length),
  };
}

const unpack = promisify(gunzip);

/** Bytes that are unpacked at a time. */
const chunkSize = 64 * 1024;

/**
 * Unpacks a body as its headers say if it is small, packed and unpacked.
 *
 * @returns undefined if it is not
 * @throws {LandfallError} as {@link unpackBody} does
 */
export async function unpackSmallBody(
  raw: Buffer,
  { headers, maxSmallBytes }: { readonly headers: IncomingHttpHeaders; readonly maxSmallBytes: number },
): Promise<Buffer | undefined> {
  if (raw.length > maxSmallBytes) return undefined;
  try {
    return await unpackBody(raw, { headers, maxBodyBytes: maxSmallBytes });
  } catch (error) {
    if (error instanceof LandfallError && error.code === 'PUSH_TOO_LARGE') return undefined;
    throw error;
  }
}

/**
 * Unpacks a body as its headers say. A byte order mark is dropped.
 *
 * @throws {LandfallError} PUSH_TOO_LARGE, PUSH_INVALID for broken gzip or bytes that are not UTF-8
 */
export async function unpackBody(
  raw: Buffer,
  { headers, maxBodyBytes }: { readonly headers: IncomingHttpHeaders; readonly maxBodyBytes: number },
): Promise<Buffer> {
  return textOf(isPacked(headers) ? await gunzipped(raw, maxBodyBytes) : raw);
}

/** Whether a body comes as gzip. */
export function isPacked(headers: IncomingHttpHeaders): boolean {
  return /gzip/i.test(headers['content-encoding'] ?? '');
}

/** Gives the text of an unpacked body, still as bytes: without a byte order mark. @throws {LandfallError} PUSH_INVALID if it is not UTF-8 */
export function textOf(body: Buffer): Buffer {
  if (!isUtf8(body)) throw new LandfallError('PUSH_INVALID', 'The request body is not UTF-8.');
  const marked = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return marked ? body.subarray(3) : body;
}

async function gunzipped(raw: Buffer, maxBodyBytes: number): Promise<Buffer> {
  try {
    return await unpack(raw, { maxOutputLength: maxBodyBytes, chunkSize: Math.min(chunkSize, maxBodyBytes) });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge({ maxBodyBytes });
    throw new LandfallError('PUSH_INVALID', 'The request body is not gzip, or not all of it.', { cause });
  }
}

function tooLarge(limits: Pick<BodyLimits, 'maxBodyBytes'>): LandfallError {
  return new LandfallError('PUSH_TOO_LARGE', `The request body is larger than ${limits.maxBodyBytes} bytes.`);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
