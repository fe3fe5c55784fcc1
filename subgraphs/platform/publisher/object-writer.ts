import type { AttributeNames } from '../access/visibility.ts';
import { stringifyExactly } from '../json/exact-numbers.ts';
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
import type { StoredVersion } from '../store/version-store.ts';
import { findInvalidParts, type InvalidParts, MeantValue } from '../wire/shape-check.ts';
import type { ObjectShape } from '../wire/shapes.ts';
import type { InvalidRowsMode } from './invalid-rows.ts';

/** The parts of a version that decide how it is published. */
export type CheckedVersion = Pick<StoredVersion, 'document' | 'violations'>;

/**
 * Writes stored objects as they are published, hiding the same attributes in all of them.
 *
 * @param document the version's document with its blob
 * @returns undefined if no valid part is left
 */
export type ObjectWriter = (version: CheckedVersion, document?: Buffer) => Buffer | undefined;

/** Returns the parts of a version that violate its standard; undefined when there are none. */
export type FindInvalid = (version: CheckedVersion) => InvalidParts | undefined;

/**
 * Creates the function that finds invalid parts. Objects without violations are valid; for others the result is cached
 * with their document.
 */
export function createFindInvalid(shape: ObjectShape): FindInvalid {
  const checked = new WeakMap<Buffer, { readonly parts: InvalidParts | undefined }>();
  return ({ document, violations }) => {
    if (violations.length === 0) return undefined;
    const known = checked.get(document);
    if (known !== undefined) return known.parts;
    const parts = findInvalidParts(shape, JSON.parse(document.toString()));
    checked.set(document, { parts });
    return parts;
  };
}

/**
 * Creates a writer. An object is written as its partner wrote it, without hidden attributes and without `null`, which
 * the standards do not allow. Invalid parts are written as they are read if they have one meaning, and removed otherwise, because one of them would make a whole page unreadable
 * to a strict client.
 *
 * @param invalidRows `asReceived` keeps invalid parts
 */
export function createObjectWriter(hidden: AttributeNames, findInvalid: FindInvalid, invalidRows: InvalidRowsMode): ObjectWriter {
  const keys = [...hidden].map(keyOf);
  // The store returns recently read documents again, and scanning them is the most expensive step.
  const untouched = new WeakSet<Buffer>();
  return (version, document = version.document) => {
    if (untouched.has(document)) return document;
    const parts = invalidRows === 'asReceived' ? undefined : findInvalid(version);
    if (parts === 'ALL' || parts instanceof MeantValue) return undefined;
    const written = withoutMembers(document, keys, parts);
    if (written === document) untouched.add(document);
    return written;
  };
}

/**
 * Removes members from JSON by cutting out their bytes: members with one of the keys, members and elements that are
 * `null`, and the given parts. Everything else stays as written, including the form of numbers and escapes.
 *
 * @param keys of members to remove, at any depth
 * @param json valid JSON in UTF-8 of limited depth; never changed
 * @param parts members and elements to remove or to replace, as paths of the value that `JSON.parse` returns; duplicate members are
 *   all removed
 * @returns the same buffer if there is nothing to remove
 */
export function withoutMembers(json: Buffer, keys: readonly Key[], parts?: InnerParts): Buffer {
  if (parts === undefined && !mayHold(json, keys)) return json;
  const cuts: Cut[] = [];
  cutIn(json, { at: afterWhitespace(json, 0), parts }, { keys, cuts });
  if (cuts.length === 0) return json;
  const kept = cuts.flatMap(({ start, replacement }, index) => {
    const before = json.subarray(cuts[index - 1]?.end ?? 0, start);
    return replacement === undefined ? before : [before, replacement];
  });
  return Buffer.concat([...kept, json.subarray(cuts.at(-1)?.end)]);
}

/** Parts of an object or a list. */
type InnerParts = Exclude<InvalidParts, 'ALL' | MeantValue>;

/** Bytes to remove, and what is written in their place. */
interface Cut extends Slice {
  readonly replacement?: Buffer;
}

const nullBytes = Buffer.from('null');
const escapeBytes = Buffer.from('\\u');

/** A cheap check with rare false positives: a string may contain `null`, and a key may be escaped. */
function mayHold(json: Buffer, keys: readonly Key[]): boolean {
  if (json.includes(nullBytes)) return true;
  return keys.length > 0 && (keys.some(({ bytes }) => json.includes(bytes)) || json.includes(escapeBytes));
}

interface Cutting {
  readonly keys: readonly Key[];
  /** The cuts in ascending order, without overlaps. */
  readonly cuts: Cut[];
}

/** @returns the position after the value */
function cutIn(json: Buffer, { at, parts }: { readonly at: number; readonly parts: InnerParts | undefined }, cutting: Cutting): number {
  const isObject = json[at] === brace;
  if (!isObject && json[at] !== bracket) return endOfValue(json, at, Number.POSITIVE_INFINITY);
  const closing = isObject ? closingBrace : closingBracket;
  // End of the last element that stays. The comma after it is cut together with the next element.
  let keptEnd: number | undefined;
  let open: { start: number; end: number } | undefined;
  let next = afterWhitespace(json, at + 1);
  for (let index = 0; json[next] !== closing; index++) {
    const keyEnd = isObject ? endOfString(json, next) : next;
    const value = isObject ? afterWhitespace(json, afterColon(json, keyEnd)) : next;
    const isHidden = isObject && cutting.keys.some((key) => isKey(json, { start: next + 1, end: keyEnd - 1 }, key));
    const inner = parts?.get(isObject ? String(parsedAt(json, { start: next, end: keyEnd })) : index);
    let end: number;
    // Only `null` begins with an n.
    if (isHidden || json[value] === nullBytes[0] || inner === 'ALL') {
      end = endOfValue(json, value, Number.POSITIVE_INFINITY);
      open = { start: open?.start ?? keptEnd ?? next, end };
    } else {
      if (open !== undefined) cutting.cuts.push(keptEnd === undefined ? { start: open.start, end: next } : open);
      open = undefined;
      if (inner instanceof MeantValue) {
        end = endOfValue(json, value, Number.POSITIVE_INFINITY);
        cutting.cuts.push({ start: value, end, replacement: withoutMembers(Buffer.from(stringifyExactly(inner.value)), cutting.keys) });
      } else end = cutIn(json, { at: value, parts: inner }, cutting);
      keptEnd = end;
    }
    const following = afterWhitespace(json, end);
    if (json[following] !== comma && json[following] !== closing) throw new TypeError('expected JSON');
    next = json[following] === comma ? afterWhitespace(json, following + 1) : following;
  }
  if (open !== undefined) cutting.cuts.push(open);
  return next + 1;
}

function parsedAt(json: Buffer, { start, end }: Slice): unknown {
  return JSON.parse(json.toString('utf8', start, end));
}

function afterColon(json: Buffer, keyEnd: number): number {
  const at = afterWhitespace(json, keyEnd);
  if (json[at] !== colon) throw new TypeError('expected JSON');
  return at + 1;
}
