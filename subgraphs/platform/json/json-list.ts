import { type Slice, type SliceLimits, type SliceResult, sliceArrayInSteps } from './json-slices.ts';
import type { Steps } from './steps.ts';

/**
 * Values (objects, lists, and what stands in them) of one element, and bytes of the largest body for each value that a
 * body may have: parsing 16 MB of empty objects takes seconds and hundreds of megabytes. Notices have a value every 20
 * bytes.
 */
export const [maxItemValues, minBytesPerValue] = [50_000, 12];

/** The most values that a body may have. */
export function maxValuesOf(maxBodyBytes: number): number {
  return Math.ceil(maxBodyBytes / minBytesPerValue);
}

/** Bytes of neighbouring elements that share one copy, and of a body from which elements are copied. */
const [copyBytes, smallBytes] = [256 * 1024, 64 * 1024];

/** A list in a body, whose elements are parsed one by one. */
export interface JsonList {
  readonly kind: 'ok';
  /** The value around the list, parsed, with an empty one in its place; where there is no such list, the value as it is. */
  readonly envelope: unknown;
  readonly slices: readonly Slice[];
  /** Parses an element. @throws {SyntaxError} */
  readonly parse: (slice: Slice) => unknown;
}

/**
 * Opens a body that is a list or has one, in steps and without ever parsing more of it than one element, or what stands
 * around them, at a time. The body is JSON exactly if the envelope and all elements are.
 *
 * @param body UTF-8
 * @param name key of the list; undefined: the body itself is the list
 */
export function* openJsonList(
  body: Buffer,
  name: string | undefined,
  limits: SliceLimits,
): Steps<JsonList | Exclude<SliceResult, { kind: 'ok' }>> {
  const sliced = yield* sliceArrayInSteps(body, name, limits);
  if (sliced.kind !== 'ok') return sliced;
  const { slices, list } = sliced;
  const parse = ({ start, end }: Slice): unknown => JSON.parse(body.toString('utf8', start, end));
  try {
    const before = body.toString('utf8', 0, list?.start);
    const envelope: unknown = JSON.parse(list === undefined ? before : `${before}[]${body.toString('utf8', list.end)}`);
    return { kind: 'ok', envelope, slices, parse };
  } catch {
    return { kind: 'NOT_JSON' };
  }
}

/**
 * Gives the bytes of elements, asked for in order: of a large body as parts of copies, so that what is kept of some does
 * not keep all of it, and what is sent to another thread does not take all of it along.
 */
export function copiesOf(body: Buffer, slices: readonly Slice[]): (index: number, slice: Slice) => Buffer {
  if (body.length <= smallBytes) return (_, { start, end }) => body.subarray(start, end);
  let copy = { bytes: Buffer.alloc(0), from: 0, to: 0 };
  return (index, { start, end }) => {
    if (end > copy.to) {
      let last = index;
      while ((slices[last + 1]?.end ?? Number.POSITIVE_INFINITY) - start <= copyBytes) last += 1;
      const to = slices[last]?.end ?? end;
      // A buffer of its own: from one of Node's pool the whole pool would be sent along.
      const bytes = Buffer.allocUnsafeSlow(to - start);
      body.copy(bytes, 0, start, to);
      copy = { bytes, from: start, to };
    }
    return copy.bytes.subarray(start - copy.from, end - copy.from);
  };
}
