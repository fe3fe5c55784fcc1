import { LandfallError } from '../errors.ts';
import { bytesOf, type JsonList, maxItemValues, maxValuesOf, openJsonList, type Slice } from '../json/json-slices.ts';
import type { Steps } from '../json/steps.ts';
import type { ParsedObject } from './accept.ts';

/** One object of a pushed list. */
export interface PushedObject {
  /** JSONPath in the request, such as `$.arrivalNotices[2]`. */
  readonly path: string;
  /** The bytes of the object in the body. */
  readonly bytes: Buffer;
  readonly value: unknown;
}

/** The expected body: a JSON object with a list. */
export interface ExpectedList {
  /** Name of the list in the body. */
  readonly listName: string;
  /** Whether an empty object, or an empty list, is accepted. @default false */
  readonly mayBeEmpty?: boolean;
}

export interface ListLimits {
  /** Maximum size of the unpacked body. */
  readonly maxBodyBytes: number;
  readonly maxObjects: number;
  readonly maxDepth: number;
}

/**
 * Maximum size of a body for which the position of a syntax error is reported. Parsing a large body would block the
 * process.
 */
const smallBytes = 64 * 1024;

/** Thrown to reject a body because of one property. */
export class RefusedBody extends LandfallError {
  readonly propertyPath: string;

  constructor(message: string, propertyPath: string, code: 'PUSH_INVALID' | 'PUSH_TOO_LARGE' = 'PUSH_INVALID') {
    super(code, message);
    this.propertyPath = propertyPath;
  }
}

/**
 * Parses a body and its objects, in steps. The results do not keep the body in memory.
 *
 * @param body UTF-8
 * @throws {RefusedBody} for a body that is rejected as a whole
 */
export function* parseList(
  body: Buffer,
  { expected, limits, parseObject }: { expected: ExpectedList; limits: ListLimits; parseObject: (object: PushedObject) => ParsedObject },
): Steps<ParsedObject[]> {
  const root = `$.${expected.listName}`;
  const list = yield* openExpectedList(body, expected, limits);
  const objects: ParsedObject[] = [];
  for (const [index, slice] of list.slices.entries()) {
    const value = parseSlice(list, slice, body);
    yield;
    objects.push(parseObject({ path: `${root}[${index}]`, bytes: bytesOf(body, slice), value }));
    yield;
  }
  return objects;
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
  const member: unknown = isObject && Object.hasOwn(envelope, listName) ? Reflect.get(envelope, listName) : undefined;
  // A body with other members misspells the list. Accepting it as empty would lose its objects.
  const isEmpty = isObject && Object.keys(envelope).length === 0;
  if (!(Array.isArray(member) || (mayBeEmpty && isEmpty)) || (slices.length === 0 && !mayBeEmpty)) {
    throw new RefusedBody(`The request body must be a JSON object with ${mayBeEmpty ? 'an' : 'a non-empty'} array ${listName}.`, root);
  }
  return list;
}

function parseSlice(list: JsonList, slice: Slice, body: Buffer): unknown {
  try {
    return JSON.parse(list.textOf(slice));
  } catch {
    throw notJson(body);
  }
}

function notJson(body: Buffer): RefusedBody {
  let position = '';
  try {
    if (body.length <= smallBytes) JSON.parse(body.toString('utf8'));
  } catch (error) {
    const character = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    if (character !== undefined) position = ` (at character ${character})`;
  }
  return new RefusedBody(`The request body is not JSON${position}.`, '$');
}
