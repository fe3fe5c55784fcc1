import { LandfallError } from '../errors.ts';
import { copiesOf, type JsonList, maxItemValues, maxValuesOf, openJsonList } from '../json/json-list.ts';
import type { Slice } from '../json/json-slices.ts';
import type { Steps } from '../json/steps.ts';
import type { ParsedObject } from './accept.ts';

/** One object of a pushed list. */
export interface PushedObject {
  /** JSONPath in the request, such as `$.arrivalNotices[2]`. */
  readonly path: string;
  /** Byte for byte as it stood in the body. */
  readonly bytes: Buffer;
  readonly value: unknown;
}

/** What a body of pushed objects has to be: a JSON object with a list. */
export interface ExpectedList {
  /** Name of the array in the body's object. */
  readonly listName: string;
  /** Whether an empty object, or one with an empty list, is taken for nothing to do. @default false */
  readonly mayBeEmpty?: boolean;
}

export interface ListLimits {
  /** Bytes of the unpacked body. */
  readonly maxBodyBytes: number;
  readonly maxObjects: number;
  readonly maxDepth: number;
}

/** Bytes of a body up to which the place of an error is looked for: parsing a large one would keep everybody waiting. */
const smallBytes = 64 * 1024;

/** A refusal that is about one property of the body. */
export class RefusedBody extends LandfallError {
  readonly propertyPath: string;

  constructor(message: string, propertyPath: string, code: 'PUSH_INVALID' | 'PUSH_TOO_LARGE' = 'PUSH_INVALID') {
    super(code, message);
    this.propertyPath = propertyPath;
  }
}

/**
 * Parses a body and prepares its objects, in steps. What is prepared does not keep the body in memory.
 *
 * @param body UTF-8
 * @throws {RefusedBody} for a body that is not taken as a whole
 */
export function* parseList(
  body: Buffer,
  { expected, limits, prepare }: { expected: ExpectedList; limits: ListLimits; prepare: (object: PushedObject) => ParsedObject },
): Steps<ParsedObject[]> {
  const root = `$.${expected.listName}`;
  const list = yield* openExpectedList(body, expected, limits);
  const copyOf = copiesOf(body, list.slices);
  const prepared: ParsedObject[] = [];
  for (const [index, slice] of list.slices.entries()) {
    const value = parsed(list, slice, body);
    yield;
    prepared.push(prepare({ path: `${root}[${index}]`, bytes: copyOf(index, slice), value }));
    yield;
  }
  return prepared;
}

function* openExpectedList(body: Buffer, expected: ExpectedList, limits: ListLimits): Steps<JsonList> {
  const { listName, mayBeEmpty = false } = expected;
  const { maxBodyBytes, maxObjects, maxDepth } = limits;
  const root = `$.${listName}`;
  const maxValues = maxValuesOf(maxBodyBytes);
  const list = yield* openJsonList(body, listName, { maxDepth, maxItems: maxObjects, maxValues, maxItemValues });
  if (list.kind !== 'ok') {
    switch (list.kind) {
      case 'NOT_JSON':
        throw notJson(body);
      case 'TOO_DEEP':
        throw new RefusedBody(`The body is nested deeper than ${maxDepth} levels.`, '$');
      case 'TOO_MANY':
        throw new RefusedBody(`More than ${maxObjects} objects in one request.`, root);
      case 'TOO_MANY_VALUES':
        throw new RefusedBody(`More JSON values than ${maxItemValues} in one object or ${maxValues} in all.`, '$', 'PUSH_TOO_LARGE');
    }
  }
  const { envelope, slices } = list;
  const isObject = typeof envelope === 'object' && envelope !== null && !Array.isArray(envelope);
  const held: unknown = isObject && Object.hasOwn(envelope, listName) ? Reflect.get(envelope, listName) : undefined;
  // A body with something else in it names the list wrongly, and taking it for empty would lose what it holds.
  const isEmpty = isObject && Object.keys(envelope).length === 0;
  if (!(Array.isArray(held) || (mayBeEmpty && isEmpty)) || (slices.length === 0 && !mayBeEmpty)) {
    throw new RefusedBody(`The request body must be a JSON object with ${mayBeEmpty ? 'an' : 'a non-empty'} array ${listName}.`, root);
  }
  return list;
}

function parsed(list: JsonList, slice: Slice, body: Buffer): unknown {
  try {
    return list.parse(slice);
  } catch {
    throw notJson(body);
  }
}

function notJson(body: Buffer): RefusedBody {
  let place = '';
  try {
    if (body.length <= smallBytes) JSON.parse(body.toString('utf8'));
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    if (position !== undefined) place = ` (at character ${position})`;
  }
  return new RefusedBody(`The request body is not JSON${place}.`, '$');
}
