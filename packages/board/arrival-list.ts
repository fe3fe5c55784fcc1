import type { CoreClient } from '../client/core-client.ts';
import {
  type ArrivalFilter,
  type ArrivalOrder,
  BoardChangedDocument,
  BoardOpenedDocument,
  BoardRowsDocument,
} from '../client/generated/operations.ts';
import { isAfter, placeOf } from './model/arrival-order.ts';
import { type Arrival, boxOf } from './model/arrival-row.ts';
import { bothOf, type RowKind } from './model/view-state.ts';

export interface ArrivalListOptions {
  readonly client: CoreClient;
  readonly filter: ArrivalFilter;
  readonly rowKind: RowKind;
  /** The part of the filter on which changes of an arrival have no effect. */
  readonly lasting: ArrivalFilter;
  readonly order: ArrivalOrder;
}

/** The result of a refresh. */
export interface Refreshed {
  /** Arrivals in the list that are new or have changed. */
  readonly changed: readonly Arrival[];
  /** Ids of arrivals that were evaluated again, whether or not they are in the list. */
  readonly touched: readonly string[];
  /** Ids of arrivals or containers that have left the list. */
  readonly left: readonly string[];
  /** Whether the refresh found something that no earlier refresh found. */
  readonly hasNews: boolean;
  /** Whether more has changed than is read one by one, so that the list has to be read again. */
  readonly isOutdated: boolean;
}

/** A small first page appears sooner; larger pages after it need fewer requests. */
const pageSizes = { first: 50, further: 250 } as const;
/** Ships that are read again at once; further ones are read when they are scrolled to. */
const mostShips = 250;
/** If more arrivals have changed, they are read page by page, as at the start. */
const maxChanged = 100;

export interface PageQuery {
  readonly filter: ArrivalFilter;
  readonly orderBy: ArrivalOrder;
  readonly first: number;
  readonly after?: string;
}

/** Reads one page of arrivals, containers or ships; undefined if their subgraph cannot be read. @throws {LandfallClientError} */
export async function readPage(client: CoreClient, rowKind: RowKind, query: PageQuery, signal?: AbortSignal) {
  const { data } = await client.query(BoardRowsDocument, { ...query, [rowKind]: true }, { signal });
  const { arrivals, arrivalContainers: boxes, arrivalVisits: ships } = data ?? {};
  if (boxes) return { ...boxes, nodes: boxes.nodes.map(({ arrival, ...box }): Arrival => boxOf(box, arrival)) };
  if (!ships) return arrivals ?? undefined;
  return {
    ...ships,
    nodes: ships.nodes.flatMap(({ arrivals: { nodes }, ...visit }) => nodes.map((arrival): Arrival => ({ ...arrival, visit }))),
  };
}

const entryOf = ({ box, visit, id }: Arrival): string => visit?.id ?? box?.id ?? id;
/** The cursor changes with each event, whatever it is about. */
const textOf = (arrival: Arrival): string => JSON.stringify(arrival, (name, value) => (name === 'alertsCursor' ? undefined : value));

const nothing: Refreshed = { changed: [], touched: [], left: [], hasNews: false, isOutdated: false };

/**
 * The arrivals of a filter in the order of the server, read page by page on demand, and read again when they change.
 */
export class ArrivalList implements Disposable {
  readonly #options: ArrivalListOptions;
  readonly #ended = new AbortController();
  #arrivals: Arrival[] = [];
  /** The last state of each arrival that was read, as JSON: most refreshes find nothing new. */
  readonly #texts = new Map<string, string>();
  /** Ids that the last refresh found. */
  #found: ReadonlySet<string> = new Set();
  #after: string | undefined;
  #hasMore = true;

  constructor(options: ArrivalListOptions) {
    this.#options = options;
  }

  get arrivals(): readonly Arrival[] {
    return this.#arrivals;
  }

