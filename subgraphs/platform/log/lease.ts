import { hostname } from 'node:os';
import type { Store } from '../store/store.ts';

/** The right of one of several processes to do something alone. */
export interface Lease {
  /** Takes or renews it when that is due. @returns whether this process has it */
  holds(): Promise<boolean>;
  /** Makes the next {@link holds} ask the store, however recently the lease was renewed. */
  distrust(): void;
  /** Gives it to whoever asks next, if the store can be reached. */
  release(): Promise<void>;
}

/**
 * Makes a lease that is renewed in time as long as it is asked for more often than it runs out.
 *
 * @param options.shared whether several processes use the store; if not, there is nobody to take it from
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
      const asked = performance.now();
      const isTaken = await store.takeLease(name, holder, leaseMs);
      renewedAt = isTaken ? asked : Number.NEGATIVE_INFINITY;
      return isTaken;
    },
    distrust: () => {
      renewedAt = Number.NEGATIVE_INFINITY;
    },
    release: async () => {
      if (shared) await store.releaseLease(name, holder).catch(() => undefined);
    },
  };
}
