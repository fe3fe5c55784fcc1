import type { GraphqlError, LandfallClient } from '../client/client.ts';
import { BoardJoinsDocument, BoardPortCallsDocument } from '../client/generated/operations.ts';
import { type Joined, joinedOf } from './model/joined.ts';
import type { Row } from './model/rows.ts';

export interface JoinsOptions {
  readonly client: LandfallClient;
  /** Called when joins are loaded, or loaded joins are requested again. */
  readonly onJoins: () => void;
  readonly onErrors: (errors: readonly GraphqlError[]) => void;
}

/** Rows are requested after this time on the screen: fast scrolling passes many rows that are never read. */
const batchDelayMs = 120;
/** Longest delay of a request while the list keeps scrolling. */
const longestDelayMs = 600;
const maxBatch = 20;
/** Age at which an answer is stale. The server renews schedules after 15 minutes. */
const maxAgeMs = 5 * 60_000;
/** Ports push many events in a row; each request costs the server the joins of a screen. */
const portCallDelayMs = 1_500;
const maxKept = 2_000;

interface LoadedJoins {
  /** Undefined: the server returned nothing for the notice. */
  readonly joined: Joined | undefined;
  /** Version that the row showed at the time of the request. */
  readonly versionId: string;
  readonly requestedAt: number;
}

/** Loads the schedule and port call of the rows on the screen, in batches, and again after new port call events of their ships. */
export class Joins implements Disposable {
  readonly #options: JoinsOptions;
  readonly #ended = new AbortController();
  readonly #loaded = new Map<string, LoadedJoins>();
  /** Notices to load again, whatever their age. */
  readonly #stale = new Set<string>();
  #wanted: readonly Row[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the pending request was first scheduled. */
  #scheduledAt = 0;
  #isRequesting = false;
  #isFollowing = false;

  constructor(options: JoinsOptions) {
    this.#options = options;
  }

  /** Returns the joins of a notice, of its current or its previous version; undefined before they are loaded. */
  get(id: string): Joined | undefined {
    return this.#loaded.get(id)?.joined;
  }

  /** Whether the joins of a notice are not loaded yet. */
  isAwaited(id: string): boolean {
    return !this.#loaded.has(id);
  }

  /** Subscribes to port call events, unless already subscribed. */
  follow(): void {
    if (!this.#isFollowing) void this.#followPorts();
  }

  /** Sets the rows that are on the screen. */
  want(rows: readonly Row[]): void {
    if (rows.length === this.#wanted.length && rows.every((row, at) => row === this.#wanted[at])) return;
    this.#wanted = rows;
    if (this.#timer !== undefined && Date.now() - this.#scheduledAt < longestDelayMs) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    } else {
      this.#scheduledAt = Date.now();
    }
    this.#schedule(batchDelayMs);
  }

  /** Reloads the joins of the rows on the screen: port call events may have been missed while the connection was lost. */
  renew(): void {
    for (const { id } of this.#wanted) this.#stale.add(id);
    this.#schedule(batchDelayMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#ended.abort();
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== undefined || this.#isRequesting || this.#ended.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#ask();
    }, delayMs);
  }

  async #ask(): Promise<void> {
    const batch = this.#wanted.filter((row) => this.#isDue(row)).slice(0, maxBatch);
    if (batch.length === 0) return;
    this.#isRequesting = true;
    for (const { id } of batch) this.#stale.delete(id);
    const references = [...new Set(batch.map(({ transportDocumentReference }) => transportDocumentReference))];
    try {
      const { data, errors } = await this.#options.client.query(BoardJoinsDocument, { references }, { signal: this.#ended.signal });
      this.#options.onErrors(errors);
      const requestedAt = Date.now();
      const answers = new Map(data?.arrivalNotices?.nodes.map(({ id, current }) => [id, joinedOf(current)]));
      for (const { id, versionId } of batch) this.#keep(id, { joined: answers.get(id) ?? this.get(id), versionId, requestedAt });
      this.#isRequesting = false;
      this.#options.onJoins();
      this.#schedule(batchDelayMs);
    } catch {
      // The server is unavailable or rejects requests: loaded joins stay, and the next scroll, change or connection retries.
      this.#isRequesting = false;
    }
  }

  #isDue({ id, versionId }: Row): boolean {
    const loaded = this.#loaded.get(id);
    return loaded === undefined || this.#stale.has(id) || loaded.versionId !== versionId || Date.now() - loaded.requestedAt > maxAgeMs;
  }

  #keep(id: string, loaded: LoadedJoins): void {
    this.#loaded.delete(id);
    this.#loaded.set(id, loaded);
    for (const oldest of this.#loaded.keys()) {
      if (this.#loaded.size <= maxKept) break;
      this.#loaded.delete(oldest);
    }
  }

  async #followPorts(): Promise<void> {
    this.#isFollowing = true;
    const { signal } = this.#ended;
    const { client } = this.#options;
    try {
      for await (const { portCallEventReceived } of client.subscribe(
        BoardPortCallsDocument,
        {},
        { signal, onMissed: () => this.renew() },
      )) {
        const ship = portCallEventReceived.event?.vessel?.vesselIMONumber;
        const port = portCallEventReceived.event?.portCall?.UNLocationCode;
        for (const { id, leg, UNLocationCode } of this.#wanted) {
          if (ship == null ? UNLocationCode === port : leg?.vesselIMONumber === ship) this.#stale.add(id);
        }
        if (this.#stale.size > 0) this.#schedule(portCallDelayMs);
      }
    } catch {
      // Without access to port calls there is nothing to subscribe to; the times then show their age.
    } finally {
      this.#isFollowing = false;
    }
  }
}
