import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { LandfallError } from '../errors.ts';

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

/**
 * Checks the media type by its parts, not as a text: `application/json`, in UTF-8 if it says so, plain or gzip.
 *
 * @throws {LandfallError} PUSH_MEDIA_TYPE
 */
export function checkMediaType(headers: IncomingMessage['headers']): void {
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
 * Reads the whole body, unpacked, within the limits. A byte order mark is dropped.
 *
 * @throws {LandfallError} PUSH_TOO_LARGE, PUSH_TOO_SLOW, PUSH_INVALID for broken gzip or bytes that are not UTF-8
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const packed = /gzip/i.test(request.headers['content-encoding'] ?? '');
  const body = packed ? await readUnpacked(request, limits) : await collect(request, request, limits);
  if (!isUtf8(body)) throw new LandfallError('PUSH_INVALID', 'The request body is not UTF-8.');
  const marked = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return marked ? body.subarray(3) : body;
}

async function readUnpacked(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const gunzip = createGunzip();
  request.pipe(gunzip);
  try {
    return await collect(request, gunzip, limits);
  } finally {
    request.unpipe(gunzip);
    gunzip.destroy();
  }
}

function collect(request: IncomingMessage, source: NodeJS.ReadableStream, limits: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = (error: LandfallError) => {
      finish();
      reject(error);
    };
    const timer = setTimeout(() => {
      stop(new LandfallError('PUSH_TOO_SLOW', `The request body did not arrive within ${limits.timeoutMs} ms.`));
    }, limits.timeoutMs);
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limits.maxBodyBytes) stop(tooLarge(limits));
      else chunks.push(chunk);
    };
    const onEnd = () => {
      finish();
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length));
    };
    const onError = (cause: Error) => stop(new LandfallError('PUSH_INVALID', 'The request body ended early or is not gzip.', { cause }));
    const onClose = () => {
      if (!request.complete) onError(new Error('connection closed'));
    };
    const finish = () => {
      clearTimeout(timer);
      source.off('data', onData).off('end', onEnd);
      request.off('close', onClose);
      // What is left of a refused body flows past, so that the client can read its answer.
      source.on('error', () => undefined);
      request.resume();
    };
    source.on('data', onData).on('end', onEnd).on('error', onError);
    request.on('close', onClose);
  });
}

function tooLarge(limits: BodyLimits): LandfallError {
  return new LandfallError('PUSH_TOO_LARGE', `The request body is larger than ${limits.maxBodyBytes} bytes.`);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
