import { memoryBounds } from '../cache/memory-bounds.ts';
import type { LogMessage } from './log-reader.ts';
import type { Gap } from './missed-event.ts';
import type { Subscriber } from './position-group.ts';

/** The way out of a connection. */
export interface SocketWriter {
  /** Whether it holds so much that was not sent yet that it should get no more now. */
  readonly congested: boolean;
  /** Runs `write` and hands what that wrote to the system in one go. */
  batch(write: () => void): void;
}

export interface QueueLimits {
  readonly maxQueuedBytes: number;
  readonly maxQueuedMessages: number;
}

export const defaultQueueLimits: QueueLimits = { maxQueuedBytes: 1024 * 1024, maxQueuedMessages: 1_000 };

/** How one subscription of the connection is written. */
export interface StreamOptions {
  /** Cursor the subscription starts behind; null when it starts at the head. */
  readonly start: string | null;
  /** @param message whose payload it is; undefined for a gap */
  send(payload: Buffer, message?: LogMessage): void;
  /** Words a gap in the shape the client selected. */
  missed(gap: Gap): Buffer;
  /** Ends the subscription with an error. */
  fail(error: unknown): void;
}

/** One subscription of a connection. */
export interface Stream extends Subscriber {
  /** The client wants no more; what is queued for it is dropped. */
  close(): void;
}

/**
 * What waits to be written to one connection, all its subscriptions together and in order. A message that comes when
 * its limits, or those of all connections together, are reached is left out; when everything queued is written, one event says from where to where events are
 * missing, and the subscription goes on. The messages of one call of `deliver` are never torn apart, so the limits can
 * be passed by one page.
 */
export interface OutgoingQueue {
  open(options: StreamOptions): Stream;
  /** Writes what the outlet takes; also to be called when an outlet that was congested is not any more. */
  flush(): void;
  /** The connection is gone. */
  close(): void;
}

/** What waits in the queues of all connections. */
export interface QueuedMessages {
  /** Whether no more should be queued. */
  readonly isFull: boolean;
  /** Bytes; a message that waits for many is counted once. */
  readonly bytes: number;
  add(message: LogMessage): void;
  remove(message: LogMessage): void;
}

export interface QueueOptions {
  readonly outlet: SocketWriter;
  readonly limits: QueueLimits;
  /** Default: of this queue alone. */
  readonly queued?: QueuedMessages;
  /** Sees to it that `flush` is called soon. */
  readonly schedule: (queue: OutgoingQueue) => void;
  readonly onSent: (messages: number) => void;
  readonly onMissed: (messages: number, firstOfGap: boolean) => void;
}

interface OpenStream extends StreamOptions {
  closed: boolean;
  /** Cursor of the last message queued or told as missed. */
  last: string | null;
  gap: Gap | undefined;
}

/** A message of a stream; or, without one, the end of the stream by `error`. */
interface Entry {
  readonly stream: OpenStream;
  readonly message: LogMessage | undefined;
  readonly error?: unknown;
}

/** Counts what the queues of a process hold. @param maxBytes of all of them together */
export function createQueuedMessages(maxBytes: number = memoryBounds.queuedMessages.bytes): QueuedMessages {
  const holders = new Map<LogMessage, number>();
  let bytes = 0;
  return {
    get isFull() {
      return bytes >= maxBytes;
    },
    get bytes() {
      return bytes;
    },
    add: (message) => {
      const held = holders.get(message) ?? 0;
      if (held === 0) bytes += message.payload.length;
      holders.set(message, held + 1);
    },
    remove: (message) => {
      const held = holders.get(message) ?? 0;
      if (held > 1) holders.set(message, held - 1);
      else if (holders.delete(message)) bytes -= message.payload.length;
    },
  };
}

