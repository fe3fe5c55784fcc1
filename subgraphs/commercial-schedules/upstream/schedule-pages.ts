import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { LandfallError } from '#platform/errors.ts';
import { parseExactly } from '#platform/json/exact-numbers.ts';
import { endOfValue, maxItemValues, maxValuesOf, openJsonList, withoutByteOrderMark } from '#platform/json/json-slices.ts';
import { runExclusive, type Steps } from '#platform/json/steps.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { PagedRequest } from '#platform/upstream/pages.ts';
import type { SendResponse } from '#platform/upstream/send.ts';
import { maxRowDepth } from '../wire/parse.ts';

/** An element of a list, as `parseExactly` returns it, and the length of its JSON. */
export interface ParsedElement {
  /** null for an element that is nested deeper than {@link maxRowDepth}, which is never parsed. */
  readonly value: unknown;
  readonly byteLength: number;
}

/** One page of a Producer's answer: the elements of the root array, not validated. */
export interface SchedulePage {
  readonly objects: readonly ParsedElement[];
}

/**
 * Returns the readers for the pages of one answer. A body that is not an array, and a repeated page, are
 * UPSTREAM_SHAPE.
 */
export function scheduleReaders(partner: Partner): Pick<PagedRequest<SchedulePage>, 'read' | 'readNothing' | 'mayWantCursorAlone'> {
  let previous: string | undefined;
  return {
    read: async ({ body, headers }) => {
      const objects = await elementsOf(body, partner);
      // A Producer that does not support cursors returns its first page for each of them.
      const isOneOfSeveral = previous !== undefined || headers['next-page-cursor'] !== undefined;
      const contentHash = isOneOfSeveral ? hash('sha256', body) : undefined;
      if (objects.length > 0 && contentHash !== undefined && previous === contentHash) {
        throw new LandfallError('UPSTREAM_SHAPE', `Partner ${partner.id} returned the same page twice.`);
      }
      previous = contentHash;
      return { objects };
    },
    readNothing: () => ({ objects: [] }),
    mayWantCursorAlone,
  };
}

/** Until 1.0.1 the standard permitted a Producer to refuse parameters beside a cursor; since then they are required. */
function mayWantCursorAlone(last: SendResponse): boolean {
  return /^1\.0\.[01](-|$)/.test(last.apiVersion ?? '');
}

/** Maximum number of elements on one page. */
const maxElements = 100_000;

async function elementsOf(received: Buffer, partner: Partner): Promise<readonly ParsedElement[]> {
  const body = withoutByteOrderMark(received);
  return runExclusive({ owner: partner.id, bytes: body.length }, () => readElements(body, partner));
}

function* readElements(body: Buffer, partner: Partner): Steps<readonly ParsedElement[]> {
  const shapeError = (expected: string, got = '') =>
    new LandfallError('UPSTREAM_SHAPE', `Partner ${partner.id} answered 200: expected ${expected}${got}.`);
  const notAnArray = () => shapeError('a JSON array in UTF-8', `, got ${body.length} bytes of something else`);
  const maxValues = maxValuesOf(partner.limits.maxBodyBytes);
  // The depth is checked row by row, so that only the row that is nested too deeply is lost.
  const limits = { maxDepth: Number.POSITIVE_INFINITY, maxItems: maxElements, maxValues, maxItemValues };
  if (!isUtf8(body)) throw notAnArray();
  const list = yield* openJsonList(body, undefined, limits);
  if (list.kind === 'TOO_MANY' || list.kind === 'TOO_MANY_VALUES') {
    throw shapeError(`at most ${maxElements} elements with ${maxItemValues} JSON values each, and ${maxValues} in all`);
  }
  if (list.kind !== 'ok') throw notAnArray();
  if (!Array.isArray(list.envelope)) throw shapeError('a JSON array in UTF-8', ', got other JSON');
  const elements: ParsedElement[] = [];
  for (const slice of list.slices) {
    try {
      const isTooDeep = endOfValue(body, slice.start, maxRowDepth) < 0;
      elements.push({ value: isTooDeep ? null : parseExactly(list.textOf(slice)), byteLength: slice.end - slice.start });
    } catch {
      throw notAnArray();
    }
    yield;
  }
  return elements;
}
