import type { Partner } from '../../partners/partner.ts';
import type { LogName, VersionStore } from '../../store/version-store.ts';
import { findSubscriber } from '../subscribers.ts';
import { mayBeSent } from './deliverable.ts';
import type { NumberedVersion } from './delivery.ts';
import { type LogStretches, rangeSize } from './log-ranges.ts';
import { entryOf, type QueueEntry } from './queue-state.ts';

/** A stretch of the log, as it was read for all lanes together. */
export interface LogGrowth {
  /** Begins behind this number. */
  readonly from: number;
  readonly through: number;
  readonly entries: readonly NumberedVersion[];
}

/** What a lane has seen of the log and not taken yet. Of versions it keeps what putting them into messages needs. */
export interface QueueBacklog {
  readonly entries: readonly QueueEntry[];
  /** Whether the log has more than was seen. */
  readonly isBehind: boolean;
  /** Numbers up to this one are taken, or not for this subscriber. */
  readonly taken: number;
  /** Takes what concerns the subscriber, if it has seen all that was before and has room. @returns whether there is something new */
  offer(growth: LogGrowth): boolean;
  /** Reads on by itself, once all entries are taken. @returns how many numbers were cut off from the log before they could be read */
  read(): Promise<number>;
  /** Takes the first entries off. */
  shift(count: number): QueueEntry[];
}

/** Opens an empty backlog behind a number, which has to be read before it is known whether there is more. */
export function openQueueBacklog(
  taken: number,
  parts: {
    readonly log: LogName;
    readonly versions: Pick<VersionStore, 'bounds'>;
    readonly stretches: Pick<LogStretches, 'read'>;
    readonly findSubscriber: () => Partner | undefined;
  },
): QueueBacklog {
  const { log, versions, stretches } = parts;
  let entries: QueueEntry[] = [];
  let seen = taken;
  let isBehind = true;
  let isReading = false;
  return {
    get entries() {
      return entries;
    },
    get isBehind() {
      return isBehind;
    },
    get taken() {
      const [first] = entries;
      return first === undefined ? seen : first.sequence - 1;
    },
    offer: (growth) => {
      if (growth.through <= seen) return false;
      const partner = parts.findSubscriber();
      // Without its file nobody can tell what is for it: that is found out when the file is there again.
      if (partner?.publish === undefined) {
        isBehind = true;
        return false;
      }
      const may = mayBeSent(log, partner);
      const found = growth.entries.filter((version) => version.sequence > seen && may(version));
      if (isReading || seen < growth.from || entries.length + found.length > rangeSize) {
        isBehind = true;
        return true;
      }
      entries.push(...found.map(entryOf));
      seen = growth.through;
      return found.length > 0;
    },
    read: async () => {
      const partner = parts.findSubscriber();
      const caller = partner && findSubscriber(partner)?.caller;
      if (partner === undefined || caller === undefined) return 0;
      [isReading, isBehind] = [true, false];
      try {
        const { trimmedThrough, head } = await versions.bounds();
        const cutOff = Math.max(0, trimmedThrough - seen);
        const stretch = await stretches.read(caller, seen + cutOff);
        entries.push(...stretch.entries.filter((entry) => entry.partner !== partner.id));
        seen = Math.max(seen + cutOff, stretch.through);
        if (seen < head) isBehind = true;
        return cutOff;
      } catch (error) {
        isBehind = true;
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
