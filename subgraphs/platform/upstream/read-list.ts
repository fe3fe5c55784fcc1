import { isUtf8 } from 'node:buffer';
import { type FeedbackElement, feedback, readFeedback } from '@landfall/dcsa/feedback.ts';
import { LandfallError } from '../errors.ts';
import { parseExactly } from '../json/exact-numbers.ts';
import { endOfValue, maxItemValues, maxValuesOf, openJsonList, type Slice, withoutByteOrderMark } from '../json/json-slices.ts';
import { runExclusive, type Steps } from '../json/steps.ts';
import type { Partner } from '../partners/partner.ts';
import type { SendResponse } from './send.ts';

/** How the body of a page holds its rows, by the standard. */
export interface ListFormat {
  /** Name of the list in the body. Default: the body itself is the list */
  readonly listName?: string;
  /** Whether the standard allows a body without the list, which then counts as empty. @default false */
  readonly mayBeAbsent?: boolean;
  /**
   * Maximum depth of a row. A row that is nested deeper is read as null, others with numbers as `parseExactly` returns
   * them. Default: numbers are read as JavaScript does, and the whole body is refused if it is nested too deeply
   */
  readonly maxRowDepth?: number;
}

/** One page of a list. */
export interface ListPage {
  /** The body as received, without a byte order mark. UTF-8 JSON. */
  readonly body: Buffer;
  /** The elements of the list, parsed but not validated. */
  readonly objects: readonly unknown[];
  /** Position of each object in the body. */
  readonly slices: readonly Slice[];
  /** Remarks of the partner. */
  readonly feedback: readonly FeedbackElement[];
}

/** Maximum number of objects on one page. */
const maxObjects = 100_000;
/** Maximum depth of the JSON, the same as for pushes. */
const maxDepth = 64;

/** Reads the list in the body of a response. @throws {LandfallError} UPSTREAM_SHAPE for any other body */
export async function readList(response: SendResponse, partner: Partner, format: ListFormat): Promise<ListPage> {
  const body = withoutByteOrderMark(response.body);
  return runExclusive({ owner: partner.id, bytes: body.length }, () => readRows(body, response, { partner, ...format }));
}

function* readRows(body: Buffer, { redact }: SendResponse, format: ListFormat & { readonly partner: Partner }): Steps<ListPage> {
  const { partner, listName, mayBeAbsent = false, maxRowDepth } = format;
  const shapeError = (expected: string, got = '') =>
    new LandfallError('UPSTREAM_SHAPE', `Partner ${partner.id} answered 200: expected ${expected}${got}.`);
  const expected = listName === undefined ? 'a JSON array in UTF-8' : `a JSON object in UTF-8 with an array ${listName}`;
  const somethingElse = () => shapeError(expected, `, got ${body.length === 0 ? 'nothing' : `${body.length} bytes of something else`}`);
  const maxValues = maxValuesOf(partner.limits.maxBodyBytes);
  if (!isUtf8(body)) throw somethingElse();
  const limits = {
    maxDepth: maxRowDepth === undefined ? maxDepth : Number.POSITIVE_INFINITY,
    maxItems: maxObjects,
    maxValues,
    maxItemValues,
  };
  const list = yield* openJsonList(body, listName, limits);
  if (list.kind === 'NOT_JSON') throw somethingElse();
  if (list.kind !== 'ok') {
    const rows = listName ?? 'rows';
    throw shapeError(
      list.kind === 'TOO_MANY_VALUES'
        ? `at most ${maxItemValues} JSON values in one of the ${rows}, ${maxValues} in all`
        : `at most ${maxObjects} ${rows} a page, nested at most ${maxDepth} levels`,
    );
  }
  const { envelope, slices, textOf } = list;
  const members = typeof envelope === 'object' && envelope !== null && !Array.isArray(envelope) ? { ...envelope } : undefined;
  const found = listName === undefined ? envelope : (members as Record<string, unknown> | undefined)?.[listName];
  if (!Array.isArray(found) && !(found === undefined && mayBeAbsent && members !== undefined)) {
    throw members === undefined ? somethingElse() : shapeError(expected, ', got another object');
  }
  const objects: unknown[] = [];
  for (const slice of slices) {
    const isTooDeep = maxRowDepth !== undefined && endOfValue(body, slice.start, maxRowDepth) < 0;
    try {
      objects.push(isTooDeep ? null : maxRowDepth === undefined ? JSON.parse(textOf(slice)) : parseExactly(textOf(slice)));
    } catch {
      throw somethingElse();
    }
    yield;
  }
  // A partner may repeat our credential in a remark.
  const remarks = readFeedback((members as Record<string, unknown> | undefined)?.['feedbackElements']).map(
    ({ severity, message, propertyPath }) =>
      feedback(severity, redact(message), propertyPath === undefined ? undefined : redact(propertyPath)),
  );
  return { body, objects, slices, feedback: remarks };
}
