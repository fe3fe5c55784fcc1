import { isUtf8 } from 'node:buffer';
import { type FeedbackElement, feedback, readFeedback } from '@landfall/dcsa/feedback.ts';
import { LandfallError } from '../errors.ts';
import { maxItemValues, maxValuesOf, openJsonList, type Slice, withoutByteOrderMark } from '../json/json-slices.ts';
import { runExclusive, type Steps } from '../json/steps.ts';
import type { Partner } from '../partners/partner.ts';
import type { PagedRequest } from './pages.ts';
import type { SendResponse } from './send.ts';

/** A request of a standard whose response is an object with a list. */
export interface ListRequest extends Pick<PagedRequest<ListPage>, 'standard' | 'endpoint' | 'urls'> {
  /**
   * Conditions that are not sent because the partner does not process them. The response may therefore have more rows
   * than requested.
   */
  readonly leftOut: readonly string[];
  /** Name of the list in the body. */
  readonly listName: string;
  /** Whether the standard allows a body without the list, which then counts as empty. @default false */
  readonly mayBeAbsent?: boolean;
}

/** One page of a list. */
export interface ListPage {
  /** The body as received, without a byte order mark. UTF-8 JSON. */
  readonly body: Buffer;
  /** The elements of the list, parsed but not validated. */
  readonly objects: readonly unknown[];
  /** Position of each object in the body. */
  readonly slices: readonly Slice[];
  /** Includes a warning when further pages are not read. */
  readonly feedback: readonly FeedbackElement[];
}

const pagesNotRead = feedback('WARN', 'Further pages exist and are not read: paging is off.');
const emptyPage: ListPage = { body: Buffer.alloc(0), objects: [], slices: [], feedback: [] };

/** Maximum number of objects on one page. */
const maxObjects = 100_000;
/** Maximum depth of the JSON, the same as for pushes. */
const maxDepth = 64;

/** Returns the readers for the pages of a list. Any other body is UPSTREAM_SHAPE. */
export function listReaders(partner: Partner, request: ListRequest): Pick<PagedRequest<ListPage>, 'read' | 'readNothing'> {
  return {
    read: async (response, isCutOff) => {
      const body = withoutByteOrderMark(response.body);
      const list = await runExclusive({ owner: partner.id, bytes: body.length }, () => readList(body, partner, request));
      const remarks = readFeedback(list.envelope['feedbackElements']).map((element) => redacted(element, response));
      return { body, objects: list.objects, slices: list.slices, feedback: isCutOff ? [...remarks, pagesNotRead] : remarks };
    },
    readNothing: () => emptyPage,
  };
}

function* readList(
  body: Buffer,
  partner: Partner,
  { listName, mayBeAbsent = false }: ListRequest,
): Steps<Pick<ListPage, 'objects' | 'slices'> & { readonly envelope: Readonly<Record<string, unknown>> }> {
  const shapeError = (expected: string, got = '') =>
    new LandfallError('UPSTREAM_SHAPE', `Partner ${partner.id} answered 200: expected ${expected}${got}.`);
  const maxValues = maxValuesOf(partner.limits.maxBodyBytes);
  const limits = { maxDepth, maxItems: maxObjects, maxValues, maxItemValues };
  const list = isUtf8(body) ? yield* openJsonList(body, listName, limits) : ({ kind: 'NOT_JSON' } as const);
  if (list.kind === 'TOO_DEEP' || list.kind === 'TOO_MANY') {
    throw shapeError(`at most ${maxObjects} ${listName} a page, nested at most ${maxDepth} levels`);
  }
  if (list.kind === 'TOO_MANY_VALUES')
    throw shapeError(`at most ${maxItemValues} JSON values in one of the ${listName}, ${maxValues} in all`);
  const expected = `a JSON object in UTF-8 with an array ${listName}`;
  const envelope = list.kind === 'ok' ? objectOf(list.envelope) : undefined;
  const elements = envelope?.[listName];
  if (list.kind !== 'ok' || envelope === undefined || !(Array.isArray(elements) || (elements === undefined && mayBeAbsent))) {
    throw shapeError(expected, `, got ${nameOfBody(body, envelope)}`);
  }
  const objects: unknown[] = [];
  for (const slice of list.slices) {
    try {
      objects.push(JSON.parse(list.textOf(slice)));
    } catch {
      throw shapeError(expected, `, got ${nameOfBody(body, undefined)}`);
    }
    yield;
  }
  return { objects, slices: list.slices, envelope };
}

/** Removes our credential from a remark, where a partner may repeat it. */
function redacted({ severity, message, propertyPath }: FeedbackElement, { redact }: SendResponse): FeedbackElement {
  return feedback(severity, redact(message), propertyPath === undefined ? undefined : redact(propertyPath));
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function nameOfBody(body: Buffer, parsed: object | undefined): string {
  if (parsed !== undefined) return 'another object';
  return body.length === 0 ? 'nothing' : `${body.length} bytes of something else`;
}
