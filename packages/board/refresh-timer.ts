/** What has to be read again. */
export interface RefreshRequest {
  /** The earliest instant of the pending changes, by the server's clock; undefined for the latest changes. */
  readonly since: string | undefined;
  /** Ids of arrivals to read in any case. */
  readonly named: readonly string[];
}

/** Reads what has changed. @returns whether it found a change that was not known */
export type Refresh = (request: RefreshRequest) => Promise<boolean>;

/** Delay between a change and the first read. */
const firstPauseMs = 60;
/**
 * An arrival changes shortly after the record that changes it, and later on a busy server. Until it has changed, the
 * delay between reads grows with the time passed, so that a change is shown soon after the server has it.
 */
const followingPause = { shareOfPassed: 0.25, leastMs: 80 } as const;
/** After this time, most records without a changed arrival will not change any. */
const longestFollowingMs = 2_000;
/** Delays of later reads, for other arrivals of the same record, and for late answers of schedules. */
const latePausesMs: readonly number[] = [300, 1_200, 5_000, 15_000];
/** Minimum time between two reads, because hundreds of changes may arrive. */
const leastGapMs = 250;
/** Interval of reads for changes without an event in a log, such as schedules that were queried again. */
const idleMs = 60_000;
const longestRunMs = 30_000;
/** Tolerance for differences between the clocks of several servers. */
const marginMs = 2_000;

/** Decides when changed arrivals are read again. */
export class RefreshTimer implements Disposable {
  readonly #refresh: Refresh;
  readonly #named = new Set<string>();
  #since: string | undefined;
  /** When the latest record was received whose arrival has not yet changed. */
  #receivedAtMs: number | undefined;
  /** Number of late delays that have passed since. */
  #lateSteps = latePausesMs.length;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  /** Whether the pending run is the first one after a change. */
  #isSoon = false;
  #lastRunAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(refresh: Refresh) {
    this.#refresh = refresh;
    this.#schedule(idleMs);
  }

  /**
   * Records that a record was received, after which an arrival may change. @param at by the server's clock, RFC 3339
   */
  received(at: string): void {
    this.#receivedAtMs = Date.now();
    this.changed([], at);
  }

  /**
   * Records that arrivals have changed.
   *
   * @param named their ids, as far as they are known
   * @param at by the server's clock, RFC 3339; absent if it is unknown
   */
  changed(named: readonly string[] = [], at?: string): void {
    for (const id of named) this.#named.add(id);
    if (at !== undefined) {
      const since = new Date(Date.parse(at) - marginMs).toISOString();
      if (this.#since === undefined || since < this.#since) this.#since = since;
    }
    this.#lateSteps = 0;
    if (this.#isSoon) return;
    this.#isSoon = true;
    if (!this.#isRunning) this.#schedule(this.#soonMs());
  }

  /**
   * Records that the whole list was read at an instant of the server's clock, RFC 3339: earlier changes are no longer
   * pending.
   */
  restart(at: string): void {
    this.#since = undefined;
    this.changed([], at);
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#run(), delayMs);
  }

  #soonMs(): number {
    return Math.max(firstPauseMs, this.#lastRunAtMs + leastGapMs - Date.now());
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#isSoon = false;
    const receivedAtMs = this.#receivedAtMs;
    const request = { since: this.#since, named: [...this.#named] };
    // A change is forgotten with the last read after it.
    if (receivedAtMs === undefined && this.#lateSteps >= latePausesMs.length) {
      this.#since = undefined;
      this.#named.clear();
    }
    // A request that never ends must not stop the refreshes.
    const hasNews = await Promise.race([this.#refresh(request), noNewsAfter(longestRunMs)]);
    this.#isRunning = false;
    this.#lastRunAtMs = Date.now();
    // A change in the meantime starts the delays again.
    if (this.#isSoon) return this.#schedule(this.#soonMs());
    if (receivedAtMs !== undefined) {
      const passedMs = this.#lastRunAtMs - receivedAtMs;
      const { shareOfPassed, leastMs } = followingPause;
      if (!hasNews && passedMs < longestFollowingMs) return this.#schedule(Math.max(leastMs, passedMs * shareOfPassed));
      this.#receivedAtMs = undefined;
    }
    this.#schedule(latePausesMs[this.#lateSteps] ?? idleMs);
    this.#lateSteps += 1;
  }
}

function noNewsAfter(delayMs: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, delayMs, false));
}
