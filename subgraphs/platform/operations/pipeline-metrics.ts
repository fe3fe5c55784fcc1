import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import type { Registry } from 'prom-client';
import { codeOf } from '../graphql/client-errors.ts';
import type { EngineError } from '../graphql/engine.ts';
import { fastBuckets, metricsIn } from '../metrics.ts';
import type { GraphqlContext, Transport } from './graphql-context.ts';

interface MeasuredOperation {
  readonly kind: string;
  readonly transport: Transport;
  readonly outcome: 'ok' | 'errors' | 'refused';
  readonly durationMs: number;
  readonly errors?: readonly EngineError[] | undefined;
}

/** The events that a request pipeline counts. */
export type PipelineMetrics = ReturnType<typeof createPipelineMetrics>;

/** Registers the metrics of a request pipeline in a Prometheus registry. */
export function createPipelineMetrics(registry: Registry) {
  const { counter, gauge, histogram } = metricsIn(registry);
  const operations = histogram('landfall_operations_seconds', 'Duration of GraphQL operations, from the request to the answer.', {
    labelNames: ['kind', 'transport', 'outcome'],
    buckets: [...fastBuckets, 10],
  });
  const answered = 'GraphQL operations whose answer has an error with the code; each code counts once for an operation.';
  const errors = counter('landfall_operation_errors_total', answered, 'code');
  const sockets = gauge('landfall_sockets', 'Open websockets.');
  const subscriptions = gauge('landfall_subscriptions', 'Active subscriptions.', 'transport');
  const equal = 'Groups of equal subscriptions; each group reads the log once for all of its members.';
  const groups = gauge('landfall_subscription_groups', equal);
  const logReads = counter('landfall_subscription_reads_total', 'Pages of logs read for subscriptions.');
  const sent = counter('landfall_events_sent_total', 'Events written to subscribers.');
  const missed = counter('landfall_events_missed_total', 'Events skipped because a subscriber read too slowly.');
  const overflows = counter('landfall_queue_overflows_total', 'Number of times that the queue of a subscriber was full.');
  return {
    operation: ({ kind, transport, outcome, durationMs, errors: shown = [] }: MeasuredOperation) => {
      operations.observe({ kind, transport, outcome }, durationMs / 1_000);
      for (const code of new Set(shown.map(codeOf))) errors.inc({ code });
    },
    sockets: (change: 1 | -1) => sockets.inc(change),
    subscriptions: (transport: Transport, change: 1 | -1) => subscriptions.inc({ transport }, change),
    groups: (count: number) => groups.set(count),
    logRead: () => logReads.inc(),
    eventsSent: (count: number) => sent.inc(count),
    /** @param newGap whether the queue has overflowed since the last message */
    eventsMissed: (count: number, newGap: boolean) => {
      missed.inc(count);
      if (newGap) overflows.inc();
    },
  };
}

/** Plugin that counts operations and measures their duration. Subscriptions are counted by the streams. */
export function measureOperations(metrics: PipelineMetrics): ApolloServerPlugin<GraphqlContext> {
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
