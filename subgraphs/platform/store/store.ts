import type { DeliveryStore } from './delivery-store.ts';
import type { RemovalStore } from './removal-store.ts';
import type { DeadLetterStore, LogName, VersionStore } from './version-store.ts';

/** Everything one deployment keeps. */
export interface Store extends AsyncDisposable {
  versions(log: LogName): VersionStore;
  readonly deadLetters: DeadLetterStore;
  readonly deliveries: DeliveryStore;
  readonly removals: RemovalStore;
  /** A random secret made once per deployment and the same for every process of it. */
  secret(name: string): Promise<Buffer>;
  /**
   * Takes or renews the lease for `holder`. Whoever holds it may act alone until `ttlMs` from now.
   * @returns whether `holder` has it
   */
  takeLease(name: string, holder: string, ttlMs: number): Promise<boolean>;
  releaseLease(name: string, holder: string): Promise<void>;
  /** Throws `StoreUnavailableError` when a write could not be made durable now. */
  ping(): Promise<void>;
}
