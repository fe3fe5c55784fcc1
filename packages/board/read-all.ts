import type { CoreClient } from '../client/core-client.ts';
import { type PageQuery, readPage } from './arrival-list.ts';
import type { Arrival } from './model/arrival-row.ts';
import type { RowKind } from './model/view-state.ts';

/** Rows of containers and ships have whole arrivals. */
const pageSizes = { documents: 500, containers: 250, ships: 250 } as const;
/** Maximum number of rows in an exported file. */
const maxRows = 10_000;

/**
 * Reads all arrivals, containers or ships that match a filter, up to 10,000.
 *
 * @param onRead called with the number of rows that have been read
 * @throws {LandfallClientError} a page could not be read
 */
export async function readAll(
  client: CoreClient,
  { rowKind, ...query }: Pick<PageQuery, 'filter' | 'orderBy'> & { readonly rowKind: RowKind },
  onRead: (count: number) => void,
): Promise<{ readonly arrivals: readonly Arrival[]; readonly isCut: boolean }> {
  const arrivals: Arrival[] = [];
  let after: string | null | undefined;
  do {
    const page = await readPage(client, rowKind, {
      ...query,
      first: pageSizes[rowKind],
      ...(after && { after }),
    });
    arrivals.push(...(page?.nodes ?? []));
    onRead(arrivals.length);
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
  } while (after && arrivals.length < maxRows);
  return { arrivals, isCut: after != null };
}
