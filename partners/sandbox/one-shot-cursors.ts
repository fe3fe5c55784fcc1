import { randomUUID } from 'node:crypto';

/** Where a page begins. */
export interface Place {
  readonly position: string;
  /** An empty page, after which the one at the position follows. */
  readonly isPause: boolean;
}

/** Cursors that are good for one use, and only with the parameters they were given for. */
export interface OneShotCursors {
  /** All parameters of a query; a cursor sent alone stands for those it was issued for. */
  wholeOf(asked: URLSearchParams): URLSearchParams;
  /** Uses up the cursor of a query as received. @returns its place; undefined without a cursor, null for one that is not good */
  take(asked: URLSearchParams): Place | undefined | null;
  /** Makes the cursor of a query for the page after a position. @param from the page that contains the cursor, unless it is the first */
  give(query: URLSearchParams, position: string, from?: Place): string;
}

/** What cursors are like. */
export interface CursorOptions {
  /** How long one is good for. Default: always. */
  readonly ttlMs?: number;
  /** Whether a cursor has to be sent alone, instead of with all other parameters. */
  readonly isLone?: boolean;
  readonly hasEmptyPages?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const maxCursors = 1_000;
const largestLimit = 2 ** 31 - 1;

export function createOneShotCursors(options: CursorOptions = {}): OneShotCursors {
  const { ttlMs = Number.POSITIVE_INFINITY, isLone = false, hasEmptyPages = false, now = Date.now } = options;
  const pages = new Map<string, { readonly query: URLSearchParams; readonly place: Place; readonly until: number }>();
  const pageOf = (asked: URLSearchParams) => {
    const page = pages.get(asked.get('cursor') ?? '');
    return page !== undefined && page.until > now() ? page : undefined;
  };
  return {
    wholeOf: (asked) => {
      const page = isLone && asked.size === 1 ? pageOf(asked) : undefined;
      return page?.query ?? asked;
    },
    take: (asked) => {
      const cursor = asked.get('cursor');
      if (cursor === null) return undefined;
      const page = pageOf(asked);
      if (page === undefined || (isLone ? asked.size > 1 : parametersOf(page.query) !== parametersOf(asked))) return null;
      pages.delete(cursor);
      return page.place;
    },
    give: (query, position, from) => {
      const cursor = randomUUID();
      pages.set(cursor, { query, place: { position, isPause: hasEmptyPages && from?.isPause !== true }, until: now() + ttlMs });
      const [oldest] = pages.keys();
      if (pages.size > maxCursors && oldest !== undefined) pages.delete(oldest);
      return cursor;
    },
  };
}

/** Whether the text of a `limit` is one: an int32 of at least 1. */
export function isPageLimit(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= largestLimit;
}

/** Everything but the cursor, in an order that does not depend on how it was written. */
function parametersOf(query: URLSearchParams): string {
  return JSON.stringify([...query].filter(([name]) => name !== 'cursor').sort());
}
