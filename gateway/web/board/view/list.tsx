// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only where they are seen are no table.
// biome-ignore-all lint/a11y/useFocusableInteractive: one row or cell at a time takes the focus; headers never do.
import { Component, createRef, type RefObject } from 'preact';
import { type GridPlace, placeAfter } from '../model/grid-keys.ts';
import type { Row } from '../model/rows.ts';
import { drawnRows, type ListView, scrollTopFor, visibleRows } from '../model/window.ts';
import { columns, RowView } from './row.tsx';
import type { Ui } from './ui.ts';

export interface ListProps {
  readonly ui: Ui;
  /** Whether scrolling to the end loads more rows. */
  readonly readsOn: boolean;
  /** Whether the panel covers the list, which is then inert. */
  readonly isCovered: boolean;
  /** Receives the function that focuses the row in the tab order. */
  readonly focusRef: RefObject<(() => void) | null>;
}

interface ListState {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  /** The notice in the tab order. */
  readonly activeId: string | undefined;
  readonly activeColumn: number;
  /** Number of changes above the visible rows that a viewer who has scrolled down has not seen. */
  readonly unseen: number;
}

/** Rows before the end at which the next page is requested. */
const readAhead = 25;

/** The rows; only visible ones are rendered. One row at a time is in the tab order; arrow keys move from there. */
export class List extends Component<ListProps, ListState> {
  override state: ListState = { scrollTop: 0, height: 0, rowHeight: 80, activeId: undefined, activeColumn: -1, unseen: 0 };
  readonly #viewport = createRef<HTMLDivElement>();
  readonly #ruler = createRef<HTMLDivElement>();
  readonly #sizes = new ResizeObserver(() => this.#measure());
  #hasFocus = false;
  #isDrawing = false;
  /** Number of changes when the top of the list was last visible. */
  #seenCount = 0;

