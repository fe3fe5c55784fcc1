import type { Page } from './page.ts';

/** Relay's `PageInfo`. */
export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | undefined;
  readonly endCursor: string | undefined;
}

/** Returns the `PageInfo` of a page. */
export function pageInfoOf<Row>(page: Page<Row>): PageInfo {
  const [start, end] = [page.rows[0], page.rows.at(-1)];
  return {
    hasNextPage: page.hasNextPage,
    hasPreviousPage: page.hasPreviousPage,
    startCursor: start && page.cursorOf(start),
    endCursor: end && page.cursorOf(end),
  };
}
