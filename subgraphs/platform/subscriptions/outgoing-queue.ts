import type { Writable } from 'node:stream';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { Gap, LogMessage } from './log-reader.ts';
import type { Subscriber } from './subscription-hub.ts';

/** Writes to a socket or an HTTP response. */
export type SocketWriter = ReturnType<typeof createSocketWriter>;

/**
 * Number of unsent bytes at which a connection counts as congested. More than Node's high-water mark, so that `drain`
 * follows.
 */
const congestedBytes = 128 * 1024;

/**
 * Creates the writer of a socket or an HTTP response. Like all objects of which each connection has one, it has methods
 * and no getters: V8 stores an object literal with a getter as a dictionary, in which each access is a search.
 */
export function createSocketWriter(writable: Writable) {
  return {
    /** Returns whether so much is unsent that nothing more should be written now. */
    isCongested: (): boolean => writable.writableNeedDrain && writable.writableLength >= congestedBytes,
    /** Calls `write` and passes everything it wrote to the operating system in one call. */
    batch: (write: () => void): void => {
      writable.cork();
      try {
        write();
      } finally {
        writable.uncork();
      }
    },
  };
}

export interface QueueLimits {
  readonly maxQueuedBytes: number;
  readonly maxQueuedMessages: number;
}

export const defaultQueueLimits: QueueLimits = { maxQueuedBytes: 1024 * 1024, maxQueuedMessages: 1_000 };

/** How one subscription of the connection is written. */
export interface StreamOptions {
  /** Cursor after which the subscription starts; null: at the head. */
  readonly start: string | null;
  /** Sends a payload. @param message the message that the payload belongs to; undefined for a gap */
  send(payload: Buffer, message?: LogMessage): void;
  /** Formats a gap with the selection of the subscription. */
  missed(gap: Gap): Buffer;
  /** Ends the subscription with an error. */
  fail(error: unknown): void;
}

/** One subscription of a connection. */
export interface Stream extends Subscriber {
  /** Drops the queued messages, because the client has ended the subscription. */
  close(): void;
}

/** Counts the messages in the queues of all connections. */
export type QueuedMessages = ReturnType<typeof createQueuedMessages>;

export interface QueueOptions {
  readonly writer: SocketWriter;
  readonly limits: QueueLimits;
  /** @default a counter for this queue alone */
  readonly queued?: QueuedMessages;
  /** Arranges for `flush` to be called soon. */
  readonly schedule: (queue: OutgoingQueue) => void;
  readonly onSent: (messages: number) => void;
  readonly onMissed: (messages: number, firstOfGap: boolean) => void;
}

interface OpenStream extends StreamOptions {
  isClosed: boolean;
  /** Cursor of the last message that was queued or reported as missed. */
  lastCursor: string | null;
  gap: Gap | undefined;
}

/** A message of a stream, or, without a message, the end of the stream with `error`. */
interface Entry {
  readonly stream: OpenStream;
  readonly message: LogMessage | undefined;
  readonly error?: unknown;
}

/** Maximum number of written entries that may precede the waiting ones. */
const maxWrittenEntries = 256;

/**
 * The messages of all subscriptions of one connection, in order, until they are written.
 *
 * When the limits of the connection or of all connections are reached, further messages of a subscription are skipped.
 * As soon as the queue is empty, one event reports the gap, and the subscription continues. The messages of one
 * `deliver` call are queued or skipped together, so a page may exceed the limits.
 */
