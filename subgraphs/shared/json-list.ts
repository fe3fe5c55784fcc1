import { type Slice, type SliceLimits, type SliceResult, sliceArrayInSteps } from './json-slices.ts';
import type { Steps } from './steps.ts';

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
