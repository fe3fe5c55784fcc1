import { Component, createRef } from 'preact';
import { emptyView, formatView, parseView, type Tab, tabs, warnings } from '../model/view-state.ts';
import { readViews, removeView, type SavedView, saveView } from '../saved-views.ts';
import { Icon } from './icons.tsx';
import { Popover } from './popover.tsx';
import { formatTotal, type Ui } from './ui.ts';

/** The views: those of every board with their counts, then those that the viewer has saved. */
export class TabsBar extends Component<{ readonly ui: Ui }, { readonly saved: readonly SavedView[] }> {
  override state = { saved: readViews() };
  readonly #nav = createRef<HTMLElement>();
  #shown: Element | undefined;
  #width = 0;

  override componentDidMount(): void {
    this.componentDidUpdate();
  }

  /** Scrolls to the chosen tab if the window is too narrow for all tabs. */
  override componentDidUpdate(): void {
    const nav = this.#nav.current;
    const chosen = nav?.querySelector<HTMLElement>('[aria-current]');
    // Counts make tabs wider.
    if (!nav || !chosen || (chosen === this.#shown && nav.scrollWidth === this.#width)) return;
    [this.#shown, this.#width] = [chosen, nav.scrollWidth];
    const [bar, tab] = [nav.getBoundingClientRect(), chosen.getBoundingClientRect()];
    if (tab.left < bar.left || tab.right > bar.right) nav.scrollLeft += tab.left + tab.width / 2 - bar.left - bar.width / 2;
  }

  override render({ ui }: { readonly ui: Ui }, { saved }: { readonly saved: readonly SavedView[] }) {
    const { board, state, words } = ui;
    const { tab, view, counts, newAlerts } = state;
    const shown = formatView({ ...view, opened: undefined });
    const isSaved = saved.some(({ query }) => query === shown);
    return (
      <nav ref={this.#nav} class="views" aria-label={words.views} part="tabs">
        {tabs
          .filter((each) => !warnings.has(each) || each === tab || counts[each]?.value)
          .map((each) => (
            <button
              key={each}
              type="button"
              class={warnings.has(each) && each !== 'moved' ? 'warning' : ''}
              aria-current={each === tab && !isSaved ? 'page' : undefined}
              onClick={() => this.#choose(each)}
            >
              {words.tabs[each]} {/* Takes up space before the count is known, so that no tab moves. */}
              <span class="number" title={counts[each] && words.count(formatTotal(ui, counts[each]), counts[each].value === 1)}>
                {counts[each] && formatTotal(ui, counts[each])}
              </span>
              {each === 'attention' && newAlerts > 0 && <span class="new">{words.newAlerts(newAlerts)}</span>}
            </button>
          ))}
        {saved.map(({ name, query }) => (
          <span key={name} class="saved">
            <button type="button" aria-current={query === shown ? 'page' : undefined} onClick={() => board.setView(parseView(query))}>
              {name}
            </button>
            {query === shown && (
              <button
                type="button"
                class="icon"
                aria-label={words.removeView(name)}
                onClick={() => this.setState({ saved: removeView(name) })}
              >
                <Icon name="close" />
              </button>
            )}
          </span>
        ))}
        {!isSaved && shown !== formatView({ ...emptyView, tab: view.tab }) && (
          <Popover label={words.saveView} text={`+ ${words.saveView}`}>
            {(close) => (
              <form
                class="pair"
                onSubmit={(event) => {
                  event.preventDefault();
                  const name = String(new FormData(event.currentTarget).get('name')).trim();
                  if (name === '') return;
                  close();
                  this.setState({ saved: saveView({ name, query: formatView({ ...view, tab, opened: undefined }) }) });
                }}
              >
                <label>
                  <span>{words.viewName}</span>
                  <input name="name" maxLength={40} autocomplete="off" />
                </label>
                <button type="submit" class="primary">
                  {words.save}
                </button>
              </form>
            )}
          </Popover>
        )}
      </nav>
    );
  }

  /** Shows another tab: without the filters of the previous view, but with its kind of rows and columns. */
  #choose(tab: Tab): void {
    const { board, state } = this.props.ui;
    const { columns, reference, rowKind, opened } = state.view;
    board.setView({ ...emptyView, columns, reference, rowKind, opened, tab });
  }
}
