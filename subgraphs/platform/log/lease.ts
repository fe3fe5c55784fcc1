import { hostname } from 'node:os';
import type { Store } from '../store/store.ts';

/** A lease: one of several processes has it at a time. */
export interface Lease {
  /** Acquires the lease, or renews it when due. @returns whether this process has it */
  holds(): Promise<boolean>;
  /** Makes the next {@link holds} query the store, however recently the lease was renewed. */
  distrust(): void;
  /** Releases the lease, if the store can be reached. */
  release(): Promise<void>;
}

/**
 * Makes a lease that is renewed in time as long as {@link Lease.holds} is called more often than it expires.
 *
 * @param options.shared whether several processes use the store; if not, this process always has the lease
 * @param options.leaseMs after this time without renewal another process may take it
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
