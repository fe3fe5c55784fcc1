import { Readable } from 'node:stream';
import type { FeedbackElement } from '@landfall/dcsa/feedback.ts';
import type { PublishedPage } from './published-page.ts';

/** Number of bytes written to the socket at a time. */
const pieceBytes = 64 * 1024;

/**
 * Returns the body of a response: a small page as one buffer, a larger one as a stream with backpressure, which ends
 * when the client disconnects.
 *
 * @param listName name of the list in the body; undefined when the body is the list, which has no place for remarks
 */
export function bodyOf(
  { rows, remarks }: PublishedPage,
  listName: string | undefined,
  allocate: (length: number) => Buffer = Buffer.allocUnsafe,
): Buffer | Readable {
  const opening = Buffer.from(listName === undefined ? '[' : `{"${listName}":[`);
  const closing = Buffer.from(listName === undefined ? ']' : `]${feedbackMember(remarks)}}`);
  if (!isList(rows)) return Readable.from(piecesOf(rows, { opening, closing }), { objectMode: false, highWaterMark: 1 });
  return joinedBody(rows, { opening, closing, allocate });
}

/** Joins the elements of a list, each one JSON value, between an opening and a closing. */
export function joinedBody(
  rows: readonly Buffer[],
  {
    opening,
    closing,
    allocate = Buffer.allocUnsafe,
  }: { readonly opening: Buffer; readonly closing: Buffer; readonly allocate?: (length: number) => Buffer },
): Buffer {
  const commas = Math.max(0, rows.length - 1);
  const body = allocate(rows.reduce((sum, row) => sum + row.length, opening.length + commas + closing.length));
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

function isList(rows: PublishedPage['rows']): rows is readonly Buffer[] {
  return Array.isArray(rows);
}
