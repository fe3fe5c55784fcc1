// biome-ignore-all lint/a11y/useSemanticElements: a select cannot be searched.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the keys are the input's.
// biome-ignore-all lint/a11y/useFocusableInteractive: the input keeps the focus; aria-activedescendant names the option.
import { Component } from 'preact';
import { Icon } from './icons.tsx';
import type { Ui } from './ui.ts';

const pauseMs = 200;
const maxOptions = 8;

export interface PortPickerProps {
  readonly ui: Ui;
  readonly idPrefix: string;
  /** Whether ports are offered only after something is typed. */
  readonly isCompact?: boolean;
}

interface PickerState {
  readonly text: string;
  /** Absent until something is found: the ports of the loaded arrivals are offered. */
  readonly found: ReadonlyMap<string, string> | undefined;
  readonly active: number;
}

/** A combobox of ports of discharge, by name or UN/LOCODE; several can be chosen. */
export class PortPicker extends Component<PortPickerProps, PickerState> {
  override state: PickerState = { text: '', found: undefined, active: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  #type(text: string): void {
    this.setState({ text, active: 0 });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const names = text.trim() === '' ? undefined : await this.props.ui.board.findPorts(text).catch(() => this.state.found);
      if (this.state.text === text) this.setState({ found: names });
    }, pauseMs);
  }

  override render({ ui, idPrefix, isCompact = false }: PortPickerProps, { text, found: read, active }: PickerState) {
    const { board, state, words } = ui;
    const { ports } = state.view;
    const found = read ?? state.facets.ports;
    const code = text.replace(/\s/g, '').toUpperCase();
    const isCode = /^[A-Z]{2}[A-Z2-9]{3}$/.test(code) && !found.has(code);
    const offered = isCompact && text === '' ? [] : [...(isCode ? [[code, code] as const] : []), ...found];
    const options = offered.filter(([port]) => !ports.includes(port)).slice(0, maxOptions);
    const choose = (port: string | undefined): void => {
      if (port === undefined) return;
      this.#type('');
      board.change({ ports: [...ports, port] });
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) this.setState({ active: (active + step + options.length) % Math.max(1, options.length) });
      else if (event.key === 'Enter') choose(options[active]?.[0]);
      else if (event.key === 'Backspace' && text === '') board.change({ ports: ports.slice(0, -1) });
      else return;
      event.preventDefault();
    };
    return (
      <div class="picker">
        <label for={`${idPrefix}-input`}>{words.filters.port}</label>
        <input
          id={`${idPrefix}-input`}
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={`${idPrefix}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? `${idPrefix}-${active}` : undefined}
          placeholder={words.filters.portHint}
          value={text}
          onInput={(event) => this.#type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          spellcheck={false}
          autocomplete="off"
        />
        {ports.length > 0 && (
          <div class="chosen">
            {ports.map((port) => (
              <button
                key={port}
                type="button"
                class="chip"
                aria-label={words.filters.remove(port)}
                onClick={() => board.change({ ports: ports.filter((each) => each !== port) })}
              >
                {state.facets.ports.get(port) ?? port} <Icon name="close" />
              </button>
            ))}
          </div>
        )}
        <div role="listbox" id={`${idPrefix}-list`} aria-label={words.filters.port} class="options">
          {options.map(([port, name], index) => (
            <div
              key={port}
              role="option"
              id={`${idPrefix}-${index}`}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(port)}
            >
              {name} <span class="muted">{name === port ? '' : port}</span>
            </div>
          ))}
        </div>
        {options.length === 0 && text !== '' && (
          <p class="muted" role="status">
            {words.filters.noPort}
          </p>
        )}
      </div>
    );
  }
}
