import { type Backoff, backoffDelayMs } from './backoff.ts';
import { LandfallClientError } from './client-error.ts';
import type { GraphqlError, MissedEvents, QueryResult, TypedDocument } from './document.ts';
import { closableIterator, createChanges } from './event-queue.ts';
import { createReconnection, retryUntilDone } from './reconnection.ts';
import { createRows, type LiveList, type RowRules, type Rows } from './rows.ts';
import type { SubscribeOptions, Subscription } from './subscription.ts';

/** A page of the snapshot. */
export interface LivePage<Row> {
  readonly rows: readonly Row[];
  /** Value of the variable `after` for the next page; absent or null on the last one. */
  readonly after?: string | null | undefined;
}

/** The query, the subscription and the rules of a live list. */
export interface LiveOptions<Row, PR, PV, ER, EV> extends RowRules<Row> {
  /** The query of the pages. It has a variable `after`. */
  readonly snapshot: { readonly document: TypedDocument<PR, PV>; readonly variables: PV; readonly page: (result: PR) => LivePage<Row> };
  /** The subscription. `row` returns the row of an event; undefined if the event has none. */
  readonly events: { readonly document: TypedDocument<ER, EV>; readonly variables: EV; readonly row: (event: ER) => Row | undefined };
  /** Ends the list when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Called when events were missed, while the pages are read again. */
  readonly onMissed?: ((missed: MissedEvents) => void | Promise<void>) | undefined;
  /** Called with the errors of partial results and events. */
  readonly onErrors?: ((errors: readonly GraphqlError[]) => void) | undefined;
}

/** The parts of a client that a live list uses. */
export interface LiveScope {
  readonly subscribe: <R, V>(document: TypedDocument<R, V>, variables: V, options: SubscribeOptions) => Subscription<R>;
  readonly query: <R, V>(document: TypedDocument<R, V>, variables: V, signal: AbortSignal) => Promise<QueryResult<R>>;
  readonly backoff: Backoff;
}

/**
 * After these errors the list starts again, because its cursor and rows belong to rights that the caller no longer has.
 */
const rightsChanged: ReadonlySet<string> = new Set(['ENTITLEMENT_CHANGED', 'CURSOR_INVALID']);

/**
 * Keeps a list up to date. It subscribes first and reads the pages afterwards, so that each change is in the pages, or
 * arrives as an event, or both. The newest version of each row is shown, in whatever order the versions arrive.
 */
export function openLive<Row, PR, PV, ER, EV>(
  scope: LiveScope,
  options: LiveOptions<Row, PR, PV, ER, EV>,
): AsyncIterableIterator<LiveList<Row>, void, void> {
  const live = new LiveRows(scope, options);
  return closableIterator(live.lists(), live.close);
}

class LiveRows<Row, PR, PV, ER, EV> {
  readonly #scope: LiveScope;
  readonly #options: LiveOptions<Row, PR, PV, ER, EV>;
  readonly #rows: Rows<Row>;
  readonly #changes = createChanges();
  readonly #ending = new AbortController();
  /** Aborts the reading of the pages. */
  #reading = new AbortController();
  #failure: unknown;

  constructor(scope: LiveScope, options: LiveOptions<Row, PR, PV, ER, EV>) {
    this.#scope = scope;
    this.#options = options;
    this.#rows = createRows(options);
    options.signal?.addEventListener('abort', this.close);
    if (options.signal?.aborted) this.#end();
    this.#run().then(this.close, (error: unknown) => this.#end(error));
  }

  readonly close = (): void => this.#end();

  /** Yields the list whenever it has changed since it was last yielded. */
  async *lists(): AsyncGenerator<LiveList<Row>, void, void> {
    try {
      while (!this.#ending.signal.aborted) {
        const list = this.#rows.take();
        if (list === undefined) await this.#changes.next();
        else yield list;
      }
      if (this.#failure !== undefined) throw this.#failure;
    } finally {
      this.#end();
    }
  }

  #end(error?: unknown): void {
    if (this.#ending.signal.aborted) return;
    this.#failure = error;
    this.#ending.abort();
    this.#reading.abort();
    this.#options.signal?.removeEventListener('abort', this.close);
    this.#changes.notify();
  }

  async #run(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      try {
        await this.#applyEvents();
      } catch (error) {
        if (!(error instanceof LandfallClientError) || !rightsChanged.has(error.code)) throw error;
        this.#reading.abort();
        this.#rows.clear();
        this.#changes.notify();
        await new Promise((resolve) => setTimeout(resolve, backoffDelayMs(this.#scope.backoff, 1, Math.random())));
      }
    }
  }

  async #applyEvents(): Promise<void> {
    const { events, onErrors } = this.#options;
    const subscription = this.#scope.subscribe(events.document, events.variables, {
      signal: this.#ending.signal,
      onMissed: (missed) => this.#onMissed(missed),
      onErrors,
    });
    await subscription.started;
    this.#startReading();
    for await (const event of subscription.events) {
      const row = events.row(event);
      if (row === undefined) continue;
      this.#rows.apply(row);
      this.#changes.notify();
    }
  }

  #onMissed(missed: MissedEvents): void | Promise<void> {
    // A new log has different data: the current rows may be newer than everything in it.
    if (missed.reason === 'LOG_RESET') this.#rows.clear();
    this.#startReading();
    return this.#options.onMissed?.(missed);
  }

  #startReading(): void {
    this.#reading.abort();
    if (this.#ending.signal.aborted) return;
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.#readPages(signal).catch((error: unknown) => {
      if (signal.aborted) return;
      if (error instanceof LandfallClientError && error.code === 'CURSOR_EXPIRED') this.#startReading();
      else this.#end(error);
    });
  }

  async #readPages(signal: AbortSignal): Promise<void> {
    const { query, backoff } = this.#scope;
    // Separate from those of the client, because the failure of a page does not mean that the subscription has failed.
    const attempts = createReconnection({ backoff, onStatus: () => undefined });
    const { document, variables, page } = this.#options.snapshot;
    this.#rows.beginReading();
    let after: string | null | undefined;
    do {
      this.#changes.notify();
      const pageVariables = after === undefined ? variables : { ...variables, after };
      const result = await retryUntilDone(attempts, signal, () => query(document, pageVariables, signal));
      if (result === undefined) return;
      if (result.errors.length > 0) this.#options.onErrors?.(result.errors);
      const read = page(result.data);
      this.#rows.addPage(read.rows);
      after = read.after ?? undefined;
    } while (after !== undefined);
    this.#rows.endReading();
    this.#changes.notify();
  }
}
