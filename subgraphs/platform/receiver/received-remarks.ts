import type { SchemaViolation } from '../wire/shape-check.ts';

/** One remark, without the places of list elements, and on how many objects of the partner it was made. */
export interface ReceivedRemark extends SchemaViolation {
  readonly objects: number;
  /** RFC 3339 in UTC. */
  readonly receivedAt: string;
}

/** What could not be read as it was meant in the objects of a partner, for GraphQL. */
export interface ReceivedRemarksView {
  /** Number of stored objects with remarks. */
  readonly objects: number;
  /** The latest different ones, the newest first. */
  readonly latest: readonly ReceivedRemark[];
}

/** Maximum number of different remarks that are listed for one partner, and of those of one object that are counted. */
const [maxListed, maxCounted] = [20, 100];

/** Counts and lists, by partner, the remarks on stored objects of one standard, since the process started. */
export type ReceivedRemarks = ReturnType<typeof createReceivedRemarks>;

export function createReceivedRemarks() {
  const objects = new Map<string, number>();
  const listed = new Map<string, Map<string, ReceivedRemark>>();
  return {
    /** Records the remarks on one object, if there are any. */
    record: (partner: string, receivedAt: string, remarks: readonly SchemaViolation[]): void => {
      if (remarks.length === 0) return;
      objects.set(partner, (objects.get(partner) ?? 0) + 1);
      const own = listed.get(partner) ?? new Map<string, ReceivedRemark>();
      listed.set(partner, own);
      const distinct = new Map(
        remarks.slice(0, maxCounted).map((remark) => {
          const path = remark.path.replaceAll(/\[\d+\]/g, '[*]');
          return [`${path} ${remark.message}`, { path, message: remark.message }];
        }),
      );
      for (const [key, remark] of distinct) {
        const count = (own.get(key)?.objects ?? 0) + 1;
        // Moved to the end, so that the oldest is dropped.
        own.delete(key);
        own.set(key, { ...remark, objects: count, receivedAt });
      }
      for (const oldest of own.keys()) {
        if (own.size <= maxListed) break;
        own.delete(oldest);
      }
    },
    of: (partner: string): ReceivedRemarksView => ({
      objects: objects.get(partner) ?? 0,
      latest: [...(listed.get(partner)?.values() ?? [])].toReversed(),
    }),
  };
}
