/** Delay between an event and the first read. */
const firstPauseMs = 80;
/**
 * An arrival changes shortly after the record that changes it, later on a busy server, and much later if a schedule is queried. So the
 * pauses grow with the time that has passed, until the next event.
 */
const growth = 1.5;
/** Interval of reads without any event. */
const idleMs = 60_000;
/** Minimum time between two reads, because hundreds of events may arrive. */
const leastGapMs = 250;
const longestReadMs = 30_000;

/** Decides when it is read which arrivals have changed. */
export class RefreshTimer implements Disposable {
  readonly #read: (isIdle: boolean) => Promise<void>;
  #pauseMs = idleMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  #lastReadAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** @param read called with whether nothing has happened for a minute */
  constructor(read: (isIdle: boolean) => Promise<void>) {
    this.#read = read;
    this.#schedule();
  }

  /** Begins again with short pauses, because something has happened after which arrivals change. */
  wake(): void {
    if (this.#pauseMs === firstPauseMs) return;
    this.#pauseMs = firstPauseMs;
    if (!this.#isReading) this.#schedule();
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    const gapMs = this.#pauseMs === firstPauseMs ? this.#lastReadAtMs + leastGapMs - Date.now() : 0;
    this.#timer = setTimeout(() => void this.#run(), Math.max(this.#pauseMs, gapMs));
  }

  async #run(): Promise<void> {
    this.#isReading = true;
    const isIdle = this.#pauseMs === idleMs;
    this.#pauseMs = Math.min(this.#pauseMs * growth, idleMs);
    // A request that never ends must not stop the reads.
    await Promise.race([this.#read(isIdle), new Promise((resolve) => setTimeout(resolve, longestReadMs))]);
    this.#isReading = false;
    this.#lastReadAtMs = Date.now();
    this.#schedule();
  }
}
