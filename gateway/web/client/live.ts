import { type Backoff, waitAfter } from './backoff.ts';
import { LandfallClientError } from './client-error.ts';
import type { Answer, Document, GraphqlError, Missed } from './document.ts';
import { closingBy, createChanges } from './event-queue.ts';
import { createReconnection, untilDone } from './reconnection.ts';
import { createRows, type LiveList, type RowRules } from './rows.ts';
import type { SubscribeOptions, Subscription } from './subscription.ts';

/** A page of the snapshot. */
export interface LivePage<Row> {
  readonly rows: readonly Row[];
  /** What the variable `after` is to be for the next page; absent or null on the last one. */
  readonly after?: string | null | undefined;
}

/** What a live list is made of. */
export interface LiveOptions<Row, PR, PV, ER, EV> extends RowRules<Row> {
  /** The query of the pages, which has a variable `after`. */
  readonly snapshot: { readonly document: Document<PR, PV>; readonly variables: PV; readonly page: (answer: PR) => LivePage<Row> };
  /** The subscription. `row` gives the row as an event has it; undefined when the event is about none. */
  readonly events: { readonly document: Document<ER, EV>; readonly variables: EV; readonly row: (event: ER) => Row | undefined };
  readonly signal?: AbortSignal | undefined;
  /** Called when events are gone; the pages are being read anew then. */
  readonly onMissed?: ((missed: Missed) => void | Promise<void>) | undefined;
  /** Called with the errors of partial answers and events. */
  readonly onErrors?: ((errors: readonly GraphqlError[]) => void) | undefined;
}

/** What a live list needs of its client. */
export interface LiveScope {
  readonly subscribe: <R, V>(document: Document<R, V>, variables: V, options: SubscribeOptions) => Subscription<R>;
  readonly ask: <R, V>(document: Document<R, V>, variables: V, signal: AbortSignal) => Promise<Answer<R>>;
  readonly backoff: Backoff;
}

/** With these a list begins anew: its cursor, and the rows it shows, belong to rights that are not the caller's any more. */
const rightsChanged: ReadonlySet<string> = new Set(['ENTITLEMENT_CHANGED', 'CURSOR_INVALID']);

/**
 * Keeps a list. It subscribes first and reads the pages then, so each change is in the pages or comes as an event, or
 * both: what is seen of a row in any order, the newest version of it is shown.
 */
export function openLive<Row, PR, PV, ER, EV>(
  { subscribe, ask, backoff }: LiveScope,
  options: LiveOptions<Row, PR, PV, ER, EV>,
): AsyncIterableIterator<LiveList<Row>, void, void> {
  const { snapshot, events, signal, onMissed, onErrors } = options;
  const rows = createRows(options);
  const changes = createChanges();
  const ending = new AbortController();
  let reading = new AbortController();
  let failure: unknown;

  function end(error?: unknown): void {
    if (ending.signal.aborted) return;
    failure = error;
    ending.abort();
    reading.abort();
    signal?.removeEventListener('abort', close);
    changes.tell();
  }
  function close(): void {
    end();
  }
  signal?.addEventListener('abort', close);
  if (signal?.aborted) end();

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await follow();
      } catch (error) {
        if (!(error instanceof LandfallClientError) || !rightsChanged.has(error.code)) throw error;
        reading.abort();
        rows.clear();
        changes.tell();
        await new Promise((resolve) => setTimeout(resolve, waitAfter(backoff, 1, Math.random())));
      }
    }
  }

  async function follow(): Promise<void> {
    const subscription = subscribe(events.document, events.variables, { signal: ending.signal, onMissed: readAnew, onErrors });
    await subscription.started;
    read();
    for await (const event of subscription.events) {
      const row = events.row(event);
      if (row === undefined) continue;
      rows.apply(row);
      changes.tell();
    }
  }

  function readAnew(missed: Missed): void | Promise<void> {
    // Another log, other data: what was seen before may be newer than anything that is there now.
    if (missed.reason === 'LOG_RESET') rows.clear();
    read();
    return onMissed?.(missed);
  }

  function read(): void {
    reading.abort();
    if (ending.signal.aborted) return;
    reading = new AbortController();
    const { signal } = reading;
    readPages(signal).catch((error: unknown) => {
      if (signal.aborted) return;
      if (error instanceof LandfallClientError && error.code === 'CURSOR_EXPIRED') read();
      else end(error);
    });
  }

  async function readPages(signal: AbortSignal): Promise<void> {
    // Apart from the client's: that a page fails says nothing of the subscription.
    const attempts = createReconnection({ backoff, onStatus: () => undefined });
    const { document, variables, page } = snapshot;
    rows.beginReading();
    let after: string | null | undefined;
    do {
      changes.tell();
      const asked = after === undefined ? variables : { ...variables, after };
      const answer = await untilDone(attempts, signal, () => ask(document, asked, signal));
      if (answer === undefined) return;
      if (answer.errors.length > 0) onErrors?.(answer.errors);
      const read = page(answer.data);
      rows.addPage(read.rows);
      after = read.after ?? undefined;
    } while (after !== undefined);
    rows.endReading();
    changes.tell();
  }

  async function* handOut(): AsyncGenerator<LiveList<Row>, void, void> {
    try {
      while (!ending.signal.aborted) {
        const list = rows.take();
        if (list === undefined) await changes.next();
        else yield list;
      }
      if (failure !== undefined) throw failure;
    } finally {
      close();
    }
  }

  run().then(close, end);
  return closingBy(handOut(), close);
}
