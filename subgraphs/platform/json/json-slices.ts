import { isUtf8 } from 'node:buffer';
import { finish, type Steps } from './steps.ts';

/** A range of bytes; `end` is exclusive. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

export interface SliceLimits {
  /** Maximum depth of nested objects and lists, including the outermost. */
  readonly maxDepth: number;
  /** Maximum number of elements in the list. */
  readonly maxItems: number;
  /**
   * Maximum number of values in the whole body. Each object, each list and each member or element counts. @default no
   * limit
   */
  readonly maxValues?: number;
  /** Maximum number of values in one element, and in the envelope. @default no limit */
  readonly maxItemValues?: number;
}

/** The elements of a list, or why the search was aborted. */
export type SliceResult =
  | {
      readonly kind: 'ok';
      readonly slices: readonly Slice[];
      /** The bytes of the list, brackets included; undefined when there is no list. */
      readonly list: Slice | undefined;
    }
  | { readonly kind: Rejection };

type Rejection = 'NOT_JSON' | 'TOO_DEEP' | 'TOO_MANY' | 'TOO_MANY_VALUES';

/**
 * Finds the bytes of each element of one top-level list of a JSON value, in one pass and without parsing, in steps, each
 * of which scans one element or one member of the envelope. It runs before `JSON.parse`, so that a body that is nested
 * too deeply or has too many values is never parsed. Validation is left to `JSON.parse`: for valid JSON the result is
 * exactly what `JSON.parse` sees (the last of equal keys counts, keys may be escaped); for other input the result is
 * unspecified, and found in linear time.
 *
 * @param body JSON in UTF-8
 * @param name key of the list; undefined when the body itself is the list
 * @returns `ok` without slices also when there is no such key, its value is not a list, or the body is not an object;
 *   `TOO_MANY` at the first list of that name with too many elements, even if another one follows
 */
export function* sliceArray(body: Buffer, name: string | undefined, limits: SliceLimits): Steps<SliceResult> {
  const { maxDepth, maxValues = Number.POSITIVE_INFINITY, maxItemValues = maxValues } = limits;
  let slices: Slice[] = [];
  let list: Slice | undefined;
  let elementValues = 0;
  const envelope: ValueCount = { values: 0, most: Math.min(maxValues, maxItemValues) };
  function* readList(at: number): Steps<number> {
    [slices, list] = [[], undefined];
    if (body[at] !== bracket) return endOfValue(body, at, maxDepth - 1, envelope);
    const count: ValueCount = { values: elementValues, most: maxValues };
    const end = yield* endOfList(body, {
      at,
      slices,
      limits,
      maxDepth: name === undefined ? maxDepth : maxDepth - 1,
      count,
      maxItemValues,
    });
    elementValues = count.values;
    if (end >= 0) list = { start: at, end };
    return end;
  }
  const at = afterWhitespace(body, 0);
  let end: number;
  if (name === undefined) end = yield* readList(at);
  else if (body[at] !== brace || maxDepth < 1) end = endOfValue(body, at, maxDepth, envelope);
  else end = yield* endOfObject(body, { at, key: keyOf(name), readValue: readList, maxDepth, count: envelope });
  return end < 0 ? { kind: rejections[end] ?? 'NOT_JSON' } : { kind: 'ok', slices, list };
}

/**
 * Finds the bytes of a string inside a JSON value, without the quotes. The last of equal keys counts.
 *
 * @param slice JSON in UTF-8
 * @param path keys of the enclosing objects
 * @returns undefined when there is no such string
 */
export function locate(slice: Buffer, path: readonly string[]): Slice | undefined {
  let at = afterWhitespace(slice, 0);
  for (const name of path) {
    let found = notJson;
    // biome-ignore lint/correctness/useYield: a member that is scanned in one step
    const readValue = function* (value: number): Steps<number> {
      found = value;
      return endOfValue(slice, value, Number.POSITIVE_INFINITY);
    };
    if (slice[at] !== brace) return undefined;
    const end = finish(endOfObject(slice, { at, key: keyOf(name), readValue, maxDepth: Number.POSITIVE_INFINITY }));
    if (end < 0 || found < 0) return undefined;
    at = found;
  }
  const end = slice[at] === quote ? endOfString(slice, at) : notJson;
  return end < 0 ? undefined : { start: at + 1, end: end - 1 };
}

