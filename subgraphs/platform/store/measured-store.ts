import { inChildSpan } from '../tracing.ts';
import type { Store } from './store.ts';
import type { LogName, VersionStore } from './version-store.ts';

/** One operation of the store that has ended. */
export interface StoreOperation {
  /** Name of the method. */
  readonly operation: string;
  /** What it read or wrote: a log, or a part of the store. */
  readonly collection: string;
  readonly isFailed: boolean;
  readonly durationMs: number;
}

export interface MeasuredStoreOptions {
  /** Name of the database by the semantic conventions of OpenTelemetry. */
  readonly system: 'sqlite' | 'mongodb';
  readonly onOperation: (operation: StoreOperation) => void;
}

/** Measures each operation of a store, and records a span for it where the request is traced. */
export function measureStore(store: Store, { system, onOperation }: MeasuredStoreOptions): Store {
  const measured = <T extends object>(part: T, collection: string): T => {
    const methods = Object.entries(part).map(([operation, method]) => {
      if (typeof method !== 'function') return [operation, method] as const;
      const attributes = { 'db.system.name': system, 'db.operation.name': operation, 'db.collection.name': collection };
      const span = { name: `${operation} ${collection}`, kind: 'CLIENT', attributes } as const;
      const run = async (...parameters: unknown[]): Promise<unknown> => {
        const started = performance.now();
        let isFailed = true;
        try {
          const result = await inChildSpan(span, () => method.apply(part, parameters));
          isFailed = false;
          return result;
        } finally {
          onOperation({ operation, collection, isFailed, durationMs: performance.now() - started });
        }
      };
      return [operation, run] as const;
    });
    return Object.fromEntries(methods) as T;
  };
  const versions = new Map<LogName, VersionStore>();
  return {
    ...store,
    versions: (log) => {
      const known = versions.get(log) ?? measured(store.versions(log), log);
      versions.set(log, known);
      return known;
    },
    deadLetters: measured(store.deadLetters, 'dead-letters'),
    deliveries: measured(store.deliveries, 'deliveries'),
    removals: measured(store.removals, 'removals'),
    arrivals: measured(store.arrivals, 'arrivals'),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}
