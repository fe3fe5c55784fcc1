import type { GraphqlError, LandfallClient } from '../client/client.ts';
import { BoardJoinsDocument, BoardPortCallsDocument } from '../client/generated/operations.ts';
import { type Joined, joinedOf } from './model/joined.ts';
import type { Row } from './model/rows.ts';

export interface JoinsOptions {
  readonly client: LandfallClient;
  /** More is known, or something that was known is asked anew. */
  readonly onJoins: () => void;
  readonly onErrors: (errors: readonly GraphqlError[]) => void;
}

/** Rows have to stay on the screen for this long: who scrolls passes by more than is worth asking for. */
const batchDelayMs = 120;
/** A list that never rests is asked for all the same. */
const longestDelayMs = 600;
const maxBatch = 20;
/** How long an answer does. Schedules are renewed by the server after a quarter of an hour. */
const maxAgeMs = 5 * 60_000;
/** Ports tell many things in a row; each question costs the server the joins of a screen. */
const portCallDelayMs = 1_500;
const maxKept = 2_000;

interface Held {
  /** Undefined: the server had no answer for the notice. */
  readonly joined: Joined | undefined;
  /** Version that the row showed when it was asked for. */
  readonly versionId: string;
  readonly askedAt: number;
}

/** Asks what schedules and ports say about the rows on the screen, a batch at a time, and again when a port tells something of their ships. */
export class Joins implements Disposable {
  readonly #options: JoinsOptions;
  readonly #ended = new AbortController();
  readonly #held = new Map<string, Held>();
  /** Notices to be asked again, whatever their age. */
  readonly #stale = new Set<string>();
  #wanted: readonly Row[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the rows on the screen began to be waited for. */
  #scheduledAt = 0;
  #isAsking = false;
  #isFollowing = false;

  constructor(options: JoinsOptions) {
    this.#options = options;
  }

  /** What is known of a notice, of its current version or of the one before; undefined while nothing is. */
  get(id: string): Joined | undefined {
    return this.#held.get(id)?.joined;
  }

  /** Whether an answer for a notice is still to come. */
  isAwaited(id: string): boolean {
    return !this.#held.has(id);
  }

  /** Begins to hear of what ports tell, unless it does already. */
  follow(): void {
    if (!this.#isFollowing) void this.#followPorts();
  }

  /** Names the rows that are on the screen. */
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

  /** Asks for what is on the screen again: after a connection was lost nobody knows what ports have told. */
  renew(): void {
    for (const { id } of this.#wanted) this.#stale.add(id);
    this.#schedule(batchDelayMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#ended.abort();
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== undefined || this.#isAsking || this.#ended.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#ask();
    }, delayMs);
  }

  async #ask(): Promise<void> {
    const batch = this.#wanted.filter((row) => this.#isDue(row)).slice(0, maxBatch);
    if (batch.length === 0) return;
    this.#isAsking = true;
    for (const { id } of batch) this.#stale.delete(id);
    const references = [...new Set(batch.map(({ transportDocumentReference }) => transportDocumentReference))];
    try {
      const { data, errors } = await this.#options.client.query(BoardJoinsDocument, { references }, { signal: this.#ended.signal });
      this.#options.onErrors(errors);
      const askedAt = Date.now();
      const answers = new Map(data?.arrivalNotices?.nodes.map(({ id, current }) => [id, joinedOf(current)]));
      for (const { id, versionId } of batch) this.#keep(id, { joined: answers.get(id) ?? this.get(id), versionId, askedAt });
      this.#isAsking = false;
      this.#options.onJoins();
      this.#schedule(batchDelayMs);
    } catch {
      // The server is away or has had enough: what is known stays, and the next scroll, change or connection asks again.
      this.#isAsking = false;
    }
  }

  #isDue({ id, versionId }: Row): boolean {
    const held = this.#held.get(id);
    return held === undefined || this.#stale.has(id) || held.versionId !== versionId || Date.now() - held.askedAt > maxAgeMs;
  }

  #keep(id: string, held: Held): void {
    this.#held.delete(id);
    this.#held.set(id, held);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= maxKept) break;
      this.#held.delete(oldest);
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
      // Without rights on port calls there is nothing to follow; times are then as old as they say.
    } finally {
      this.#isFollowing = false;
    }
  }
}
