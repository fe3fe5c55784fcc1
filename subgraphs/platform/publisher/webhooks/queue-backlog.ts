import type { LogName, VersionStore } from '../../store/version-store.ts';
import type { Recipient } from '../recipient.ts';
import { mayBeSent } from './deliverable.ts';
import type { NumberedVersion } from './delivery.ts';
import { type LogRanges, rangeSize } from './log-ranges.ts';
import { entryOf, type QueueEntry } from './queue-state.ts';

/** Versions that were appended to the log, read once for all queues. */
export interface AppendedRange {
  /** The range begins after this sequence number. */
  readonly from: number;
  readonly scannedThrough: number;
  readonly entries: readonly NumberedVersion[];
}

/** The versions that a queue has read from the log and not put into messages yet. */
export interface QueueBacklog {
  readonly entries: readonly QueueEntry[];
  /** Whether the log has more than was read. */
  readonly hasMore: boolean;
  /** Sequence numbers up to this one are in messages, or not for this subscriber. */
  readonly offset: number;
  /**
   * Adds the versions for the subscriber, if the range continues what was read and there is room. @returns whether
   * there is more to send
   */
  onAppended(range: AppendedRange): boolean;
  /** Reads the next range of the log. @returns how many sequence numbers were trimmed from the log before they could be read */
  read(): Promise<number>;
  /** Removes and returns the first entries. */
  shift(count: number): QueueEntry[];
}

/** Opens an empty backlog at an offset. The log has to be read before it is known whether there is more. */
export function openQueueBacklog(
  offset: number,
  parts: {
    readonly log: LogName;
    readonly versions: Pick<VersionStore, 'bounds'>;
    readonly logRanges: Pick<LogRanges, 'read'>;
    readonly findRecipient: () => Recipient | undefined;
  },
): QueueBacklog {
  const { log, versions, logRanges } = parts;
  let entries: QueueEntry[] = [];
  let readThrough = offset;
  let hasMore = true;
  let isReading = false;
  return {
    get entries() {
      return entries;
    },
    get hasMore() {
      return hasMore;
    },
    get offset() {
      const [first] = entries;
      return first === undefined ? readThrough : first.sequence - 1;
    },
    onAppended: (range) => {
      if (range.scannedThrough <= readThrough) return false;
      const recipient = parts.findRecipient();
      // Without the recipient's file its rights are unknown. The log is read when the file is back.
      if (recipient === undefined) {
        hasMore = true;
        return false;
      }
      const isDeliverable = mayBeSent(log, recipient);
      const added = range.entries.filter((version) => version.sequence > readThrough && isDeliverable(version));
      if (isReading || readThrough < range.from || entries.length + added.length > rangeSize) {
        hasMore = true;
        return true;
      }
      entries.push(...added.map((version) => entryOf(log, version)));
      readThrough = range.scannedThrough;
      return added.length > 0;
    },
    read: async () => {
      const recipient = parts.findRecipient();
      if (recipient === undefined) return 0;
      [isReading, hasMore] = [true, false];
      try {
        const { trimmedThrough, head } = await versions.bounds();
        const trimmed = Math.max(0, trimmedThrough - readThrough);
        const range = await logRanges.read(recipient, readThrough + trimmed);
        entries.push(...range.entries.filter((entry) => entry.partner !== recipient.id));
        readThrough = Math.max(readThrough + trimmed, range.scannedThrough);
        if (readThrough < head) hasMore = true;
        return trimmed;
      } catch (error) {
        hasMore = true;
        throw error;
      } finally {
        isReading = false;
      }
    },
    shift: (count) => {
      const first = entries.slice(0, count);
      entries = entries.slice(count);
      return first;
    },
  };
}
