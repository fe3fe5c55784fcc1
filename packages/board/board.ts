import { connectionLost, LandfallClientError } from '../client/client-error.ts';
import { type CoreClient, createClientCore } from '../client/core-client.ts';
import type { TokenProvider } from '../client/credentials.ts';
import type { GraphqlError, QueryResult, TypedDocument } from '../client/document.ts';
import {
  type ArrivalFilter,
  BoardComparedDocument,
  BoardCountsDocument,
  BoardDocumentDocument,
  BoardOpenedDocument,
  type BoardOpenedQueryVariables,
} from '../client/generated/operations.ts';
import type { ConnectionStatus } from '../client/reconnection.ts';
import { createWebSocketLink } from '../client/websocket-link.ts';
import { ArrivalList, type ListQuery, type Refreshed } from './arrival-list.ts';
import type { BoardState, BoardStatus, Resumed } from './board-state.ts';
import { FacetCollector } from './facets.ts';
import { LiveList } from './live-list.ts';
import { MarkCommands } from './mark-commands.ts';
import { type Arrival, keyOf, rowIdOf, rowsOf } from './model/arrival-row.ts';
import type { FieldChange } from './model/changes.ts';
import { bothOf, filterOfTab, filterOfView, listOf, orderOf, type Tab, tabs, type ViewState } from './model/view-state.ts';

export interface BoardOptions {
  /** Address of `/graphql`. */
  readonly url: string;
  readonly token: TokenProvider;
  /** The filter of the embedding page, which the viewer can only narrow. */
  readonly filter: ArrivalFilter;
  /** The initial view. */
  readonly view: ViewState;
  /** Called when anything shown has changed, at most once per frame. */
  readonly onChange: () => void;
}

const firstRetryMs = 1_000;
const longestRetryMs = 15_000;
/** Typing that continues after a shorter pause belongs to the same input. */
const typingPauseMs = 250;
/** Maximum number of rows that are loaded again if too much has changed. */
const maxReopened = 1_000;
/** Number of rows that can be selected or exported at once. */
const mostRows = 10_000;
/** Counting costs the server more than a page. */
const countingPauseMs = 700;
/** Time for which a changed row is highlighted; equals the duration of the animation in the stylesheet. */
const highlightMs = 4_000;
/** The log counts as caught up after this time without a version. */
const caughtUpMs = 1_000;
/** Error codes after which the list is read again. */
const outdated = new Set(['ENTITLEMENT_CHANGED', 'CURSOR_INVALID', 'CURSOR_EXPIRED']);

/**
 * The board without its components: reads arrivals, follows changes, and keeps what the viewer has chosen and marked.
 */
export class Board implements Disposable {
  readonly #options: BoardOptions;
  readonly #client: CoreClient;
  /** Ends the pause before the next attempt to connect. */
  readonly #wake: () => void;
  /** The timers that end the highlighting of rows. */
  readonly #fresh = new Map<string, Timer>();
  readonly #facets = new FacetCollector();
  readonly #live: LiveList;
  /** Marks of the viewer's tenant. */
  readonly marks: MarkCommands;
  #state: BoardState;
  /** The tab that is shown if the view names none. */
  #openingTab: Tab | undefined;
  #frame: number | undefined;
  readonly #timers: { retry?: Timer; typing?: Timer; counts?: Timer; catchUp?: Timer } = {};
  /** When the connection was lost, in milliseconds since 1970. */
  #lostAt: number | undefined;
  /** The read of the next page. */
  #loading: Promise<boolean> | undefined;
  #retryMs = firstRetryMs;
  /** Status of the client; single requests may fail independently of it. */
  #status: ConnectionStatus = { state: 'connecting', since: Date.now() };
  #isUnarranged = false;
  #isClosed = false;

