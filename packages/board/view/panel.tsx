import { Component, createRef } from 'preact';
import { BoardNoticeDocument } from '../../client/generated/operations.ts';
import type { OpenedArrival } from '../board-state.ts';
import { type Arrival, cargoOf, hasArrival, keyOf, type Notice, rowsOf } from '../model/arrival-row.ts';
import { emptyView, formatView } from '../model/view-state.ts';
import { capital } from './alert-text.ts';
import { CopyButton } from './copy-button.tsx';
import { CostsTab } from './details/costs.tsx';
import { DocumentTab } from './details/document.tsx';
import { HistoryTab } from './details/history.tsx';
import { OverviewTab } from './details/overview.tsx';
import type { NoticeAlert, OpenedNotice, TabProps } from './details/tab.ts';
import { Icon } from './icons.tsx';
import { CollectButton, OwnButtons } from './row-actions.tsx';
import type { Ui } from './ui.ts';

const tabs = ['overview', 'history', 'costs', 'document'] as const;
type Tab = (typeof tabs)[number];

const contents = {
  history: HistoryTab,
  costs: CostsTab,
  document: DocumentTab,
} as const satisfies Partial<Record<Tab, (props: TabProps) => unknown>>;

export interface PanelProps {
  readonly ui: Ui;
  readonly opened: OpenedArrival;
  readonly idPrefix: string;
  readonly onClose: () => void;
}

interface PanelState {
  readonly tab: Tab;
  readonly phase: 'loading' | 'ready' | 'gone';
  /** Whether the last answer had errors. */
  readonly isPartial: boolean;
  /** The previous answer, while a new one is loaded. */
  readonly notice: OpenedNotice | undefined;
  readonly alerts: readonly NoticeAlert[];
}

/** An opened arrival with its notice. It takes the focus when it opens; Escape returns the focus to the row. */
export class Panel extends Component<PanelProps, PanelState> {
  override state: PanelState = { tab: 'overview', phase: 'loading', isPartial: false, notice: undefined, alerts: [] };
  readonly #title = createRef<HTMLHeadingElement>();
  readonly #tabs = createRef<HTMLDivElement>();

  override componentDidMount(): void {
    this.#title.current?.focus();
    void this.#read();
  }

  override componentDidUpdate({ opened }: PanelProps): void {
    if (opened.revision !== this.props.opened.revision) void this.#read();
  }

  override render({ ui, opened, idPrefix, onClose }: PanelProps, { tab, phase, isPartial, notice, alerts }: PanelState) {
    const { arrival } = opened;
    const words = ui.words.panel;
    const row = ui.state.rows.find((each) => hasArrival(each, opened.id)) ?? rowsOf([arrival])[0];
    const notices = row?.notices ?? [];
    const Content = tab === 'overview' ? undefined : contents[tab];
    return (
      <div class="panel" part="panel" role="dialog" aria-labelledby={`${idPrefix}-title`}>
        <div class="panel-head">
          <h2 ref={this.#title} id={`${idPrefix}-title`} tabIndex={-1}>
            <span class="hidden">{words.label('')}</span>
            {arrival.transportDocumentReference}
          </h2>
          <CollectButton ui={ui} of={arrival.transportDocumentReference} cargo={notices.map((notice) => cargoOf(notice, arrival))} />
          <OwnButtons ui={ui} of={arrival.transportDocumentReference} place="panel" rows={row === undefined ? [] : [row]} />
          <CopyButton label={words.copyLink} copied={ui.words.copied} class="quiet icon" isIcon textOf={() => linkTo(ui, arrival)} />
          <button type="button" class="quiet icon" aria-label={ui.words.close} title={ui.words.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <Notices {...{ ui, arrival, notices }} />
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
          {(isPartial || phase === 'gone') && (
            <p class="missing" role="status">
              {isPartial ? ui.words.partial : words.gone}
              {isPartial && (
                <button type="button" class="quiet" onClick={() => void this.#read()}>
                  {ui.words.retry}
                </button>
              )}
            </p>
          )}
          {Content === undefined ? (
            <OverviewTab key={tab} {...{ ui, arrival, notice, alerts }} />
          ) : (
            notice !== undefined && <Content key={tab} {...{ ui, arrival, notice, alerts }} />
          )}
          {phase === 'loading' && notice === undefined && (
            <p role="status">
              <span class="bone" />
              <span class="bone short" />
              <span class="hidden">{words.loading}</span>
            </p>
          )}
        </div>
      </div>
    );
  }

  async #read(): Promise<void> {
    const { ui, opened } = this.props;
    const { partner, transportDocumentReference, typeLabel } = opened.arrival;
    const key = { partner: partner.id, transportDocumentReference, typeLabel, arrivals: [opened.id] };
    try {
      const { data, errors } = await ui.board.query(BoardNoticeDocument, key);
      const { arrivalNotice: notice, arrivalAlerts } = data;
      const isPartial = errors.length > 0;
      if (notice !== null) this.setState({ phase: 'ready', isPartial, notice, alerts: arrivalAlerts?.nodes ?? [] });
      else if (isPartial) this.setState({ phase: 'ready', isPartial });
      else this.setState({ phase: 'gone', isPartial });
    } catch {
      // The banner of the board states that the server is unavailable; what was read before is still shown.
    }
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const [backward, forward] = this.#tabs.current?.matches(':dir(rtl)') ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    const at = tabs.indexOf(this.state.tab);
    const steps: Readonly<Record<string, number>> = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: tabs.length - 1 };
    const step = steps[event.key];
    const tab = step === undefined ? undefined : tabs[(step + tabs.length) % tabs.length];
    if (tab === undefined) return;
    event.preventDefault();
    this.setState({ tab }, () => this.#tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
}

/** Returns the address at which the page of the server shows an arrival, whatever page embeds the board. */
function linkTo({ board }: Ui, arrival: Arrival): string {
  return new URL(`/?${formatView({ ...emptyView, opened: keyOf(arrival) })}`, board.url).href;
}

/** Shows the partner, and a chip for each notice of the document, which opens the notice. */
function Notices({ ui, arrival, notices }: { readonly ui: Ui; readonly arrival: Arrival; readonly notices: readonly Notice[] }) {
  const isOne = notices.length < 2;
  return (
    <div class="notices">
      <span class="muted">{[arrival.partner.name, ...(isOne && arrival.typeLabel ? [arrival.typeLabel] : [])].join(' · ')}</span>
      {!isOne &&
        notices.map(({ id, typeLabel }) => (
          <button
            key={id}
            type="button"
            class="chip plain"
            aria-pressed={id === arrival.id}
            onClick={() => id !== arrival.id && void ui.board.openId(id)}
          >
            {typeLabel ?? capital(ui.words.sides.NOTICE)}
          </button>
        ))}
    </div>
  );
}
