import type { Ref } from 'preact';
import { filterCount } from '../model/view-state.ts';
import { DateRange, RowKinds } from './date-range.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { Icon } from './icons.tsx';
import { MoreMenu } from './more-menu.tsx';
import { Popover } from './popover.tsx';
import { PortPicker } from './port-picker.tsx';
import type { Ui } from './ui.ts';

export interface HeaderProps {
  readonly ui: Ui;
  readonly searchRef: Ref<HTMLInputElement>;
  /** Distinguishes the elements of several boards on one page. */
  readonly idPrefix: string;
  readonly onHelp: () => void;
}

/** Shows the title, the state of the connection, the search, and the most frequently used filters. */
export function Header({ ui, searchRef, idPrefix, onHelp }: HeaderProps) {
  const { board, state, words } = ui;
  const { view } = state;
  const count = filterCount(view);
  const { ports } = view;
  return (
    <header class="header" part="header">
      <h2 class="title" part="title">
        {words.title}
      </h2>
      <Connection ui={ui} />
      <search class="search" part="search">
        <Icon name="search" />
        <input
          ref={searchRef}
          type="search"
          aria-keyshortcuts="/"
          aria-label={words.search.label}
          placeholder={words.search.placeholder}
          value={view.text}
          onInput={(event) => board.change({ text: event.currentTarget.value })}
          spellcheck={false}
          autocomplete="off"
        />
        <kbd>/</kbd>
      </search>
      <div class="controls" part="filters">
        <span class="wide">
          <Popover
            label={words.filters.port}
            text={ports.length === 0 ? words.columns.port : ports.join(', ')}
            icon="pin"
            isSet={ports.length > 0}
          >
            {() => <PortPicker ui={ui} idPrefix={`${idPrefix}-port`} />}
          </Popover>
          <Popover label={words.filters.dates} text={words.filters.dates} icon="calendar" isSet={view.from !== '' || view.to !== ''}>
            {() => <DateRange ui={ui} idPrefix={`${idPrefix}-dates`} />}
          </Popover>
          <RowKinds ui={ui} idPrefix={`${idPrefix}-rows`} />
        </span>
        <Popover
          label={words.filters.label}
          text={count === 0 ? words.filters.label : `${words.filters.label} ${count}`}
          icon="filter"
          isSet={count > 0}
          class="sheet"
        >
          {(close) => <FilterPanel ui={ui} idPrefix={`${idPrefix}-filters`} onClose={close} />}
        </Popover>
        <MoreMenu ui={ui} />
        <button type="button" class="quiet icon" aria-label={words.help.label} title={words.help.label} onClick={onHelp}>
          ?
        </button>
      </div>
      <slot name="account" />
    </header>
  );
}

/** Shows a dot; a banner explains the effects of a lost connection. */
function Connection({ ui }: { readonly ui: Ui }) {
  const { state } = ui.state.connection;
  const text = ui.words.connection[state];
  return (
    <span class="connection" data-state={state} part={`connection connection-${state}`} title={text}>
      <i aria-hidden="true" />
      <span class={state === 'closed' ? '' : 'hidden'}>{text}</span>
    </span>
  );
}
