import type { ComponentChildren } from 'preact';
import { Component, createRef } from 'preact';
import { Icon } from './icons.tsx';

export interface PopoverProps {
  /** Name of the button and of the dialog that it opens. */
  readonly label: string;
  /** Text of the button; without it, the button shows only the icon. */
  readonly text?: string;
  readonly icon?: Parameters<typeof Icon>[0]['name'];
  readonly class?: string;
  /** Whether the button shows that something is chosen in the dialog. */
  readonly isSet?: boolean;
  readonly tabIndex?: number;
  readonly children: (close: () => void) => ComponentChildren;
}

const gap = 4;
const margin = 8;

/**
 * A button that opens a small dialog below it, or a sheet at the bottom of narrow pages. Escape and a click elsewhere
 * close it.
 */
export class Popover extends Component<PopoverProps, { readonly isOpen: boolean }> {
  override state = { isOpen: false };
  readonly #button = createRef<HTMLButtonElement>();
  readonly #dialog = createRef<HTMLDivElement>();

  override render(
    { label, text, icon, isSet = false, tabIndex = 0, children, ...props }: PopoverProps,
    { isOpen }: { readonly isOpen: boolean },
  ) {
    return (
      <>
        <button
          ref={this.#button}
          type="button"
          class={`${text === undefined ? 'icon' : ''} ${isSet ? 'set' : ''}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={nameOf(label, text)}
          title={text === undefined ? label : undefined}
          {...{ tabIndex }}
          onClick={() => this.#dialog.current?.togglePopover()}
        >
          {icon !== undefined && <Icon name={icon} />}
          {text}
        </button>
        <div
          ref={this.#dialog}
          popover="auto"
          tabIndex={-1}
          role="dialog"
          aria-label={label}
          class={`popover ${props.class ?? ''}`}
          part="popover"
          onToggle={this.#onToggle}
          onKeyDown={this.#onKeyDown}
          onClick={(event) => event.stopPropagation()}
        >
          {isOpen && children(this.#close)}
        </div>
      </>
    );
  }

  readonly #close = (): void => {
    this.#dialog.current?.hidePopover();
    this.#button.current?.focus();
  };

  readonly #onToggle = (event: Event): void => {
    const isOpen = (event as ToggleEvent).newState === 'open';
    this.setState({ isOpen }, () => {
      if (!isOpen) return;
      this.#place();
      // In a sheet, a focused input would open a phone's keyboard over it.
      const isSheet = this.props.class === 'sheet';
      const first = isSheet ? undefined : this.#dialog.current?.querySelector<HTMLElement>('input:not([type=radio]), button, select');
      (first ?? this.#dialog.current)?.focus();
    });
  };

  /** Keys are handled by the open dialog, not by the list behind it. */
  readonly #onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      this.#close();
    }
  };

  /** Places the dialog below the button and within the window. */
  #place(): void {
    const [button, dialog] = [this.#button.current, this.#dialog.current];
    if (button === null || dialog === null) return;
    const at = button.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = dialog;
    const left = Math.max(margin, Math.min(at.left, innerWidth - offsetWidth - margin));
    const below = at.bottom + gap + offsetHeight <= innerHeight - margin;
    const top = below ? at.bottom + gap : Math.max(margin, at.top - gap - offsetHeight);
    dialog.style.setProperty('--left', `${left}px`);
    dialog.style.setProperty('--top', `${top}px`);
  }
}

/** Returns the name of the button, which has to contain the text that the button shows. */
function nameOf(label: string, text = ''): string {
  if (label.includes(text)) return label;
  return text.includes(label) ? text : `${label}: ${text}`;
}