  /** Whether the server has more arrivals after those that were read. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** Reads the next page. @throws {LandfallClientError} it could not be read */
  async readMore(): Promise<void> {
    const { client, filter, order, rowKind } = this.#options;
    const place = this.#after === undefined ? { first: pageSizes.first } : { first: pageSizes.further, after: this.#after };
    const page = await readPage(client, rowKind, { filter, orderBy: order, ...place }, this.#ended.signal);
    if (page === undefined) return;
    const { nodes, pageInfo } = page;
    for (const arrival of nodes) {
      if (this.#texts.has(entryOf(arrival))) continue;
      this.#texts.set(entryOf(arrival), textOf(arrival));
      this.#arrivals.push(arrival);
    }
    this.#after = pageInfo.endCursor ?? this.#after;
    this.#hasMore = pageInfo.hasNextPage;
  }

  /**
   * Reads arrivals that have changed and those that were named, and moves them to their current positions.
   *
   * @param since an instant by the server's clock; undefined for the latest changes, whatever their time
   * @param named ids of arrivals to read in any case
   * @throws {LandfallClientError} they could not be read
   */
  async refresh(since: string | undefined, named: readonly string[] = []): Promise<Refreshed> {
    const { client, filter, lasting, rowKind, order } = this.#options;
    const { signal } = this.#ended;
    const recent = bothOf(lasting, { isOpen: null, ...(since === undefined ? {} : { changedAfter: since }) });
    const found = await client.query(BoardChangedDocument, { filter: recent, first: maxChanged }, { signal });
    const { nodes = [], pageInfo } = found.data?.arrivals ?? {};
    if (since !== undefined && pageInfo?.hasNextPage) return { ...nothing, isOutdated: true };
    const ids = [...new Set([...nodes.map(({ id }) => id), ...named])];
    if (ids.length === 0) return nothing;
    const current = { filter: bothOf(filter, { ids }), orderBy: order, first: rowKind === 'containers' ? pageSizes.further : ids.length };
    if (rowKind === 'ships') return this.#readShips(ids, since === undefined ? named : ids);
    const matching: Arrival[] = [];
    for (let after: string | null | undefined = ''; after != null; ) {
      const page = await readPage(client, rowKind, { ...current, ...(after && { after }) }, signal);
      if (page === undefined) return nothing;
      matching.push(...page.nodes);
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
    }
    const put = this.#put(matching, ids);
    const hasNews = put.changed.length + put.left.length > 0 || ids.some((id) => !this.#found.has(id));
    this.#found = new Set(ids);
    return { ...nothing, ...put, touched: since === undefined ? named : ids, hasNews };
  }

  /** Reads one arrival, whether or not it is in the list. @throws {LandfallClientError} it could not be read */
  async find(id: string): Promise<Arrival | undefined> {
    const { data } = await this.#options.client.query(BoardOpenedDocument, { id }, { signal: this.#ended.signal });
    return data?.arrival ?? undefined;
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
  }

  /** Reads the listed ships again, because an arrival may have moved from one ship to another. */
  async #readShips(ids: readonly string[], touched: readonly string[]): Promise<Refreshed> {
    const { client, filter, order } = this.#options;
    const first = Math.min(Math.max(this.#arrivals.length, pageSizes.first), mostShips);
    const page = await readPage(client, 'ships', { filter, orderBy: order, first }, this.#ended.signal);
    if (page === undefined) return nothing;
    const before = new Map(this.#arrivals.map((ship) => [entryOf(ship), ship]));
    const changed: Arrival[] = page.nodes.filter((ship) => this.#texts.get(entryOf(ship)) !== textOf(ship));
    this.#arrivals = page.nodes.map((ship) => (changed.includes(ship) ? ship : (before.get(entryOf(ship)) ?? ship)));
    for (const ship of this.#arrivals) before.delete(entryOf(ship));
    for (const ship of changed) this.#texts.set(entryOf(ship), textOf(ship));
    const left = [...before.keys()];
    for (const id of left) this.#texts.delete(id);
    [this.#after, this.#hasMore] = [page.pageInfo.endCursor ?? undefined, page.pageInfo.hasNextPage];
    const hasNews = changed.length + left.length > 0 || ids.some((id) => !this.#found.has(id));
    this.#found = new Set(ids);
    return { changed, left, touched, hasNews, isOutdated: false };
  }

  #put(matching: readonly Arrival[], ids: readonly string[]): Pick<Refreshed, 'changed' | 'left'> {
    const kept = new Set(matching.map(entryOf));
    const known = this.#arrivals.filter(({ id }) => ids.includes(id)).map(entryOf);
    const left = known.filter((entry) => !kept.has(entry));
    const changed = matching.filter((arrival) => this.#texts.get(entryOf(arrival)) !== textOf(arrival));
    const moved = new Set([...left, ...changed.map(entryOf)]);
    if (moved.size === 0) return { changed, left };
    const arrivals = this.#arrivals.filter((arrival) => !moved.has(entryOf(arrival)));
    for (const id of left) this.#texts.delete(id);
    const { order } = this.#options;
    // Those at the same position stay in the order of the server: a new one is put after others, but after a change first.
    for (const arrival of order === 'LAST_CHANGE' ? changed.toReversed() : changed) {
      const place = placeOf(arrival, arrivals, order);
      const last = place === arrivals.length && this.#hasMore ? arrivals.at(-1) : undefined;
      // An arrival that belongs after the last read page is read with a later page. One that equals its last row may not be.
      if (last !== undefined && isAfter(arrival, last, order)) this.#texts.delete(entryOf(arrival));
      else {
        arrivals.splice(place, 0, arrival);
        this.#texts.set(entryOf(arrival), textOf(arrival));
      }
    }
    this.#arrivals = arrivals;
    return { changed, left };
  }
}
