/** Time for which a changed row is highlighted; equals the duration of the animation in the stylesheet. */
const highlightMs = 4_000;

/** Tracks which rows changed recently. */
export class HighlightedRows implements Disposable {
  readonly ids = new Set<string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #onFaded: () => void;

  /** @param onFaded called when a row is no longer highlighted */
  constructor(onFaded: () => void) {
    this.#onFaded = onFaded;
  }

  add(id: string): void {
    this.ids.add(id);
    clearTimeout(this.#timers.get(id));
    this.#timers.set(
      id,
      setTimeout(() => {
        this.ids.delete(id);
        this.#timers.delete(id);
        this.#onFaded();
      }, highlightMs),
    );
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
