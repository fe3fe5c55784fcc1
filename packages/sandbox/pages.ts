import { randomUUID } from 'node:crypto';

/** A row of a list, with a key that is unique in it. */
export type KeyedRow<Row> = readonly [key: string, row: Row];

/** The start of a page. */
interface Place {
  /** The parameters for which the cursor was issued. */
  readonly query: URLSearchParams;
  /** Key of the last row of the page before. */
  readonly after: string;
  /** Whether this is an empty page, which is followed by the one with the rows. */
  readonly isPause: boolean;
  readonly until: number;
}

const maxCursors = 1_000;
const largestLimit = 2 ** 31 - 1;

/**
 * Serves lists page by page. Cursors are valid for one use, and only with the parameters for which they were issued.
 *
 * @param options.pageSize maximum number of rows on a page
 * @param options.ttlMs lifetime of a cursor. Default: unlimited
 * @param options.isLone whether a cursor must be sent without, instead of with, all other parameters
 */
export function createPages(options: {
  readonly pageSize: number;
  readonly ttlMs?: number | undefined;
  readonly isLone?: boolean;
  readonly hasEmptyPages?: boolean | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}) {
  const { pageSize, ttlMs = Number.POSITIVE_INFINITY, isLone = false, hasEmptyPages = false, now = Date.now } = options;
  const places = new Map<string, Place>();
  const placeOf = (requested: URLSearchParams): Place | undefined => {
    const place = places.get(requested.get('cursor') ?? '');
    return place !== undefined && place.until > now() ? place : undefined;
  };
  return {
    /** Returns all parameters of a query. A cursor without parameters represents those for which it was issued. */
    wholeOf: (requested: URLSearchParams): URLSearchParams => (isLone && requested.size === 1 && placeOf(requested)?.query) || requested,
    /**
     * Returns the page that a query requests, and the headers that lead to the next one; undefined for an invalid cursor.
     *
     * @param rows all rows that match, by ascending keys
     */
    read: <Row>(requested: URLSearchParams, rows: readonly KeyedRow<Row>[]) => {
      const cursor = requested.get('cursor');
      const place = placeOf(requested);
      const isFitting = isLone ? requested.size === 1 : place !== undefined && parametersOf(place.query) === parametersOf(requested);
      if (cursor !== null && (place === undefined || !isFitting)) return undefined;
      places.delete(cursor ?? '');
      const query = place?.query ?? requested;
      const limit = Math.min(Number(query.get('limit') ?? pageSize), pageSize);
      const rest = rows.filter(([key]) => place === undefined || key > place.after);
      const shown = place?.isPause ? [] : rest.slice(0, limit);
      const headers: Record<string, string> = {};
      if (rest.length > shown.length) {
        const next = randomUUID();
        const isPause = hasEmptyPages && place?.isPause !== true;
        places.set(next, { query, after: shown.at(-1)?.[0] ?? place?.after ?? '', isPause, until: now() + ttlMs });
        const [oldest] = places.keys();
        if (places.size > maxCursors && oldest !== undefined) places.delete(oldest);
        headers['Next-Page-Cursor'] = next;
      }
      return { rows: shown.map(([, row]) => row), headers };
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
