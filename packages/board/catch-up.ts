/** What arrived after a connection was lost, and for how long it was lost. */
export interface Resumed {
  readonly seconds: number;
  readonly count: number;
}

/** The log counts as caught up after this time without a version. */
const caughtUpMs = 1_000;

/** Counts the versions that arrive late because the connection was lost. */
export class CatchUp implements Disposable {
  readonly #onCount: (resumed: Resumed) => void;
  #lostAt: number | undefined;
  /** Set while such versions arrive. */
  #resumed: Resumed | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onCount: (resumed: Resumed) => void) {
    this.#onCount = onCount;
  }

  /** Records that the connection is lost. */
  lose(): void {
    this.#lostAt ??= Date.now();
  }

  /** Starts counting. @returns false if the connection was not lost */
  resume(): boolean {
    if (this.#lostAt === undefined) return false;
    this.#resumed = { seconds: Math.round((Date.now() - this.#lostAt) / 1_000), count: 0 };
    this.#lostAt = undefined;
    this.count(0);
    return true;
  }

  /** Counts versions that have arrived. */
  count(arrived: number): void {
    if (this.#resumed === undefined) return;
    this.#resumed = { ...this.#resumed, count: this.#resumed.count + arrived };
    this.#onCount(this.#resumed);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#resumed = undefined;
    }, caughtUpMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