  override componentDidMount(): void {
    for (const { current } of [this.#viewport, this.#ruler]) if (current !== null) this.#sizes.observe(current);
    this.#measure();
    this.props.focusRef.current = () => this.#focus();
  }

  override componentWillUnmount(): void {
    this.props.focusRef.current = null;
    this.#sizes.disconnect();
  }

  override componentDidUpdate(before: ListProps, { rowHeight }: ListState): void {
    this.#isDrawing = false;
    if (rowHeight !== this.state.rowHeight) this.#keepInView(rowHeight);
    const { rows } = this.props.ui.state;
    if (before.ui.state.rows !== rows) this.#holdStill(before.ui.state.rows);
    this.#keepFocus();
    this.#wantJoins();
  }

  override render({ ui, isCovered }: ListProps, { activeId, activeColumn, unseen }: ListState) {
    this.#isDrawing = true;
    const { rows, hasMore, fresh, opened } = ui.state;
    const view = this.#view();
    const { first, last } = drawnRows(view);
    const activeIndex = Math.max(0, activeId === undefined ? 0 : rows.findIndex(({ id }) => id === activeId));
    const indices = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
    // A focused element must stay in the document: its row stays rendered, wherever the list is scrolled to.
    if (activeIndex < first || activeIndex > last) indices.push(activeIndex);
    return (
      <div class="list" part="list" inert={isCovered}>
        <div
          ref={this.#viewport}
          class="viewport"
          role="grid"
          aria-label={ui.messages.title}
          aria-rowcount={hasMore ? -1 : rows.length + 1}
          aria-colcount={columns.length}
          onScroll={this.#onScroll}
          onKeyDown={this.#onKeyDown}
          onClick={this.#onClick}
          onFocusIn={this.#onFocusIn}
          onFocusOut={this.#onFocusOut}
        >
          <div class="head" role="row" aria-rowindex={1} part="head">
            {columns.map((column) => (
              <div key={column} role="columnheader" class={`cell ${column}`}>
                {ui.messages.columns[column]}
              </div>
            ))}
          </div>
          <div class="canvas" role="rowgroup" style={{ blockSize: `${rows.length * view.rowHeight}px` }}>
            {indices.map((index) => {
              const row = rows[index];
              if (row === undefined) return null;
              return (
                <RowView
                  key={row.id}
                  {...{ ui, row, index }}
                  joined={ui.board.joins.get(row.id)}
                  isAwaited={ui.board.joins.isAwaited(row.id)}
                  top={index * view.rowHeight}
                  isFresh={fresh.has(row.id)}
                  isOpened={opened?.id === row.id}
                  tabColumn={index === activeIndex ? activeColumn : undefined}
                />
              );
            })}
          </div>
          <div ref={this.#ruler} class="ruler" role="presentation" />
        </div>
        {unseen > 0 && (
          <button type="button" class="unseen" part="unseen" onClick={this.#toTop}>
            <span aria-hidden="true">↑</span> {ui.messages.newAbove(unseen)}
          </button>
        )}
      </div>
    );
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
    if (this.props.readsOn && after.last >= rows.length - readAhead) void this.props.ui.board.loadMore();
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { rows } = this.props.ui.state;
    const { activeId, activeColumn, height, rowHeight } = this.state;
    const at = Math.max(
      0,
      rows.findIndex(({ id }) => id === activeId),
    );
    const row = rows[at];
    if ((event.key === 'Enter' || event.key === ' ') && row !== undefined) {
      event.preventDefault();
      this.props.ui.board.open(row);
      return;
    }
    const isRightToLeft = this.#viewport.current !== null && getComputedStyle(this.#viewport.current).direction === 'rtl';
    const size = { rows: rows.length, columns: columns.length, page: Math.max(1, Math.floor(height / rowHeight) - 1), isRightToLeft };
    const place = placeAfter(event.key, { row: at, column: activeColumn }, size);
    if (place === undefined) return;
    event.preventDefault();
    this.#goTo(place);
  };

  readonly #onClick = (event: MouseEvent): void => {
    const row = this.#rowOf(event);
    if (row !== undefined && getSelection()?.type !== 'Range') this.props.ui.board.open(row);
  };

  readonly #onFocusIn = (event: FocusEvent): void => {
    this.#hasFocus = true;
    const row = this.#rowOf(event);
    if (row === undefined) return;
    const cell = (event.target as Element).closest('.cell');
    const activeColumn = cell === null ? -1 : [...(cell.parentElement?.children ?? [])].indexOf(cell);
    if (row.id !== this.state.activeId || activeColumn !== this.state.activeColumn) this.setState({ activeId: row.id, activeColumn });
  };

  readonly #onFocusOut = (): void => {
    // Rows that move in the document lose the focus; it is restored after rendering.
    if (!this.#isDrawing) this.#hasFocus = false;
  };

  readonly #toTop = (): void => {
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
    this.setState({ activeId: rows[row].id, activeColumn: column, scrollTop });
    if (this.props.readsOn && row >= rows.length - readAhead) void this.props.ui.board.loadMore();
  }

  #rowOf(event: Event): Row | undefined {
    const id = (event.target as Element).closest<HTMLElement>('[data-id]')?.dataset['id'];
    return this.props.ui.state.rows.find((row) => row.id === id);
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
    if (this.#hasFocus) this.#focus();
  }

  /** If rows change their height, as beside an opened notice, the visible rows stay in view, above all the opened one. */
  #keepInView(heightBefore: number): void {
    const viewport = this.#viewport.current;
    const { rows, opened } = this.props.ui.state;
    if (viewport === null) return;
    const scrollTop = Math.floor(viewport.scrollTop / heightBefore) * this.state.rowHeight;
    const at = rows.findIndex(({ id }) => id === opened?.id);
    viewport.scrollTop = at < 0 ? scrollTop : scrollTopFor(at, { ...this.#view(), scrollTop });
    this.#onScroll();
  }

  /** Rows that are inserted above do not move the rows in view. */
  #holdStill(before: readonly Row[]): void {
    const viewport = this.#viewport.current;
    const { rowHeight, unseen } = this.state;
    const { rows, changedCount, sorting } = this.props.ui.state;
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
    const missed = sorting === 'RECENTLY_CHANGED' ? changedCount - this.#seenCount : 0;
    if (missed !== unseen) this.setState({ unseen: missed });
  }

  #wantJoins(): void {
    const { first, last } = visibleRows({ ...this.#view(), scrollTop: this.#viewport.current?.scrollTop ?? 0 });
    this.props.ui.board.joins.want(this.props.ui.state.rows.slice(first, last + 1));
  }

  #measure(): void {
    const height = this.#viewport.current?.clientHeight ?? 0;
    const rowHeight = this.#ruler.current?.offsetHeight || this.state.rowHeight;
    if (height !== this.state.height || rowHeight !== this.state.rowHeight) this.setState({ height, rowHeight });
  }
}
