import { LandfallError } from '../errors.ts';
import { inChildSpan } from '../tracing.ts';
import type { ArrivalStore } from './arrival-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { RemovalStore } from './removal-store.ts';
import { type DeadLetterStore, type LogName, logNames, type VersionStore } from './version-store.ts';

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
   * Acquires or renews the lease for `holder`, who is then its only holder until `ttlMs` from now. The one process that uses a
   * SQLite file has every lease.
   * @returns whether `holder` has it
   */
  takeLease(name: string, holder: string, ttlMs: number): Promise<boolean>;
  releaseLease(name: string, holder: string): Promise<void>;
  /** Writes durably. @throws {StoreUnavailableError} when a write cannot be made durable now */
  ping(): Promise<void>;
}

/** Creates the stores of versions of all logs. */
export function versionStores(create: (log: LogName) => VersionStore): Store['versions'] {
  const stores = new Map<LogName, VersionStore>(logNames.map((log) => [log, create(log)]));
  return (log) => {
    const store = stores.get(log);
    if (store === undefined) throw new LandfallError('CONFIG_INVALID', `There is no log named ${log}.`);
    return store;
  };
}

/** Returns the same part of a store, each of whose methods runs inside a function. */
export function withMethods<T extends object>(part: T, inside: (name: string, run: () => Promise<unknown>) => Promise<unknown>): T {
  const methods = Object.entries(part).map(([name, method]) => [
    name,
    (...parameters: unknown[]) => inside(name, async () => method(...parameters)),
  ]);
  return Object.fromEntries(methods);
}

/** A finished operation of the store. */
export interface StoreOperation {
  /** Name of the method. */
  readonly operation: string;
  /** The log or the part of the store that was read or written. */
  readonly collection: string;
  readonly isFailed: boolean;
  readonly durationMs: number;
}

/**
 * Wraps a store so that each operation is measured and, in traced requests, recorded as a span.
 *
 * @param system name of the database in the semantic conventions of OpenTelemetry
 */
export function measureStore(store: Store, system: 'sqlite' | 'mongodb', onOperation: (operation: StoreOperation) => void): Store {
  const measured = <T extends object>(part: T, collection: string): T =>
    withMethods(part, async (operation, run) => {
      const attributes = { 'db.system.name': system, 'db.operation.name': operation, 'db.collection.name': collection };
      const started = performance.now();
      let isFailed = true;
      try {
        const result = await inChildSpan({ name: `${operation} ${collection}`, kind: 'CLIENT', attributes }, run);
        isFailed = false;
        return result;
      } finally {
        onOperation({ operation, collection, isFailed, durationMs: performance.now() - started });
      }
    });
  return {
    ...store,
    versions: versionStores((log) => measured(store.versions(log), log)),
    deadLetters: measured(store.deadLetters, 'dead-letters'),
    deliveries: measured(store.deliveries, 'deliveries'),
    removals: measured(store.removals, 'removals'),
    arrivals: measured(store.arrivals, 'arrivals'),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}
