import { hostname } from 'node:os';
import type { Store } from '../store/store.ts';

/** A lease, which one of several processes has at a time. */
export type Lease = ReturnType<typeof createLease>;

/**
 * Creates a lease. It is renewed in time as long as `holds` is called more often than it expires.
 *
 * @param options.leaseMs time without renewal after which another process may take the lease
 */
export function createLease(
  store: Pick<Store, 'takeLease' | 'releaseLease'>,
  { name, leaseMs }: { readonly name: string; readonly leaseMs: number },
) {
  const holder = `${hostname()}:${process.pid}:${Math.random().toString(36).slice(2)}`;
  let renewedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Acquires the lease, or renews it when due. @returns whether this process has it */
    holds: async (): Promise<boolean> => {
      if (performance.now() - renewedAt < leaseMs / 3) return true;
      const requestedAt = performance.now();
      const isHolder = await store.takeLease(name, holder, leaseMs);
      renewedAt = isHolder ? requestedAt : Number.NEGATIVE_INFINITY;
      return isHolder;
    },
    /** Makes the next `holds` query the store, even if the lease was renewed recently. */
    distrust: (): void => {
      renewedAt = Number.NEGATIVE_INFINITY;
    },
    /** Releases the lease, if the store is available. */
    release: (): Promise<void> => store.releaseLease(name, holder).catch(() => undefined),
  };
}
