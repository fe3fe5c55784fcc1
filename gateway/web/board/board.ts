import {
  type ConnectionStatus,
  createLandfallClient,
  type GraphqlError,
  type LandfallClient,
  type QueryResult,
  type TypedDocument,
} from '../client/client.ts';
import { connectionLost, LandfallClientError } from '../client/client-error.ts';
import type { TokenProvider } from '../client/credentials.ts';
import {
  type ArrivalFilter,
  BoardArrivalByKeyDocument,
  BoardArrivalsDocument,
  BoardCountsDocument,
  BoardDocumentDocument,
  BoardPortsDocument,
} from '../client/generated/operations.ts';
import { ArrivalList, type Refreshed } from './arrival-list.ts';
import type { BoardState, BoardStatus } from './board-state.ts';
import { ChangeWatch } from './change-watch.ts';
import { FacetCollector } from './facets.ts';
import { FreshRows } from './fresh-rows.ts';
import { MarkCommands, type MarkReport } from './mark-commands.ts';
import { type Arrival, hasArrival, type Row, rowsOf } from './model/arrival-row.ts';
import { bothOf, filterOfTab, filterOfView, orderOf, type Tab, tabs, type ViewState } from './model/view-state.ts';
import { type RefreshRequest, RefreshTimer } from './refresh-timer.ts';

export interface BoardOptions {
  /** Address of `/graphql`. */
  readonly url: string;
  readonly token: TokenProvider;
  /** The embedding page's own filter, which the viewer can only narrow. */
  readonly filter: ArrivalFilter;
  /** What the board opens with. */
  readonly view: ViewState;
  /** Called when something that is shown has changed, at most once a frame. */
  readonly onChange: () => void;
}

const firstRetryMs = 1_000;
const longestRetryMs = 15_000;
/** The log counts as caught up after this time without a version. */
const caughtUpMs = 1_000;
/** A pause of typing that is shorter than this continues the input. */
const typingPauseMs = 250;
/** Counts follow changes after this pause: each costs the server more than a page. */
const countPauseMs = 700;
/** Least time between two readings of a list in which too much has changed. */
const reopenPauseMs = 3_000;
/** Rows that are loaded again then. */
const maxReopened = 1_000;
const exportPageSize = 500;
/** Rows of one exported file. */
const maxExported = 10_000;
/** Codes after which the list is read again. */
const outdated = new Set(['ENTITLEMENT_CHANGED', 'CURSOR_INVALID', 'CURSOR_EXPIRED']);

/** The board without its view: reads arrivals, follows changes, and keeps what the viewer has chosen and marked. */
export class Board implements Disposable {
  readonly #options: BoardOptions;
  readonly #client: LandfallClient;
  readonly #fresh: FreshRows;
  readonly #facets = new FacetCollector();
  readonly #refreshes = new RefreshTimer((request) => this.#refresh(request));
  /** Marks of the viewer's tenant. */
  readonly marks: MarkCommands;
  #list: ArrivalList | undefined;
  #watch: ChangeWatch | undefined;
  #state: BoardState;
  /** The tab of a view that names none. */
  #openingTab: Tab | undefined;
  #frame: number | undefined;
  readonly #timers: { retry?: Timer; typing?: Timer; count?: Timer | undefined } = {};
  #retryMs = firstRetryMs;
  #openedAtMs = 0;
  /** While versions that were missed during a lost connection arrive. */
  #catchingUp: { readonly seconds: number; count: number; timer?: Timer } | undefined;
  #lostAt: number | undefined;
  /** Status of the client; single requests may fail besides. */
  #status: ConnectionStatus = { state: 'connecting', since: Date.now() };
  #isUnarranged = false;
  #isClosed = false;

