import { Component } from 'preact';
import { referenceOf } from '../model/arrival-row.ts';
import type { Ui } from './ui.ts';

/** Interval of announcements: a screen reader that is interrupted more often never finishes a sentence. */
const pauseMs = 5_000;

/** Announces changed rows to screen readers: politely, and all changes of a few seconds together. */
export class LiveRegion extends Component<{ readonly ui: Ui }, { readonly text: string }> {
  override state = { text: '' };
  #announcedCount = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override componentDidUpdate(): void {
    const { changedCount } = this.props.ui.state;
    if (changedCount === this.#announcedCount || this.#timer !== undefined) return;
    this.#announce();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#announce();
    }, pauseMs);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  override render(_: unknown, { text }: { readonly text: string }) {
    return (
      <div class="hidden" role="status" aria-live="polite" data-role="live-region">
        {text}
      </div>
    );
  }

  #announce(): void {
    const { state, words } = this.props.ui;
    const count = state.changedCount - this.#announcedCount;
    if (count === 0 || state.lastChanged === undefined) return;
    this.#announcedCount = state.changedCount;
    this.setState({ text: words.announced(count, referenceOf(state.lastChanged.arrival)) });
  }
}
