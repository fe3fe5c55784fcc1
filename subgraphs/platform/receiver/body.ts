import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { asLandfallError, LandfallError } from '../errors.ts';
import { withoutByteOrderMark } from '../json/json-slices.ts';

export interface BodyLimits {
  /** Maximum size of the unpacked body, and of the packed one. */
  readonly maxBodyBytes: number;
  /** Time limit for the whole body. */
  readonly timeoutMs: number;
  /**
   * Time in which a body has to make progress: half of what the time limit requires of its declared length, or a byte. A
   * body that stalls holds memory that others wait for.
   */
  readonly stallMs: number;
}

/**
 * Rejects a body whose declared length is too large, before all other checks. @throws {LandfallError} PUSH_TOO_LARGE
 */
export function checkDeclaredLength(request: IncomingMessage, limits: BodyLimits): void {
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBodyBytes) throw tooLarge(limits);
}

/** Returns the declared length of a body, or the maximum when none is declared. */
export function declaredLengthOf(request: IncomingMessage, limits: BodyLimits): number {
  return Number(request.headers['content-length'] ?? limits.maxBodyBytes);
}

/**
 * Checks the parsed media type: one `application/json`, in UTF-8, plain or gzip.
 *
 * @throws {LandfallError} PUSH_MEDIA_TYPE
 */