  constructor(options: BoardOptions) {
    this.#options = options;
    const { view } = options;
    const core = createClientCore({ url: options.url, token: options.token, onStatus: (status) => this.#onStatus(status) }, (parts) =>
      createWebSocketLink(parts, WebSocket),
    );
    this.#client = core.client;
    this.#wake = core.wake;
    this.marks = new MarkCommands({
      client: this.#client,
      onMark: (mark) => this.#show({ mark }),
      onSaved: (arrivals) => {
        this.#live.refresh(arrivals);
        // A mark that was counted may be undone before its rows are read.
        this.#countLater();
      },
    });
    this.#live = this.#openLive();
    this.#state = {
      phase: 'loading',
      failure: undefined,
      connection: this.#status,
      view,
      tab: view.tab ?? 'attention',
      rows: [],
      hasMore: false,
      isLoadingMore: false,
      isOpening: false,
      counts: {},
      total: undefined,
      facets: this.#facets,
      status: {},
      fresh: this.#fresh,
      changedCount: 0,
      lastChanged: undefined,
      newAlerts: 0,
      opened: undefined,
      selected: new Set(),
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

  /** Changes the view. All filters are applied by the server. */
  change(change: Partial<ViewState>): void {
    const before = this.#state.view;
    // After the first change, a link to the view contains its tab.
    const view = { ...before, tab: this.#state.tab, ...change };
    this.#setView(view, 'text' in change && Object.keys(change).length === 1 ? typingPauseMs : 0);
  }

  /** Replaces the whole view, for example by that of a link. */
  setView(view: ViewState): void {
    const { opened } = this.#state.view;
    this.#setView(view, 0);
    if (view.opened === undefined) this.#show({ opened: undefined });
    else if (view.opened.join('\n') !== opened?.join('\n')) void this.#openLink(view.opened);
  }

  #setView(view: ViewState, delayMs: number): void {
    const before = this.#state;
    const tab = view.tab ?? this.#openingTab ?? 'attention';
    const isSameList = listOf({ view, tab }) === listOf(before);
    const newAlerts = tab === 'attention' ? 0 : before.newAlerts;
    this.#show({ view, tab, newAlerts, ...(isSameList ? {} : { total: undefined, isOpening: true, selected: new Set<string>() }) });
    if (isSameList) return;
    clearTimeout(this.#timers.typing);
    this.#timers.typing = setTimeout(() => void this.#open(), delayMs);
  }

  /** Reads the next page. @returns false if there is none, or if it cannot be read now */
  loadMore(): Promise<boolean> {
    const { list } = this.#live;
    if (!this.#state.hasMore || list === undefined) return Promise.resolve(false);
    this.#loading ??= this.#readMore(list).finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #readMore(list: ArrivalList): Promise<boolean> {
    this.#show({ isLoadingMore: true });
    const isRead = await list.readMore().then(
      () => true,
      (error: unknown) => {
        this.#onTrouble(error);
        return false;
      },
    );
    this.#onRead(list);
    this.#show({ isLoadingMore: false });
    // If the list was replaced meanwhile, the next page is one of the new list.
    return isRead || this.#live.list !== list;
  }

  /** Starts over, for example with a new credential. */
  retry(): void {
    this.#show({ phase: 'loading' });
    void this.#open();
  }

  /** Tries to connect, and reads the list if it could not be read, without waiting for the next attempt. */
  tryNow(): void {
    this.#wake();
    if (this.#timers.retry !== undefined) void this.#open();
  }

  dismiss(banner: keyof BoardStatus): void {
    this.#show({ status: { ...this.#state.status, [banner]: undefined } });
  }

  dismissMark(): void {
    this.#show({ mark: undefined });
  }

  /** Selects all rows of the view: those that are not loaded are read, up to 10,000. */
  async selectAll(): Promise<void> {
    let count = 0;
    do {
      this.#arrange();
      const { rows, selected } = this.#state;
      // The viewer may have changed the selection meanwhile.
      if (selected.size < count) return;
      count = rows.length;
      this.select(rows.map(({ id }) => id));
    } while (count < mostRows && (await this.loadMore()));
  }

  /** Selects rows, in place of those that were selected. @param ids of rows */
  select(ids: Iterable<string>): void {
    this.#show({ selected: new Set(ids) });
  }

  /** Opens the panel of an arrival, or lists the documents of a ship. */
  open(shown: Arrival): void {
    if (shown.visit !== undefined) {
      this.change({ rowKind: 'documents', visit: shown.visit.id });
      return;
    }
    const arrival = shown.box?.of ?? shown;
    const view = { ...this.#state.view, tab: this.#state.tab, opened: keyOf(arrival) };
    this.#show({ view, opened: { id: arrival.id, arrival, revision: 0 } });
  }

  /** Opens the panel of an arrival that may not be loaded. */
  async openId(id: string): Promise<void> {
    const loaded = this.#live.list?.arrivals.find((arrival) => arrival.id === id && !arrival.visit);
    if (loaded !== undefined) this.open(loaded);
    else await this.#openFound({ id });
  }

  close(): void {
    this.#show({ opened: undefined, view: { ...this.#state.view, opened: undefined } });
  }

  /** Sends a query for a component. @throws {LandfallClientError} every root field has failed */
  query<R, V>(document: TypedDocument<R, V>, variables: V, signal?: AbortSignal): Promise<QueryResult<R>> {
    return this.#client.query(document, variables, { signal });
  }

  /** Returns how a version of a notice differs from another one. @throws {LandfallClientError} the request failed */
  async compare(versionId: string, since: string): Promise<readonly FieldChange[]> {
    const { data } = await this.#client.query(BoardComparedDocument, { id: versionId, since });
    return data.node !== null && 'changes' in data.node ? data.node.changes : [];
  }

  /** Fetches a version as its partner wrote it; undefined if it does not exist. @throws {LandfallClientError} the request failed */
  async fetchDocument(versionId: string): Promise<unknown> {
    const { data } = await this.#client.query(BoardDocumentDocument, { id: versionId });
    return data?.node !== null && data?.node !== undefined && 'document' in data.node ? data.node.document : undefined;
  }

  /** Finds ports of discharge by the beginning of a name or UN/LOCODE. @returns names by UN/LOCODE */
  findPorts(text: string): Promise<ReadonlyMap<string, string>> {
    return this.#facets.findPorts(this.#client, text);
  }

  /**
   * Reads all rows that match the filter, up to 10,000.
   *
   * @param onRead called with the number of rows that have been read
   * @throws {LandfallClientError} a page could not be read
   */
  async readAll(onRead: (count: number) => void): Promise<{ readonly arrivals: readonly Arrival[]; readonly isCut: boolean }> {
    const list = new ArrivalList(this.#client, this.#query());
    let count = 0;
    do {
      count = list.arrivals.length;
      await list.readMore();
      onRead(list.arrivals.length);
    } while (list.hasMore && list.arrivals.length > count && list.arrivals.length < mostRows);
    return { arrivals: list.arrivals, isCut: list.hasMore };
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    for (const timer of [...Object.values(this.#timers), ...this.#fresh.values()]) clearTimeout(timer);
    this.#live[Symbol.dispose]();
    void this.#client.close();
  }

  #query(): ListQuery {
    const { view, tab } = this.#state;
    const filter = bothOf(this.#options.filter, filterOfTab(tab), filterOfView(view));
    return { filter, rowKind: view.rowKind, order: orderOf({ ...view, tab }) };
  }

  /**
   * Reads the list from its first page. The previous rows stay until the new ones are loaded.
   *
   * @param rows number of rows to load, if there are as many
   */
  async #open(rows?: number): Promise<void> {
    clearTimeout(this.#timers.retry);
    delete this.#timers.retry;
    const { view } = this.#state;
    try {
      const list = await this.#live.open(this.#query(), rows);
      if (list === undefined || this.#isClosed) return;
      this.#retryMs = firstRetryMs;
      const isDefault = view.tab === undefined && this.#openingTab === undefined;
      if (isDefault) this.#openingTab = list.arrivals.length === 0 ? 'all' : 'attention';
      if (isDefault && this.#openingTab === 'all') {
        this.#show({ tab: 'all' });
        return void this.#open();
      }
      this.#onStatus(this.#status);
      this.#onRead(list);
      this.#countLater(0);
    } catch (error) {
      this.#onTrouble(error);
    }
  }

  #openLive(): LiveList {
    return new LiveList({
      client: this.#client,
      partners: this.#options.filter.partners?.map(String),
      onRefreshed: (list, found, named) => this.#onRefreshed(list, found, named),
      onVersion: () => {
        const { resumed } = this.#state.status;
        if (resumed !== undefined && this.#timers.catchUp !== undefined) this.#showResumed({ ...resumed, count: resumed.count + 1 });
      },
      onAlert: (alert) => {
        const isNew = alert.transition === 'RAISED' && alert.isUrgent && this.#state.tab !== 'attention';
        if (isNew) this.#show({ newAlerts: this.#state.newAlerts + 1 });
      },
      onMissed: ({ count, reason }) => {
        this.#show({ status: { ...this.#state.status, missed: { count: count ?? undefined, reason } } });
        void this.#open();
      },
      // Keeps the position of a viewer who has scrolled down.
      onOutdated: (loaded) => void this.#open(Math.min(loaded, maxReopened)),
      onTrouble: (error) => this.#onTrouble(error),
    });
  }

  #onRead(list: ArrivalList): void {
    if (this.#live.list !== list || this.#isClosed) return;
    for (const arrival of list.arrivals) this.#facets.add(arrival);
    const status = { ...this.#state.status, errors: undefined };
    this.#show({ phase: 'ready', failure: undefined, isOpening: false, hasMore: list.hasMore, status }, { arrange: true });
  }

  async #onRefreshed(list: ArrivalList, { changed, left, touched, hasNews }: Refreshed, named: readonly string[]): Promise<void> {
    this.marks.settle(named);
    const { opened } = this.#state;
    if (opened !== undefined && (touched.includes(opened.id) || named.includes(opened.id))) {
      const known = changed.find(({ id, visit }) => id === opened.id && !visit);
      const arrival = known?.box?.of ?? known ?? (await this.#find({ id: opened.id }))?.arrival ?? opened.arrival;
      if (this.#state.opened?.id === opened.id) this.#show({ opened: { ...opened, arrival, revision: opened.revision + 1 } });
    }
    if (hasNews) this.#countLater();
    if (changed.length === 0 && left.length === 0) return this.#show({}, { arrange: named.length > 0 });
    const others = changed.filter(({ id }) => !named.includes(id));
    for (const arrival of others) this.#highlight(rowIdOf(arrival));
    this.#onRead(list);
    const lastChanged = others[0] === undefined ? this.#state.lastChanged : rowsOf([others[0]])[0];
    this.#show({ changedCount: this.#state.changedCount + others.length, lastChanged });
  }

  #openLink([partner, transportDocumentReference, typeLabel]: NonNullable<ViewState['opened']>): Promise<void> {
    return this.#openFound({ partner, transportDocumentReference, ...(typeLabel === undefined ? {} : { typeLabel }) });
  }

  async #openFound(variables: BoardOpenedQueryVariables): Promise<void> {
    const found = await this.#find(variables).catch((error: unknown) => this.#onTrouble(error));
    if (found?.arrival != null) this.open(found.arrival);
    else if (found !== undefined) this.#show({ status: { ...this.#state.status, linkGone: true } });
  }

  /** Reads one arrival, whether or not it is in the list. @throws {LandfallClientError} it could not be read */
  async #find(variables: BoardOpenedQueryVariables) {
    return (await this.#client.query(BoardOpenedDocument, variables)).data;
  }

  #highlight(rowId: string): void {
    clearTimeout(this.#fresh.get(rowId));
    const fade = () => {
      this.#fresh.delete(rowId);
      this.#show({});
    };
    this.#fresh.set(rowId, setTimeout(fade, highlightMs));
  }

  /** Counts the arrivals of the tabs and of the shown list after a delay, unless that is pending. */
  #countLater(delayMs = countingPauseMs): void {
    this.#timers.counts ??= setTimeout(() => {
      delete this.#timers.counts;
      void this.#count();
    }, delayMs);
  }

  async #count(): Promise<void> {
    const { filter: shown, rowKind } = this.#query();
    const list = listOf(this.#state);
    const filters = Object.fromEntries(tabs.map((tab) => [tab, bothOf(this.#options.filter, filterOfTab(tab))])) as Record<
      Tab,
      ArrivalFilter
    >;
    // Without counts, only the names of the tabs are shown.
    const { data } =
      (await this.#client
        .query(BoardCountsDocument, { ...filters, shown, hasContainers: rowKind === 'containers' })
        .catch(() => undefined)) ?? {};
    if (data == null || this.#isClosed) return;
    const counts = Object.fromEntries(tabs.flatMap((tab) => (data[tab]?.totalCount ? [[tab, data[tab].totalCount]] : [])));
    const isSame = listOf(this.#state) === list;
    this.#show({ counts, total: isSame ? ((data.containers ?? data.shown)?.totalCount ?? undefined) : undefined });
    if (!isSame) this.#countLater();
  }

  #onStatus(connection: ConnectionStatus): void {
    if (this.#isClosed) return;
    this.#status = connection;
    const { state } = connection;
    if (state === 'waiting') this.#lostAt ??= Date.now();
    if (state === 'live' && this.#lostAt !== undefined) {
      this.#showResumed({ seconds: Math.round((Date.now() - this.#lostAt) / 1_000), count: 0 });
      this.#lostAt = undefined;
      this.#live.refresh();
    }
    this.#show({ connection });
  }

  /** Shows how many versions arrive late. They are counted until none has arrived for some time. */
  #showResumed(resumed: Resumed): void {
    clearTimeout(this.#timers.catchUp);
    this.#timers.catchUp = setTimeout(() => delete this.#timers.catchUp, caughtUpMs);
    this.#show({ status: { ...this.#state.status, resumed } });
  }

  #onTrouble(error: unknown): undefined {
    if (this.#isClosed || (error instanceof DOMException && error.name === 'AbortError')) return;
    const { code, kind, message, errors } = error instanceof LandfallClientError ? error : connectionLost(String(error), error);
    if (outdated.has(code)) {
      this.#live.unfollow();
      void this.#open();
    } else if (kind === 'unauthenticated') this.#show({ phase: 'refused' });
    else if (kind === 'transient') {
      this.#retryLater(errors);
      if (this.#state.phase === 'loading') void this.#explainRefusedOrigin();
    } else this.#show({ phase: 'failed', failure: message });
  }

  /**
   * Browsers do not tell a page why they withhold an answer. If the server sends its modules, which pages of all origins may
   * load, it does not allow this page's origin. The board retries in any case.
   */
  async #explainRefusedOrigin(): Promise<void> {
    const { origin, href } = location;
    const endpoint = new URL(this.#options.url, href);
    if (endpoint.origin === origin) return;
    const answer = await fetch(new URL('landfall-arrivals.js', endpoint), { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    if (answer?.ok && !this.#isClosed && this.#state.phase === 'loading')
      this.#show({ phase: 'failed', failure: `This page's address is not allowed: ${origin} (ALLOWED_ORIGINS)` });
  }

  #retryLater(errors: readonly GraphqlError[]): void {
    const retryAt = Date.now() + this.#retryMs;
    this.#lostAt ??= Date.now();
    // Errors in an answer do not mean that the connection is lost.
    this.#show({ status: { ...this.#state.status, errors: errors.length > 0 ? errors : undefined } });
    this.#show({ connection: { state: 'waiting', since: Date.now(), retryAt } });
    clearTimeout(this.#timers.retry);
    this.#timers.retry = setTimeout(() => void this.#open(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
  }

  /** Groups the arrivals of the list into rows. */
  #arrange(): void {
    const { list, isRead } = this.#live;
    if (list === undefined || !isRead) return;
    this.#isUnarranged = false;
    const rows = rowsOf(list.arrivals, new Map(this.#state.rows.map((row) => [row.id, row])));
    this.#state = { ...this.#state, rows };
  }

  /** Shows a change in the next frame, so that a thousand simultaneous changes are drawn once. */
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
