import type { GraphqlError, LandfallClient, MissedEvents } from '../client/client.ts';
import {
  type ArrivalNoticeFilter,
  type ArrivalNoticeOrder,
  BoardChangesDocument,
  BoardHeadDocument,
  BoardRowsDocument,
  type BoardRowsQuery,
  BoardSearchDocument,
} from '../client/generated/operations.ts';
import { isMatch, lastingPartOf } from './model/filters.ts';
import { isNewer, type Row, rowOf } from './model/rows.ts';
import { compareInstants } from './model/times.ts';

/** What each partner contributed to an answer. */
export type Source = NonNullable<BoardRowsQuery['arrivalNotices']>['sources'][number];

export interface LiveRowsOptions {
  readonly client: LandfallClient;
  readonly filter: ArrivalNoticeFilter;
  readonly order: ArrivalNoticeOrder;
  /** Rows were added, changed or removed. @param changed the row of a version that was received live */
  readonly onRows: (changed: Row | undefined) => void;
  /** Events were missed; the list has to be read again. */
  readonly onMissed: (missed: MissedEvents) => void;
  readonly onErrors: (errors: readonly GraphqlError[]) => void;
  /** The subscription has ended permanently. */
  readonly onEnd: (error: unknown) => void;
}

/** A small first page appears sooner; larger ones after it need fewer requests. */
const pageSizes = { first: 50, further: 250 } as const;

/**
 * The notices of a filter, read page by page on demand, and kept up to date by the log of versions. The subscription
 * starts before the first page is read, so that no change is missed between the two.
 */
export class LiveRows implements Disposable {
  readonly #options: LiveRowsOptions;
  readonly #ended = new AbortController();
  readonly #rows = new Map<string, Row>();
  readonly #found = new Map<string, Row>();
  /** Versions that left the filter while a page was being read, which may still contain their predecessors. */
  readonly #gone = new Map<string, Row>();
  #pagesUnderWay = 0;
  #after: string | undefined;
  #hasMore = true;
  #oldest: Row | undefined;
  #sources: readonly Source[] = [];

  constructor(options: LiveRowsOptions) {
    this.#options = options;
  }

  /** Rows of the pages and of received versions, unordered. */
  get rows(): Iterable<Row> {
    return this.#rows.values();
  }

  /** Rows that a search found outside the read pages. */
  get found(): Iterable<Row> {
    return this.#found.values();
  }

  /** Whether the server has more rows after those that were read. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  get sources(): readonly Source[] {
    return this.#sources;
  }

  /** Reads the first page and subscribes. @throws {LandfallClientError} the page could not be read */
  async open(): Promise<void> {
    const { client } = this.#options;
    const head = await client.query(BoardHeadDocument, {}, { signal: this.#ended.signal });
    void this.#follow(head.data?.arrivalNoticeVersionLog?.cursor);
    await this.readMore();
  }

  /** Reads the next page. @throws {LandfallClientError} it could not be read */
  async readMore(): Promise<void> {
    const { client, filter, order, onErrors, onRows } = this.#options;
    this.#pagesUnderWay += 1;
    try {
      const variables = { filter, orderBy: order, ...this.#page() };
      const { data, errors } = await client.query(BoardRowsDocument, variables, { signal: this.#ended.signal });
      onErrors(errors);
      if (!data?.arrivalNotices) return;
      const { nodes, pageInfo, sources } = data.arrivalNotices;
      for (const { current } of nodes) this.#oldest = this.#take(rowOf(current));
      this.#after = pageInfo.endCursor ?? this.#after;
      this.#hasMore = pageInfo.hasNextPage;
      this.#sources = sources;
      onRows(undefined);
    } finally {
      this.#pagesUnderWay -= 1;
      if (this.#pagesUnderWay === 0) this.#gone.clear();
    }
  }

  /**
   * Searches the server for a document, container, ship or port, by the whole number or name, within the filter.
   *
   * @returns the number of notices
   * @throws {LandfallClientError} when the request fails
   */
  async find(text: string): Promise<number> {
    const { client, filter, onErrors, onRows } = this.#options;
    const { data, errors } = await client.query(BoardSearchDocument, { references: [text], text }, { signal: this.#ended.signal });
    onErrors(errors);
    this.#found.clear();
    for (const { current } of Object.values(data ?? {}).flatMap((found) => found?.nodes ?? [])) {
      const row = rowOf(current);
      if (isMatch(row, filter)) this.#found.set(row.id, row);
    }
    onRows(undefined);
    return this.#found.size;
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
  }

  #page(): { first: number; after?: string } {
    return this.#after === undefined ? { first: pageSizes.first } : { first: pageSizes.further, after: this.#after };
  }

  async #follow(after: string | undefined): Promise<void> {
    const { client, filter, onEnd, onErrors, onMissed } = this.#options;
    const variables = { filter: lastingPartOf(filter), ...(after === undefined ? {} : { after }) };
    const { signal } = this.#ended;
    try {
      for await (const { arrivalNoticeVersionReceived: event } of client.subscribe(BoardChangesDocument, variables, {
        signal,
        onMissed,
        onErrors,
      })) {
        if (event.version?.isCurrent) this.#change(rowOf(event.version));
      }
    } catch (error) {
      if (!signal.aborted) onEnd(error);
    }
  }

  #change(row: Row): void {
    const { filter, onRows } = this.#options;
    const held = this.#rows.get(row.id);
    if (held !== undefined && !isNewer(row, held)) return;
    if (this.#found.has(row.id)) this.#found.set(row.id, row);
    if (!isMatch(row, filter)) {
      this.#rows.delete(row.id);
      if (this.#pagesUnderWay > 0) this.#gone.set(row.id, row);
    } else if (held !== undefined || this.#reaches(row)) this.#rows.set(row.id, row);
    onRows(row);
  }

  /** In the order of first receipt a row may belong after those that were read; it then comes with its page. */
  #reaches({ firstReceivedAt }: Row): boolean {
    if (this.#options.order !== 'NEWEST_FIRST' || !this.#hasMore || this.#oldest === undefined) return true;
    return compareInstants(firstReceivedAt, this.#oldest.firstReceivedAt) >= 0;
  }

  #take(row: Row): Row {
    const held = this.#rows.get(row.id);
    const gone = this.#gone.get(row.id);
    const isKnown = (held !== undefined && !isNewer(row, held)) || (gone !== undefined && !isNewer(row, gone));
    if (!isKnown) this.#rows.set(row.id, row);
    return row;
  }
}
