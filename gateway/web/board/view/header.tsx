import type { Ref } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { shortestLookup } from '../board.ts';
import { Chip, type Tone } from './chip.tsx';
import type { Ui } from './ui.ts';

export interface HeaderProps {
  readonly ui: Ui;
  readonly searchRef: Ref<HTMLInputElement>;
  readonly isFiltering: boolean;
  readonly onFiltering: () => void;
  readonly onHelp: () => void;
}

/** Title, search, and the status of the connection. */
export function Header({ ui, searchRef, isFiltering, onFiltering, onHelp }: HeaderProps) {
  const { board, state, messages } = ui;
  const { text } = state.choice;
  const wanted = text.trim();
  return (
    <header class="header" part="header">
      <h2 class="title" part="title">
        {messages.title}
      </h2>
      <Connection ui={ui} />
      <search class="search" part="search">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            // The last input may not be rendered yet.
            const number = board.state.choice.text.trim();
            if (number.length >= shortestLookup) void board.lookUp(number);
          }}
        >
          <input
            ref={searchRef}
            type="search"
            aria-keyshortcuts="/"
            aria-label={messages.search.label}
            placeholder={messages.search.placeholder}
            value={text}
            onInput={(event) => board.choose({ text: event.currentTarget.value })}
            spellcheck={false}
            autocomplete="off"
          />
          <kbd>/</kbd>
          {wanted.length >= shortestLookup && <button type="submit">{messages.search.onServer}</button>}
        </form>
      </search>
      <button type="button" class="quiet" aria-expanded={isFiltering} onClick={onFiltering}>
        {messages.filters.label}
      </button>
      <button type="button" class="quiet icon" aria-label={messages.help.label} title={messages.help.label} onClick={onHelp}>
        ?
      </button>
    </header>
  );
}

const tones: Readonly<Record<string, Tone>> = { live: 'good', connecting: 'wait', waiting: 'bad', closed: 'none' };

function Connection({ ui }: { readonly ui: Ui }) {
  const { connection } = ui.state;
  return (
    <span class="connection" data-state={connection.state} part={`connection connection-${connection.state}`}>
      <Chip tone={tones[connection.state] ?? 'none'}>{ui.messages.connection[connection.state]}</Chip>
    </span>
  );
}

/** Seconds until an instant, counted down. */
export function useCountdown(until: number | undefined): number | undefined {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? undefined : Math.max(0, Math.ceil((until - Math.max(now, Date.now())) / 1_000));
}
