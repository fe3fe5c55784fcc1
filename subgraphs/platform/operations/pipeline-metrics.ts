import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { codeOf } from '../graphql/client-errors.ts';
import type { EngineError } from '../graphql/engine.ts';
import type { HubMetrics } from '../subscriptions/subscription-hub.ts';
import type { GraphqlContext, Transport, TransportMetrics } from '../transports/request-pipeline.ts';

/** The events that a request pipeline counts. */
export interface PipelineMetrics extends TransportMetrics, HubMetrics {
  subscriptions(transport: Transport, change: 1 | -1): void;
  eventsSent(count: number): void;
  /** @param newGap whether the queue has overflowed since the last message */
  eventsMissed(count: number, newGap: boolean): void;
}

/** Registers the metrics of a request pipeline in a Prometheus registry. */
export function createPipelineMetrics(registry: Registry): PipelineMetrics {
  const registers = [registry];
  const operations = new Histogram({
    name: 'landfall_operations_seconds',
    help: 'Duration of GraphQL operations, from the request to the answer.',
    labelNames: ['kind', 'transport', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const errors = new Counter({
    name: 'landfall_operation_errors_total',
    help: 'GraphQL operations whose answer has an error with the code; each code counts once for an operation.',
    labelNames: ['code'],
    registers,
  });
  const sockets = new Gauge({ name: 'landfall_sockets', help: 'Open websockets.', registers });
  const subscriptions = new Gauge({
    name: 'landfall_subscriptions',
    help: 'Active subscriptions.',
    labelNames: ['transport'],
    registers,
  });
  const groups = new Gauge({
    name: 'landfall_subscription_groups',
    help: 'Groups of equal subscriptions; each group reads the log once for all of its members.',
    registers,
  });
  const logReads = new Counter({ name: 'landfall_subscription_reads_total', help: 'Pages of logs read for subscriptions.', registers });
  const sent = new Counter({ name: 'landfall_events_sent_total', help: 'Events written to subscribers.', registers });
  const missed = new Counter({
    name: 'landfall_events_missed_total',
    help: 'Events skipped because a subscriber read too slowly.',
    registers,
  });
  const overflows = new Counter({
    name: 'landfall_queue_overflows_total',
    help: 'Number of times that the queue of a subscriber was full.',
    registers,
  });
  return {
    operation: ({ kind, transport, outcome, durationMs, errors: shown = [] }) => {
      operations.observe({ kind, transport, outcome }, durationMs / 1_000);
      for (const code of new Set(shown.map(codeOf))) errors.inc({ code });
    },
    sockets: (change) => sockets.inc(change),
    subscriptions: (transport, change) => subscriptions.inc({ transport }, change),
    groups: (count) => groups.set(count),
    logRead: () => logReads.inc(),
    eventsSent: (count) => sent.inc(count),
    eventsMissed: (count, newGap) => {
      missed.inc(count);
      if (newGap) overflows.inc();
    },
  };
}

/** Plugin that counts operations and measures their duration. Subscriptions are counted by the streams. */
export function measureOperations(metrics: TransportMetrics): ApolloServerPlugin<GraphqlContext> {
  const listener: GraphQLRequestListener<GraphqlContext> = {
    willSendResponse: async ({ response: { body }, contextValue: { scope, progress } }) => {
      const { accepted, startedAt, stream } = progress;
      if (stream !== undefined || body.kind !== 'single') return;
      const errors = body.singleResult.errors as readonly EngineError[] | undefined;
      const { transport } = scope;
      if (accepted === undefined) return metrics.operation({ kind: 'unknown', transport, outcome: 'refused', durationMs: 0, errors });
      const outcome = errors === undefined ? 'ok' : 'errors';
      metrics.operation({ kind: accepted.operation.kind, transport, outcome, durationMs: performance.now() - startedAt, errors });
    },
  };
  return { requestDidStart: async () => listener };
}
