import { Component } from 'preact';
import type { Ui } from './ui.ts';

/** A reader that is interrupted more often than this reads nothing to its end. */
const pauseMs = 5_000;

/** Tells those who cannot see the list that rows have changed: politely, and all that came in a while at once. */
export class Announcer extends Component<{ readonly ui: Ui }, { readonly text: string }> {
  override state = { text: '' };
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override componentDidUpdate(): void {
    const { changedCount } = this.props.ui.state;
    if (changedCount === this.#told || this.#timer !== undefined) return;
    this.#tell();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#tell();
    }, pauseMs);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  override render(_: unknown, { text }: { readonly text: string }) {
    return (
      <div class="hidden" role="status" aria-live="polite" data-role="announcer">
        {text}
      </div>
    );
  }

  #tell(): void {
    const { state, messages } = this.props.ui;
    const count = state.changedCount - this.#told;
    if (count === 0 || state.lastChanged === undefined) return;
    this.#told = state.changedCount;
    this.setState({ text: messages.announced(count, state.lastChanged.transportDocumentReference) });
  }
}
