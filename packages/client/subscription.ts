import { answerShape, errorOf, LandfallClientError } from './client-error.ts';
import type { CursorStore } from './cursor-store.ts';
import type { GraphqlError, MissedEvents } from './document.ts';
import { closableIterator, createEventQueue } from './event-queue.ts';
import type { GraphqlPayload, GraphqlRequest, Link, Sink } from './link.ts';
import { type Reconnection, retryUntilDone } from './reconnection.ts';

/** Options of one subscription. */
export interface SubscribeOptions {
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
  /** Stores the cursor, so that the subscription resumes after a restart. */
  readonly cursorStore?: CursorStore | undefined;
  /** Called instead of yielding an event that reports missed events. @default the event is yielded */
  readonly onMissed?: ((missed: MissedEvents) => void | Promise<void>) | undefined;
  /** Called before a partial event is yielded, with its errors. */
  readonly onErrors?: ((errors: readonly GraphqlError[]) => void) | undefined;
}

interface Entry<R> {
  readonly data: R;
  readonly cursor: string;
  readonly missed: MissedEvents | null;
  readonly errors: readonly GraphqlError[];
}

/**
 * Maximum number of events that wait for the consumer. When it is reached, the server's stream is ended, and resumed
 * when all events are consumed.
 */
export const maxQueuedEvents = 256;

export type Subscription<R> = ReturnType<typeof openSubscription<R>>;

/**
 * Opens a subscription that reconnects. It starts after the stored cursor, otherwise after the variable `after`, otherwise
 * at the head.
 *
 * @param scope.fetchHead reads the cursor of the head of the log
 */
export function openSubscription<R>(
  { link, reconnection, fetchHead }: SubscriptionScope,
  { query, variables }: GraphqlRequest,
  options: SubscribeOptions,
) {
  const { cursorStore, onMissed, onErrors } = options;
  const queue = createEventQueue<Entry<R>>(maxQueuedEvents);
  const ending = new AbortController();
  const { signal } = ending;
  const leave = reconnection.join();
  let after: string | undefined;

  const end = (error?: unknown): void => {
    if (signal.aborted) return;
    ending.abort();
    queue.end(error);
    leave(error instanceof LandfallClientError ? error : undefined);
  };
  const close = (): void => end();

  const findStart = async (): Promise<void> => {
    after = (await cursorStore?.load()) ?? (variables as { readonly after?: string }).after ?? undefined;
    if (after !== undefined) return;
    after = await retryUntilDone(reconnection, signal, () => fetchHead(query, signal));
    if (after !== undefined) await cursorStore?.save(after);
  };

  const stayConnected = async (): Promise<void> => {
    for (;;) {
      await reconnection.waitForTurn();
      if (signal.aborted) return;
      const error = await stream();
      if (error !== undefined) reconnection.failed(error);
      else await queue.drained();
    }
  };

  /** Receives events until the connection is lost. @returns undefined when the client ended the stream */
  const stream = (): Promise<LandfallClientError | undefined> =>
    new Promise((resolve) => {
      const done = (error?: LandfallClientError): void => {
        signal.removeEventListener('abort', onAbort);
        stop();
        resolve(error);
      };
      const onAbort = (): void => done();
      const sink: Sink = {
        accepted: () => reconnection.succeeded(),
        next: (payload) => {
          const entry = entryOf<R>(payload);
          if (entry instanceof LandfallClientError) return done(entry);
          // The queue of the server was full. The log still has the events, so the next stream resumes after the last
          // one received.
          if (entry.missed?.reason === 'QUEUE_OVERFLOW') return done();
          after = entry.cursor;
          queue.push(entry);
          if (queue.full) done();
        },
        end: done,
      };
      const stop = link.start({ query, variables: { ...variables, after } }, sink);
      signal.addEventListener('abort', onAbort);
    });

  async function* yieldEvents(): AsyncGenerator<R, void, void> {
    try {
      for (let entry = await queue.take(); entry !== undefined; entry = await queue.take()) {
        if (entry.errors.length > 0) onErrors?.(entry.errors);
        if (entry.missed !== null && onMissed !== undefined) await onMissed(entry.missed);
        else yield entry.data;
        // The consumer has requested the next event, so it has processed this one.
        await cursorStore?.save(entry.cursor);
      }
    } finally {
      end();
    }
  }

  options.signal?.addEventListener('abort', close, { signal });
  if (options.signal?.aborted) end();
  const starting = findStart();
  starting.then(stayConnected).catch(end);
  return {
    /** Resolves when the start in the log is known, or the subscription has ended. All later events are yielded. */
    started: starting.catch(() => undefined),
    events: closableIterator(yieldEvents(), close),
  };
}

/** The parts of a client that a subscription uses. */
export interface SubscriptionScope {
  readonly link: Link;
  readonly reconnection: Reconnection;
  readonly fetchHead: (document: string, signal: AbortSignal) => Promise<string>;
}

function entryOf<R>({ data, errors = [] }: GraphqlPayload): Entry<R> | LandfallClientError {
  const [event] = Object.values(data ?? {}) as readonly (Partial<Entry<R>> | null)[];
  // An event without data is requested again, or ends the subscription. It is never skipped.
  if (!event) return errorOf(errors);
  const { cursor, missed } = event;
  if (cursor === undefined || missed === undefined) return answerShape('Expected the subscription to select `cursor` and `missed`.');
  return { data: data as R, cursor, missed, errors };
}
