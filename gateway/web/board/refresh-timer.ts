/** What has to be read again. */
export interface RefreshRequest {
  /** The earliest instant of the pending changes, by the server's clock; undefined: what changed last. */
  readonly since: string | undefined;
  /** Ids of arrivals to read in any case. */
  readonly named: readonly string[];
}

/**
 * Pauses after the latest change. An arrival follows the record that changes it after a moment, which is longer on a busy
 * server; the last pauses also cover answers that schedules give late.
 */
const pausesMs = [60, 300, 1_200, 5_000, 15_000] as const;
/** Changes may come in their hundreds. */
const leastGapMs = 250;
/** What changes without an event of a log, such as schedules that were asked again. */
const idleMs = 60_000;
const longestRunMs = 30_000;
/** Clocks of several servers differ a little. */
const marginMs = 2_000;

/** Decides when changed arrivals are read again. */
export class RefreshTimer implements Disposable {
  readonly #refresh: (request: RefreshRequest) => Promise<void>;
  readonly #named = new Set<string>();
  #since: string | undefined;
  #step = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  /** Whether the pending run is the first one after a change. */
  #isSoon = false;
  #lastRunAt = 0;
  #isClosed = false;

  constructor(refresh: (request: RefreshRequest) => Promise<void>) {
    this.#refresh = refresh;
    this.#schedule(idleMs);
  }

  /**
   * Something has changed.
   *
   * @param at by the server's clock, RFC 3339; undefined: unknown
   */
  ring(at: string | undefined, named: readonly string[] = []): void {
    for (const id of named) this.#named.add(id);
    if (at !== undefined) {
      const since = new Date(Date.parse(at) - marginMs).toISOString();
      if (this.#since === undefined || since < this.#since) this.#since = since;
    }
    this.#step = 0;
    if (this.#isSoon || this.#isRunning) return;
    this.#isSoon = true;
    this.#schedule(Math.max(pausesMs[0], this.#lastRunAt + leastGapMs - Date.now()));
  }

  /** The whole list was read at this instant of the server's clock, RFC 3339: earlier changes are not pending any more. */
  restart(at: string): void {
    this.#since = undefined;
    this.ring(at);
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#run(), delayMs);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#isSoon = false;
    const step = ++this.#step;
    const isLast = step >= pausesMs.length;
    const request = { since: this.#since, named: [...this.#named] };
    if (isLast) {
      this.#since = undefined;
      this.#named.clear();
    }
    // A request that never ends must not end the refreshes.
    await Promise.race([this.#refresh(request), new Promise((resolve) => setTimeout(resolve, longestRunMs))]);
    this.#isRunning = false;
    this.#lastRunAt = Date.now();
    // A change that came meanwhile starts over.
    this.#isSoon = this.#step < step;
    this.#schedule(this.#isSoon ? leastGapMs : (pausesMs[step] ?? idleMs));
  }
}
