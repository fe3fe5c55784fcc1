import { type Backoff, backoffDelayMs } from './backoff.ts';
import { LandfallClientError } from './client-error.ts';
import type { GraphqlError, MissedEvents, QueryResult, TypedDocument } from './document.ts';
import { closableIterator, createChanges } from './event-queue.ts';
import { createReconnection, retryUntilDone } from './reconnection.ts';
import { createRows, type LiveList, type RowRules } from './rows.ts';
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
  const { snapshot, events, onErrors } = options;
  const rows = createRows(options);
  const changes = createChanges();
  const ending = new AbortController();
  /** Aborted when the reading of the pages ends. */
  let reading = new AbortController();
  let failure: unknown;

  const end = (error?: unknown): void => {
    if (ending.signal.aborted) return;
    failure = error;
    ending.abort();
    reading.abort();
    changes.notify();
  };
  const close = (): void => end();

  /** Yields the list whenever it has changed since it was last yielded. */
  async function* lists(): AsyncGenerator<LiveList<Row>, void, void> {
    try {
      while (!ending.signal.aborted) {
        const list = rows.take();
        if (list === undefined) await changes.next();
        else yield list;
      }
      if (failure !== undefined) throw failure;
    } finally {
      end();
    }
  }

  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        await applyEvents();
      } catch (error) {
        if (!(error instanceof LandfallClientError) || !rightsChanged.has(error.code)) throw error;
        reading.abort();
        rows.clear();
        changes.notify();
        await new Promise((resolve) => setTimeout(resolve, backoffDelayMs(scope.backoff, 1, Math.random())));
      }
    }
  };

  const applyEvents = async (): Promise<void> => {
    const { signal } = ending;
    const subscription = scope.subscribe(events.document, events.variables, { signal, onMissed, onErrors });
    await subscription.started;
    startReading();
    for await (const event of subscription.events) {
      const row = events.row(event);
      if (row === undefined) continue;
      rows.apply(row);
      changes.notify();
    }
  };

  const onMissed = (missed: MissedEvents): void | Promise<void> => {
    // A new log has different data: the current rows may be newer than everything in it.
    if (missed.reason === 'LOG_RESET') rows.clear();
    startReading();
    return options.onMissed?.(missed);
  };

  const startReading = (): void => {
    reading.abort();
    if (ending.signal.aborted) return;
    reading = new AbortController();
    const { signal } = reading;
    readPages(signal).catch((error: unknown) => {
      if (signal.aborted) return;
      if (error instanceof LandfallClientError && error.code === 'CURSOR_EXPIRED') startReading();
      else end(error);
    });
  };

  const readPages = async (signal: AbortSignal): Promise<void> => {
    // Separate from those of the client, because the failure of a page does not mean that the subscription has failed.
    const attempts = createReconnection({ backoff: scope.backoff, onStatus: () => undefined });
    const { document, variables, page } = snapshot;
    rows.beginReading();
    let after: string | null | undefined;
    do {
      changes.notify();
      const pageVariables = after === undefined ? variables : { ...variables, after };
      const result = await retryUntilDone(attempts, signal, () => scope.query(document, pageVariables, signal));
      if (result === undefined) return;
      if (result.errors.length > 0) onErrors?.(result.errors);
      const read = page(result.data);
      rows.addPage(read.rows);
      after = read.after ?? undefined;
    } while (after !== undefined);
    rows.endReading();
    changes.notify();
  };

  options.signal?.addEventListener('abort', close, { signal: ending.signal });
  if (options.signal?.aborted) end();
  run().then(close, end);
  return closableIterator(lists(), close);
}
