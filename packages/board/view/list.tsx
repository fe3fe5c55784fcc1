// biome-ignore-all lint/a11y/useSemanticElements: a <table> cannot contain only the visible rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: only one row or cell at a time is in the tab order, and headers never are.
import { Component, createRef, type RefObject } from 'preact';
import { selectedRows } from '../board-state.ts';
import type { MarkKind } from '../mark-commands.ts';
import { collectablesOf, hasArrival, type Row } from '../model/arrival-row.ts';
import { type Column, columnsFor, gridTemplateOf } from '../model/columns.ts';
import { type GridPlace, placeAfter } from '../model/grid-keys.ts';
import { actionsIn, widthsOf } from '../model/own-parts.ts';
import { listOf, orderOf } from '../model/view-state.ts';
import { drawnRows, type ListView, scrollTopFor } from '../model/window.ts';
import { Icon } from './icons.tsx';
import { Head } from './list-head.tsx';
import { RowView } from './row.tsx';
import { alertsOf, showShip, snoozes, toggleCollected } from './row-actions.tsx';
import type { Ui } from './ui.ts';

export interface ListProps {
  readonly ui: Ui;
  /** Whether the panel covers the list, which is then inert. */
  readonly isCovered: boolean;
  /** Whether the page is printed: all loaded rows are then drawn. */
  readonly isPrinting: boolean;
  /** Receives the function that focuses the row in the tab order. */
  readonly focusRef: RefObject<(() => void) | null>;
}

interface ListState {
  readonly scrollTop: number;
  readonly width: number;
  readonly height: number;
  readonly rowHeight: number;
  /** The row in the tab order. */
  readonly activeId: string | undefined;
  readonly activeColumn: number;
  /** Number of changes above the visible rows that a viewer who has scrolled down has not seen. */
  readonly unseen: number;
}

/** Rows before the end at which the next page is requested. */
const readAhead = 25;
/** Narrower lists show cards. */
const cardPx = 840;
/** Width that rows reserve for each of their buttons if the pointer cannot hover, beyond the usual padding. */
const actionPx = 72;
/** Width of a printed page, and the columns that fit it best: the port is beside the vessel. */
const paperPx = 1_000;
const paperColumns: readonly Column[] = ['arrival', 'alert', 'vessel', 'document', 'lastFree', 'release'];
/** The columns of ships: the values of others may differ between their documents. */
const shipColumns: readonly Column[] = ['arrival', 'alert', 'document', 'lastFree'];

/** The rows; only visible ones are rendered. One row at a time is in the tab order; arrow keys move from there. */
export class List extends Component<ListProps, ListState> {
  override state: ListState = { scrollTop: 0, width: 1_000, height: 0, rowHeight: 60, activeId: undefined, activeColumn: -1, unseen: 0 };
  readonly #viewport = createRef<HTMLDivElement>();
  readonly #ruler = createRef<HTMLDivElement>();
  readonly #sizes = new ResizeObserver(() => this.#measure());
  readonly #noHover = matchMedia('(hover: none)');
  #columns: readonly Column[] = [];
  #hasFocus = false;
  /** The active row, also before it is rendered: keys may follow each other faster. */
  #activeId: string | undefined;
  /** Whether a key moves the focus with the next rendering. */
  #isMoving = false;
  #isDrawing = false;
  /** Whether End was pressed last: pages are then read up to the last one. */
  #isGoingToEnd = false;
  /** Number of changes when the top of the list was last visible. */
  #seenCount = 0;
  /** The row at which the selected range begins. */
  #anchorId: string | undefined;