export class OutgoingQueue {
  readonly #options: QueueOptions;
  readonly #queued: QueuedMessages;
  readonly #streamsWithGap = new Set<OpenStream>();
  #entries: Entry[] = [];
  /** Index of the first entry that is not written. */
  #next = 0;
  #bytes = 0;
  #isClosed = false;
  #waiters: (() => void)[] = [];

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#queued = options.queued ?? createQueuedMessages();
  }

  /** Adds a subscription. */
  open(options: StreamOptions): Stream {
    const stream: OpenStream = { ...options, isClosed: false, lastCursor: options.start, gap: undefined };
    const isDrained = () => this.#isClosed || stream.isClosed || this.#isEmpty();
    return {
      deliver: (messages) => this.#deliver(stream, messages),
      isDrained,
      whenDrained: () => (isDrained() ? Promise.resolve() : new Promise((resolve) => this.#waiters.push(resolve))),
      fail: (error) => {
        if (this.#isClosed || stream.isClosed) return;
        this.#entries.push({ stream, message: undefined, error });
        this.#options.schedule(this);
      },
      close: () => {
        stream.isClosed = true;
        this.#streamsWithGap.delete(stream);
        this.#releaseWaiters();
      },
    };
  }

  /** Writes as much as the writer accepts. Also called when the writer is no longer congested. */
  flush(): void {
    if (this.#isClosed) return;
    const { writer } = this.#options;
    // A batch of one message would cost more than the message.
    if (this.#entries.length - this.#next === 1) this.#writeEntries();
    else writer.batch(() => this.#writeEntries());
    if (this.#next < this.#entries.length) return;
    // Keeps the array for the next message: new arrays would be most of the garbage of a fan-out.
    if (this.#entries.length === 1) this.#entries.pop();
    else this.#entries = [];
    this.#next = 0;
    if (this.#streamsWithGap.size > 0) {
      writer.batch(() => {
        for (const stream of this.#streamsWithGap) this.#writeGap(stream);
      });
    }
    this.#releaseWaiters();
  }

  /** Drops everything because the connection is closed. */
  close(): void {
    this.#isClosed = true;
    for (const { message } of this.#entries.slice(this.#next)) if (message !== undefined) this.#queued.remove(message);
    this.#entries = [];
    this.#next = 0;
    this.#streamsWithGap.clear();
    this.#releaseWaiters();
  }

  #isEmpty(): boolean {
    return this.#next === this.#entries.length && this.#streamsWithGap.size === 0;
  }

  #isFull(): boolean {
    const { maxQueuedMessages, maxQueuedBytes } = this.#options.limits;
    const waiting = this.#entries.length - this.#next;
    // When slow connections use up the memory for all queues, a connection with an empty queue still gets its messages.
    return waiting >= maxQueuedMessages || this.#bytes >= maxQueuedBytes || (waiting > 0 && this.#queued.isFull());
  }

  #deliver(stream: OpenStream, messages: readonly LogMessage[]): void {
    const last = messages.at(-1);
    if (this.#isClosed || stream.isClosed || last === undefined) return;
    if (stream.gap !== undefined || this.#isFull()) {
      this.#options.onMissed(messages.length, stream.gap === undefined);
      stream.gap = { from: stream.lastCursor, to: last.cursor };
      this.#streamsWithGap.add(stream);
      return;
    }
    stream.lastCursor = last.cursor;
    for (const message of messages) {
      this.#entries.push({ stream, message });
      this.#bytes += message.payload.length;
      this.#queued.add(message);
    }
    this.#options.schedule(this);
  }

  #writeEntries(): void {
    const { writer, onSent } = this.#options;
    let sent = 0;
    for (let entry = this.#entries[this.#next]; entry !== undefined && !writer.isCongested(); entry = this.#entries[++this.#next]) {
      const { stream, message } = entry;
      if (message !== undefined) {
        this.#bytes -= message.payload.length;
        this.#queued.remove(message);
      }
      if (stream.isClosed) continue;
      if (message === undefined) this.#endStream(entry);
      else stream.send(message.payload, message);
      sent += 1;
    }
    onSent(sent);
    // A queue that is never empty must not keep what it has written.
    if (this.#next < maxWrittenEntries) return;
    this.#entries.splice(0, this.#next);
    this.#next = 0;
  }

  #writeGap(stream: OpenStream): void {
    if (stream.gap === undefined) return;
    stream.send(stream.missed(stream.gap));
    stream.lastCursor = stream.gap.to;
    stream.gap = undefined;
    this.#streamsWithGap.delete(stream);
  }

  #endStream({ stream, error }: Entry): void {
    this.#writeGap(stream);
    stream.isClosed = true;
    stream.fail(error);
  }

  #releaseWaiters(): void {
    if (this.#waiters.length === 0) return;
    const released = this.#waiters;
    this.#waiters = [];
    for (const resolve of released) resolve();
  }
}

/** Creates the counter for all queues of a process. */
export function createQueuedMessages(maxBytes: number = memoryBounds.queuedMessages.bytes) {
  const queueCounts = new Map<LogMessage, number>();
  let bytes = 0;
  return {
    /** Returns whether nothing more should be queued. */
    isFull: (): boolean => bytes >= maxBytes,
    /** Returns the bytes of all queued messages. A message that is queued for several connections is counted once. */
    bytes: (): number => bytes,
    add: (message: LogMessage): void => {
      const count = queueCounts.get(message) ?? 0;
      if (count === 0) bytes += message.payload.length;
      queueCounts.set(message, count + 1);
    },
    remove: (message: LogMessage): void => {
      const count = queueCounts.get(message) ?? 0;
      if (count > 1) queueCounts.set(message, count - 1);
      else if (queueCounts.delete(message)) bytes -= message.payload.length;
    },
  };
}

/**
 * Creates a function that flushes a limited number of queues in each turn of the event loop, so that many subscribers
 * do not block other work.
 */
export function createFlusher(perTurn = 500): (queue: OutgoingQueue) => void {
  const waiting = new Set<OutgoingQueue>();
  const flushSome = (): void => {
    let flushed = 0;
    try {
      for (const queue of waiting) {
        waiting.delete(queue);
        queue.flush();
        if (++flushed === perTurn) break;
      }
    } finally {
      if (waiting.size > 0) setImmediate(flushSome);
    }
  };
  return (queue) => {
    if (waiting.size === 0) setImmediate(flushSome);
    waiting.add(queue);
  };
}
