import { Component, createRef } from 'preact';
import type { Row } from '../model/rows.ts';
import { isSortedHere } from '../model/sorting.ts';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { List } from './list.tsx';
import { LiveRegion } from './live-region.tsx';
import { Panel } from './panel.tsx';
import { Blank, Skeleton } from './states.tsx';
import { StatusBanners } from './status-banners.tsx';
import { Coverage, Toolbar } from './toolbar.tsx';
import type { Ui } from './ui.ts';

export interface BoardViewProps {
  readonly ui: Ui;
  readonly density: 'comfortable' | 'compact';
  readonly hasBadFilter: boolean;
  /** Whether an opened notice covers the list instead of being beside it. */
  readonly isNarrow: boolean;
  readonly idPrefix: string;
  readonly onZone: (zone: 'viewer' | 'port') => void;
}

interface BoardViewState {
  /** Undefined until the user decides: open if the board is wide enough. */
  readonly isFiltering: boolean | undefined;
  readonly isHelping: boolean;
}

/** The whole board. */
export class BoardView extends Component<BoardViewProps, BoardViewState> {
  override state: BoardViewState = { isFiltering: undefined, isHelping: false };
  readonly #search = createRef<HTMLInputElement>();
  readonly #focusList = createRef<(() => void) | null>();

  override render(
    { ui, density, hasBadFilter, isNarrow, idPrefix, onZone }: BoardViewProps,
    { isFiltering = !isNarrow, isHelping }: BoardViewState,
  ) {
    const { state, messages } = ui;
    const { opened, phase, rows, choice, sorting } = state;
    const isCovered = isNarrow && opened !== undefined;
    const isBlank = phase !== 'loading' && rows.length === 0;
    return (
      <section class={`board ${density}`} part="board" aria-label={messages.title} onKeyDown={this.#onKeyDown}>
        <div class="under" inert={isCovered}>
          <Header
            ui={ui}
            searchRef={this.#search}
            isFiltering={isFiltering}
            onFiltering={() => this.setState({ isFiltering: !isFiltering })}
            onHelp={() => this.setState({ isHelping: true })}
          />
          {isFiltering && <Toolbar {...{ ui, idPrefix, onZone }} partners={partnersOf(state)} />}
          <StatusBanners {...{ ui, hasBadFilter }} />
          {state.lookup?.count !== undefined && (
            <p class="lookup" role="status">
              {messages.search.found(state.lookup.count, state.lookup.text)}
            </p>
          )}
        </div>
        <div class="body">
          {phase === 'refused' || phase === 'failed' || isBlank ? (
            <Blank ui={ui} />
          ) : phase === 'loading' && rows.length === 0 ? (
            <Skeleton ui={ui} />
          ) : (
            <List focusRef={this.#focusList} {...{ ui, isCovered }} readsOn={choice.text === '' && !isSortedHere(sorting)} />
          )}
          {opened !== undefined && <Panel key={opened.id} {...{ ui, opened, idPrefix }} onClose={this.#onClose} />}
        </div>
        <div class="under" inert={isCovered}>
          {phase === 'ready' && rows.length > 0 && <Coverage ui={ui} />}
        </div>
        {isHelping && <Help ui={ui} onClose={() => this.setState({ isHelping: false })} />}
        <LiveRegion ui={ui} />
      </section>
    );
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = (event.target as Element).matches('input, select, textarea');
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      this.#search.current?.focus();
    } else if (event.key === '?' && !isTyping) {
      event.preventDefault();
      this.setState({ isHelping: true });
    } else if (event.key === 'Escape' && !this.state.isHelping) {
      this.#onEscape(event);
    }
  };

  #onEscape(event: KeyboardEvent): void {
    const { board, state } = this.props.ui;
    if (event.target === this.#search.current) {
      board.choose({ text: '' });
      this.#focusList.current?.();
    } else if (state.opened !== undefined) {
      this.#onClose();
    }
  }

  readonly #onClose = (): void => {
    this.props.ui.board.close();
    this.#focusList.current?.();
  };
}

function partnersOf({
  sources,
  rows,
}: {
  readonly sources: readonly { readonly partner: Row['partner'] | null }[];
  readonly rows: readonly Row[];
}): Row['partner'][] {
  const partners = new Map([...sources, ...rows].flatMap(({ partner }) => (partner === null ? [] : [[partner.id, partner]])));
  return [...partners.values()].sort((left, right) => left.name.localeCompare(right.name));
}
