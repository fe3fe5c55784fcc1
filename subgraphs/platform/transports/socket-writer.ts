import type { Writable } from 'node:stream';
import type { SocketWriter } from '../subscriptions/outgoing-queue.ts';

/**
 * Bytes a connection may hold before it counts as congested. Above what makes Node announce `drain`, so that the
 * announcement always comes.
 */
const congestedBytes = 128 * 1024;

/** The way out over a socket or an HTTP answer. */
export function createSocketWriter(writable: Writable): SocketWriter {
  return {
    get congested() {
      return writable.writableNeedDrain && writable.writableLength >= congestedBytes;
    },
    batch: (write) => {
      writable.cork();
      try {
        write();
      } finally {
        writable.uncork();
      }
    },
  };
}
