import { Component, createRef } from 'preact';
import type { Opened } from '../board-state.ts';
import { DocumentTab } from './details/document.tsx';
import { HistoryTab } from './details/history.tsx';
import { MatchesTab } from './details/matches.tsx';
import { OverviewTab } from './details/overview.tsx';
import { PortCallTab } from './details/port-call.tsx';
import type { Ui } from './ui.ts';

const tabs = ['overview', 'history', 'portCall', 'matches', 'document'] as const;
type Tab = (typeof tabs)[number];

export interface PanelProps {
  readonly ui: Ui;
  readonly opened: Opened;
  readonly idPrefix: string;
  readonly onClose: () => void;
}

/** An opened notice. It takes the focus when it opens; Escape returns it to the row. */
export class Panel extends Component<PanelProps, { readonly tab: Tab }> {
  override state: { readonly tab: Tab } = { tab: 'overview' };
  readonly #title = createRef<HTMLHeadingElement>();
  readonly #tabs = createRef<HTMLDivElement>();

  override componentDidMount(): void {
    this.#title.current?.focus();
  }

  override render({ ui, opened, idPrefix, onClose }: PanelProps, { tab }: { readonly tab: Tab }) {
    const { row, state, notice } = opened;
    const words = ui.messages.panel;
    return (
      <div class="panel" part="panel" role="dialog" aria-labelledby={`${idPrefix}-title`}>
        <div class="panel-head">
          <div>
            <h2 ref={this.#title} id={`${idPrefix}-title`} tabIndex={-1}>
              <span class="hidden">{words.label('')}</span>
              {row.transportDocumentReference}
            </h2>
            <span class="muted">{[row.partner.name, row.typeLabel, row.versionLabel].filter(Boolean).join(' · ')}</span>
          </div>
          <button type="button" class="quiet icon" aria-label={words.close} onClick={onClose}>
            ✕
          </button>
        </div>
        <div ref={this.#tabs} class="tabs" part="tabs" role="tablist" aria-labelledby={`${idPrefix}-title`} onKeyDown={this.#onKeyDown}>
          {tabs.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`${idPrefix}-tab-${each}`}
              aria-controls={`${idPrefix}-tabpanel`}
              aria-selected={each === tab}
              tabIndex={each === tab ? 0 : -1}
              onClick={() => this.setState({ tab: each })}
            >
              {words.tabs[each]}
            </button>
          ))}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
        <div class="tabpanel" role="tabpanel" id={`${idPrefix}-tabpanel`} aria-labelledby={`${idPrefix}-tab-${tab}`} tabIndex={0}>
          {state === 'gone' && <p class="muted">{words.gone}</p>}
          {state === 'loading' && notice === undefined && (
            <p role="status">
              <span class="bone" />
              <span class="bone short" />
              <span class="hidden">{words.loading}</span>
            </p>
          )}
          {notice !== undefined && tab === 'overview' && <OverviewTab {...{ ui, row, notice }} />}
          {notice !== undefined && tab === 'history' && <HistoryTab {...{ ui, row, notice }} />}
          {notice !== undefined && tab === 'portCall' && <PortCallTab {...{ ui, row, notice }} />}
          {notice !== undefined && tab === 'matches' && <MatchesTab {...{ ui, row, notice }} />}
          {notice !== undefined && tab === 'document' && <DocumentTab {...{ ui, row, notice }} />}
        </div>
      </div>
    );
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const isRightToLeft = this.#tabs.current !== null && getComputedStyle(this.#tabs.current).direction === 'rtl';
    const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
    const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
    const at = tabs.indexOf(this.state.tab);
    const steps: Readonly<Record<string, number>> = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: tabs.length - 1 };
    const step = steps[event.key];
    const tab = step === undefined ? undefined : tabs[(step + tabs.length) % tabs.length];
    if (tab === undefined) return;
    event.preventDefault();
    this.setState({ tab }, () => this.#tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
}
