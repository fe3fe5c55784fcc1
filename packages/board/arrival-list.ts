import type { CoreClient } from '../client/core-client.ts';
import { type ArrivalFilter, type ArrivalOrder, BoardChangedDocument, BoardRowsDocument } from '../client/generated/operations.ts';
import { isAfter, placeOf } from './model/arrival-order.ts';
import { type Arrival, boxOf } from './model/arrival-row.ts';
import { bothOf, type RowKind } from './model/view-state.ts';

/** What a list shows. */
export interface ListQuery {
  readonly filter: ArrivalFilter;
  readonly rowKind: RowKind;
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
/** If more arrivals have changed, they are read page by page, as at the start. */
const maxChanged = 100;

const entryOf = ({ box, visit, id }: Arrival): string => visit?.id ?? box?.id ?? id;
/** The cursor changes with each event, whatever it is about. */
const textOf = (arrival: Arrival): string => JSON.stringify(arrival, (name, value) => (name === 'alertsCursor' ? undefined : value));

const nothing = { changed: [], touched: [], left: [], hasNews: false, isOutdated: false };

/**
 * The arrivals of a filter in the order of the server, read page by page on demand, and read again when they change.
 */
export class ArrivalList implements Disposable {
  readonly #client: CoreClient;
  readonly #query: ListQuery;
  readonly #partners: readonly string[] | undefined;
  readonly #ended = new AbortController();
  #arrivals: Arrival[] = [];
  /** The last state of each arrival that was read, as JSON: most refreshes find nothing new. */
  readonly #texts = new Map<string, string>();
  /** Ids that the last refresh found. */
  #found: ReadonlySet<string> = new Set();
  #after: string | null = null;
  #hasMore = true;

  /** @param partners ids of the partners whose changes are of interest, because the partner of a notice never changes */
  constructor(client: CoreClient, query: ListQuery, partners?: readonly string[]) {
    this.#client = client;
    this.#query = query;
    this.#partners = partners;
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
    const first = this.#after === null ? pageSizes.first : pageSizes.further;
    const page = await this.#page(this.#query.filter, first, this.#after);
    if (page === undefined) return;
    for (const arrival of page.nodes) {
      if (this.#texts.has(entryOf(arrival))) continue;
      this.#texts.set(entryOf(arrival), textOf(arrival));
      this.#arrivals.push(arrival);
    }
    this.#after = page.pageInfo.endCursor ?? this.#after;
    this.#hasMore = page.pageInfo.hasNextPage;
  }

  /**
   * Reads arrivals that have changed and those that were named, and moves them to their current positions.
   *
   * @param since an instant by the server's clock; undefined for the latest changes, whatever their time
   * @param named ids of arrivals to read in any case
   * @throws {LandfallClientError} they could not be read
   */
  async refresh(since: string | undefined, named: readonly string[] = []): Promise<Refreshed> {
    const changes = { isOpen: null, ...(since && { changedAfter: since }), ...(this.#partners && { partners: this.#partners }) };
    const found = await this.#client.query(BoardChangedDocument, { filter: changes, first: maxChanged }, { signal: this.#ended.signal });
    const { nodes = [], pageInfo } = found.data?.arrivals ?? {};
    if (since !== undefined && pageInfo?.hasNextPage) return { ...nothing, isOutdated: true };
    const ids = [...new Set([...nodes.map(({ id }) => id), ...named])];
    if (ids.length === 0) return nothing;
    const put = this.#query.rowKind === 'ships' ? await this.#readShips() : await this.#readAndPut(ids);
    if (put === undefined) return nothing;
    const { changed, left } = put;
    const hasNews = changed.length + left.length > 0 || ids.some((id) => !this.#found.has(id));
    this.#found = new Set(ids);
    return { changed, left, touched: since === undefined ? named : ids, hasNews, isOutdated: false };
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
  }

  /** Reads one page of arrivals, containers or ships; undefined if their subgraph cannot be read. @throws {LandfallClientError} */
  async #page(filter: ArrivalFilter, first: number, after: string | null) {
    const { rowKind, order: orderBy } = this.#query;
    const { signal } = this.#ended;
    const { data } = await this.#client.query(BoardRowsDocument, { filter, orderBy, first, after, [rowKind]: true }, { signal });
    const { arrivals, arrivalContainers: boxes, arrivalVisits: ships } = data;
    const found = boxes ?? ships ?? arrivals;
    if (!found) return undefined;
    const nodes: readonly Arrival[] = [
      ...(boxes?.nodes.map(({ arrival, ...box }) => boxOf(box, arrival)) ?? []),
      ...(ships?.nodes.flatMap(({ arrivals: shown, ...visit }) => shown.nodes.map((arrival) => ({ ...arrival, visit }))) ?? []),
      ...(arrivals?.nodes ?? []),
    ];
    return { nodes, pageInfo: found.pageInfo };
  }

  /** Reads some arrivals, or their containers, and moves those that belong into the list to their positions. */
  async #readAndPut(ids: readonly string[]): Promise<Pick<Refreshed, 'changed' | 'left'> | undefined> {
    const { filter, rowKind } = this.#query;
    const matching: Arrival[] = [];
    let after: string | null = null;
    do {
      const page = await this.#page(bothOf(filter, { ids }), rowKind === 'containers' ? pageSizes.further : ids.length, after);
      if (page === undefined) return undefined;
      matching.push(...page.nodes);
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    return this.#put(matching, ids);
  }

  /** Reads the listed ships again, because an arrival may have moved from one ship to another. */
  async #readShips(): Promise<Pick<Refreshed, 'changed' | 'left'> | undefined> {
    // Further ships are read when they are scrolled to.
    const first = Math.min(Math.max(this.#arrivals.length, pageSizes.first), pageSizes.further);
    const page = await this.#page(this.#query.filter, first, null);
    if (page === undefined) return undefined;
    const { nodes, pageInfo } = page;
    const before = new Map(this.#arrivals.map((ship) => [entryOf(ship), ship]));
    const changed = nodes.filter((ship) => this.#texts.get(entryOf(ship)) !== textOf(ship));
    this.#arrivals = nodes.map((ship) => (changed.includes(ship) ? ship : (before.get(entryOf(ship)) ?? ship)));
    for (const ship of this.#arrivals) before.delete(entryOf(ship));
    for (const ship of changed) this.#texts.set(entryOf(ship), textOf(ship));
    const left = [...before.keys()];
    for (const id of left) this.#texts.delete(id);
    [this.#after, this.#hasMore] = [pageInfo.endCursor, pageInfo.hasNextPage];
    return { changed, left };
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
    const { order } = this.#query;
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