// The functions below return the index after a value, or one of these codes.
const [notJson, tooDeep, tooMany, tooManyValues] = [-1, -2, -3, -4];
const rejections: Readonly<Record<number, Rejection>> = {
  [notJson]: 'NOT_JSON',
  [tooDeep]: 'TOO_DEEP',
  [tooMany]: 'TOO_MANY',
  [tooManyValues]: 'TOO_MANY_VALUES',
};

/** Structural bytes of JSON. */
export const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
export const [brace, closingBrace, bracket, closingBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** A key to search for. */
export type Key = ReturnType<typeof keyOf>;

export function keyOf(name: string) {
  return { name, bytes: Buffer.from(name) };
}

interface ObjectWalk {
  /** Index of the opening brace. */
  readonly at: number;
  readonly key: Key;
  /** Reads each value of the key and returns the index after it. */
  readonly readValue: (at: number) => Steps<number>;
  readonly maxDepth: number;
  readonly count?: ValueCount;
}

/** The number of values so far, and its limit. */
interface ValueCount {
  values: number;
  readonly most: number;
}

function* endOfObject(body: Buffer, { at, key, readValue, maxDepth, count }: ObjectWalk): Steps<number> {
  let next = afterWhitespace(body, at + 1);
  if (body[next] === closingBrace) return next + 1;
  for (;;) {
    if (body[next] !== quote) return notJson;
    const keyEnd = endOfString(body, next);
    if (keyEnd < 0) return keyEnd;
    const separator = afterWhitespace(body, keyEnd);
    if (body[separator] !== colon) return notJson;
    const value = afterWhitespace(body, separator + 1);
    const isWanted = isKey(body, { start: next + 1, end: keyEnd - 1 }, key);
    const end = isWanted ? yield* readValue(value) : endOfValue(body, value, maxDepth - 1, count);
    if (end < 0) return end;
    const delimiter = afterWhitespace(body, end);
    if (body[delimiter] === closingBrace) return delimiter + 1;
    if (body[delimiter] !== comma) return notJson;
    if (count !== undefined && ++count.values > count.most) return tooManyValues;
    next = afterWhitespace(body, delimiter + 1);
    yield;
  }
}

interface ListWalk {
  /** Index of the opening bracket. */
  readonly at: number;
  readonly slices: Slice[];
  readonly limits: SliceLimits;
  /** Maximum depth of the list. */
  readonly maxDepth: number;
  readonly count: ValueCount;
  readonly maxItemValues: number;
}

function* endOfList(body: Buffer, { at, slices, limits, maxDepth, count, maxItemValues }: ListWalk): Steps<number> {
  if (maxDepth < 1) return tooDeep;
  let start = afterWhitespace(body, at + 1);
  if (body[start] === closingBracket) return start + 1;
  for (;;) {
    if (slices.length === limits.maxItems) return tooMany;
    const item: ValueCount = { values: 1, most: Math.min(maxItemValues, count.most - count.values) };
    const end = endOfValue(body, start, maxDepth - 1, item);
    if (end < 0) return end;
    count.values += item.values;
    slices.push({ start, end });
    const delimiter = afterWhitespace(body, end);
    if (body[delimiter] === closingBracket) return delimiter + 1;
    if (body[delimiter] !== comma) return notJson;
    start = afterWhitespace(body, delimiter + 1);
    yield;
  }
}

/**
 * Returns the index after the value that starts here, or a negative code. Inside the value it scans only strings and
 * nesting, and commas if values are counted.
 */
export function endOfValue(body: Buffer, at: number, maxDepth: number, count?: ValueCount): number {
  const first = body[at];
  if (first === quote) return endOfString(body, at);
  if (first !== brace && first !== bracket) return endOfLiteral(body, at);
  let depth = 0;
  let values = count?.values ?? 0;
  const most = count?.most ?? Number.POSITIVE_INFINITY;
  for (let next = at; next < body.length; next++) {
    const byte = body[next];
    if (byte === quote) {
      const end = endOfString(body, next);
      if (end < 0) return end;
      next = end - 1;
    } else if (byte === comma) {
      if (++values > most) return tooManyValues;
    } else if (byte === brace || byte === bracket) {
      if (++values > most) return tooManyValues;
      if (++depth > maxDepth) return tooDeep;
    } else if (byte === closingBrace || byte === closingBracket) {
      if (--depth > 0) continue;
      if (count !== undefined) count.values = values;
      return next + 1;
    }
  }
  return notJson;
}

/** Returns the index after the closing quote. */
export function endOfString(body: Buffer, at: number): number {
  let next = at + 1;
  for (;;) {
    // For a typical string, calling the native search costs more than reading its bytes.
    for (const near = Math.min(next + 64, body.length); next < near; next++) {
      const byte = body[next];
      if (byte === quote) return next + 1;
      if (byte === backslash) next++;
    }
    const found = next < body.length ? body.indexOf(quote, next) : -1;
    if (found === -1) return notJson;
    let escapes = found;
    while (escapes > next && body[escapes - 1] === backslash) escapes--;
    if ((found - escapes) % 2 === 0) return found + 1;
    next = found + 1;
  }
}

/** Returns the index after a number, `true`, `false` or `null`. */
function endOfLiteral(body: Buffer, at: number): number {
  let next = at;
  while (next < body.length && isLiteralByte(body[next])) next++;
  return next === at ? notJson : next;
}

function isLiteralByte(byte: number | undefined): boolean {
  return byte !== comma && byte !== closingBrace && byte !== closingBracket && byte !== colon && !isBlank(byte);
}

/** Returns the index after white space. */
export function afterWhitespace(body: Buffer, at: number): number {
  let next = at;
  while (isBlank(body[next])) next++;
  return next;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Returns whether the bytes between quotes are the key, escaped or not. */
export function isKey(body: Buffer, { start, end }: Slice, key: Key): boolean {
  for (let at = start; at < end; at++) {
    if (body[at] === backslash) return unescaped(body.toString('utf8', start - 1, end + 1)) === key.name;
    if (body[at] !== key.bytes[at - start]) return false;
  }
  return end - start === key.bytes.length;
}

function unescaped(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Maximum number of values (objects, lists and their members) in one element, and minimum size of the largest body per
 * value that a body may have. Parsing 16 MB of empty objects takes seconds and hundreds of megabytes, while notices
 * have a value every 20 bytes.
 */
export const [maxItemValues, minBytesPerValue] = [50_000, 12];

/** Returns the maximum number of values in a body. */
export function maxValuesOf(maxBodyBytes: number): number {
  return Math.ceil(maxBodyBytes / minBytesPerValue);
}

/** Minimum size of a body from which elements are copied. */
const smallBytes = 64 * 1024;

/** A list in a body, whose elements are parsed one by one. */
export interface JsonList {
  readonly kind: 'ok';
  /**
   * The parsed value around the list, with an empty list in place of the list; without such a list, the whole value.
   */
  readonly envelope: unknown;
  readonly slices: readonly Slice[];
  /** Returns the JSON of an element. */
  readonly textOf: (slice: Slice) => string;
}

/**
 * Opens a body that is or contains a list, in steps, each of which parses at most one element or the envelope. The body
 * is valid JSON exactly if the envelope and all elements are.
 *
 * @param body UTF-8
 * @param name key of the list; undefined when the body itself is the list
 */
export function* openJsonList(
  body: Buffer,
  name: string | undefined,
  limits: SliceLimits,
): Steps<JsonList | Exclude<SliceResult, { kind: 'ok' }>> {
  const sliced = yield* sliceArray(body, name, limits);
  if (sliced.kind !== 'ok') return sliced;
  const { slices, list } = sliced;
  const textOf = ({ start, end }: Slice): string => body.toString('utf8', start, end);
  try {
    const before = body.toString('utf8', 0, list?.start);
    const envelope: unknown = JSON.parse(list === undefined ? before : `${before}[]${body.toString('utf8', list.end)}`);
    return { kind: 'ok', envelope, slices, textOf };
  } catch {
    return { kind: 'NOT_JSON' };
  }
}

/**
 * Returns the bytes of an element. Those of a large body are a copy, so that a reference to them neither keeps the whole
 * body in memory nor transfers it to another thread.
 */
export function bytesOf(body: Buffer, { start, end }: Slice): Buffer {
  const bytes = body.subarray(start, end);
  // Not copied into Node's pool, which would be transferred as a whole.
  return body.length <= smallBytes ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
}

/** Removes the byte order mark with which some partners begin a body. */
export function withoutByteOrderMark(body: Buffer): Buffer {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}

/** Parses a body without byte order mark; undefined when it is not JSON in UTF-8. */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
