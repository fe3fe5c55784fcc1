import { hostname } from 'node:os';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import type { EventBus } from './event-bus.ts';

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

/**
 * Time between two reads of an idle task. It is the longest delay when a wake-up is lost although the bus is connected,
 * for instance because the process was killed between storing and waking.
 */
export const idlePollMs = 30_000;

/**
 * Creates the decision in which rounds a background task reads the store although it was not woken. Every round is due for `activeMs` after a wake-up, and while the bus is disconnected. So is the
 * first round after that, which finds what the last wake-ups may have missed. Then a round is due every
 * {@link idlePollMs}.
 *
 * @param options.activeMs must be longer than a lease, because a process that is woken while another one holds the
 *   lease takes over when it expires
 */
export function createIdlePoll({
  bus,
  clock,
  activeMs,
}: {
  readonly bus: Pick<EventBus, 'connected'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly activeMs: number;
}) {
  let wokenAt = clock.now();
  let readAt = Number.NEGATIVE_INFINITY;
  let isIdle = false;
  const hasElapsed = (sinceMs: number, ms: number): boolean => {
    const elapsedMs = clock.now() - sinceMs;
    // Negative when the clock was set back.
    return elapsedMs >= ms || elapsedMs < 0;
  };
  return {
    /** Whether the last round that was due ran without a recent wake-up. */
    get isIdle(): boolean {
      return isIdle;
    },
    /** Reports a wake-up or a failure. For a while after it, every round is due. */
    wake: (): void => {
      wokenAt = clock.now();
      isIdle = false;
    },
    /** Returns whether this round must read the store. Called once in a round. */
    isDue: (): boolean => {
      const wasIdle = isIdle;
      isIdle = bus.connected && hasElapsed(wokenAt, activeMs);
      if (isIdle && wasIdle && !hasElapsed(readAt, idlePollMs)) return false;
      readAt = clock.now();
      return true;
    },
  };
}
