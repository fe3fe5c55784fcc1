import { setImmediate as nextTurn } from 'node:timers/promises';
import { LandfallError } from '../errors.ts';
import { createFairQueue, createTurns } from '../json/steps.ts';
import type { PageQuery } from '../store/version-store.ts';
import type { CursorSigner } from './cursor-signer.ts';

/** Maximum number of rows on a page. */
export const maxPageSize = 500;

/** Relay's arguments. `last` takes precedence over `first`, which has a default. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** A page of rows. Cursors are created on demand. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly cursorOf: (row: Row) => string;
}

/** Relay's `PageInfo`. */
export type PageInfo = ReturnType<typeof pageInfoOf>;

/** A page of a list, with the total count of the list. */
export interface CountedPage<Row> extends Page<Row> {
  /** Counts the rows of the whole list. Called only if a client selects it. */
  readonly totalCount: () => Promise<TotalCount>;
}

/**
 * Reads one page of an ordered list, forwards (`first`, `after`) or backwards (`last`, `before`). It uses keys instead
 * of offsets, so the last page costs as much as the first.
 *
 * @param options.scope everything that selects and orders the rows; a cursor of another scope is rejected
 * @param options.read returns the rows after a position, in the list's order
 * @throws {LandfallError} BAD_USER_INPUT naming the argument, CURSOR_INVALID
 */
export async function readPage<Row extends { readonly position: string }>(options: {
  readonly arguments: PageArguments;
  readonly scope: string;
  readonly signer: CursorSigner;
  readonly read: (query: PageQuery) => Promise<readonly Row[]>;
  /** The page ends before the row that would exceed this limit, but not before the second row. */
  readonly bound?: { readonly maxBytes: number; readonly bytesOf: (row: Row) => number } | undefined;
}): Promise<Page<Row>> {
  const { scope, signer, read, bound } = options;
  const { first, after, last, before } = options.arguments;
  const cursorOf = (row: Row) => signer.sign(scope, row.position);
  if (last === undefined || last === null) {
    if (before !== undefined && before !== null) throw badInput('before', 'requires last');
    const limit = sizeOf('first', first ?? 20);
    const from = after === undefined || after === null ? undefined : signer.open(scope, after);
    const rows = await read({ limit: limit + 1, from, maxBytes: bound?.maxBytes });
    const kept = rows.slice(0, Math.min(limit, bound === undefined ? limit : fittingRows(rows, bound)));
    return { rows: kept, hasNextPage: rows.length > kept.length, hasPreviousPage: from !== undefined, cursorOf };
  }
  if (after !== undefined && after !== null) throw badInput('after', 'requires first instead of last');
  const limit = sizeOf('last', last);
  const from = before === undefined || before === null ? undefined : signer.open(scope, before);
  const rows = await read({ limit: limit + 1, from, backwards: true, maxBytes: bound?.maxBytes });
  const kept = rows.slice(Math.max(0, rows.length - Math.min(limit, bound === undefined ? limit : fittingRows(rows.toReversed(), bound))));
  return { rows: kept, hasNextPage: from !== undefined, hasPreviousPage: rows.length > kept.length, cursorOf };
}

/** Returns the `PageInfo` of a page. */
export function pageInfoOf<Row>(page: Page<Row>) {
  const [start, end] = [page.rows[0], page.rows.at(-1)];
  return {
    hasNextPage: page.hasNextPage,
    hasPreviousPage: page.hasPreviousPage,
    startCursor: start && page.cursorOf(start),
    endCursor: end && page.cursorOf(end),
  };
}

function fittingRows<Row>(
  rows: readonly Row[],
  { maxBytes, bytesOf }: { readonly maxBytes: number; readonly bytesOf: (row: Row) => number },
): number {
  let bytes = 0;
  const tooMany = rows.findIndex((row, index) => {
    bytes += bytesOf(row);
    return index > 0 && bytes > maxBytes;
  });
  return tooMany === -1 ? rows.length : tooMany;
}

/** Checks a requested number of rows. @throws {LandfallError} BAD_USER_INPUT naming the argument */
export function sizeOf(argument: string, size: number): number {
  if (size < 0 || size > maxPageSize) throw badInput(argument, `expected 0 to ${maxPageSize}, got ${size}`);
  return size;
}

function badInput(argument: string, rule: string): LandfallError {
  return new LandfallError('BAD_USER_INPUT', `Argument ${argument}: ${rule}.`);
}

/** Number of rows of a list. */
export interface TotalCount {
  readonly value: number;
  /** Whether the list has exactly this number of rows; otherwise it has at least as many. */
  readonly isExact: boolean;
}

/** Counting stops at this number. */
export const maxTotalCount = 10_000;

/**
 * Creates the function that counts the lists of one request, one after the other and each in its own turn of the event
 * loop, so that other requests are served in between. A list may change after its page was read, so the rows of a page
 * that is the whole list are its count, and no count contradicts the page.
 *
 * @param most the largest count
 */
export function createTotalCounts(
  most = maxTotalCount,
): (
  page: Pick<Page<unknown>, 'rows' | 'hasNextPage' | 'hasPreviousPage'>,
  count: (limit: number) => Promise<number>,
) => Promise<TotalCount> {
  let last: Promise<unknown> = Promise.resolve();
  return ({ rows: { length }, hasNextPage, hasPreviousPage }, count) => {
    if (!hasNextPage && !hasPreviousPage) return Promise.resolve({ value: length, isExact: true });
    const counted = last.then(async () => {
      await nextTurn();
      const rows = Math.max(length + Number(hasNextPage) + Number(hasPreviousPage), await count(most + 1));
      return { value: Math.min(rows, most), isExact: rows <= most };
    });
    last = counted.catch(() => undefined);
    return counted;
  };
}

/** Maximum size of the documents on one page, in bytes. A larger document gets a page of its own. */
export const maxPageBytes = 4 * 1024 * 1024;

/** Pages of at least this size delay other requests noticeably. */
const largePageBytes = 256 * 1024;

/** Shared by all requests, because they share the thread. */
const largePages = createFairQueue();

/**
 * Waits until a page of this size may be processed. Parsing the rows of a large page and writing the response blocks
 * the thread, so large pages are processed one at a time, alternating between owners, and other requests are served in
 * between.
 */
export async function turnOfPage(owner: string, bytes: number): Promise<void> {
  if (bytes > largePageBytes) await largePages.run(owner, () => new Promise((resolve) => setImmediate(resolve)));
}

/** Maximum size of the documents on all pages of one response, in bytes, and maximum number of concurrent reads. */
const [maxResponseBytes, maxReads] = [32 * 1024 * 1024, 8];

/**
 * Opens the budget of one request, which limits the total size of the documents on all pages of its response.
 *
 * @param owner key of the caller, which takes turns with the other callers
 */
export function createDocumentBudget(owner: string) {
  let bytes = 0;
  const inTurn = createTurns(maxReads);
  return {
    /**
     * Reads a page when its turn comes.
     *
     * @throws {LandfallError} OPERATION_TOO_LARGE when the pages that were read before exceed the budget
     */
    read: <T>(read: () => Promise<T>, bytesOf: (page: T) => number): Promise<T> =>
      inTurn(async () => {
        if (bytes > maxResponseBytes) throw tooLarge();
        const page = await read();
        bytes += bytesOf(page);
        await turnOfPage(owner, bytesOf(page));
        return page;
      }),
  };
}

function tooLarge(): LandfallError {
  return new LandfallError(
    'OPERATION_TOO_LARGE',
    `The documents of this response exceed ${maxResponseBytes} bytes: request fewer rows, or fewer pages in one operation.`,
  );
}
