import { type ConnectionStatus, createLandfallClient, type GraphqlError, type LandfallClient } from '../client/client.ts';
import { connectionLost, LandfallClientError } from '../client/client-error.ts';
import type { TokenProvider } from '../client/credentials.ts';
import {
  type ArrivalNoticeFilter,
  BoardDocumentDocument,
  BoardNoticeDocument,
  type BoardNoticeQuery,
} from '../client/generated/operations.ts';
import type { BoardState, BoardStatus, OpenedNotice } from './board-state.ts';
import { FreshRows } from './fresh-rows.ts';
import { Joins } from './joins.ts';
import { LiveRows } from './live-rows.ts';
import { type Choice, filterOf, hasText, noChoice } from './model/filters.ts';
import type { Row } from './model/rows.ts';
import { compareRows, type Sorting, serverOrderOf } from './model/sorting.ts';

export interface BoardOptions {
  /** Address of `/graphql`. */
  readonly url: string;
  readonly token: TokenProvider;
  /** The embedding page's own filter, which the viewer can only narrow. */
  readonly filter: ArrivalNoticeFilter;
  /** Called when something that is shown has changed, at most once a frame. */
  readonly onChange: () => void;
}

const firstRetryMs = 1_000;
const longestRetryMs = 15_000;
/** Minimum length of a text that is searched on the server. */
export const shortestLookup = 4;
/** A pause of typing that is shorter than this continues the input. */
const typingPauseMs = 300;
/** The log counts as caught up after this time without a version. */
const caughtUpMs = 1_000;
/** Codes after which the list is read again. */
const outdated = new Set(['ENTITLEMENT_CHANGED', 'CURSOR_INVALID', 'CURSOR_EXPIRED']);

/** The board without its view: reads rows, follows changes, and keeps the viewer's filters. */
export class Board implements Disposable {
  readonly #options: BoardOptions;
  readonly #client: LandfallClient;
  readonly #fresh: FreshRows;
  readonly joins: Joins;
  #live: LiveRows | undefined;
  #state: BoardState;
  #frame: number | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = firstRetryMs;
  #lookupTimer: ReturnType<typeof setTimeout> | undefined;
  /** While versions that were missed during a lost connection arrive. */
  #catchingUp: { readonly seconds: number; count: number; timer?: ReturnType<typeof setTimeout> } | undefined;
  #lostAt: number | undefined;
  /** Status of the client; single requests may fail besides. */
  #status: ConnectionStatus = { state: 'connecting', since: Date.now() };
  /** Whether rows were added or removed since they were last filtered and sorted. */
  #isUnarranged = false;
  #isClosed = false;

