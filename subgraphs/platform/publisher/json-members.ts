import {
  afterWhitespace,
  brace,
  bracket,
  closingBrace,
  closingBracket,
  colon,
  comma,
  endOfString,
  endOfValue,
  isKey,
  type Key,
  keyOf,
  type Slice,
} from '../json/json-slices.ts';
import type { InvalidParts } from '../wire/invalid-parts.ts';

/** Keys of members to take out, each at whatever depth. */
export type MemberKeys = readonly Key[];

/** Prepares the keys for {@link withoutMembers}. */
export function memberKeysOf(names: Iterable<string>): MemberKeys {
  return [...names].map(keyOf);
}

/**
 * Takes members out of JSON by cutting their bytes out: those with one of the keys, everything that is `null`, and parts
 * that are named. What stays is as it was written, numbers and escapes included.
 *
 * @param json valid JSON in UTF-8 of bounded depth; never changed
 * @param parts members and elements to take out, as `JSON.parse` sees them. A member that is there twice goes twice
 * @returns the very same buffer when there is nothing to take out
 */
export function withoutMembers(json: Buffer, keys: MemberKeys, parts?: InnerParts): Buffer {
  if (parts === undefined && !mayHold(json, keys)) return json;
  const cuts: Slice[] = [];
  cutIn(json, { at: afterWhitespace(json, 0), parts }, { keys, cuts });
  if (cuts.length === 0) return json;
  const kept = cuts.map(({ start }, index) => json.subarray(cuts[index - 1]?.end ?? 0, start));
  return Buffer.concat([...kept, json.subarray(cuts.at(-1)?.end)]);
}

/** Parts of an object or a list. */
type InnerParts = Exclude<InvalidParts, 'ALL'>;

const nullBytes = Buffer.from('null');
const escapeBytes = Buffer.from('\\u');

/** A look that costs next to nothing and seldom errs: a text may say `null`, and a key may be escaped. */
function mayHold(json: Buffer, keys: MemberKeys): boolean {
  if (json.includes(nullBytes)) return true;
  return keys.length > 0 && (keys.some(({ bytes }) => json.includes(bytes)) || json.includes(escapeBytes));
}

interface Cutting {
  readonly keys: MemberKeys;
  /** In order, without overlaps. */
  readonly cuts: Slice[];
}

/** A value, and what is to go of it; undefined: nothing in particular. */
interface Place {
  readonly at: number;
  readonly parts: InnerParts | undefined;
}

/** @returns the place behind the value */
function cutIn(json: Buffer, { at, parts }: Place, cutting: Cutting): number {
  const isObject = json[at] === brace;
  if (!isObject && json[at] !== bracket) return endOfValue(json, at, Number.POSITIVE_INFINITY);
  const closing = isObject ? closingBrace : closingBracket;
  // Behind the last element that stays, so that its comma goes with the one behind it that is cut.
  let keptEnd: number | undefined;
  let open: { start: number; end: number } | undefined;
  let next = afterWhitespace(json, at + 1);
  for (let index = 0; json[next] !== closing; index++) {
    const keyEnd = isObject ? endOfString(json, next) : next;
    const value = isObject ? afterWhitespace(json, behindColon(json, keyEnd)) : next;
    const isHidden = isObject && cutting.keys.some((key) => isKey(json, { start: next + 1, end: keyEnd - 1 }, key));
    const inner = parts?.get(isObject ? String(parsedAt(json, { start: next, end: keyEnd })) : index);
    let end: number;
    // No other value begins with an n.
    if (isHidden || json[value] === nullBytes[0] || inner === 'ALL') {
      end = endOfValue(json, value, Number.POSITIVE_INFINITY);
      open = { start: open?.start ?? keptEnd ?? next, end };
    } else {
      if (open !== undefined) cutting.cuts.push(keptEnd === undefined ? { start: open.start, end: next } : open);
      open = undefined;
      end = cutIn(json, { at: value, parts: inner }, cutting);
      keptEnd = end;
    }
    const behind = afterWhitespace(json, end);
    if (json[behind] !== comma && json[behind] !== closing) throw new TypeError('expected JSON');
    next = json[behind] === comma ? afterWhitespace(json, behind + 1) : behind;
  }
  if (open !== undefined) cutting.cuts.push(open);
  return next + 1;
}

function parsedAt(json: Buffer, { start, end }: Slice): unknown {
  return JSON.parse(json.toString('utf8', start, end));
}

function behindColon(json: Buffer, keyEnd: number): number {
  const at = afterWhitespace(json, keyEnd);
  if (json[at] !== colon) throw new TypeError('expected JSON');
  return at + 1;
}
