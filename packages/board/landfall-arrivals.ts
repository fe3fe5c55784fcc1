import { h, render } from 'preact';
import type { Credential, TokenProvider } from '../client/credentials.ts';
import { Board } from './board.ts';
import { selectedRows } from './board-state.ts';
import type { ArrivalRow, OwnAction, OwnColumn } from './host-parts.ts';
import { type Messages, messagesOf } from './messages/messages.ts';
import { type HostParts, rowForHost } from './model/own-parts.ts';
import { formatView, parseView, type Tab } from './model/view-state.ts';
import { readSettings, type Settings } from './settings.ts';
import { boardStyles } from './styles/styles.ts';
import { BoardView } from './view/board-view.tsx';
import type { Ui } from './view/ui.ts';

/** Detail of `landfall-select`: the arrival that was opened, or nulls if it was closed. */
export interface SelectDetail {
  /** Global id of the arrival. */
  readonly id: string | null;
  readonly partner: string | null;
  readonly transportDocumentReference: string | null;
  readonly typeLabel: string | null;
  /** Identifies the document. */
  readonly documentKey: string | null;
}

/** Detail of `landfall-selection`. */
export interface SelectionDetail {
  /** The selected rows. */
  readonly rows: readonly ArrivalRow[];
}

/** Detail of `landfall-view`. */
export interface ViewDetail {
  /** What the viewer has chosen, in the form of the attribute `view`: the query of an address. */
  readonly view: string;
}

/** Detail of `landfall-status`. */
export interface StatusDetail {
  /** `refused`: a credential is missing or was not accepted. `failed`: the server rejected the request for another reason. */
  readonly state: 'connecting' | 'live' | 'waiting' | 'closed' | 'refused' | 'failed';
}

/** Detail of `landfall-counts`. */
export interface CountsDetail {
  /** The counts of the views that need someone, by their names: `over` (past free time), `today` (the last free day), `late`, `attention`. */
  readonly counts: Readonly<Record<'over' | 'today' | 'late' | 'attention', number>>;
  /** The same in words, without those that are empty, for the title of a page. */
  readonly text: string;
}

/** The details of the events of the element. */
export interface LandfallEvents {
  'landfall-select': SelectDetail;
  'landfall-selection': SelectionDetail;
  'landfall-view': ViewDetail;
  'landfall-status': StatusDetail;
  'landfall-counts': CountsDetail;
}

/**
 * Texts that replace those of the board. `next` has what to do about an alert, by its kind; see `messages/list-messages.ts` for
 * the kinds and the values in braces.
 */
export type OwnTexts = {
  readonly [group in 'next' | 'tabs' | 'columns' | 'orders' | 'alertKinds' | 'states' | 'released' | 'actions']?: Readonly<
    Record<string, string>
  >;
};

/** Interval at which displayed ages are updated. */
const ageStepMs = 30_000;
/** In a narrower board, an opened notice covers the list. */
const narrowPx = 900;

let boards = 0;

/** A server that renders pages imports the module too, but has no elements. */
const PageElement: typeof HTMLElement = globalThis.HTMLElement ?? class {};

/**
 * `<landfall-arrivals>`: arriving containers, live. The page sets width and height; the default height is 40rem.
 *
 * Attributes, observed: `endpoint` (address of `/graphql`, default `/graphql`), `filter` (JSON of an `ArrivalFilter`),
 * `density` (`comfortable`, `compact`), `theme` (`light`, `dark`; default: that of the system), `zone` (`viewer`,
 * `port`: for instants in the panel), `lang` (`en`, `de`: language of the texts; default: that of the page. Dates
 * follow the viewer's own locale), `view` (what is shown: tab, filters, order, columns and the opened arrival, in the
 * form of `landfall-view`). Text direction is inherited.
 *
 * Properties: {@link tokenProvider}, {@link texts}, {@link columns}, {@link actions}, {@link opened}, {@link selection}. Events,
 * which bubble and leave shadow trees: `landfall-select` with {@link SelectDetail}, `landfall-selection` with
 * {@link SelectionDetail}, `landfall-status` with {@link StatusDetail}, `landfall-view` with {@link ViewDetail},
 * `landfall-counts` with {@link CountsDetail}. Slots: `account` in the header, `panel` in the opened arrival, `selection` in the
 * bar of selected rows.
 *
 * Custom properties: `--landfall-height`, `--landfall-font`, `--landfall-mono`, `--landfall-radius`, and the colours
 * `--landfall-accent`, `-surface`, `-raised`, `-line`, `-text`, `-muted`, `-good`, `-warn`, `-bad`, `-fresh`.
 *
 * Parts: `board`, `header`, `title`, `search`, `connection`, `tabs`, `filters`, `active-filters`, `popover`, `status`,
 * `banner`, `list`, `head`, `row`, `row-opened`, `row-selected`, `cell`, `cell-<column>`, `next`, `reference`, `difference`, `chip`, `unseen`,
 * `selection`, `own-action`, `toast`, `panel`, `chart`, `coverage`, `blank`, `skeleton`, `help`.
 */
