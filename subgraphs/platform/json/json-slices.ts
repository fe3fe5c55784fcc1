import { finish, type Steps } from './steps.ts';

/** A stretch of bytes; `end` is exclusive. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

export interface SliceLimits {
  /** Objects and lists inside each other, the outermost included. */
  readonly maxDepth: number;
  /** Elements of the list. */
  readonly maxItems: number;
  /** Values of the whole body, where each object, each list and each member or element counts. @default no limit */
  readonly maxValues?: number;
  /** Values of one element, and of everything beside the list. @default no limit */
  readonly maxItemValues?: number;
}

/** The elements of a list, or why they were not looked for to the end. */
export type SliceResult =
  | {
      readonly kind: 'ok';
      readonly slices: readonly Slice[];
      /** Of the list, brackets included; undefined where there is none. */
      readonly list: Slice | undefined;
    }
  | { readonly kind: Refusal };

type Refusal = 'NOT_JSON' | 'TOO_DEEP' | 'TOO_MANY' | 'TOO_MANY_VALUES';

/**
 * Finds the bytes of each element of one list at the top of a JSON value, in one pass and without parsing. It runs before
 * `JSON.parse`, so that a body that is nested too deep or has too many values is never parsed, and leaves judging the
 * text to `JSON.parse`: of JSON it returns exactly what `JSON.parse` will see (of equal keys the last wins, keys may be
 * escaped), of anything else it returns something, in linear time.
 *
 * @param body JSON in UTF-8
 * @param name key of the list; undefined: the body itself is the list
 * @returns `ok` without slices also where there is no such key, no list behind it or no object at all; `TOO_MANY` at
 *   the first list of that name with too many elements, even if another follows
 */
export function sliceArray(body: Buffer, name: string | undefined, limits: SliceLimits): SliceResult {
  return finish(sliceArrayInSteps(body, name, limits));
}

/** Does the same in steps, each of which looks at one element or at one member beside the list. */
export function* sliceArrayInSteps(body: Buffer, name: string | undefined, limits: SliceLimits): Steps<SliceResult> {
  const { maxDepth, maxValues = Number.POSITIVE_INFINITY, maxItemValues = maxValues } = limits;
  let slices: Slice[] = [];
  let list: Slice | undefined;
  let elementValues = 0;
  const beside: ValueCount = { values: 0, most: Math.min(maxValues, maxItemValues) };
  function* readList(at: number): Steps<number> {
    [slices, list] = [[], undefined];
    if (body[at] !== bracket) return endOfValue(body, at, maxDepth - 1, beside);
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
  else if (body[at] !== brace || maxDepth < 1) end = endOfValue(body, at, maxDepth, beside);
  else end = yield* endOfObject(body, { at, key: keyOf(name), readValue: readList, maxDepth, count: beside });
  return end < 0 ? { kind: refusals[end] ?? 'NOT_JSON' } : { kind: 'ok', slices, list };
}

/**
 * Finds the bytes of a text inside a JSON value, without the quotes. Of equal keys the last wins.
 *
 * @param slice JSON in UTF-8
 * @param path keys of the objects to go through
 * @returns undefined where there is no such text
 */
export function locate(slice: Buffer, path: readonly string[]): Slice | undefined {
  let at = afterWhitespace(slice, 0);
  for (const name of path) {
    let found = notJson;
    // biome-ignore lint/correctness/useYield: a member that is looked at in one step
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

// Where a function below gives the place behind something, these stand for no such place.
const [notJson, tooDeep, tooMany, tooManyValues] = [-1, -2, -3, -4];
const refusals: Readonly<Record<number, Refusal>> = {
  [notJson]: 'NOT_JSON',
  [tooDeep]: 'TOO_DEEP',
  [tooMany]: 'TOO_MANY',
  [tooManyValues]: 'TOO_MANY_VALUES',
};

/** Bytes that structure JSON. */
export const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
export const [brace, closingBrace, bracket, closingBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** A key to look for. */
export interface Key {
  readonly name: string;
  readonly bytes: Buffer;
}

export function keyOf(name: string): Key {
  return { name, bytes: Buffer.from(name) };
}

interface ObjectWalk {
  /** Place of the opening brace. */
  readonly at: number;
  readonly key: Key;
  /** Reads each value behind the key and gives the place behind it. */
  readonly readValue: (at: number) => Steps<number>;
  readonly maxDepth: number;
  readonly count?: ValueCount;
}

/** Values that were counted, and the most that there may be. */
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
    const behind = afterWhitespace(body, end);
    if (body[behind] === closingBrace) return behind + 1;
    if (body[behind] !== comma) return notJson;
    if (count !== undefined && ++count.values > count.most) return tooManyValues;
    next = afterWhitespace(body, behind + 1);
    yield;
  }
}

interface ListWalk {
  /** Place of the opening bracket. */
  readonly at: number;
  readonly slices: Slice[];
  readonly limits: SliceLimits;
  /** Of the list. */
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
    const behind = afterWhitespace(body, end);
    if (body[behind] === closingBracket) return behind + 1;
    if (body[behind] !== comma) return notJson;
    start = afterWhitespace(body, behind + 1);
    yield;
  }
}

/**
 * The place behind the value that starts here, negative where there is none; inside it only strings and nesting are
 * looked at, and commas if values are counted.
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

/** The place behind the closing quote. */
export function endOfString(body: Buffer, at: number): number {
  let next = at + 1;
  for (;;) {
    // Calling the native search costs more than reading the bytes of a usual text.
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

/** The place behind a number, `true`, `false` or `null`. */
function endOfLiteral(body: Buffer, at: number): number {
  let next = at;
  while (next < body.length && isLiteralByte(body[next])) next++;
  return next === at ? notJson : next;
}

function isLiteralByte(byte: number | undefined): boolean {
  return byte !== comma && byte !== closingBrace && byte !== closingBracket && byte !== colon && !isBlank(byte);
}

/** The next place that is no white space. */
export function afterWhitespace(body: Buffer, at: number): number {
  let next = at;
  while (isBlank(body[next])) next++;
  return next;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Whether the bytes between the quotes of a key spell it, escaped or not. */
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
