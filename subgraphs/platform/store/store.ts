import type { ArrivalStore } from './arrival-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { RemovalStore } from './removal-store.ts';
import type { DeadLetterStore, LogName, VersionStore } from './version-store.ts';

/** The persistent state of a deployment. */
export interface Store extends AsyncDisposable {
  versions(log: LogName): VersionStore;
  readonly deadLetters: DeadLetterStore;
  readonly deliveries: DeliveryStore;
  readonly removals: RemovalStore;
  readonly arrivals: ArrivalStore;
  /** Returns a random secret that is created once per deployment and shared by its processes. */
  secret(name: string): Promise<Buffer>;
  /**
   * Acquires or renews the lease for `holder`, who is then its only holder until `ttlMs` from now.
   * @returns whether `holder` has it
   */
  takeLease(name: string, holder: string, ttlMs: number): Promise<boolean>;
  releaseLease(name: string, holder: string): Promise<void>;
  /** Writes durably. @throws {StoreUnavailableError} when a write cannot be made durable now */
  ping(): Promise<void>;
}
