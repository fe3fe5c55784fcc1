/** What has to be read again. */
export interface RefreshRequest {
  /** The earliest instant of the pending changes, by the server's clock; undefined: what changed last. */
  readonly since: string | undefined;
  /** Ids of arrivals to read in any case. */
  readonly named: readonly string[];
}

/** Reads what has changed. @returns whether it has found a change that was not known */
export type Refresh = (request: RefreshRequest) => Promise<boolean>;

/** From a change to the first read. */
const firstPauseMs = 60;
/**
 * An arrival follows the record that changes it after a moment, which is longer on a busy server. Until it has followed, the
 * pauses between reads grow with the time that has passed, so that a change is shown soon after the server has it.
 */
const followingPause = { shareOfPassed: 0.25, leastMs: 80 } as const;
/** After this time most records have changed no arrival. */
const longestFollowingMs = 2_000;
/** Pauses after that: other arrivals of the same record, and answers that schedules give late. */
const latePausesMs: readonly number[] = [300, 1_200, 5_000, 15_000];
/** Changes may come in their hundreds. */
const leastGapMs = 250;
/** What changes without an event of a log, such as schedules that were asked again. */
const idleMs = 60_000;
const longestRunMs = 30_000;
/** Clocks of several servers differ a little. */
const marginMs = 2_000;

/** Decides when changed arrivals are read again. */
export class RefreshTimer implements Disposable {
  readonly #refresh: Refresh;
  readonly #named = new Set<string>();
  #since: string | undefined;
  /** When the latest record was received whose arrival has not followed yet. */
  #receivedAtMs: number | undefined;
  /** Number of late pauses that have passed since. */
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

  /** A record was received, which an arrival follows. @param at by the server's clock, RFC 3339 */
  received(at: string): void {
    this.#receivedAtMs = Date.now();
    this.changed([], at);
  }

  /**
   * Arrivals have changed.
   *
   * @param named their ids, as far as they are known
   * @param at by the server's clock, RFC 3339; absent: unknown
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

  /** The whole list was read at this instant of the server's clock, RFC 3339: earlier changes are not pending any more. */
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
    // A request that never ends must not end the refreshes.
    const hasNews = await Promise.race([this.#refresh(request), noNewsAfter(longestRunMs)]);
    this.#isRunning = false;
    this.#lastRunAtMs = Date.now();
    // A change that came meanwhile starts over.
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
