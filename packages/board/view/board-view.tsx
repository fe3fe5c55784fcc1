import { Component, createRef } from 'preact';
import type { ArrivalFilter } from '../../client/generated/operations.ts';
import { allShips } from '../model/view-state.ts';
import { ActiveFilters } from './active-filters.tsx';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { List } from './list.tsx';
import { LiveRegion } from './live-region.tsx';
import { MarkToast } from './mark-toast.tsx';
import { Panel } from './panel.tsx';
import { SelectionBar } from './row-actions.tsx';
import { Blank, Skeleton } from './states.tsx';
import { StatusBanners } from './status-banners.tsx';
import { TabsBar } from './tabs-bar.tsx';
import { formatCount, formatTotal, type Ui } from './ui.ts';

export interface BoardViewProps {
  readonly ui: Ui;
  readonly density: 'comfortable' | 'compact';
  readonly hasBadFilter: boolean;
  /** The filter of the embedding page. */
  readonly hostFilter: ArrivalFilter;
  /** Whether an opened arrival covers the list instead of being beside it. */
  readonly isNarrow: boolean;
  readonly isPrinting: boolean;
  readonly idPrefix: string;
}

/** The whole board. */
export class BoardView extends Component<BoardViewProps, { readonly isHelping: boolean }> {
  override state = { isHelping: false };
  readonly #search = createRef<HTMLInputElement>();
  readonly #focusList = createRef<(() => void) | null>();

  override render({ ui, density, hasBadFilter, hostFilter, isNarrow, isPrinting, idPrefix }: BoardViewProps) {
    const { state, words } = ui;
    const { opened, phase, rows } = state;
    const isCovered = isNarrow && opened !== undefined;
    const isBlank = phase !== 'loading' && rows.length === 0;
    return (
      <section
        class={`board ${density} ${isPrinting ? 'printing' : ''}`}
        part="board"
        aria-label={words.title}
        tabIndex={-1}
        onKeyDown={this.#onKeyDown}
      >
        <div class="under" inert={isCovered}>
          <Header {...{ ui, idPrefix }} searchRef={this.#search} onHelp={() => this.setState({ isHelping: true })} />
          <TabsBar ui={ui} />
          <ActiveFilters {...{ ui, hostFilter }} />
          <StatusBanners {...{ ui, hasBadFilter }} />
        </div>
        <div class="body">
          {phase === 'refused' || phase === 'failed' || isBlank ? (
            <Blank ui={ui} />
          ) : phase === 'loading' && rows.length === 0 ? (
            <Skeleton ui={ui} />
          ) : (
            <List focusRef={this.#focusList} {...{ ui, isCovered, isPrinting }} />
          )}
          {opened !== undefined && <Panel key={opened.id} {...{ ui, opened, idPrefix }} onClose={this.#onClose} />}
        </div>
        <div class="under" inert={isCovered}>
          {phase === 'ready' && rows.length > 0 && <SelectionBar ui={ui} />}
          {phase === 'ready' && rows.length > 0 && <Foot ui={ui} />}
        </div>
        <MarkToast ui={ui} />
        {this.state.isHelping && <Help ui={ui} onClose={() => this.setState({ isHelping: false })} />}
        <LiveRegion ui={ui} />
      </section>
    );
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = (event.target as Element).matches("input:not([type='checkbox']), select, textarea, [contenteditable]");
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      this.#search.current?.focus();
    } else if (event.key === '?' && !isTyping) {
      event.preventDefault();
      this.setState({ isHelping: true });
    } else if (event.key === 'u' && !isTyping) this.props.ui.board.marks.undoLast();
    else if (event.key === 'Escape' && !this.state.isHelping) this.#onEscape(event);
  };

  #onEscape(event: KeyboardEvent): void {
    const { board, state } = this.props.ui;
    if (event.target === this.#search.current) {
      board.change({ text: '' });
      this.#focusList.current?.();
    } else if (state.opened !== undefined) this.#onClose();
    else if (state.selected.size > 0) {
      board.select([]);
      this.#focusList.current?.();
    } else if (state.view.visit !== '') board.change(allShips);
  }

  readonly #onClose = (): void => {
    this.props.ui.board.close();
    this.#focusList.current?.();
  };
}

/** Shows how many rows the list has. Scrolling loads more. */
function Foot({ ui }: { readonly ui: Ui }) {
  const { words, state, times } = ui;
  const { total, isLoadingMore, rows, hasMore, view } = state;
  const isOfRows = hasMore || total?.value === rows.length;
  const hasContainers = view.rowKind === 'containers';
  const shown = hasContainers && !hasMore ? { value: rows.length, isExact: true } : total;
  const count = (name: 'boxes' | 'count' | 'notices') => shown && words[name](formatTotal(ui, shown), shown.value === 1);
  const ships = words.ships(`${formatCount(rows.length, times.lang)}${hasMore ? '+' : ''}`, rows.length === 1);
  return (
    <footer class="foot-line" part="coverage">
      <span>
        {view.rowKind === 'ships' ? [ships, count('notices')].filter(Boolean).join(', ') : count(hasContainers ? 'boxes' : 'count')}
        {!isOfRows && view.rowKind === 'documents' && total !== undefined && words.inRows(formatCount(rows.length, times.lang))}
      </span>
      {isLoadingMore && <span>{words.loadingMore}</span>}
    </footer>
  );
}
