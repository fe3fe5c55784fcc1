import { answerShape, errorOf, LandfallClientError } from './client-error.ts';
import type { CursorStore } from './cursor-store.ts';
import type { GraphqlError, MissedEvents } from './document.ts';
import { closableIterator, createEventQueue, type EventQueue } from './event-queue.ts';
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

/** The parts of a client that a subscription uses. */
export interface SubscriptionScope {
  readonly link: Link;
  readonly reconnection: Reconnection;
  /** Reads the cursor of the head of the log. @throws {LandfallClientError} */
  readonly fetchHead: (document: string, signal: AbortSignal) => Promise<string>;
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

/**
 * A subscription that reconnects. It starts after the stored cursor, otherwise after the variable `after`, otherwise at
 * the head.
 */
export class Subscription<R> {
  /** Resolves when the start in the log is known, or the subscription has ended. All later events are yielded. */
  readonly started: Promise<void>;
  readonly events: AsyncIterableIterator<R, void, void>;
  readonly #scope: SubscriptionScope;
  readonly #request: GraphqlRequest;
  readonly #options: SubscribeOptions;
  readonly #queue: EventQueue<Entry<R>> = createEventQueue(maxQueuedEvents);
  readonly #ending = new AbortController();
  readonly #leave: (error?: LandfallClientError) => void;
  #after: string | undefined;

  constructor(scope: SubscriptionScope, request: GraphqlRequest, options: SubscribeOptions) {
    this.#scope = scope;
    this.#request = request;
    this.#options = options;
    this.#leave = scope.reconnection.join();
    options.signal?.addEventListener('abort', this.#close);
    if (options.signal?.aborted) this.#end();
    const starting = this.#findStart();
    starting.then(() => this.#stayConnected()).catch((error: unknown) => this.#end(error));
    this.started = starting.catch(() => undefined);
    this.events = closableIterator(this.#yieldEvents(), this.#close);
  }

  readonly #close = (): void => this.#end();

  #end(error?: unknown): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    this.#options.signal?.removeEventListener('abort', this.#close);
    this.#queue.end(error);
    this.#leave(error instanceof LandfallClientError ? error : undefined);
  }

  async #findStart(): Promise<void> {
    const { reconnection, fetchHead } = this.#scope;
    const { cursorStore } = this.#options;
    const { query, variables } = this.#request;
    this.#after = (await cursorStore?.load()) ?? (variables as { readonly after?: string }).after ?? undefined;
    if (this.#after !== undefined) return;
    const { signal } = this.#ending;
    this.#after = await retryUntilDone(reconnection, signal, () => fetchHead(query, signal));
    if (this.#after !== undefined) await cursorStore?.save(this.#after);
  }

  async #stayConnected(): Promise<void> {
    const { reconnection } = this.#scope;
    for (;;) {
      await reconnection.waitForTurn();
      if (this.#ending.signal.aborted) return;
      const error = await this.#stream();
      if (error !== undefined) reconnection.failed(error);
      else await this.#queue.drained();
    }
  }

  /** Receives events until the connection is lost. @returns undefined when the client ended the stream */
  #stream(): Promise<LandfallClientError | undefined> {
    const { link, reconnection } = this.#scope;
    const { query, variables } = this.#request;
    const { signal } = this.#ending;
    return new Promise((resolve) => {
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
          this.#after = entry.cursor;
          this.#queue.push(entry);
          if (this.#queue.full) done();
        },
        end: done,
      };
      const stop = link.start({ query, variables: { ...variables, after: this.#after } }, sink);
      signal.addEventListener('abort', onAbort);
    });
  }

  async *#yieldEvents(): AsyncGenerator<R, void, void> {
    const { cursorStore, onMissed, onErrors } = this.#options;
    try {
      for (let entry = await this.#queue.take(); entry !== undefined; entry = await this.#queue.take()) {
        if (entry.errors.length > 0) onErrors?.(entry.errors);
        if (entry.missed !== null && onMissed !== undefined) await onMissed(entry.missed);
        else yield entry.data;
        // The consumer has requested the next event, so it has processed this one.
        await cursorStore?.save(entry.cursor);
      }
    } finally {
      this.#end();
    }
  }
}

function entryOf<R>({ data, errors = [] }: GraphqlPayload): Entry<R> | LandfallClientError {
  const [event] = Object.values(data ?? {}) as readonly (Partial<Entry<R>> | null)[];
  // An event without data is requested again, or ends the subscription. It is never skipped.
  if (!event) return errorOf(errors);
  const { cursor, missed } = event;
  if (cursor === undefined || missed === undefined) return answerShape('Expected the subscription to select `cursor` and `missed`.');
  return { data: data as R, cursor, missed, errors };
}
