import { inChildSpan } from '../tracing.ts';
import type { Store } from './store.ts';
import type { LogName, VersionStore } from './version-store.ts';

/** A finished operation of the store. */
export interface StoreOperation {
  /** Name of the method. */
  readonly operation: string;
  /** The log or the part of the store that was read or written. */
  readonly collection: string;
  readonly isFailed: boolean;
  readonly durationMs: number;
}

export interface MeasuredStoreOptions {
  /** Name of the database in the semantic conventions of OpenTelemetry. */
  readonly system: 'sqlite' | 'mongodb';
  readonly onOperation: (operation: StoreOperation) => void;
}

/** Wraps a store so that each operation is measured and, in traced requests, recorded as a span. */
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
