import { answerShape, errorOf, LandfallClientError } from './client-error.ts';
import type { CursorStore } from './cursor-store.ts';
import type { GraphqlError, Missed } from './document.ts';
import { closingBy, createEventQueue } from './event-queue.ts';
import type { GraphqlPayload, GraphqlRequest, Link, Sink } from './link.ts';
import { type Reconnection, untilDone } from './reconnection.ts';

/** What a subscription can be told besides what it asks. */
export interface SubscribeOptions {
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
  /** Where it goes on after a restart. */
  readonly cursorStore?: CursorStore | undefined;
  /** Called in place of handing out an event that says which events are gone. Absent: that event is handed out. */
  readonly onMissed?: ((missed: Missed) => void | Promise<void>) | undefined;
  /** Called before an event is handed out parts of which could not be had. */
  readonly onErrors?: ((errors: readonly GraphqlError[]) => void) | undefined;
}

/** What a subscription needs of its client. */
export interface SubscriptionScope {
  readonly link: Link;
  readonly reconnection: Reconnection;
  /** Finds the cursor of now. @throws {LandfallClientError} */
  readonly askHead: (document: string, signal: AbortSignal) => Promise<string>;
}

/** A subscription that goes on by itself. */
export interface Subscription<R> {
  /** Resolves when its place in the log is fixed, or it has ended. Everything that comes from then on is handed out. */
  readonly started: Promise<void>;
  readonly events: AsyncIterableIterator<R, void, void>;
}

interface Entry<R> {
  readonly data: R;
  readonly cursor: string;
  readonly missed: Missed | null;
  readonly errors: readonly GraphqlError[];
}

/** Events that may wait for a consumer. At so many the server is told to stop, and to go on when all have been taken. */
export const maxQueuedEvents = 256;

/** Follows a log: from behind the stored cursor, else from behind the variable `after`, else from now on. */
export function openSubscription<R>(scope: SubscriptionScope, request: GraphqlRequest, options: SubscribeOptions): Subscription<R> {
  const { link, reconnection, askHead } = scope;
  const { signal, cursorStore, onMissed, onErrors } = options;
  const { query, variables } = request;
  const queue = createEventQueue<Entry<R>>(maxQueuedEvents);
  const ending = new AbortController();
  const leave = reconnection.join();
  let after: string | undefined;

  function end(error?: unknown): void {
    if (ending.signal.aborted) return;
    ending.abort();
    signal?.removeEventListener('abort', close);
    queue.end(error);
    leave(error instanceof LandfallClientError ? error : undefined);
  }
  function close(): void {
    end();
  }
  signal?.addEventListener('abort', close);
  if (signal?.aborted) end();

  async function findStart(): Promise<void> {
    after = (await cursorStore?.load()) ?? (variables as { readonly after?: string }).after ?? undefined;
    if (after !== undefined) return;
    after = await untilDone(reconnection, ending.signal, () => askHead(query, ending.signal));
    if (after !== undefined) await cursorStore?.save(after);
  }

  async function follow(): Promise<void> {
    for (;;) {
      await reconnection.turn();
      if (ending.signal.aborted) return;
      const error = await stream();
      if (error !== undefined) reconnection.failed(error);
      else await queue.drained();
    }
  }

  /** Takes events until the connection is lost; resolves without an error when they were stopped from here. */
  function stream(): Promise<LandfallClientError | undefined> {
    return new Promise((resolve) => {
      const done = (error?: LandfallClientError): void => {
        ending.signal.removeEventListener('abort', stopped);
        stop();
        resolve(error);
      };
      const stopped = (): void => done();
      const sink: Sink = {
        taken: () => reconnection.succeeded(),
        next: (payload) => {
          const entry = entryOf<R>(payload);
          if (entry instanceof LandfallClientError) return done(entry);
          // The server's queue was full. Its log still has them: they are asked for again, behind the last one.
          if (entry.missed?.reason === 'QUEUE_OVERFLOW') return done();
          after = entry.cursor;
          queue.push(entry);
          if (queue.full) done();
        },
        end: done,
      };
      const stop = link.start({ query, variables: { ...variables, after } }, sink);
      ending.signal.addEventListener('abort', stopped);
    });
  }

  async function* handOut(): AsyncGenerator<R, void, void> {
    try {
      for (let entry = await queue.take(); entry !== undefined; entry = await queue.take()) {
        if (entry.errors.length > 0) onErrors?.(entry.errors);
        if (entry.missed !== null && onMissed !== undefined) await onMissed(entry.missed);
        else yield entry.data;
        // Here the consumer has asked for the next one: this one is dealt with.
        await cursorStore?.save(entry.cursor);
      }
    } finally {
      close();
    }
  }

  const started = findStart();
  started.then(follow).catch(end);
  return { started: started.catch(() => undefined), events: closingBy(handOut(), close) };
}

function entryOf<R>({ data, errors = [] }: GraphqlPayload): Entry<R> | LandfallClientError {
  const [event] = Object.values(data ?? {}) as readonly (Partial<Entry<R>> | null)[];
  // An event that could not be had is asked for again, or ends the subscription: it is never left out.
  if (!event) return errorOf(errors);
  const { cursor, missed } = event;
  if (cursor === undefined || missed === undefined) return answerShape('Expected the subscription to select `cursor` and `missed`.');
  return { data: data as R, cursor, missed, errors };
}