  constructor(options: BoardOptions) {
    this.#options = options;
    this.#client = createLandfallClient({ url: options.url, token: options.token, onStatus: (status) => this.#onStatus(status) });
    this.#fresh = new FreshRows(() => this.#show({}));
    this.joins = new Joins({ client: this.#client, onJoins: () => this.#show({}), onErrors: (errors) => this.#onErrors(errors) });
    this.#state = {
      phase: 'loading',
      failure: undefined,
      connection: this.#status,
      choice: noChoice,
      sorting: 'RECENTLY_CHANGED',
      rows: [],
      loadedCount: 0,
      hasMore: false,
      isLoadingMore: false,
      lookup: undefined,
      status: {},
      sources: [],
      fresh: this.#fresh.ids,
      changedCount: 0,
      lastChanged: undefined,
      opened: undefined,
    };
    void this.#open();
  }

  get state(): BoardState {
    return this.#state;
  }

  /** Filters the list. Text is searched in the loaded rows; every other filter is evaluated by the server. */
  choose(change: Partial<Choice>): void {
    const choice = { ...this.#state.choice, ...change };
    const isTextOnly = Object.keys(change).every((name) => name === 'text');
    clearTimeout(this.#lookupTimer);
    this.#show({ choice, lookup: undefined }, { arrange: isTextOnly });
    if (!isTextOnly) void this.#open();
    else if (this.#isUnloaded(choice.text)) {
      // Set at once, so that the board does not report "none found" while it waits.
      this.#show({ lookup: { text: choice.text.trim(), count: undefined } });
      this.#lookupTimer = setTimeout(() => void this.lookUp(choice.text.trim()), typingPauseMs);
    }
  }

  sort(sorting: Sorting): void {
    const isSameOrder = serverOrderOf(sorting) === serverOrderOf(this.#state.sorting);
    this.#show({ sorting }, { arrange: isSameOrder });
    if (!isSameOrder) void this.#open();
  }

  /** Reads the next page, if there is one and none is being read. */
  async loadMore(): Promise<void> {
    if (!this.#state.hasMore || this.#state.isLoadingMore || this.#live === undefined) return;
    this.#show({ isLoadingMore: true });
    await this.#live.readMore().catch((error: unknown) => this.#onTrouble(error));
    this.#show({ isLoadingMore: false });
  }

  /** Searches the server for the notices of a document, container, ship or port. */
  async lookUp(text: string): Promise<void> {
    clearTimeout(this.#lookupTimer);
    const count = await this.#live?.find(text).catch((error: unknown) => this.#onTrouble(error));
    if (this.#state.choice.text.trim() !== text) return;
    if (typeof count !== 'number') return this.#show({ lookup: undefined });
    this.#show({ lookup: { text, count } }, { arrange: true });
  }

  /** Whether a text may be found among notices that are not loaded, and only there. */
  #isUnloaded(text: string): boolean {
    const wanted = text.trim().toLowerCase();
    if (this.#live === undefined || !this.#live.hasMore || wanted.length < shortestLookup) return false;
    return ![...this.#live.rows].some((row) => hasText(row, wanted));
  }

  /** Starts over, as after a new credential. */
  retry(): void {
    this.#show({ phase: 'loading' });
    void this.#open();
  }

  dismiss(banner: keyof BoardStatus): void {
    this.#show({ status: { ...this.#state.status, [banner]: undefined } });
  }

  /** Opens the panel of a row. */
  open(row: Row): void {
    this.#show({ opened: { id: row.id, row, state: 'loading', notice: undefined } });
    void this.#readOpened(row.id);
  }

  close(): void {
    this.#show({ opened: undefined });
  }

  /** Fetches a version as its partner wrote it; undefined if it does not exist. @throws {LandfallClientError} the request failed */
  async fetchDocument(versionId: string): Promise<unknown> {
    const { data } = await this.#client.query(BoardDocumentDocument, { id: versionId });
    return data?.node !== null && data?.node !== undefined && 'document' in data.node ? data.node.document : undefined;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#lookupTimer);
    clearTimeout(this.#catchingUp?.timer);
    this.#fresh[Symbol.dispose]();
    this.#live?.[Symbol.dispose]();
    this.joins[Symbol.dispose]();
    void this.#client.close();
  }

  /** Reads the list from its first page. The previous rows stay until the new ones are loaded. */
  async #open(): Promise<void> {
    clearTimeout(this.#retryTimer);
    this.#live?.[Symbol.dispose]();
    const { choice, sorting } = this.#state;
    const live = new LiveRows({
      client: this.#client,
      filter: filterOf(this.#options.filter, choice),
      order: serverOrderOf(sorting),
      onRows: (changed) => this.#onRows(live, changed),
      onMissed: ({ count, reason }) => {
        this.#show({ status: { ...this.#state.status, missed: { count: count ?? undefined, reason } } });
        void this.#open();
      },
      onErrors: (errors) => this.#onErrors(errors),
      onEnd: (error) => this.#onTrouble(error),
    });
    this.#live = live;
    this.joins.follow();
    try {
      await live.open();
      this.#retryMs = firstRetryMs;
      this.#onStatus(this.#status);
    } catch (error) {
      if (this.#live === live) this.#onTrouble(error);
    }
  }

  #onRows(live: LiveRows, changed: Row | undefined): void {
    if (this.#live !== live || this.#isClosed) return;
    if (changed !== undefined) {
      this.#fresh.add(changed.id);
      if (this.#catchingUp !== undefined) this.#catchUp(1);
      this.#show({ changedCount: this.#state.changedCount + 1, lastChanged: changed });
      if (this.#state.opened?.id === changed.id) {
        this.#show({ opened: { ...this.#state.opened, row: changed } });
        void this.#readOpened(changed.id);
      }
    }
    this.#show({ phase: 'ready', failure: undefined, sources: live.sources, hasMore: live.hasMore }, { arrange: true });
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
      this.joins.renew();
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

  #onErrors(errors: readonly GraphqlError[]): void {
    if (errors.length > 0) this.#show({ status: { ...this.#state.status, errors } });
  }

  #onTrouble(error: unknown): void {
    if (this.#isClosed || (error instanceof DOMException && error.name === 'AbortError')) return;
    const { code, kind, message } = error instanceof LandfallClientError ? error : connectionLost(String(error), error);
    if (outdated.has(code)) void this.#open();
    else if (kind === 'unauthenticated') this.#show({ phase: 'refused' });
    else if (kind === 'transient') this.#retryLater();
    else this.#show({ phase: 'failed', failure: message });
  }

  #retryLater(): void {
    const retryAt = Date.now() + this.#retryMs;
    this.#lostAt ??= Date.now();
    this.#show({ connection: { state: 'waiting', since: Date.now(), retryAt } });
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.#open(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
  }

  async #readOpened(id: string): Promise<void> {
    const answer = await this.#client.query(BoardNoticeDocument, { id }).catch((error: unknown) => {
      if (error instanceof LandfallClientError) this.#onErrors(error.errors);
      return undefined;
    });
    const { opened } = this.#state;
    if (opened?.id !== id || answer === undefined) return;
    this.#onErrors(answer.errors);
    const node = answer.data?.node;
    this.#show({ opened: isNotice(node) ? { ...opened, state: 'ready', notice: node } : { ...opened, state: 'gone' } });
  }

  /** Filters and sorts the rows to show. */
  #arrange(): void {
    const live = this.#live;
    if (live === undefined) return;
    this.#isUnarranged = false;
    const { choice, sorting, lookup } = this.#state;
    const text = choice.text.trim().toLowerCase();
    const loaded = [...live.rows];
    const shown = text === '' ? loaded : loaded.filter((row) => hasText(row, text));
    const ids = new Set(shown.map(({ id }) => id));
    const found = lookup === undefined ? [] : [...live.found].filter(({ id }) => !ids.has(id));
    this.#state = { ...this.#state, loadedCount: loaded.length, rows: [...shown, ...found].sort(compareRows(sorting)) };
  }

  /** Shows a change with the next frame; a thousand versions that arrive at once are sorted once. */
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

/** The id of another type returns an empty object. */
function isNotice(node: BoardNoticeQuery['node'] | undefined): node is OpenedNotice {
  return node != null && 'firstReceivedAt' in node;
}
