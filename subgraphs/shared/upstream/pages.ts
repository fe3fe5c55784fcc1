import { LandfallError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { OutboundResponse } from '../outbound.ts';
import { type UpstreamCall, type UpstreamCaller, UpstreamStatusError } from './caller.ts';
import { withCursor } from './query-parameters.ts';

/** A question whose answer may come in pages. */
export interface PagedQuestion extends UpstreamCall {
  /** Whether the partner's file says that it knows pages. */
  readonly paging: boolean;
  /**
   * Whether a partner that refuses (400) the page behind a cursor may want the cursor alone, judged by its last answer.
   * It is asked so once, and from then on if that helps. Default: never.
   */
  readonly mayWantCursorAlone?: (last: OutboundResponse) => boolean;
}

/** One page as it came. */
export interface UpstreamAnswer {
  readonly answer: OutboundResponse;
  /** Whether the partner says that there are further pages. */
  readonly hasMore: boolean;
  /** Whether these further pages are not read because paging is off. */
  readonly isCutOff: boolean;
}

/** Most pages of one answer. */
const maxPages = 1_000;

/**
 * Reads the pages of an answer, each one asked for when the page before it has been dealt with. Follows
 * `Next-Page-Cursor` and nothing else: pages may be empty.
 *
 * @throws {LandfallError} as the caller does; UPSTREAM_SHAPE for a cursor that comes twice and more than
 *   {@link maxPages} pages
 */
export async function* readUpstreamPages(
  { call, logger }: { readonly call: UpstreamCaller; readonly logger: Logger },
  question: PagedQuestion,
): AsyncGenerator<UpstreamAnswer> {
  const { partner, url, paging } = question;
  const seen = new Set<string>();
  let answer = await call(question);
  let alone = false;
  for (;;) {
    const cursor = nextCursorOf(answer);
    const hasMore = cursor !== undefined;
    if (hasMore && !paging) logger.warn({ partner: partner.id }, 'the partner has further pages, but its file says that it knows none');
    yield { answer, hasMore, isCutOff: hasMore && !paging };
    if (!hasMore || !paging) return;
    checkCursor(cursor, seen, partner.id);
    const whole = { ...question, url: withCursor(url, cursor) };
    const bare = { ...question, url: withCursor(url.split('?', 1)[0] ?? url, cursor) };
    const last = answer;
    answer = await call(alone ? bare : whole).catch((error: unknown) => {
      if (alone || !isRefused(error) || question.mayWantCursorAlone?.(last) !== true) throw error;
      alone = true;
      return call(bare);
    });
  }
}

/** The header, never the number of objects, says whether there is more: pages may be empty. */
function nextCursorOf({ headers }: OutboundResponse): string | undefined {
  const cursor = headers['next-page-cursor'];
  const text = Array.isArray(cursor) ? cursor[0] : cursor;
  return text === '' ? undefined : text;
}

function checkCursor(cursor: string, seen: Set<string>, partner: string): void {
  if (seen.has(cursor)) throw new LandfallError('UPSTREAM_SHAPE', `Partner ${partner} gave the same cursor twice.`);
  seen.add(cursor);
  if (seen.size >= maxPages) throw new LandfallError('UPSTREAM_SHAPE', `Partner ${partner} has more than ${maxPages} pages.`);
}

function isRefused(error: unknown): boolean {
  return error instanceof LandfallError && error.cause instanceof UpstreamStatusError && error.cause.status === 400;
}