  override componentDidMount(): void {
    for (const { current } of [this.#viewport, this.#ruler]) if (current !== null) this.#sizes.observe(current);
    this.#measure();
    this.props.focusRef.current = () => this.#focus();
    if (this.#board()?.matches(':focus')) this.#focus();
  }

  override componentWillUnmount(): void {
    // Keys keep their meaning without rows, and the next row is focused when there is one.
    if (this.#hasFocus) this.#board()?.focus();
    this.props.focusRef.current = null;
    this.#sizes.disconnect();
  }

  override componentDidUpdate(before: ListProps, { rowHeight }: ListState): void {
    this.#isDrawing = false;
    const { rows } = this.props.ui.state;
    const { state } = before.ui;
    if (listOf(state) !== listOf(this.props.ui.state)) {
      this.#isGoingToEnd = false;
      this.#viewport.current?.scrollTo({ top: 0 });
    } else if (rowHeight !== this.state.rowHeight) this.#keepInView(rowHeight);
    else if (state.rows !== rows) this.#holdStill(state.rows);
    this.#keepFocus();
    if (this.#isGoingToEnd && rows.length > state.rows.length) this.#goTo({ row: rows.length - 1, column: this.state.activeColumn });
    if (drawnRows(this.#view()).last >= rows.length - 1) void this.props.ui.board.loadMore();
  }

  override render({ ui, isCovered, isPrinting }: ListProps, { activeId, unseen, width }: ListState) {
    this.#isDrawing = true;
    const { rows, hasMore, view } = ui.state;
    const isCard = width < cardPx && !isPrinting;
    const buttons = view.rowKind === 'ships' ? 2 : 3 + actionsIn(ui.own, 'row').length;
    const own = widthsOf(ui.own.columns);
    const chosen = view.rowKind === 'ships' ? shipColumns : view.columns;
    this.#columns = isPrinting
      ? this.#columnsFor(paperPx, chosen ?? paperColumns)
      : this.#columnsFor(this.#noHover.matches ? width - buttons * actionPx : width, chosen);
    const columns = this.#columns;
    const list = this.#view();
    const { first, last } = isPrinting ? { first: 0, last: rows.length - 1 } : drawnRows(list);
    const activeIndex = Math.max(0, activeId === undefined ? 0 : rows.findIndex(({ id }) => id === activeId));
    const indices = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
    // A focused element must stay in the document: its row stays rendered, wherever the list is scrolled to.
    if (activeIndex < first || activeIndex > last) indices.push(activeIndex);
    return (
      <div class={`list ${isCard ? 'cards' : 'table'}`} part="list" inert={isCovered}>
        <div
          ref={this.#viewport}
          class="viewport"
          role="grid"
          aria-multiselectable="true"
          aria-busy={ui.state.isOpening}
          aria-label={ui.words.title}
          aria-rowcount={hasMore ? -1 : rows.length + 1}
          aria-colcount={isCard ? 3 : columns.length + 2}
          onScroll={this.#onScroll}
          onKeyDown={this.#onKeyDown}
          onClick={this.#onClick}
          onFocusIn={this.#onFocusIn}
          onFocusOut={this.#onFocusOut}
          style={{ '--columns': gridTemplateOf(columns, own), '--buttons': buttons }}
        >
          <Head ui={ui} columns={columns} />
          <div class="canvas" role="rowgroup" style={isPrinting ? {} : { blockSize: `${rows.length * list.rowHeight}px` }}>
            {indices.map((index) => this.#row(index, { activeIndex, isCard, isPrinting }))}
          </div>
          <div ref={this.#ruler} class="ruler" role="presentation" />
        </div>
        {unseen > 0 && (
          <button type="button" class="unseen" part="unseen" onClick={this.#toTop}>
            <Icon name="up" /> {ui.words.newAbove(unseen)}
          </button>
        )}
      </div>
    );
  }

  #row(index: number, { activeIndex, isCard, isPrinting }: { activeIndex: number; isCard: boolean; isPrinting: boolean }) {
    const { ui } = this.props;
    const { rows, fresh, opened, selected, view } = ui.state;
    const row = rows[index];
    if (row === undefined) return null;
    return (
      <RowView
        key={row.id}
        {...{ ui, row, index, isCard }}
        columns={this.#columns}
        reference={view.reference}
        mark={markOn(ui, row)}
        top={isPrinting ? undefined : index * this.state.rowHeight}
        isFresh={fresh.has(row.id)}
        isOpened={opened !== undefined && hasArrival(row, opened.id)}
        isSelected={selected.has(row.id)}
        tabColumn={index === activeIndex ? this.state.activeColumn : undefined}
      />
    );
  }

  /** The same array as long as the columns are the same, so that rows need not be drawn again. */
  #columnsFor(width: number, chosen: readonly Column[] | undefined): readonly Column[] {
    const columns = columnsFor(width, chosen, widthsOf(this.props.ui.own.columns));
    return columns.join() === this.#columns.join() ? this.#columns : columns;
  }

  #view(): ListView {
    const { scrollTop, height, rowHeight } = this.state;
    return { scrollTop, height, rowHeight, count: this.props.ui.state.rows.length };
  }

  readonly #onScroll = (): void => {
    const scrollTop = this.#viewport.current?.scrollTop ?? 0;
    const { rows, changedCount } = this.props.ui.state;
    if (scrollTop < this.state.rowHeight / 2) {
      this.#seenCount = changedCount;
      if (this.state.unseen > 0) this.setState({ unseen: 0 });
    }
    const now = { ...this.#view(), scrollTop };
    const [before, after] = [drawnRows(this.#view()), drawnRows(now)];
    // Within a row nothing has to be rendered: the browser scrolls by itself.
    if (before.first !== after.first || before.last !== after.last) this.setState({ scrollTop });
    if (after.last >= rows.length - readAhead) void this.props.ui.board.loadMore();
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const { board, state } = this.props.ui;
    const { rows } = state;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      void board.selectAll();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { activeColumn, height, rowHeight } = this.state;
    const at = Math.max(
      0,
      rows.findIndex(({ id }) => id === this.#activeId),
    );
    const row = rows[at];
    const isButton = (event.target as Element).closest('button, input, .popover') !== null;
    if (row !== undefined && !isButton && this.#actOn(row, event.key)) {
      event.preventDefault();
      return;
    }
    if (isButton && !event.key.startsWith('Arrow')) return;
    const isRightToLeft = this.#viewport.current?.matches(':dir(rtl)') ?? false;
    const size = { rows: rows.length, columns: this.#columns.length, page: Math.max(1, Math.floor(height / rowHeight) - 1), isRightToLeft };
    const place = placeAfter(event.key, { row: at, column: activeColumn }, size);
    if (place === undefined) return;
    event.preventDefault();
    this.#isGoingToEnd = event.key === 'End';
    if (event.shiftKey && place.row !== at) this.#select(rows[place.row], row);
    this.#goTo(place);
  };

  /** @returns whether the key means something for a row */
  #actOn(row: Row, key: string): boolean {
    const { ui } = this.props;
    const rows = selectedRows(ui.state);
    const meant = rows.length > 0 ? rows : [row];
    if (key === 'Enter') ui.board.open(row.arrival);
    else if (key === ' ' || key === 'x') this.#toggle(row);
    else if (key === 'a') ui.board.marks.acknowledge(alertsOf(meant));
    else if (key === 's') ui.board.marks.snooze(alertsOf(meant), (snoozes(new Date(ui.now))[1]?.[1] ?? new Date()).toISOString());
    else if (key === 'c') toggleCollected(ui, collectablesOf(meant));
    else if (key === 'v') showShip(ui, row.arrival);
    else return false;
    return true;
  }

  /** Opens a row, or selects it: by its box, with Ctrl, or with Shift up to it. */
  readonly #onClick = (event: MouseEvent): void => {
    const row = this.#rowOf(event);
    const target = event.target as Element;
    if (row === undefined || target.closest('.actions') !== null) return;
    if (event.shiftKey) {
      getSelection()?.removeAllRanges();
      this.#select(row);
    } else if (event.ctrlKey || event.metaKey || target.closest('.select') !== null) this.#toggle(row);
    else if (getSelection()?.type !== 'Range') this.props.ui.board.open(row.arrival);
  };

  #toggle({ id }: Row): void {
    const { board } = this.props.ui;
    this.#anchorId = id;
    const { selected } = board.state;
    board.select(selected.has(id) ? [...selected].filter((each) => each !== id) : [...selected, id]);
  }

  /** Selects from the row at which the range begins to another one. @param from where it begins if it has not begun */
  #select(to: Row | undefined, from = to): void {
    const { board, state } = this.props.ui;
    const { rows } = state;
    if (this.#anchorId === undefined || !board.state.selected.has(this.#anchorId)) this.#anchorId = from?.id;
    const ends = [this.#anchorId, to?.id].map((id) => rows.findIndex((row) => row.id === id));
    board.select(rows.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1).map(({ id }) => id));
  }

  readonly #onFocusIn = (event: FocusEvent): void => {
    this.#hasFocus = true;
    const row = this.#rowOf(event);
    if (row === undefined) return;
    const cell = (event.target as Element).closest('.cell:not(.actions, .card)');
    const activeColumn = cell === null ? -1 : [...(cell.parentElement?.children ?? [])].indexOf(cell);
    this.#activeId = row.id;
    if (row.id !== this.state.activeId || activeColumn !== this.state.activeColumn) this.setState({ activeId: row.id, activeColumn });
  };

  readonly #onFocusOut = (): void => {
    // Rows that move in the document lose the focus; it is restored after rendering.
    if (!this.#isDrawing) this.#hasFocus = false;
  };

  readonly #toTop = (): void => {
    this.#isGoingToEnd = false;
    this.#viewport.current?.scrollTo({ top: 0 });
    this.#goTo({ row: 0, column: -1 });
  };

  #goTo({ row, column }: GridPlace): void {
    const { rows } = this.props.ui.state;
    const viewport = this.#viewport.current;
    if (viewport === null || rows[row] === undefined) return;
    const headHeight = viewport.querySelector<HTMLElement>('.head')?.offsetHeight ?? 0;
    const scrollTop = scrollTopFor(row, { ...this.#view(), scrollTop: viewport.scrollTop, height: viewport.clientHeight - headHeight });
    viewport.scrollTop = scrollTop;
    this.#hasFocus = true;
    this.#isMoving = true;
    this.#activeId = rows[row].id;
    this.setState({ activeId: this.#activeId, activeColumn: column, scrollTop });
    if (row >= rows.length - readAhead) void this.props.ui.board.loadMore();
  }

  #rowOf(event: Event): Row | undefined {
    const id = (event.target as Element).closest<HTMLElement>('[data-id]')?.dataset['id'];
    return this.props.ui.state.rows.find((row) => row.id === id);
  }

  #board(): HTMLElement | null | undefined {
    return this.#viewport.current?.closest<HTMLElement>('.board');
  }

  #focus(): void {
    this.#hasFocus = true;
    this.#viewport.current?.querySelector<HTMLElement>('.canvas [tabindex="0"]')?.focus({ preventScroll: true });
  }

  #keepFocus(): void {
    const viewport = this.#viewport.current;
    if (!this.#hasFocus || viewport === null) return;
    const focused = (viewport.getRootNode() as ShadowRoot).activeElement;
    this.#hasFocus = focused === null || viewport.contains(focused);
    // A button of a heading or of a row keeps the focus until a key moves it.
    if (this.#hasFocus && (this.#isMoving || focused?.closest('button') == null)) this.#focus();
    this.#isMoving = false;
  }

  /** Keeps the visible rows in view when rows change their height, and the opened row first of all. */
  #keepInView(heightBefore: number): void {
    const viewport = this.#viewport.current;
    const { rows, opened } = this.props.ui.state;
    if (viewport === null) return;
    const scrollTop = Math.floor(viewport.scrollTop / heightBefore) * this.state.rowHeight;
    const at = rows.findIndex((row) => opened !== undefined && hasArrival(row, opened.id));
    viewport.scrollTop = at < 0 ? scrollTop : scrollTopFor(at, { ...this.#view(), scrollTop });
    this.#onScroll();
  }

  /** Keeps the visible rows in place when rows are inserted above them. */
  #holdStill(before: readonly Row[]): void {
    const viewport = this.#viewport.current;
    const { rowHeight, unseen } = this.state;
    const { rows, changedCount, view, tab } = this.props.ui.state;
    if (viewport === null || viewport.scrollTop < rowHeight / 2) {
      this.#seenCount = changedCount;
      return;
    }
    const at = Math.floor(viewport.scrollTop / rowHeight);
    const id = before[at]?.id;
    const index = rows.findIndex((row) => row.id === id);
    if (index >= 0 && index !== at) {
      viewport.scrollTop += (index - at) * rowHeight;
      this.#onScroll();
    }
    const missed = orderOf({ ...view, tab }) === 'LAST_CHANGE' ? changedCount - this.#seenCount : 0;
    if (missed !== unseen) this.setState({ unseen: missed });
  }

  #measure(): void {
    const { clientHeight: height = 0, clientWidth: width = 0 } = this.#viewport.current ?? {};
    const rowHeight = this.#ruler.current?.offsetHeight || this.state.rowHeight;
    const { state } = this;
    if (height !== state.height || width !== state.width || rowHeight !== state.rowHeight) this.setState({ width, height, rowHeight });
  }
}

/** Returns the mark that the viewer has just set on a row: on one of its arrivals, or on all of its alerts. */
function markOn({ board: { marks } }: Ui, row: Row): MarkKind | undefined {
  const { visit } = row.arrival;
  if (visit !== undefined) return marks.shownOn(visit.id);
  const onArrival = collectablesOf([row])
    .map(({ id }) => marks.shownOn(id))
    .find((mark) => mark !== undefined);
  const onAlerts = row.alerts.map(({ id }) => marks.shownOn(id));
  return onArrival ?? (onAlerts.every((mark) => mark !== undefined) ? onAlerts[0] : undefined);
}
