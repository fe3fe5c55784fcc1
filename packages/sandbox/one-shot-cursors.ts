import { randomUUID } from 'node:crypto';

/** The start of a page. */
export interface Place {
  readonly position: string;
  /** Whether this is an empty page, which is followed by the one at the position. */
  readonly isPause: boolean;
}

/** Cursors that are valid for one use, and only with the parameters for which they were issued. */
export interface OneShotCursors {
  /** Returns all parameters of a query. A cursor without parameters represents those for which it was issued. */
  wholeOf(requested: URLSearchParams): URLSearchParams;
  /** Consumes the cursor of a query. @returns its position; undefined without a cursor, null for an invalid one */
  take(requested: URLSearchParams): Place | undefined | null;
  /**
   * Creates a cursor for the page after a position. @param from the page that contains the cursor, unless it is the
   * first one
   */
  give(query: URLSearchParams, position: string, from?: Place): string;
}

/** Options of the cursors. */
export interface CursorOptions {
  /** Lifetime of a cursor. Default: unlimited. */
  readonly ttlMs?: number;
  /** Whether a cursor must be sent without, instead of with, all other parameters. */
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
  const pageOf = (requested: URLSearchParams) => {
    const page = pages.get(requested.get('cursor') ?? '');
    return page !== undefined && page.until > now() ? page : undefined;
  };
  return {
    wholeOf: (requested) => {
      const page = isLone && requested.size === 1 ? pageOf(requested) : undefined;
      return page?.query ?? requested;
    },
    take: (requested) => {
      const cursor = requested.get('cursor');
      if (cursor === null) return undefined;
      const page = pageOf(requested);
      if (page === undefined || (isLone ? requested.size > 1 : parametersOf(page.query) !== parametersOf(requested))) return null;
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

/** Returns whether a `limit` is valid: an int32 of at least 1. */
export function isPageLimit(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= largestLimit;
}

/** Returns all parameters except the cursor, in canonical order. */
function parametersOf(query: URLSearchParams): string {
  return JSON.stringify([...query].filter(([name]) => name !== 'cursor').sort());
}
