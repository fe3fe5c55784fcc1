/** Returns a list in batches of at most this size. */
export function batchesOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
}

/**
 * Reads a list page by page, until a page is not full.
 *
 * @param read reads at most `limit` rows after a position; undefined is the start
 * @param positionOf position of a row
 */
export async function* pagesOf<Row>(
  read: (place: { readonly after: string | undefined; readonly limit: number }) => Promise<Row[]>,
  limit: number,
  positionOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const page = await read({ after: last && positionOf(last), limit });
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    last = page.at(-1);
  }
}
