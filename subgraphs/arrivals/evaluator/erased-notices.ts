import { randomUUID } from 'node:crypto';
import { removeArrivals } from '#platform/store/removal/remove-arrivals.ts';
import { hashOfKey } from '#platform/store/removal/subject-rules.ts';
import type { Store } from '#platform/store/store.ts';

/** Handles notices that are erased or expire while their arrivals are evaluated. */
export interface ErasedNotices {
  /** Returns the arrivals whose notices are no longer stored. */
  goneAmong(arrivalIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes what was written about arrivals after their notices were removed, and records it as any removal. */
  removeLeftovers(arrivalIds: ReadonlySet<string>): Promise<void>;
}

/** Creates the lookup of erased notices. */
export function createErasedNotices(store: Store): ErasedNotices {
  return {
    goneAmong: async (arrivalIds) => {
      if (arrivalIds.length === 0) return new Set();
      const isStored = await store.versions('arrival-notice-versions').hasCurrent(arrivalIds);
      return new Set(arrivalIds.filter((_, index) => isStored[index] === false));
    },
    removeLeftovers: async (arrivalIds) => {
      for (const arrivalId of arrivalIds) {
        const [partner = '', transportDocumentReference = '', typeLabel]: string[] = JSON.parse(arrivalId);
        const reason = { kind: 'ERASURE', ...hashOfKey({ kind: 'NOTICE', partner, transportDocumentReference, typeLabel }) } as const;
        const id = randomUUID();
        await store.removals.begin({ id, startedAt: new Date().toISOString(), reason, by: 'evaluation of arrivals' });
        await removeArrivals(store, id, [arrivalId]);
        await store.removals.finish(id, new Date().toISOString());
      }
    },
  };
}