export function checkMediaType({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): void {
  // Node returns only the first of several headers, and a proxy may use the last.
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
 * Reads the whole body within the limits, as it arrives: memory is not allocated in advance.
 *
 * @param onBytes called with the number of bytes before they are kept; an exception ends the reading
 * @throws {LandfallError} PUSH_TOO_LARGE, PUSH_TOO_SLOW, PUSH_INVALID if it ends early
 */
export function readPieces(
  request: IncomingMessage,
  limits: BodyLimits,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  return new Promise((resolve, reject) => {
    let length = 0;
    const stop = (error: LandfallError) => {
      finish();
      discardBody(request);
      reject(error);
    };
    const { timeoutMs, stallMs } = limits;
    const timer = setTimeout(() => {
      stop(new LandfallError('PUSH_TOO_SLOW', `The request body did not arrive within ${timeoutMs} ms.`));
    }, timeoutMs);
    const leastProgress = Math.max(1, (Number(request.headers['content-length'] ?? 0) * stallMs) / timeoutMs / 2);
    let lengthBefore = 0;
    const progress = setInterval(() => {
      if (length - lengthBefore < leastProgress) {
        stop(new LandfallError('PUSH_TOO_SLOW', `The request body stalled: too few bytes arrived within ${stallMs} ms.`));
      }
      lengthBefore = length;
    }, stallMs);
    const onData = (piece: Buffer) => {
      length += piece.length;
      if (length > limits.maxBodyBytes) return stop(tooLarge(limits));
      try {
        onBytes(piece.length);
        pieces.push(piece);
      } catch (error) {
        stop(asLandfallError(error));
      }
    };
    const onEnd = () => {
      finish();
      resolve(pieces);
    };
    const onError = (cause: Error) => stop(new LandfallError('PUSH_INVALID', 'The request body ended early.', { cause }));
    const onClose = () => onError(new Error('connection closed'));
    const finish = () => {
      clearTimeout(timer);
      clearInterval(progress);
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    };
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
    // The client may have disconnected while it was being identified.
    if (request.destroyed) onClose();
  });
}

/** Number of bytes of a rejected body that are discarded immediately, and pause after each further piece. */
const [freeBytes, pauseMs] = [256 * 1024, 50];

/**
 * Reads and discards the rest of a rejected body, so that the client can read the response. Does so slowly for a large
 * body, since reading costs as much as accepting.
 */
export function discardBody(request: IncomingMessage): void {
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

const unpack = promisify(gunzip);

/** Number of bytes that are unpacked at a time. */
const chunkSize = 64 * 1024;

/**
 * Unpacks a body if it is small, both packed and unpacked.
 *
 * @returns undefined for a larger one
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
 * Unpacks a body by its `Content-Encoding`. A byte order mark is removed.
 *
 * @throws {LandfallError} PUSH_TOO_LARGE, PUSH_INVALID for broken gzip or bytes that are not UTF-8
 */
export async function unpackBody(
  raw: Buffer,
  { headers, maxBodyBytes }: { readonly headers: IncomingHttpHeaders; readonly maxBodyBytes: number },
): Promise<Buffer> {
  return textOf(isPacked(headers) ? await gunzipped(raw, maxBodyBytes) : raw);
}

/** Returns whether a body is compressed with gzip. */
export function isPacked(headers: IncomingHttpHeaders): boolean {
  return /gzip/i.test(headers['content-encoding'] ?? '');
}

/** Checks that an unpacked body is UTF-8 and removes a byte order mark. @throws {LandfallError} PUSH_INVALID if it is not UTF-8 */
export function textOf(body: Buffer): Buffer {
  if (!isUtf8(body)) throw new LandfallError('PUSH_INVALID', 'The request body is not UTF-8.');
  return withoutByteOrderMark(body);
}

async function gunzipped(raw: Buffer, maxBodyBytes: number): Promise<Buffer> {
  try {
    return await unpack(raw, { maxOutputLength: maxBodyBytes, chunkSize: Math.min(chunkSize, maxBodyBytes) });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge({ maxBodyBytes });
    throw new LandfallError('PUSH_INVALID', 'The request body is not complete gzip data.', { cause });
  }
}

function tooLarge(limits: Pick<BodyLimits, 'maxBodyBytes'>): LandfallError {
  return new LandfallError('PUSH_TOO_LARGE', `The request body is larger than ${limits.maxBodyBytes} bytes.`);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

/** Bodies of up to this size have room of their own. */
export const smallBodyBytes = 64 * 1024;

/** Maximum size of all bodies of unidentified senders, in bytes; the last part is reserved for small ones. */
const [maxUnverifiedBytes, keptForSmallBytes] = [64 * 1024 * 1024, 8 * 1024 * 1024];
/**
 * Maximum size of all bodies of partners, and of those of one partner, in bytes. A single larger body is accepted
 * alone.
 */
export const [maxBytes, maxPartnerBytes] = [64 * 1024 * 1024, 32 * 1024 * 1024];
/** Maximum size of all small bodies of one partner, in bytes. */
const maxSmallBytes = 8 * 1024 * 1024;
/**
 * Maximum number of small bodies of one partner that are processed concurrently, so that other partners' bodies do not wait for all
 * of them.
 */
export const maxSmallBodies = 32;
/** How long a body waits for room before its sender is asked to retry. */
export const maxWaitMs = 15_000;

interface Waiting {
  readonly partner: string;
  readonly bytes: number;
  readonly admit: () => void;
}

/** Limits the bytes of pushed bodies in memory. */
export type BodyBudget = ReturnType<typeof createBodyBudget>;

/** The account of one body that is read before its sender is identified. */
export type UnverifiedBody = ReturnType<BodyBudget['openUnverified']>;

/** Opens the budget of a process. */
export function createBodyBudget() {
  const reserveLarge = createRoom(maxBytes, maxPartnerBytes);
  const reserveSmall = createRoom(Number.POSITIVE_INFINITY, maxSmallBytes);
  const takeTurn = createRoom(Number.POSITIVE_INFINITY, maxSmallBodies);
  return {
    /** Opens the account of one body whose sender is not identified yet. */
    openUnverified: createUnverifiedBudget(),
    /**
     * Waits until there is room for a body of a partner, before it is read. Bodies of up to {@link smallBodyBytes} wait
     * only for small ones of their partner.
     *
     * @returns an object whose disposal releases the room
     * @throws {LandfallError} PUSH_BUSY when there was no room in time
     */
    reserve: (partner: string, bytes: number) => (bytes <= smallBodyBytes ? reserveSmall : reserveLarge)(partner, bytes),
    /**
     * Waits until a body of a partner that has been read may be processed. Bodies that are still being read take no
     * turn, so one that stalls delays no other. Only small bodies wait, for others of their partner.
     *
     * @returns an object whose disposal ends the turn
     * @throws {LandfallError} PUSH_BUSY when it had no turn in time
     */
    waitForTurn: async (partner: string, bytes: number) => (bytes <= smallBodyBytes ? takeTurn(partner, 1) : noTurn),
  };
}

/** Large bodies are processed one at a time, see `largeBodies`. */
const noTurn: Disposable = { [Symbol.dispose]: () => {} };

/** Creates the function that reserves room in the total budget and in that of the partner, waiting for both. */
function createRoom(maxTotal: number, maxOfPartner: number): (partner: string, bytes: number) => Promise<Disposable> {
  const bytesByPartner = new Map<string, number>();
  let total = 0;
  const waiting = new Set<Waiting>();

  const isFor = (partner: string, bytes: number): boolean => {
    const own = bytesByPartner.get(partner) ?? 0;
    return own === 0 || own + bytes <= maxOfPartner;
  };
  const hasRoom = (bytes: number): boolean => total === 0 || total + bytes <= maxTotal;
  const take = (partner: string, bytes: number): void => {
    total += bytes;
    bytesByPartner.set(partner, (bytesByPartner.get(partner) ?? 0) + bytes);
  };
  const giveBack = (partner: string, bytes: number): void => {
    total -= bytes;
    const left = (bytesByPartner.get(partner) ?? 0) - bytes;
    if (left > 0) bytesByPartner.set(partner, left);
    else bytesByPartner.delete(partner);
    // In order of arrival. A partner that waits for its own limit does not delay others.
    for (const each of waiting) {
      if (!isFor(each.partner, each.bytes)) continue;
      if (!hasRoom(each.bytes)) return;
      waiting.delete(each);
      take(each.partner, each.bytes);
      each.admit();
    }
  };
  const wait = (partner: string, bytes: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(entry);
        reject(new LandfallError('PUSH_BUSY', 'Too many bodies are being processed.'));
      }, maxWaitMs);
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      const entry: Waiting = { partner, bytes, admit };
      waiting.add(entry);
    });

  return async (partner, bytes) => {
    const isBehind = [...waiting].some((each) => each.partner === partner);
    if (!isBehind && isFor(partner, bytes) && hasRoom(bytes)) take(partner, bytes);
    else await wait(partner, bytes);
    return { [Symbol.dispose]: () => giveBack(partner, bytes) };
  };
}

function createUnverifiedBudget() {
  let total = 0;
  return () => {
    let own = 0;
    /** Rejects a body for which there is no room now, before it is read. @throws {LandfallError} PUSH_BUSY */
    const expect = (bytes: number) => {
      const most = own + bytes > smallBodyBytes ? maxUnverifiedBytes - keptForSmallBytes : maxUnverifiedBytes;
      if (total + bytes > most) throw new LandfallError('PUSH_BUSY', 'Too many bodies of unverified senders are being processed.');
    };
    return {
      expect,
      /** Counts received bytes. @throws {LandfallError} PUSH_BUSY when there is no room for them */
      add: (bytes: number) => {
        expect(bytes);
        own += bytes;
        total += bytes;
      },
      /** Returns the number of received bytes. */
      bytes: () => own,
      [Symbol.dispose]: () => {
        total -= own;
        own = 0;
      },
    };
  };
}
