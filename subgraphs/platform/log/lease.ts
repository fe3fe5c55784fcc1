import { hostname } from 'node:os';
import type { Store } from '../store/store.ts';

/** A lease, which one of several processes has at a time. */
export interface Lease {
  /** Acquires the lease, or renews it when due. @returns whether this process has it */
  holds(): Promise<boolean>;
  /** Makes the next {@link holds} query the store, even if the lease was renewed recently. */
  distrust(): void;
  /** Releases the lease, if the store is available. */
  release(): Promise<void>;
}

/**
 * Creates a lease. It is renewed in time as long as {@link Lease.holds} is called more often than it expires.
 *
 * @param options.shared whether several processes use the store; if not, this process always has the lease
 * @param options.leaseMs time without renewal after which another process may take the lease
 */
export function createLease(
  store: Pick<Store, 'takeLease' | 'releaseLease'>,
  { name, shared, leaseMs }: { readonly name: string; readonly shared: boolean; readonly leaseMs: number },
): Lease {
  const holder = `${hostname()}:${process.pid}:${Math.random().toString(36).slice(2)}`;
  let renewedAt = Number.NEGATIVE_INFINITY;
  return {
    holds: async () => {
      if (!shared || performance.now() - renewedAt < leaseMs / 3) return true;
      const requestedAt = performance.now();
      const isHolder = await store.takeLease(name, holder, leaseMs);
      renewedAt = isHolder ? requestedAt : Number.NEGATIVE_INFINITY;
      return isHolder;
    },
    distrust: () => {
      renewedAt = Number.NEGATIVE_INFINITY;
    },
    release: async () => {
      if (shared) await store.releaseLease(name, holder).catch(() => undefined);
    },
  };
}
