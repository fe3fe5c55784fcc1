import { type Slice, type SliceLimits, type SliceResult, sliceArrayInSteps } from './json-slices.ts';
import type { Steps } from './steps.ts';

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

/** Size of neighbouring elements that share one copy, and minimum size of a body from which elements are copied. */
const [copyBytes, smallBytes] = [256 * 1024, 64 * 1024];

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
  const sliced = yield* sliceArrayInSteps(body, name, limits);
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
 * Returns the bytes of elements, in order. For a large body they are parts of copies, so that a reference to an element
 * neither keeps the whole body in memory nor transfers it to another thread.
 */
export function copiesOf(body: Buffer, slices: readonly Slice[]): (index: number, slice: Slice) => Buffer {
  if (body.length <= smallBytes) return (_, { start, end }) => body.subarray(start, end);
  let copy = { bytes: Buffer.alloc(0), from: 0, to: 0 };
  return (index, { start, end }) => {
    if (end > copy.to) {
      let last = index;
      while ((slices[last + 1]?.end ?? Number.POSITIVE_INFINITY) - start <= copyBytes) last += 1;
      const to = slices[last]?.end ?? end;
      // Not taken from Node's pool, which would be transferred as a whole.
      const bytes = Buffer.allocUnsafeSlow(to - start);
      body.copy(bytes, 0, start, to);
      copy = { bytes, from: start, to };
    }
    return copy.bytes.subarray(start - copy.from, end - copy.from);
  };
}