export class LandfallArrivals extends PageElement {
  static readonly observedAttributes = ['endpoint', 'filter', 'density', 'theme', 'zone', 'lang', 'view'];

  #board: Board | undefined;
  #settings: Settings = readSettings(this);
  #tokenProvider: TokenProvider | undefined;
  #texts: OwnTexts = {};
  #words: Messages | undefined;
  #own: HostParts = { columns: [], actions: [] };
  /** What the page has set before the board starts. */
  #wanted: { opened?: string | undefined; selection?: readonly string[] } = {};
  #times = { lang: 'en', zone: this.#settings.zone };
  #now = Date.now();
  #ageTimer: ReturnType<typeof setInterval> | undefined;
  #isNarrow = false;
  #dispatched: { counts?: string; status?: StatusDetail['state']; openedId?: string | undefined; view?: string; selected?: string } = {};
  #isPrinting = false;
  readonly #idPrefix = `landfall-${++boards}`;
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #size = new ResizeObserver(([entry]) => this.#onSize(entry?.contentRect.width ?? 0));

  /**
   * Returns the current credential. Called before each connection and after a rejection. May be set before or after
   * insertion.
   */
  get tokenProvider(): TokenProvider | undefined {
    return this.#tokenProvider;
  }

  set tokenProvider(provider: TokenProvider | undefined) {
    this.#tokenProvider = provider;
    if (this.#board !== undefined) this.#start();
  }

  /** Texts of the page in place of those of the board. */
  get texts(): OwnTexts {
    return this.#texts;
  }

  set texts(texts: OwnTexts) {
    this.#texts = texts;
    this.#words = undefined;
    this.#draw();
  }

  /** Columns of the page. Setting them again shows values that have changed. */
  get columns(): readonly OwnColumn[] {
    return this.#own.columns;
  }

  set columns(columns: readonly OwnColumn[] | undefined) {
    this.#own = { ...this.#own, columns: columns ?? [] };
    this.#draw();
  }

  /** Buttons of the page: in rows, in the opened arrival, and for the selected rows. */
  get actions(): readonly OwnAction[] {
    return this.#own.actions;
  }

  set actions(actions: readonly OwnAction[] | undefined) {
    this.#own = { ...this.#own, actions: actions ?? [] };
    this.#draw();
  }

  /** Global id of the opened arrival; null if none is. */
  get opened(): string | null {
    return this.#board?.state.opened?.id ?? null;
  }

  set opened(id: string | null | undefined) {
    this.#wanted.opened = id ?? undefined;
    if (id == null) this.#board?.close();
    else if (id !== this.opened) void this.#board?.openId(id);
  }

  /** `key`s of the selected rows. */
  get selection(): readonly string[] {
    return this.#selectedRows().map(({ key }) => key);
  }

  set selection(keys: readonly string[] | undefined) {
    this.#wanted.selection = keys ?? [];
    this.#board?.select(keys ?? []);
  }

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [boardStyles()];
    this.#size.observe(this);
    this.#ageTimer = setInterval(() => {
      this.#now = Date.now();
      this.#draw();
    }, ageStepMs);
    this.#isNarrow = this.clientWidth < narrowPx;
    addEventListener('beforeprint', this.#onPrint);
    addEventListener('afterprint', this.#onPrinted);
    // Deferred, because the script that inserts the board sets its token provider in the following lines.
    queueMicrotask(() => this.isConnected && this.#start());
  }

  /** Closes the sockets and stops all timers. */
  disconnectedCallback(): void {
    this.#size.disconnect();
    removeEventListener('beforeprint', this.#onPrint);
    removeEventListener('afterprint', this.#onPrinted);
    clearInterval(this.#ageTimer);
    this.#board?.[Symbol.dispose]();
    this.#board = undefined;
    render(null, this.#root);
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || this.#board === undefined) return;
    this.#settings = readSettings(this);
    this.#words = undefined;
    if (name === 'endpoint' || name === 'filter') this.#start();
    else if (name === 'view') this.#showView();
    else this.#draw();
  }

  /** Starts over, keeping what the viewer has chosen. */
  #start(): void {
    this.#settings = readSettings(this);
    const { endpoint, filter } = this.#settings;
    const view = this.#board?.state.view ?? this.#settings.view;
    this.#board?.[Symbol.dispose]();
    const token = (): ReturnType<TokenProvider> => this.#tokenProvider?.();
    this.#board = new Board({ url: endpoint, token, filter, view, onChange: () => this.#draw() });
    const { opened, selection } = this.#wanted;
    this.#wanted = {};
    if (selection !== undefined) this.#board.select(selection);
    if (opened !== undefined) void this.#board.openId(opened);
    this.#draw();
  }

  #draw(): void {
    const board = this.#board;
    if (board === undefined) return;
    const { lang, zone, density, hasBadFilter, filter: hostFilter } = this.#settings;
    const locale = navigator.language;
    if (this.#times.lang !== locale || this.#times.zone !== zone) this.#times = { lang: locale, zone };
    this.#words ??= withTexts(messagesOf(lang), this.#texts);
    const ui: Ui = {
      board,
      state: board.state,
      words: this.#words,
      times: this.#times,
      own: this.#own,
      now: this.#now,
    };
    const props = {
      ui,
      density,
      hasBadFilter,
      hostFilter,
      isNarrow: this.#isNarrow,
      isPrinting: this.#isPrinting,
      idPrefix: this.#idPrefix,
    };
    render(h(BoardView, props), this.#root);
    this.#dispatchChanges();
  }

  readonly #onPrint = (): void => this.#print(true);
  readonly #onPrinted = (): void => this.#print(false);

  /** Draws immediately, because the browser prints the content as it is when the event ends. */
  #print(isPrinting: boolean): void {
    this.#isPrinting = isPrinting;
    this.#draw();
  }

  #showView(): void {
    const board = this.#board;
    const view = parseView(this.getAttribute('view') ?? '');
    if (board !== undefined && formatView(view) !== formatView(board.state.view)) board.setView(view);
  }

  #onSize(width: number): void {
    const isNarrow = width < narrowPx;
    if (isNarrow === this.#isNarrow) return;
    this.#isNarrow = isNarrow;
    this.#draw();
  }

  #selectedRows(): readonly ArrivalRow[] {
    return this.#board === undefined ? [] : selectedRows(this.#board.state).map(rowForHost);
  }

  #dispatchChanges(): void {
    const { phase, connection, opened, counts } = this.#board?.state ?? {};
    if (connection === undefined || counts === undefined) return;
    const state = phase === 'refused' || phase === 'failed' ? phase : connection.state;
    const before = this.#dispatched;
    const view = formatView(this.#board?.state.view ?? this.#settings.view);
    const calling = Object.fromEntries((['over', 'today', 'late', 'attention'] as const).map((tab) => [tab, counts[tab]?.value ?? 0]));
    const text = Object.entries(calling).flatMap(([tab, count]) => (count > 0 ? [`${this.#words?.tabs[tab as Tab]} ${count}`] : []));
    const rows = this.#selectedRows();
    const selected = rows.map(({ key }) => key).join();
    this.#dispatched = { status: state, openedId: opened?.id, view, counts: text.join(' · '), selected };
    if ((before.selected ?? '') !== selected) this.#dispatch('landfall-selection', { rows });
    if ((before.counts ?? '') !== text.join(' · '))
      this.#dispatch('landfall-counts', { counts: calling as CountsDetail['counts'], text: text.join(' · ') });
    if (before.view !== undefined && before.view !== view) this.#dispatch('landfall-view', { view });
    if (before.status !== state) this.#dispatch('landfall-status', { state });
    if (before.openedId === opened?.id) return;
    const { partner, transportDocumentReference = null, typeLabel = null, documentKey = null } = opened?.arrival ?? {};
    this.#dispatch('landfall-select', {
      id: opened?.id ?? null,
      partner: partner?.id ?? null,
      transportDocumentReference,
      typeLabel,
      documentKey,
    });
  }

  #dispatch<Name extends keyof LandfallEvents>(name: Name, detail: LandfallEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

function withTexts(words: Messages, own: OwnTexts): Messages {
  const groups = Object.entries(own).map(([group, texts]) => [group, { ...(words[group as keyof OwnTexts] as object), ...texts }]);
  return { ...words, ...Object.fromEntries(groups) };
}

// If a page loads the module from two addresses, the first one is used.
if (globalThis.customElements?.get('landfall-arrivals') === undefined)
  globalThis.customElements?.define('landfall-arrivals', LandfallArrivals);

type BoardEventMap = { [Name in keyof LandfallEvents]: CustomEvent<LandfallEvents[Name]> };

declare global {
  interface HTMLElementTagNameMap {
    'landfall-arrivals': LandfallArrivals;
  }
  interface HTMLElementEventMap extends BoardEventMap {}
}

export type { ArrivalRow, Credential, OwnAction, OwnColumn, TokenProvider };