  constructor(options: BoardOptions) {
    this.#options = options;
    const { view } = options;
    this.#client = createLandfallClient({ url: options.url, token: options.token, onStatus: (status) => this.#onStatus(status) });
    this.#fresh = new FreshRows(() => this.#show({}));
    this.marks = new MarkCommands({
      client: this.#client,
      onMark: (mark) => this.#onMark(mark),
      onSaved: (ids) => this.#refreshes.ring(undefined, this.#arrivalIdsOf(ids)),
    });
    this.#state = {
      phase: 'loading',
      failure: undefined,
      connection: this.#status,
      view,
      tab: view.tab ?? 'attention',
      rows: [],
      hasMore: false,
      isLoadingMore: false,
      counts: {},
      total: undefined,
      facets: this.#facets,
      status: {},
      fresh: this.#fresh.ids,
      changedCount: 0,
      lastChanged: undefined,
      newAlerts: 0,
      opened: undefined,
      mark: undefined,
    };
    void this.#open();
    if (view.opened !== undefined) void this.#openLink(view.opened);
  }

  get state(): BoardState {
    return this.#state;
  }

  /** Address of `/graphql`. */
  get url(): string {
    return this.#options.url;
  }

  /** Changes what is shown. Every filter is evaluated by the server. */
  change(change: Partial<ViewState>): void {
    const before = this.#state.view;
    // From the first choice on, a link to the view names its tab.
    const view = { ...before, tab: this.#state.tab, ...change };
    this.#setView(view, 'text' in change && Object.keys(change).length === 1 ? typingPauseMs : 0);
  }

  /** Shows another view as a whole, as from a link. */
  setView(view: ViewState): void {
    const { opened } = this.#state.view;
    this.#setView(view, 0);
    if (view.opened === undefined) this.#show({ opened: undefined });
    else if (view.opened.join('\n') !== opened?.join('\n')) void this.#openLink(view.opened);
  }

  #setView(view: ViewState, delayMs: number): void {
    const before = this.#state;
    const tab = view.tab ?? this.#openingTab ?? 'attention';
    const isSameList =
      before.tab === tab &&
      orderOf(view) === orderOf(before.view) &&
      JSON.stringify(filterOfView(view)) === JSON.stringify(filterOfView(before.view));
    const newAlerts = tab === 'attention' ? 0 : before.newAlerts;
    this.#show({ view, tab, newAlerts, ...(isSameList ? {} : { total: undefined }) });
    if (isSameList) return;
    clearTimeout(this.#timers.typing);
    this.#timers.typing = setTimeout(() => void this.#open(), delayMs);
  }

  /** Reads the next page, if there is one and none is being read. */
  async loadMore(): Promise<void> {
    if (!this.#state.hasMore || this.#state.isLoadingMore || this.#list === undefined) return;
    this.#show({ isLoadingMore: true });
    const list = this.#list;
    await list.readMore().catch((error: unknown) => this.#onTrouble(error));
    this.#onRead(list);
    this.#show({ isLoadingMore: false });
  }

  /** Starts over, as after a new credential. */
  retry(): void {
    this.#show({ phase: 'loading' });
    void this.#open();
  }

  dismiss(banner: keyof BoardStatus): void {
    this.#show({ status: { ...this.#state.status, [banner]: undefined } });
  }

  dismissMark(): void {
    this.#show({ mark: undefined });
  }

  /** Opens the panel of an arrival. */
  open(arrival: Arrival): void {
    const { partner, transportDocumentReference, typeLabel } = arrival;
    const key = [partner.id, transportDocumentReference, ...(typeLabel === null ? ([] as const) : ([typeLabel] as const))] as const;
    const others = this.#rowWith(arrival.id)?.arrivals.filter(({ id }) => id !== arrival.id) ?? [];
    const view = { ...this.#state.view, tab: this.#state.tab, opened: key };
    this.#show({ view, opened: { id: arrival.id, arrival, others, revision: 0 } });
  }

  close(): void {
    this.#show({ opened: undefined, view: { ...this.#state.view, opened: undefined } });
  }

  /** Sends a query of the view. @throws {LandfallClientError} every root field has failed */
  query<R, V>(document: TypedDocument<R, V>, variables: V, signal?: AbortSignal): Promise<QueryResult<R>> {
    return this.#client.query(document, variables, { signal });
  }

  /** Fetches a version as its partner wrote it; undefined if it does not exist. @throws {LandfallClientError} the request failed */
  async fetchDocument(versionId: string): Promise<unknown> {
    const { data } = await this.#client.query(BoardDocumentDocument, { id: versionId });
    return data?.node !== null && data?.node !== undefined && 'document' in data.node ? data.node.document : undefined;
  }

  /** Finds ports of discharge by the beginning of a name or UN/LOCODE. @returns names by UN/LOCODE */
  async findPorts(text: string): Promise<ReadonlyMap<string, string>> {
    const wanted = plain(text);
    const { data } = await this.#client.query(BoardPortsDocument, { text: text.trim() });
    for (const { port, portName } of data?.arrivals?.nodes ?? []) {
      if (port !== null && !this.#facets.ports.has(port.UNLocationCode)) {
        this.#facets.ports.set(port.UNLocationCode, portName ?? port.UNLocationCode);
      }
    }
    return new Map([...this.#facets.ports].filter((named) => named.some((name) => plain(name).includes(wanted))));
  }

  /**
   * Reads all arrivals that the filter finds, up to 10,000.
   *
   * @param onRead called with the number of arrivals that were read
   * @throws {LandfallClientError} a page could not be read
   */
  async readAll(onRead: (count: number) => void): Promise<{ readonly arrivals: readonly Arrival[]; readonly isCut: boolean }> {
    const arrivals: Arrival[] = [];
    const { view, tab } = this.#state;
    const [filter, orderBy] = [this.#filterOf(view, tab), orderOf({ ...view, tab })];
    let after: string | null | undefined;
    do {
      const { data } = await this.#client.query(BoardArrivalsDocument, { filter, orderBy, first: exportPageSize, ...(after && { after }) });
      const page = data?.arrivals;
      arrivals.push(...(page?.nodes ?? []));
      onRead(arrivals.length);
      after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
    } while (after && arrivals.length < maxExported);
    return { arrivals, isCut: after != null };
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    for (const timer of [...Object.values(this.#timers), this.#catchingUp?.timer]) clearTimeout(timer);
    for (const part of [this.#fresh, this.#refreshes, this.#list, this.#watch]) part?.[Symbol.dispose]();
    void this.#client.close();
  }

  #filterOf(view: ViewState, tab: Tab): ArrivalFilter {
    return bothOf(this.#options.filter, filterOfTab(tab), filterOfView(view));
  }

  /**
   * Reads the list from its first page. The previous rows stay until the new ones are loaded.
   *
   * @param rows so many are loaded, if there are as many
   */
  async #open(rows = 0): Promise<void> {
    clearTimeout(this.#timers.retry);
    this.#list?.[Symbol.dispose]();
    this.#openedAtMs = Date.now();
    const { view, tab } = this.#state;
    const list = new ArrivalList({
      client: this.#client,
      filter: this.#filterOf(view, tab),
      lasting: this.#lastingFilter(),
      order: orderOf({ ...view, tab }),
    });
    this.#list = list;
    try {
      await this.#follow();
      do await list.readMore();
      while (this.#list === list && list.hasMore && list.arrivals.length < rows);
      if (this.#list !== list) return;
      this.#retryMs = firstRetryMs;
      const isDefault = view.tab === undefined && this.#openingTab === undefined;
      if (isDefault) this.#openingTab = list.arrivals.length === 0 ? 'all' : 'attention';
      if (isDefault && this.#openingTab === 'all') {
        this.#show({ tab: 'all' });
        return void this.#open();
      }
      this.#onStatus(this.#status);
      this.#onRead(list);
      this.#count(0);
      // Versions that were received before are perhaps not evaluated yet.
      this.#refreshes.restart(new Date(this.#openedAtMs).toISOString());
    } catch (error) {
      if (this.#list === list) this.#onTrouble(error);
    }
  }

  /** The filter of the page, as far as no change of an arrival touches it. */
  #lastingFilter(): ArrivalFilter {
    const { partners } = this.#options.filter;
    return partners == null ? {} : { partners };
  }

  /** Follows changes, before the first page is read, so that none is missed between the two. */
  async #follow(): Promise<void> {
    if (this.#watch !== undefined) return;
    const watch = new ChangeWatch({
      client: this.#client,
      partners: this.#options.filter.partners?.map(String),
      onChange: (at, source) => {
        if (source === 'version' && this.#catchingUp !== undefined) this.#catchUp(1);
        this.#refreshes.ring(at);
      },
      onAlert: (alert) => {
        this.#refreshes.ring(undefined, alert.arrival === null ? [] : [alert.arrival.id]);
        const isNew = alert.transition === 'RAISED' && alert.needsAttention && this.#state.tab !== 'attention';
        if (isNew) this.#show({ newAlerts: this.#state.newAlerts + 1 });
      },
      onMissed: ({ count, reason }) => {
        this.#show({ status: { ...this.#state.status, missed: { count: count ?? undefined, reason } } });
        void this.#open();
      },
      onEnd: (error) => {
        if (this.#watch === watch) this.#unfollow();
        this.#onTrouble(error);
      },
    });
    this.#watch = watch;
    try {
      await watch.open();
    } catch (error) {
      if (this.#watch === watch) this.#unfollow();
      throw error;
    }
  }

  #unfollow(): void {
    this.#watch?.[Symbol.dispose]();
    this.#watch = undefined;
  }

  #onRead(list: ArrivalList): void {
    if (this.#list !== list || this.#isClosed) return;
    for (const arrival of list.arrivals) this.#facets.add(arrival);
    this.#show({ phase: 'ready', failure: undefined, hasMore: list.hasMore }, { arrange: true });
  }

  async #refresh({ since, named }: RefreshRequest): Promise<void> {
    const list = this.#list;
    if (list === undefined || this.#state.phase !== 'ready' || this.#isClosed) return;
    try {
      const found = await list.refresh(since, named);
      if (this.#list !== list || this.#isClosed) return;
      if (found.isOutdated) {
        if (Date.now() - this.#openedAtMs < reopenPauseMs) this.#refreshes.ring(since);
        // A viewer who has scrolled down stays there.
        else await this.#open(Math.min(list.arrivals.length, maxReopened));
        return;
      }
      await this.#onRefreshed(list, found, named);
    } catch (error) {
      if (this.#list === list) this.#onTrouble(error);
    }
  }

  async #onRefreshed(list: ArrivalList, { changed, left, touched }: Refreshed, named: readonly string[]): Promise<void> {
    this.marks.settle(this.#markedIdsOf(named));
    const { opened } = this.#state;
    if (opened !== undefined && (touched.includes(opened.id) || named.includes(opened.id))) {
      const arrival = changed.find(({ id }) => id === opened.id) ?? (await list.find(opened.id)) ?? opened.arrival;
      if (this.#state.opened?.id === opened.id) this.#show({ opened: { ...opened, arrival, revision: opened.revision + 1 } });
    }
    if (changed.length === 0 && left.length === 0) return this.#show({}, { arrange: named.length > 0 });
    const others = changed.filter(({ id }) => !named.includes(id));
    for (const { documentKey } of others) this.#fresh.add(documentKey);
    this.#onRead(list);
    const lastChanged = others[0] === undefined ? this.#state.lastChanged : rowsOf([others[0]])[0];
    this.#show({ changedCount: this.#state.changedCount + others.length, lastChanged });
    this.#count(countPauseMs);
  }

  async #openLink([partner, transportDocumentReference, typeLabel]: NonNullable<ViewState['opened']>): Promise<void> {
    const variables = { partner, transportDocumentReference, ...(typeLabel === undefined ? {} : { typeLabel }) };
    const answer = await this.#client.query(BoardArrivalByKeyDocument, variables).catch((error: unknown) => this.#onTrouble(error));
    const arrival = answer?.data?.arrival;
    if (arrival != null) this.open(arrival);
    else if (answer !== undefined) this.#show({ status: { ...this.#state.status, linkGone: true } });
  }

  /** Counts the tabs and the shown list, after a pause. */
  #count(delayMs: number): void {
    if (this.#timers.count !== undefined) return;
    this.#timers.count = setTimeout(async () => {
      this.#timers.count = undefined;
      const { view, tab } = this.#state;
      const host = this.#options.filter;
      const filters = Object.fromEntries(tabs.map((each) => [each, bothOf(host, filterOfTab(each))])) as Record<Tab, ArrivalFilter>;
      const variables = { ...filters, shown: this.#filterOf(view, tab) };
      // Without counts the tabs have their names alone.
      const answer = await this.#client.query(BoardCountsDocument, variables).catch(() => undefined);
      if (answer?.data == null || this.#isClosed) return;
      const { shown, ...counted } = answer.data;
      const counts = Object.fromEntries(
        Object.entries(counted).flatMap(([name, found]) => (found?.totalCount ? [[name, found.totalCount]] : [])),
      );
      this.#show({ counts, ...(view === this.#state.view ? { total: shown?.totalCount ?? undefined } : {}) });
      if (view !== this.#state.view) this.#count(countPauseMs);
    }, delayMs);
  }

  #onMark(mark: MarkReport): void {
    const { mark: before, rows, opened } = this.#state;
    const [id] = this.#arrivalIdsOf(mark.ids);
    const arrival = rows.flatMap(({ arrivals }) => arrivals).find((each) => each.id === id) ?? opened?.arrival;
    // The row may have left the list since the mark was set.
    const isSame = before !== undefined && before.ids.join() === mark.ids.join();
    this.#show({ mark: { ...mark, reference: isSame ? before.reference : (arrival?.transportDocumentReference ?? '') } });
  }

  #rowWith(id: string): Row | undefined {
    return this.#state.rows.find((row) => hasArrival(row, id));
  }

  /** Arrivals that have these ids, or alerts with them. */
  #arrivalIdsOf(ids: readonly string[]): string[] {
    const { rows, opened } = this.#state;
    const arrivals = [...rows.flatMap((row) => row.arrivals), ...(opened === undefined ? [] : [opened.arrival, ...opened.others])];
    const wanted = new Set(ids);
    return arrivals.flatMap(({ id, openAlerts }) => (wanted.has(id) || openAlerts.some((alert) => wanted.has(alert.id)) ? [id] : []));
  }

  #markedIdsOf(ids: readonly string[]): string[] {
    const wanted = new Set(ids);
    const arrivals = this.#state.rows.flatMap((row) => row.arrivals).filter(({ id }) => wanted.has(id));
    return [...ids, ...arrivals.flatMap(({ openAlerts }) => openAlerts.map(({ id }) => id))];
  }

  #onStatus(connection: ConnectionStatus): void {
    if (this.#isClosed) return;
    this.#status = connection;
    const { state } = connection;
    if (state === 'waiting') this.#lostAt ??= Date.now();
    if (state === 'live' && this.#lostAt !== undefined) {
      this.#catchingUp = { seconds: Math.round((Date.now() - this.#lostAt) / 1_000), count: 0 };
      this.#catchUp(0);
      this.#lostAt = undefined;
      this.#refreshes.ring(undefined);
    }
    this.#show({ connection });
  }

  #catchUp(count: number): void {
    const catching = this.#catchingUp;
    if (catching === undefined) return;
    catching.count += count;
    this.#show({ status: { ...this.#state.status, resumed: { seconds: catching.seconds, count: catching.count } } });
    clearTimeout(catching.timer);
    catching.timer = setTimeout(() => {
      this.#catchingUp = undefined;
    }, caughtUpMs);
  }

  #onTrouble(error: unknown): undefined {
    if (this.#isClosed || (error instanceof DOMException && error.name === 'AbortError')) return;
    const { code, kind, message, errors } = error instanceof LandfallClientError ? error : connectionLost(String(error), error);
    if (outdated.has(code)) {
      this.#unfollow();
      void this.#open();
    } else if (kind === 'unauthenticated') this.#show({ phase: 'refused' });
    else if (kind === 'transient') this.#retryLater(errors);
    else this.#show({ phase: 'failed', failure: message });
  }

  #retryLater(errors: readonly GraphqlError[]): void {
    const retryAt = Date.now() + this.#retryMs;
    this.#lostAt ??= Date.now();
    // An answer that has errors is no lost connection.
    if (errors.length > 0) this.#show({ status: { ...this.#state.status, errors } });
    this.#show({ connection: { state: 'waiting', since: Date.now(), retryAt } });
    clearTimeout(this.#timers.retry);
    this.#timers.retry = setTimeout(() => void this.#open(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
  }

  /** Groups the arrivals of the list to rows. */
  #arrange(): void {
    const list = this.#list;
    if (list === undefined) return;
    this.#isUnarranged = false;
    const rows = rowsOf(list.arrivals, new Map(this.#state.rows.map((row) => [row.id, row])));
    this.#state = { ...this.#state, rows };
  }

  /** Shows a change with the next frame; a thousand changes that arrive at once are drawn once. */
  #show(change: Partial<BoardState>, { arrange = false } = {}): void {
    this.#state = { ...this.#state, ...change };
    this.#isUnarranged ||= arrange;
    if (this.#isClosed) return;
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      if (this.#isUnarranged) this.#arrange();
      this.#options.onChange();
    });
  }
}

type Timer = ReturnType<typeof setTimeout>;

/** Without case, accents and blanks. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\s]/g, '')
    .toLowerCase();
}
