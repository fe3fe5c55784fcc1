import { Readable } from 'node:stream';
import type { FeedbackElement } from '@landfall/dcsa/feedback.ts';
import type { SourceReport } from '../upstream/sources.ts';

/** Rows of a page, each one JSON object in UTF-8. Of a large page, only the rows being sent are in memory. */
export type PageRows = readonly Buffer[] | AsyncIterable<Buffer>;

/** The partners of rows. */
export interface RowSources {
  /** The partner id of each row, in the order of the rows. */
  readonly partners: readonly string[];
  /** Partners whose rows are missing or incomplete. */
  readonly missing: readonly Pick<SourceReport, 'partner' | 'status'>[];
}

/** Number of bytes written to the socket at a time. */
const pieceBytes = 64 * 1024;

/**
 * Returns the body of a response: a small page as one buffer, a larger one as a stream with backpressure, which ends
 * when the client disconnects.
 *
 * @param listName name of the list in the body; undefined when the body is the list, which has no place for remarks
 */
export function bodyOf(
  { rows, remarks }: { readonly rows: PageRows; readonly remarks: readonly FeedbackElement[] },
  listName: string | undefined,
): Buffer | Readable {
  const opening = Buffer.from(listName === undefined ? '[' : `{"${listName}":[`);
  const closing = Buffer.from(listName === undefined ? ']' : `]${feedbackMember(remarks)}}`);
  if (!isList(rows)) return Readable.from(piecesOf(rows, { opening, closing }), { objectMode: false, highWaterMark: 1 });
  return joinedBody(rows, { opening, closing });
}

/** Joins the elements of a list, each one JSON value, between an opening and a closing. */
export function joinedBody(rows: readonly Buffer[], { opening, closing }: { readonly opening: Buffer; readonly closing: Buffer }): Buffer {
  const commas = Math.max(0, rows.length - 1);
  const body = Buffer.allocUnsafe(rows.reduce((sum, row) => sum + row.length, opening.length + commas + closing.length));
  let end = opening.copy(body);
  for (const [index, row] of rows.entries()) {
    // Copying a single byte would take longer.
    if (index > 0) end = body.writeUInt8(commaCode, end);
    end += row.copy(body, end);
  }
  closing.copy(body, end);
  return body;
}

const comma = Buffer.from(',');
const commaCode = ','.charCodeAt(0);

async function* piecesOf(
  rows: AsyncIterable<Buffer>,
  { opening, closing }: { readonly opening: Buffer; readonly closing: Buffer },
): AsyncGenerator<Buffer> {
  let [piece, length, isFirst] = [[opening], opening.length, true];
  for await (const row of rows) {
    if (!isFirst) piece.push(comma);
    isFirst = false;
    piece.push(row);
    length += row.length + 1;
    if (length < pieceBytes) continue;
    yield Buffer.concat(piece);
    [piece, length] = [[], 0];
  }
  yield Buffer.concat([...piece, closing]);
}

function feedbackMember(remarks: readonly FeedbackElement[]): string {
  return remarks.length === 0 ? '' : `,"feedbackElements":${JSON.stringify(remarks)}`;
}

function isList(rows: PageRows): rows is readonly Buffer[] {
  return Array.isArray(rows);
}

/**
 * Response headers with the partner of each row, and with the partners whose rows are missing. Structured fields, RFC
 * 9651.
 */
export const sourceHeaders = { rows: 'Landfall-Row-Sources', missing: 'Landfall-Missing-Sources' } as const;

/**
 * Returns the headers with what the standards do not provide for: the partner of each row, by position in the list from
 * 0 (`"acme";rows="0-2 5", "coral-line";rows="3-4"`), and the partners whose rows are missing or incomplete, with the
 * reason (`"coral-line";status=TIMED_OUT`).
 */
export function sourceHeadersOf({ partners, missing }: RowSources): Record<string, string> {
  const rows = [...placesOf(partners)].map(([partner, places]) => `"${partner}";rows="${places.map(rangeText).join(' ')}"`);
  const absent = missing.map(({ partner, status }) => `"${partner}";status=${status}`);
  return {
    ...(rows.length === 0 ? {} : { [sourceHeaders.rows]: rows.join(', ') }),
    ...(absent.length === 0 ? {} : { [sourceHeaders.missing]: absent.join(', ') }),
  };
}

/** A run of consecutive positions. */
type Range = [first: number, last: number];

function placesOf(partners: readonly string[]): Map<string, Range[]> {
  const places = new Map<string, Range[]>();
  for (const [index, partner] of partners.entries()) {
    const ranges = places.get(partner) ?? [];
    const run = ranges.at(-1);
    if (run?.[1] === index - 1) run[1] = index;
    else ranges.push([index, index]);
    places.set(partner, ranges);
  }
  return places;
}

function rangeText([first, last]: Range): string {
  return first === last ? String(first) : `${first}-${last}`;
}
