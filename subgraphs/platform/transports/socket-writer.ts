import type { Writable } from 'node:stream';
import type { SocketWriter } from '../subscriptions/outgoing-queue.ts';

/**
 * Number of unsent bytes at which a connection counts as congested. More than Node's high-water mark, so that `drain`
 * follows.
 */
const congestedBytes = 128 * 1024;

/** Creates the writer of a socket or an HTTP response. */
export function createSocketWriter(writable: Writable): SocketWriter {
  return {
    isCongested: () => writable.writableNeedDrain && writable.writableLength >= congestedBytes,
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