export function createOutgoingQueue(options: QueueOptions): OutgoingQueue {
  const { outlet, limits, queued = createQueuedMessages(), schedule, onSent, onMissed } = options;
  let entries: Entry[] = [];
  let next = 0;
  let bytes = 0;
  let closed = false;
  const gapped = new Set<OpenStream>();
  let waiters: (() => void)[] = [];
  const isEmpty = () => next === entries.length && gapped.size === 0;

  const queue: OutgoingQueue = {
    open(options) {
      const stream: OpenStream = { ...options, closed: false, last: options.start, gap: undefined };
      return {
        deliver: (messages) => deliver(stream, messages),
        get drained() {
          return closed || stream.closed || isEmpty();
        },
        whenDrained: () => (closed || stream.closed || isEmpty() ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
        fail: (error) => endAfterQueued(stream, error),
        close: () => {
          stream.closed = true;
          gapped.delete(stream);
          release();
        },
      };
    },
    flush() {
      if (closed) return;
      outlet.batch(writeEntries);
      if (next < entries.length) return;
      entries = [];
      next = 0;
      if (gapped.size > 0) outlet.batch(writeGaps);
      release();
    },
    close() {
      closed = true;
      for (const { message } of entries.slice(next)) if (message !== undefined) queued.remove(message);
      entries = [];
      next = 0;
      gapped.clear();
      release();
    },
  };

  function deliver(stream: OpenStream, messages: readonly LogMessage[]): void {
    const last = messages.at(-1);
    if (closed || stream.closed || last === undefined) return;
    const waiting = entries.length - next;
    // Where slow connections have filled what there is for all, one that keeps up still gets its messages.
    const isFull = waiting >= limits.maxQueuedMessages || bytes >= limits.maxQueuedBytes || (waiting > 0 && queued.isFull);
    if (stream.gap !== undefined || isFull) {
      onMissed(messages.length, stream.gap === undefined);
      stream.gap = { from: stream.last, to: last.cursor };
      gapped.add(stream);
      return;
    }
    stream.last = last.cursor;
    for (const message of messages) {
      entries.push({ stream, message });
      bytes += message.payload.length;
      queued.add(message);
    }
    schedule(queue);
  }

  function endAfterQueued(stream: OpenStream, error: unknown): void {
    if (closed || stream.closed) return;
    entries.push({ stream, message: undefined, error });
    schedule(queue);
  }

  function writeEntries(): void {
    let sent = 0;
    for (let entry = entries[next]; entry !== undefined && !outlet.congested; entry = entries[++next]) {
      const { stream, message } = entry;
      if (message !== undefined) {
        bytes -= message.payload.length;
        queued.remove(message);
      }
      if (stream.closed) continue;
      if (message === undefined) end(entry);
      else stream.send(message.payload, message);
      sent += 1;
    }
    onSent(sent);
    // A queue that is never empty must not keep what it has written.
    if (next < keptEntries) return;
    entries.splice(0, next);
    next = 0;
  }

  function writeGaps(): void {
    for (const stream of gapped) writeGap(stream);
  }

  function writeGap(stream: OpenStream): void {
    if (stream.gap === undefined) return;
    stream.send(stream.missed(stream.gap));
    stream.last = stream.gap.to;
    stream.gap = undefined;
    gapped.delete(stream);
  }

  function end({ stream, error }: Entry): void {
    writeGap(stream);
    stream.closed = true;
    stream.fail(error);
  }

  function release(): void {
    const released = waiters;
    waiters = [];
    for (const resolve of released) resolve();
  }

  return queue;
}

/** Written entries that may stand in front of the waiting ones. */
const keptEntries = 256;

/** Flushes queues, a bounded number of them in one turn of the event loop, so that a large audience stops nothing else. */
export function createFlusher(perTurn = 500): (queue: OutgoingQueue) => void {
  const waiting = new Set<OutgoingQueue>();
  const turn = (): void => {
    let flushed = 0;
    try {
      for (const queue of waiting) {
        waiting.delete(queue);
        queue.flush();
        if (++flushed === perTurn) break;
      }
    } finally {
      if (waiting.size > 0) setImmediate(turn);
    }
  };
  return (queue) => {
    if (waiting.size === 0) setImmediate(turn);
    waiting.add(queue);
  };
}
