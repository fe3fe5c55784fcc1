import { Histogram, type Registry } from 'prom-client';
import type { StoreOperation } from '../store/measured-store.ts';
import type { LogName } from '../store/version-store.ts';
import type { UpstreamAttempt } from '../upstream/retrying-client.ts';

/** Durations that the parts of a process measure, even before the process has a registry. */
export interface PartMetrics {
  storeOperation(operation: StoreOperation): void;
  upstreamAttempt(attempt: UpstreamAttempt): void;
  /** @param lagMs time between the storing of a version and the announcement of its sequence number */
  sequenced(log: LogName, lagMs: number): void;
  register(registry: Registry): void;
}

export function createPartMetrics(): PartMetrics {
  const store = new Histogram({
    name: 'landfall_store_operation_seconds',
    help: 'Duration of operations of the store.',
    labelNames: ['operation', 'collection', 'outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 4],
    registers: [],
  });
  const upstream = new Histogram({
    name: 'landfall_upstream_seconds',
    help: 'Duration of requests to partners, each attempt counted, from sending to the last byte: OK or the error code.',
    labelNames: ['partner', 'standard', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [],
  });
  const lag = new Histogram({
    name: 'landfall_push_lag_seconds',
    help: 'Time from the storing of a version until readers and subscribers can see it in its log.',
    labelNames: ['log'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers: [],
  });
  return {
    storeOperation: ({ operation, collection, isFailed, durationMs }) =>
      store.observe({ operation, collection, outcome: isFailed ? 'error' : 'ok' }, durationMs / 1_000),
    upstreamAttempt: ({ partner, standard, outcome, durationMs }) => upstream.observe({ partner, standard, outcome }, durationMs / 1_000),
    sequenced: (log, lagMs) => lag.observe({ log }, lagMs / 1_000),
    register: (registry) => {
      for (const metric of [store, upstream, lag]) registry.registerMetric(metric);
    },
  };
}
